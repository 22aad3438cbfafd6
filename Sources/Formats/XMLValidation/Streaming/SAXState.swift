internal import CXML2
internal import CXMLEvents

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
