internal import CXML2
internal import CXMLEvents

/// What the SAX callbacks of one document share; lives at a fixed address for as long as the parser does.
struct SAXState {
    /// Where libxml2's schema validation takes its events, and what sees to all that is not just handed on to it. Stands
    /// first: it is what the callbacks in C find at the state's address.
    private(set) var events: xml_events
    let schemaCDATA: cdataBlockSAXFunc?
    let parser: xmlParserCtxtPtr
    let limits: XMLLimits
    let observer: (any XMLElementObserver)?
    var faults: FaultCollector
    private(set) var text = TextBuffer()
    var depth = 0
    var isStopped = false

    init(
        parser: xmlParserCtxtPtr, events: xml_events, schemaCDATA: cdataBlockSAXFunc?, limits: XMLLimits,
        observer: (any XMLElementObserver)?, faults: FaultCollector
    ) {
        self.parser = parser
        self.events = events
        self.schemaCDATA = schemaCDATA
        self.limits = limits
        self.observer = observer
        self.faults = faults
        self.events.parser = UnsafeMutableRawPointer(parser)
        self.events.text_limit = limits.textBytes
        self.events.is_plain = observer == nil ? 1 : 0
    }

    var line: Int { Int(xmlSAX2GetLineNumber(parser)) }
    var column: Int { Int(xmlSAX2GetColumnNumber(parser)) }

    /// Notes a fault of this module's own at the present place and reads no further.
    mutating func stop(rule: String, message: String) {
        guard !isStopped else { return }
        isStopped = true
        faults.add(XMLFault(line: max(line, 1), column: max(column, 1), rule: rule, message: message))
        xmlStopParser(parser)
    }

    /// Takes a piece of text; it goes on to the schema in one piece, since libxml2's own joining of pieces takes time
    /// that grows with the square of their number (each `&amp;` makes one).
    mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
        guard text.count + count <= limits.textBytes else {
            stop(
                rule: "text-too-long",
                message: "a text takes more than \(limits.textBytes) bytes; shorten it")
            return
        }
        text.append(bytes, count: count)
        if !text.isEmpty { events.is_plain = 0 }
    }

    /// Hands the text gathered so far on to the schema.
    mutating func forwardText() {
        let events = events
        text.takeForwarding { start, count in
            events.schema_text(events.schema, start, count)
        }
    }

    /// Notes that the text gathered last went to the schema by another way.
    mutating func markForwarded() { text.markForwarded() }

    /// Hands the text gathered so far on to the schema and begins a new one.
    mutating func endText() {
        forwardText()
        text.removeAll()
        events.is_plain = observer == nil ? 1 : 0
    }
}

/// Text since the last tag, in one growing buffer that is used again and again.
struct TextBuffer {
    private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
    private var capacity = 4096
    private(set) var count = 0
    /// Bytes that went on to the schema already.
    private var forwarded = 0

    var isEmpty: Bool { count == 0 }

    /// Everything since the last tag.
    var all: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

    mutating func append(_ more: UnsafePointer<UInt8>, count added: Int) {
        if count + added > capacity {
            grow(to: count + added)
        }
        (bytes + count).update(from: more, count: added)
        count += added
    }

    mutating func takeForwarding(_ body: (UnsafePointer<UInt8>, Int32) -> Void) {
        guard forwarded < count else { return }
        body(bytes + forwarded, Int32(clamping: count - forwarded))
        forwarded = count
    }

    /// Notes that what was added last went to the schema by another way.
    mutating func markForwarded() {
        forwarded = count
    }

    mutating func removeAll() {
        count = 0
        forwarded = 0
    }

    func free() {
        bytes.deallocate()
    }

    private mutating func grow(to needed: Int) {
        capacity = max(needed, capacity * 2)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }
}
