import Files

/// Gathers a stream of bytes and cuts it after the ends of items.
struct DocumentSplitter {
    /// Bytes to append at a time, so that a piece is cut soon after it is full.
    static let step = 64 << 10
    /// A beginning longer than this is not worth repeating.
    static let longestBeginning = 256 << 10
    /// One item longer than this is refused: it has to be held in memory.
    static let longestElement = 256 << 20

    private static let startMark = Array("<item ".utf8)
    private static let endMark = Array("</item>\n".utf8)
    private static let closing = Array("</items></inventory>".utf8)
    private var gathered: [UInt8] = []
    /// End of the bytes already searched.
    private var searched = 0
    /// The bytes before the first item; nil before it is found.
    private var wrapping: (beginning: [UInt8], size: DocumentPiece.Beginning)?
    private var pieceCount = 0
    private var nextLine = 1

    init() { gathered.reserveCapacity(Self.smallestPiece + 2 * Self.step) }

    /// A piece and the parser's copy of it stay in a processor's cache.
    private static let smallestPiece = 192 << 10

    /// The repeated beginning is an eighth of a piece at most.
    private var fullPiece: Int {
        max(Self.smallestPiece, 8 * (wrapping?.beginning.count ?? 0))
    }

    /// Whether so much came before the first item that pieces would be mostly beginning.
    var beginningIsTooLong: Bool { wrapping == nil && gathered.count > Self.longestBeginning }

    /// Whether it is time to ask for the next piece.
    var pieceIsFull: Bool { wrapping != nil && gathered.count >= fullPiece }

    mutating func append(_ bytes: Span<UInt8>) {
        gathered += bytes
        if wrapping == nil {
            findBeginning()
        }
    }

    /// Passes all buffered bytes on, for the fallback without sharding.
    mutating func withGathered(_ body: (Span<UInt8>) throws(XMLValidationError) -> Void) throws(XMLValidationError) {
        let bytes = gathered
        gathered = []
        try body(bytes.span)
    }

    /// Cuts off all whole elements gathered so far.
    ///
    /// - Parameter reusing: a buffer that is no longer needed; what comes next is gathered in it.
    /// - Returns: nil if no element has ended yet.
    mutating func nextPiece(reusing spare: [UInt8]?) throws(XMLValidationError) -> DocumentPiece? {
        guard let wrapping else { return nil }
        guard let cut = endOfLastElement() else {
            searched = max(gathered.count - Self.endMark.count, 0)
            guard gathered.count <= Self.longestElement else {
                throw .elementTooLarge(limit: Self.longestElement, line: nextLine)
            }
            return nil
        }
        var next = spare ?? []
        next.removeAll(keepingCapacity: true)
        next.reserveCapacity(gathered.capacity)
        next.append(contentsOf: wrapping.beginning)
        next.append(contentsOf: gathered[cut...])
        gathered.removeSubrange(cut...)
        let lines = lineBreaks(in: gathered, from: wrapping.beginning.count)
        gathered.append(contentsOf: Self.closing)
        let piece = DocumentPiece(
            bytes: gathered, index: pieceCount, firstLine: nextLine, beginning: wrapping.size)
        gathered = next
        searched = wrapping.beginning.count
        pieceCount += 1
        nextLine += lines
        return piece
    }

    /// The rest, with the document's own end.
    mutating func lastPiece() -> DocumentPiece {
        let bytes = gathered
        gathered = []
        return DocumentPiece(
            bytes: bytes, index: pieceCount, firstLine: nextLine, beginning: wrapping?.size ?? .none)
    }

    /// Looks for the first item.
    private mutating func findBeginning() {
        guard let start = ByteSearch.first(Self.startMark, in: gathered, from: searched) else {
            searched = max(gathered.count - Self.startMark.count, 0)
            return
        }
        let beginning = Array(gathered[..<start])
        let breaks = lineBreaks(in: beginning, from: 0)
        let lastBreak = beginning.lastIndex(of: UInt8(ascii: "\n")) ?? -1
        wrapping = (
            beginning, DocumentPiece.Beginning(lineBreaks: breaks, tail: beginning.count - lastBreak - 1)
        )
        nextLine = breaks + 1
        searched = beginning.count
    }

    private func endOfLastElement() -> Int? {
        ByteSearch.last(Self.endMark, in: gathered.span, from: searched).map { $0 + Self.endMark.count }
    }

    private func lineBreaks(in bytes: [UInt8], from start: Int) -> Int {
        let newline = [UInt8(ascii: "\n")]
        var count = 0
        var position = start
        while let next = ByteSearch.first(newline, in: bytes, from: position) {
            count += 1
            position = next + 1
        }
        return count
    }
}

/// A part of a document that is a document of its own: the whole one's beginning, some items, closing tags.
struct DocumentPiece: Sendable {
    var bytes: [UInt8]
    /// Place among the pieces, from 0.
    let index: Int
    /// Line in the whole document, from 1, of the first byte after the beginning.
    let firstLine: Int
    let beginning: Beginning

    /// The size of the beginning that every piece repeats.
    struct Beginning: Sendable {
        /// Line breaks in it.
        let lineBreaks: Int
        /// Bytes after its last line break.
        let tail: Int

        static let none = Beginning(lineBreaks: 0, tail: 0)
    }

    /// Tells what is wrong with it, in lines of the whole document; on any thread.
    func validate(_ schema: XMLSchema, _ limits: XMLLimits) throws(XMLValidationError) -> XMLValidationReport {
        let outcome = bytes.withUnsafeBytes { bytes in
            Result { () throws(XMLValidationError) in
                // libxml2 makes no pull parser for an empty text. The push parser reports what is wrong with it.
                guard !bytes.isEmpty else {
                    return try XMLStreamValidator(schema: schema, limits: limits).finish()
                }
                var session = try ValidationSession(
                    schema: schema, limits: limits, observer: nil, input: .whole(bytes))
                session.parseWhole()
                return session.report
            }
        }
        let report = try outcome.get()
        guard !report.isValid else { return report }
        return XMLValidationReport(
            diagnostics: report.diagnostics.compactMap(place), omittedCount: report.omittedCount)
    }

    /// Moves a fault to its place in the whole document; nil for one in a repeated beginning, which the first piece reports.
    private func place(_ diagnostic: XMLDiagnostic) -> XMLDiagnostic? {
        let lineInItems = diagnostic.line - beginning.lineBreaks - 1
        let isBesideBeginning = lineInItems == 0
        if lineInItems < 0 || (isBesideBeginning && diagnostic.column <= beginning.tail) {
            return index == 0 ? diagnostic : nil
        }
        // Only in the first piece does the beginning stand on the same line in the whole document too.
        let shift = isBesideBeginning && index > 0 ? beginning.tail : 0
        return XMLDiagnostic(
            line: firstLine + lineInItems, column: max(diagnostic.column - shift, 1), rule: diagnostic.rule,
            problem: diagnostic.problem)
    }
}
