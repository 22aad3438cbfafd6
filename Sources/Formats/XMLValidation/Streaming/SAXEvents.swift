internal import CXML2
internal import CXMLEvents

/// The SAX2 callbacks: text is gathered, then every event is forwarded to libxml2's schema validation and to the observer.
enum SAXEvents {
    static func handler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.internalSubset = rejectDoctype
        handler.startElementNs = xml_event_start
        handler.endElementNs = xml_event_end
        handler.characters = xml_event_text
        // The same function, so that the parser does not ask for every blank whether it can be ignored.
        handler.ignorableWhitespace = xml_event_text
        handler.cdataBlock = cdata
        handler.serror = grammarError
        return handler
    }

    /// The destinations of events: plain ones go to the schema, all others come here first.
    /// - Returns: nil if the schema takes none.
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
        events.refuse_text = rejectText
        return events
    }

    private static func state(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SAXState>? {
        context?.assumingMemoryBound(to: SAXState.self)
    }

    private static let rejectDoctype: internalSubsetSAXFunc = { context, _, _, _ in
        // A document type declaration can make a reader load files or expand entities.
        state(context)?.pointee.stop(rule: "no-doctype", .doctype)
    }

    private static let startElement: startElementNsSAX2Func = {
        context, name, prefix, uri, namespaceCount, namespaces, attributeCount, defaulted, attributes in
        guard let state = state(context), let name else { return }
        xml_text_end(state)
        let events = state.pointee.events
        SchemaLocations.without(attributes, count: attributeCount) { attributes, count in
            events.schema_start(
                events.schema, name, prefix, uri, namespaceCount, namespaces, count, defaulted, attributes)
        }
        if let observer = state.pointee.observer {
            observer.elementStarted(
                ValidatedElement(
                    localName: name, depth: state.pointee.depth, parser: state.pointee.parser,
                    attributes: attributes, attributeCount: Int(attributeCount)))
            state.pointee.depth += 1
        }
    }

    private static let endElement: endElementNsSAX2Func = { context, name, prefix, uri in
        guard let state = state(context), let name else { return }
        xml_text_forward(state)
        state.pointee.events.schema_end(state.pointee.events.schema, name, prefix, uri)
        if let observer = state.pointee.observer {
            state.pointee.depth -= 1
            observer.elementEnded(
                ValidatedElement(localName: name, depth: state.pointee.depth, parser: state.pointee.parser),
                text: state.pointee.text)
        }
        xml_text_end(state)
    }

    private static let rejectText: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
        guard let state = state(context) else { return }
        state.pointee.stop(rule: "text-too-long", .textTooLong(limit: state.pointee.limits.textBytes))
    }

    private static let cdata: cdataBlockSAXFunc = { context, bytes, count in
        guard let state = state(context), let bytes else { return }
        // Of one text, the schema receives the first section only: joining each to those before it, as libxml2 does,
        // takes time that grows with the square of their number.
        guard state.pointee.events.has_section == 0 else { return xml_text_add(state, bytes, count) }
        // It wants to know these from text: between elements even a blank one is a fault.
        xml_text_forward(state)
        xml_text_add(state, bytes, count)
        state.pointee.events.text_forwarded = state.pointee.events.text_count
        state.pointee.schemaCDATA?(state.pointee.events.schema, bytes, count)
        // Nothing is kept of an empty one, and so nothing would end it.
        state.pointee.events.has_section = count > 0 ? 1 : 0
    }

    private static let grammarError: xmlStructuredErrorFunc = { context, error in
        guard let state = state(context), let error else { return }
        noteError(state, error)
    }

    /// Receives libxml2's errors of the schema validation.
    static let schemaError: xmlStructuredErrorFunc = { context, error in
        guard let state = state(context), let error else { return }
        noteError(state, error)
    }

    private static func noteError(_ state: UnsafeMutablePointer<SAXState>, _ error: UnsafeMutablePointer<xmlError>) {
        let line = state.pointee.line
        let column = state.pointee.column
        state.pointee.diagnostics.add(error, line: line, column: column)
        if error.pointee.level == XML_ERR_FATAL {
            state.pointee.isStopped = true
        }
    }
}

/// The state that the SAX callbacks of one document share; stays at a fixed address for the parser's lifetime.
struct SAXState {
    /// Event callbacks. First member: the C callbacks receive this struct's address.
    var events: xml_events
    let schemaCDATA: cdataBlockSAXFunc?
    let parser: xmlParserCtxtPtr
    let limits: XMLLimits
    let observer: (any XMLElementObserver)?
    var diagnostics: XMLDiagnosticCollector
    var depth = 0
    var isStopped = false

    init(
        parser: xmlParserCtxtPtr, events: xml_events, schemaCDATA: cdataBlockSAXFunc?, limits: XMLLimits,
        observer: (any XMLElementObserver)?, diagnostics: XMLDiagnosticCollector
    ) {
        self.parser = parser
        self.events = events
        self.schemaCDATA = schemaCDATA
        self.limits = limits
        self.observer = observer
        self.diagnostics = diagnostics
        self.events.parser = UnsafeMutableRawPointer(parser)
        self.events.text_limit = limits.textBytes
        self.events.is_observed = observer == nil ? 0 : 1
    }

    /// The text since the last tag.
    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: events.text, count: events.text_count) }

    var line: Int { Int(xmlSAX2GetLineNumber(parser)) }
    var column: Int { Int(xmlSAX2GetColumnNumber(parser)) }

    /// Notes a fault of this module's own at the present place and reads no further.
    mutating func stop(rule: String, _ problem: XMLDiagnostic.Problem) {
        guard !isStopped else { return }
        isStopped = true
        diagnostics.add(XMLDiagnostic(line: max(line, 1), column: max(column, 1), rule: rule, problem: problem))
        xmlStopParser(parser)
    }
}

/// `xsi:schemaLocation` and `xsi:noNamespaceSchemaLocation`: hints at a schema's address.
///
/// libxml2 would follow them and add what it finds to the compiled schema, which other threads are reading.
enum SchemaLocations {
    /// libxml2's five pointers an attribute: local name, prefix, namespace, first byte and end of the value.
    typealias Attributes = UnsafeMutablePointer<UnsafePointer<UInt8>?>
    static let stride = 5

    /// Passes the attributes on without the hints; copies them only if there are hints.
    @inline(__always)
    static func without(_ attributes: Attributes?, count: Int32, _ body: (Attributes?, Int32) -> Void) {
        guard count > 0, let attributes, (0..<Int(count)).contains(where: { isHint(attributes + $0 * stride) }) else {
            body(attributes, count)
            return
        }
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: Int(count) * stride) { kept in
            var keptCount = 0
            for index in 0..<Int(count) where !isHint(attributes + index * stride) {
                for part in 0..<stride {
                    kept.initializeElement(at: keptCount * stride + part, to: attributes[index * stride + part])
                }
                keptCount += 1
            }
            body(kept.baseAddress, Int32(keptCount))
        }
    }

    private static func isHint(_ attribute: Attributes) -> Bool {
        guard let namespace = attribute[2], let name = attribute[0] else { return false }
        return xmlStrEqual(namespace, "http://www.w3.org/2001/XMLSchema-instance") != 0
            && (xmlStrEqual(name, "schemaLocation") != 0 || xmlStrEqual(name, "noNamespaceSchemaLocation") != 0)
    }
}
