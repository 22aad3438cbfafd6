/// A window that output is written into and that is flushed to the sink when it holds a block of 64 KiB.
///
/// The sink receives whole blocks at multiples of 64 KiB of the output: systems that keep files in pages write these a
/// third quicker than pieces that begin and end inside a page.
struct OutputWindow: ~Copyable {
    private static let block = 1 << 16
    /// The most that is written at once. A window that is too full for it holds a whole block.
    static let room = 8 << 10

    private let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: block + room)
    /// Number of bytes of the window that are in use.
    private var count = 0
    /// Number of bytes that the sink may still receive.
    private var allowance: Int
    private var sink: (Span<UInt8>) throws -> Void
    /// Nil on processors that cannot run it.
    let fastEscaper: FastMarkupEscaper?

    init(
        limit: Int, fastEscaper: FastMarkupEscaper? = FastMarkupEscaper(),
        sink: @escaping (Span<UInt8>) throws -> Void
    ) {
        allowance = limit
        self.fastEscaper = fastEscaper
        self.sink = sink
    }

    deinit {
        memory.deallocate()
    }

    /// Begins another output in the same memory.
    mutating func restart(limit: Int, sink: @escaping (Span<UInt8>) throws -> Void) {
        count = 0
        allowance = limit
        self.sink = sink
    }

    // MARK: Writing

    /// Lets `body` write up to ``room`` bytes; it returns how many.
    @inline(__always)
    mutating func write(_ body: (UnsafeMutablePointer<UInt8>) -> Int) throws {
        if count > Self.block { try flushBlock() }
        guard let start = memory.baseAddress else { return }
        // `count` is at most a block here, so sums with lengths within the room cannot overflow.
        count &+= body(start + count)
    }

    /// Writes one byte.
    @inline(__always)
    mutating func write(_ byte: UInt8) throws {
        try write { out in
            out.pointee = byte
            return 1
        }
    }

    /// Writes the bytes of an entry of an ``EscapeTable``.
    @inline(__always)
    mutating func write(_ entry: EscapeTable.Entry) throws {
        try write { out in
            UnsafeMutableRawPointer(out).storeBytes(of: entry.bytes.littleEndian, as: UInt64.self)
            return entry.count
        }
    }

    /// Writes bytes as they are.
    @inline(__always)
    mutating func write(_ bytes: Span<UInt8>) throws {
        if bytes.count > Self.room { return try writeLong(bytes) }
        try write { out in
            bytes.withUnsafeBufferPointer { bytes in
                if let source = bytes.baseAddress { out.update(from: source, count: bytes.count) }
            }
            return bytes.count
        }
    }

    /// Readable bytes that literals need after their end.
    static let literalPadding = 32

    /// Writes a part of literals in blocks, which may overwrite bytes past its end: for the short literals of most
    /// templates that takes a quarter of the time of a call that copies exactly.
    @inline(__always)
    mutating func write(literal start: Int, count length: Int, of literals: Span<UInt8>) throws {
        precondition(
            start >= 0 && length >= 0 && start &+ length &+ Self.literalPadding <= literals.count, "no such literal")
        if length > Self.room / 2 { return try writeLong(literals.extracting(start..<start &+ length)) }
        try write { out in
            literals.withUnsafeBytes { literals in
                var offset = 0
                repeat {
                    let block = literals.loadUnaligned(fromByteOffset: start &+ offset, as: SIMD32<UInt8>.self)
                    UnsafeMutableRawPointer(out + offset).storeBytes(of: block, as: SIMD32<UInt8>.self)
                    offset &+= 32
                } while offset < length
            }
            return length
        }
    }

    @inline(never)
    private mutating func writeLong(_ bytes: Span<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            try write(rest.extracting(first: Self.room))
            rest = rest.extracting(droppingFirst: Self.room)
        }
    }

    /// Writes a text of the engine's own.
    mutating func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write($0.span) }
    }

    // MARK: Flushing

    /// Passes a block to the sink; the bytes after it move to the start of the window.
    @inline(never)
    private mutating func flushBlock() throws {
        try pass(Self.block)
        let rest = memory[Self.block..<count]
        _ = memory.update(fromContentsOf: rest)
        count = rest.count
    }

    /// Passes all bytes to the sink, at the end of the output.
    mutating func flush() throws {
        if count >= Self.block { try flushBlock() }
        try pass(count)
        count = 0
    }

    private mutating func pass(_ count: Int) throws {
        guard count > 0 else { return }
        guard count <= allowance else {
            throw RenderError(
                kind: .outputTooLarge, message: "the output is larger than allowed; use fewer rows")
        }
        allowance -= count
        let block = memory.extracting(..<count)
        try sink(block.span)
    }
}

