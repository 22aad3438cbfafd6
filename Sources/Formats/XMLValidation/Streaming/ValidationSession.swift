internal import CXML2
internal import CXMLEvents

/// One libxml2 parser with one schema validation on its events, for one document; frees both.
struct ValidationSession: ~Copyable {
    /// The way in which the document arrives.
    enum Input {
        /// In chunks, pushed.
        case pushed
        /// Whole, in memory that outlives the session; the parser pulls, which is a tenth faster.
        case whole(UnsafeRawBufferPointer)
    }

    private let parser: xmlParserCtxtPtr
    private let validation: xmlSchemaValidCtxtPtr
    private let plug: xmlSchemaSAXPlugPtr
    /// libxml2 writes through these again when it is unplugged.
    private let plugged: UnsafeMutablePointer<PluggedEvents>
    private let state: UnsafeMutablePointer<SAXState>
    /// Keeps the compiled schema alive.
    private let schema: XMLSchema

    private struct PluggedEvents {
        var events: xmlSAXHandlerPtr?
        var context: UnsafeMutableRawPointer?
    }

    init(
        schema: XMLSchema, limits: XMLLimits, observer: (any XMLElementObserver)?, input: Input
    ) throws(XMLValidationError) {
        let parser: xmlParserCtxtPtr? =
            switch input {
            case .pushed: xmlCreatePushParserCtxt(nil, nil, nil, 0, nil)
            case .whole(let bytes):
                xmlCreateMemoryParserCtxt(
                    bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(clamping: bytes.count))
            }
        guard let parser, let events = parser.pointee.sax else {
            throw .outOfResources(.parser)
        }
        guard let validation = xmlSchemaNewValidCtxt(schema.pointer) else {
            xmlFreeParserCtxt(parser)
            throw .outOfResources(.validation)
        }
        let plugged = UnsafeMutablePointer<PluggedEvents>.allocate(capacity: 1)
        plugged.initialize(to: PluggedEvents())
        guard let plug = xmlSchemaSAXPlug(validation, &plugged.pointee.events, &plugged.pointee.context),
            let schemaEvents = plugged.pointee.events, let schemaContext = plugged.pointee.context,
            let passing = SAXEvents.events(schemaEvents.pointee, schemaContext)
        else {
            plugged.deallocate()
            xmlSchemaFreeValidCtxt(validation)
            xmlFreeParserCtxt(parser)
            throw .outOfResources(.validation)
        }
        let state = UnsafeMutablePointer<SAXState>.allocate(capacity: 1)
        state.initialize(
            to: SAXState(
                parser: parser, events: passing, schemaCDATA: schemaEvents.pointee.cdataBlock, limits: limits,
                observer: observer,
                diagnostics: XMLDiagnosticCollector(limits: limits, namespace: schema.targetNamespace)))
        events.pointee = SAXEvents.handler()
        parser.pointee.userData = UnsafeMutableRawPointer(state)
        xmlSchemaSetValidStructuredErrors(validation, SAXEvents.schemaError, state)
        // NOENT makes `&amp;` in attributes arrive as `&`; with every DOCTYPE refused there is nothing else to expand.
        var options = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue
        if case .whole = input {
            options |= XML_PARSE_HUGE.rawValue
        }
        xmlCtxtUseOptions(parser, Int32(bitPattern: options))
        self.parser = parser
        self.validation = validation
        self.plug = plug
        self.plugged = plugged
        self.state = state
        self.schema = schema
    }

    deinit {
        xmlSchemaSAXUnplug(plug)
        xmlSchemaFreeValidCtxt(validation)
        plugged.deallocate()
        xmlFreeParserCtxt(parser)
        xml_text_free(state)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    var isStopped: Bool { state.pointee.isStopped }

    var report: XMLValidationReport { state.pointee.diagnostics.report }

    /// Feeds the next bytes of a pushed document.
    mutating func push(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty, !isStopped else { return }
        let parser = parser
        note(
            bytes.withUnsafeBytes {
                xml_push(parser, $0.assumingMemoryBound(to: CChar.self).baseAddress, $0.count, 0)
            })
    }

    /// Ends a pushed document.
    mutating func finishPushed() {
        guard !isStopped else { return }
        note(xml_push(parser, nil, 0, 1))
    }

    private func note(_ code: Int32) {
        if Int(code) == XML_PUSH_REFUSED { state.pointee.stop(rule: "tag-too-large", .tagTooLarge) }
        noteEnd()
    }

    /// Parses a document that was given whole.
    mutating func parseWhole() {
        xmlParseDocument(parser)
        noteEnd()
    }

    /// A parser that gave up has always reported why; if it has not, the document is not taken for valid.
    private func noteEnd() {
        guard parser.pointee.wellFormed == 0, state.pointee.diagnostics.isEmpty else { return }
        state.pointee.stop(rule: ValidationRule.wellFormed, .notWellFormed)
    }
}
