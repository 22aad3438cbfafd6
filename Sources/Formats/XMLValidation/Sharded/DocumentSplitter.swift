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
