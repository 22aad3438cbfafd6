internal import CXML2

/// The SAX2 callbacks: text is gathered, then every event goes on to libxml2's schema validation and to the observer.
enum SAXEvents {
    static func handler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.internalSubset = refuseDoctype
        handler.startElementNs = startElement
        handler.endElementNs = endElement
        handler.characters = characters
        // The same function, so that the parser does not ask for every blank whether it can be ignored.
        handler.ignorableWhitespace = characters
        handler.cdataBlock = cdata
        handler.serror = grammarError
        return handler
    }

    private static func state(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SAXState>? {
        context?.assumingMemoryBound(to: SAXState.self)
    }

    private static let refuseDoctype: internalSubsetSAXFunc = { context, _, _, _ in
        state(context)?.pointee.stop(
            rule: "no-doctype",
            message: "the document has a DOCTYPE, which can make a reader load files or expand entities; remove it")
    }

    private static let startElement: startElementNsSAX2Func = {
        context, name, prefix, uri, namespaceCount, namespaces, attributeCount, defaulted, attributes in
        guard let state = state(context), let name else { return }
        if !state.pointee.text.isEmpty { endText(state) }
        // Most elements: nothing to look at.
        if attributeCount == 0, !state.pointee.hasObserver {
            state.pointee.startSchemaElement?(
                state.pointee.schemaContext, name, prefix, uri, namespaceCount, namespaces, 0, defaulted, attributes)
            return
        }
        startWatchedElement(
            state, name, prefix, uri, namespaceCount, namespaces, attributeCount, defaulted, attributes)
    }

    @inline(never)
    private static func endText(_ state: UnsafeMutablePointer<SAXState>) {
        state.pointee.forwardText()
        state.pointee.text.removeAll()
    }

    @inline(never)
    private static func startWatchedElement(
        _ state: UnsafeMutablePointer<SAXState>, _ name: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?,
        _ uri: UnsafePointer<UInt8>?, _ namespaceCount: Int32,
        _ namespaces: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ attributeCount: Int32, _ defaulted: Int32,
        _ attributes: SchemaLocations.Attributes?
    ) {
        SchemaLocations.without(attributes, count: attributeCount) { attributes, count in
            state.pointee.startSchemaElement?(
                state.pointee.schemaContext, name, prefix, uri, namespaceCount, namespaces, count, defaulted, attributes
            )
        }
        if let observer = state.pointee.observer {
            observer.elementStarted(
                XMLElement(
                    localName: name, depth: state.pointee.depth, parser: state.pointee.parser,
                    attributes: attributes, attributeCount: Int(attributeCount)))
            state.pointee.depth += 1
        }
    }

    private static let endElement: endElementNsSAX2Func = { context, name, prefix, uri in
        guard let state = state(context), let name else { return }
        if !state.pointee.hasObserver {
            if !state.pointee.text.isEmpty { endText(state) }
            state.pointee.endSchemaElement?(state.pointee.schemaContext, name, prefix, uri)
        } else {
            endWatchedElement(state, name, prefix, uri)
        }
    }

    @inline(never)
    private static func endWatchedElement(
        _ state: UnsafeMutablePointer<SAXState>, _ name: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?,
        _ uri: UnsafePointer<UInt8>?
    ) {
        if !state.pointee.text.isEmpty { state.pointee.forwardText() }
        state.pointee.endSchemaElement?(state.pointee.schemaContext, name, prefix, uri)
        if let observer = state.pointee.observer {
            state.pointee.depth -= 1
            observer.elementEnded(
                XMLElement(localName: name, depth: state.pointee.depth, parser: state.pointee.parser),
                text: state.pointee.text.all)
        }
        if !state.pointee.text.isEmpty { state.pointee.text.removeAll() }
    }

    private static let characters: charactersSAXFunc = { context, bytes, count in
        guard let state = state(context), let bytes else { return }
        // The whole of a text in one piece need not be gathered.
        if state.pointee.isWhole(bytes, count: Int(count)) {
            state.pointee.schemaCharacters?(state.pointee.schemaContext, bytes, count)
        } else {
            state.pointee.append(bytes, count: Int(count))
        }
    }

    private static let cdata: cdataBlockSAXFunc = { context, bytes, count in
        guard let state = state(context), let bytes else { return }
        // The schema wants to know these from text: between elements even a blank one is a fault.
        state.pointee.forwardText()
        state.pointee.append(bytes, count: Int(count))
        state.pointee.text.markForwarded()
        state.pointee.schemaCDATA?(state.pointee.schemaContext, bytes, count)
    }

    private static let grammarError: xmlStructuredErrorFunc = { context, error in
        guard let state = state(context), let error else { return }
        noteError(state, error)
    }

    /// What libxml2 calls with errors of the schema validation.
    static let schemaError: xmlStructuredErrorFunc = { context, error in
        guard let state = state(context), let error else { return }
        noteError(state, error)
    }

    private static func noteError(_ state: UnsafeMutablePointer<SAXState>, _ error: UnsafeMutablePointer<xmlError>) {
        let line = state.pointee.line
        let column = state.pointee.column
        state.pointee.faults.add(error, line: line, column: column)
        if error.pointee.level == XML_ERR_FATAL {
            state.pointee.isStopped = true
        }
    }
}
