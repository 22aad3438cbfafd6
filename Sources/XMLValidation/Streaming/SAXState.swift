internal import CXML2

/// What the SAX callbacks of one document share; lives at a fixed address for as long as the parser does.
struct SAXState {
    let parser: xmlParserCtxtPtr
    /// Where libxml2's schema validation takes its events, and the context it wants with them.
    let startSchemaElement: startElementNsSAX2Func?
    let endSchemaElement: endElementNsSAX2Func?
    let schemaCharacters: charactersSAXFunc?
    let schemaCDATA: cdataBlockSAXFunc?
    let schemaContext: UnsafeMutableRawPointer
    let limits: XMLLimits
    let observer: (any XMLElementObserver)?
    let hasObserver: Bool
    var faults: FaultCollector
    var text = TextBuffer()
    var depth = 0
    var isStopped = false

    init(
        parser: xmlParserCtxtPtr, schemaEvents: xmlSAXHandler, schemaContext: UnsafeMutableRawPointer,
        limits: XMLLimits, observer: (any XMLElementObserver)?, faults: FaultCollector
    ) {
        self.parser = parser
        startSchemaElement = schemaEvents.startElementNs
        endSchemaElement = schemaEvents.endElementNs
        schemaCharacters = schemaEvents.characters
        schemaCDATA = schemaEvents.cdataBlock
        self.schemaContext = schemaContext
        self.limits = limits
        self.observer = observer
        hasObserver = observer != nil
        self.faults = faults
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

    /// Whether a piece of text is all that stands between two tags, so that no other will have to be joined to it.
    func isWhole(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
        guard !hasObserver, text.isEmpty, count <= limits.textBytes, let input = parser.pointee.input,
            let first = input.pointee.base, let end = input.pointee.end
        else { return false }
        // Text past ASCII comes in a buffer of the parser's own.
        let next = bytes + count
        guard bytes >= first, next + 1 < end else { return false }
        return next[0] == UInt8(ascii: "<") && next[1] != UInt8(ascii: "!") && next[1] != UInt8(ascii: "?")
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
    }

    /// Hands the text gathered so far on to the schema.
    mutating func forwardText() {
        text.takeForwarding { start, count in
            schemaCharacters?(schemaContext, start, count)
        }
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
