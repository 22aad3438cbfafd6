internal import CXML2
internal import CXMLEvents

/// The SAX2 callbacks: text is gathered, then every event goes on to libxml2's schema validation and to the observer.
enum SAXEvents {
    static func handler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.internalSubset = refuseDoctype
        handler.startElementNs = xml_event_start
        handler.endElementNs = xml_event_end
        handler.characters = xml_event_text
        // The same function, so that the parser does not ask for every blank whether it can be ignored.
        handler.ignorableWhitespace = xml_event_text
        handler.cdataBlock = cdata
        handler.serror = grammarError
        return handler
    }

    /// Where events go: plain ones to the schema, all others here first.
    /// - Returns: nil where the schema takes none.
    static func events(_ schema: xmlSAXHandler, _ context: UnsafeMutableRawPointer) -> xml_events? {
        guard let start = schema.startElementNs, let end = schema.endElementNs, let text = schema.characters else {
            return nil
        }
        var events = xml_events()
        events.schema = context
        events.schema_start = start
        events.schema_end = end
        events.schema_text = text
        events.other_start = startElement
        events.other_end = endElement
        events.other_text = characters
        return events
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
        if !state.pointee.text.isEmpty { state.pointee.endText() }
        let events = state.pointee.events
        SchemaLocations.without(attributes, count: attributeCount) { attributes, count in
            events.schema_start(
                events.schema, name, prefix, uri, namespaceCount, namespaces, count, defaulted, attributes)
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
        if !state.pointee.text.isEmpty { state.pointee.forwardText() }
        state.pointee.events.schema_end(state.pointee.events.schema, name, prefix, uri)
        if let observer = state.pointee.observer {
            state.pointee.depth -= 1
            observer.elementEnded(
                XMLElement(localName: name, depth: state.pointee.depth, parser: state.pointee.parser),
                text: state.pointee.text.all)
        }
        if !state.pointee.text.isEmpty { state.pointee.endText() }
    }

    private static let characters: charactersSAXFunc = { context, bytes, count in
        guard let state = state(context), let bytes else { return }
        state.pointee.append(bytes, count: Int(count))
    }

    private static let cdata: cdataBlockSAXFunc = { context, bytes, count in
        guard let state = state(context), let bytes else { return }
        // The schema wants to know these from text: between elements even a blank one is a fault.
        state.pointee.forwardText()
        state.pointee.append(bytes, count: Int(count))
        state.pointee.markForwarded()
        state.pointee.schemaCDATA?(state.pointee.events.schema, bytes, count)
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