/// Writing values, escaped for their context.
extension OutputWindow {
    /// Writes text.
    @inline(__always)
    mutating func write(_ text: Span<UInt8>, escaped escape: Escape) throws {
        if escape.isMarkup, let fastEscaper {
            try write(text, escaped: escape, by: fastEscaper)
        } else {
            try writeText(text, escape)
        }
    }

    @inline(never)
    private mutating func writeText(_ text: Span<UInt8>, _ escape: Escape) throws {
        switch escape {
        case .none: try write(text)
        case .html: try write(text, escaped: EscapeTable.html)
        case .xmlText: try write(text, escaped: EscapeTable.xmlText)
        case .xmlAttribute: try write(text, escaped: EscapeTable.xmlAttribute)
        case .jsonValue, .jsonName: try write(quoted: text, EscapeTable.json)
        case .csvField: try write(csvField: text)
        case .typst: try write(text, escaped: EscapeTable.typst)
        case .url: try write(url: text, URLEscaper.whole)
        case .urlInSet: try write(url: text, URLEscaper.inSet)
        case .typstURL: try write(url: text, EscapeTable.typst)
        case .codeURL: try write(URLEscaper.refused)
        case .urlComponent: try write(text, escaped: URLEscaper.component)
        case .urlHost: try write(text, escaped: URLEscaper.host)
        case .urlMailbox: try write(text, escaped: URLEscaper.mailbox)
        }
    }

    private mutating func write(url text: Span<UInt8>, _ table: EscapeTable) throws {
        let url = text.extracting(droppingFirst: URLEscaper.leadingBlanks(text))
        guard URLEscaper.isAllowed(url) else { return try write(URLEscaper.refused) }
        try write(url, escaped: table)
    }

    private mutating func write(csvField text: Span<UInt8>) throws {
        let isQuoted = CSVText.needsQuotes(text)
        if isQuoted { try write(UInt8(ascii: "\"")) }
        if CSVText.looksLikeFormula(text) { try write(UInt8(ascii: "'")) }
        var start = 0
        while isQuoted, let place = CSVText.innerFormula(text, from: start + 1) {
            try write(text.extracting(start..<place), escaped: EscapeTable.csv)
            try write(UInt8(ascii: "'"))
            start = place
        }
        try write(text.extracting(droppingFirst: start), escaped: EscapeTable.csv)
        if isQuoted { try write(UInt8(ascii: "\"")) }
    }

    private mutating func write(quoted text: Span<UInt8>, _ table: EscapeTable) throws {
        try write(UInt8(ascii: "\""))
        try write(text, escaped: table)
        try write(UInt8(ascii: "\""))
    }

    // MARK: Values other than text

    /// Writes a number as it stands.
    ///
    /// - Throws: ``RenderError`` if JSON is written and this is not a number of JSON.
    mutating func write(number: Span<UInt8>, _ escape: Escape) throws {
        switch escape {
        case .jsonName: throw RenderError.notAName
        case .jsonValue:
            guard JSONNumber.isValid(number) else {
                throw RenderError(
                    kind: .notANumber, message: "a number in a JSON template must be written like 1234.50")
            }
            try write(number)
        case .csvField where CSVText.isNumber(number):
            // A number with a decimal comma needs quotation marks, but is never a formula.
            if CSVText.needsQuotes(number) { try write(quoted: number, EscapeTable.csv) } else { try write(number) }
        default:
            try write(number, escaped: escape)
        }
    }

    /// Writes `true` or `false`.
    /// - Throws: ``RenderError`` in place of a member's name in JSON.
    mutating func write(flag: Bool, _ escape: Escape) throws {
        if escape == .jsonName { throw RenderError.notAName }
        try write(flag ? "true" : "false")
    }

    /// Writes nothing for an absent value, or `null` in JSON.
    /// - Throws: ``RenderError`` in place of a member's name in JSON.
    mutating func writeAbsent(_ escape: Escape) throws {
        if escape == .jsonName { throw RenderError.notAName }
        if escape == .jsonValue { try write("null") }
    }

    /// Writes a computed value.
    mutating func write(_ value: FormatterArgument, _ escape: Escape) throws {
        if value.isAbsent { return try writeAbsent(escape) }
        switch value.kind {
        case .number: try write(number: value.bytes.span, escape)
        case .flag: try write(flag: value.isTrue, escape)
        default: try write(value.bytes.span, escaped: escape)
        }
    }
}
