import Files

/// Gathers a stream of bytes and cuts it after the ends of a repeated element.
struct DocumentSplitter {
    /// Bytes to append at a time, so that a piece is cut soon after it is full.
    static let step = 64 << 10
    /// A beginning longer than this is not worth repeating.
    static let longestBeginning = 256 << 10
    /// One repeated element longer than this is refused: it has to be held in memory.
    static let longestElement = 256 << 20

    private let startMark: [UInt8]
    private let endMark: [UInt8]
    private var gathered: [UInt8] = []
    /// End of the bytes already searched.
    private var searched = 0
    /// The bytes before the first repeated element and the end tags of the elements open there; nil before it is found.
    private var wrapping: (beginning: [UInt8], size: DocumentPiece.Beginning, closing: [UInt8])?
    private var pieceCount = 0
    private var nextLine = 1

    init(repeatedElement: String) {
        startMark = Array("<\(repeatedElement)".utf8)
        endMark = Array("</\(repeatedElement)>\n".utf8)
        gathered.reserveCapacity(Self.smallestPiece + 2 * Self.step)
    }

    /// A piece and the parser's copy of it stay in a processor's cache.
    private static let smallestPiece = 192 << 10

    /// The repeated beginning is an eighth of a piece at most.
    private var fullPiece: Int {
        max(Self.smallestPiece, 8 * (wrapping?.beginning.count ?? 0))
    }

    /// Whether so much came before the first repeated element that pieces would be mostly beginning.
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
            searched = max(gathered.count - endMark.count, 0)
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
        gathered.append(contentsOf: wrapping.closing)
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

    /// Looks for the first start tag of the repeated element.
    private mutating func findBeginning() {
        while let start = ByteSearch.first(startMark, in: gathered, from: searched) {
            guard start + startMark.count < gathered.count else { return }
            // The mark may also begin a longer name, or be in a comment.
            if endsTagName(gathered[start + startMark.count]),
                let closing = OpenElements.closingTags(of: gathered[..<start])
            {
                setBeginning(Array(gathered[..<start]), closing: closing)
                return
            }
            searched = start + 1
        }
        searched = max(gathered.count - startMark.count, 0)
    }

    private mutating func setBeginning(_ beginning: [UInt8], closing: [UInt8]) {
        let breaks = lineBreaks(in: beginning, from: 0)
        let lastBreak = beginning.lastIndex(of: UInt8(ascii: "\n")) ?? -1
        let size = DocumentPiece.Beginning(lineBreaks: breaks, tail: beginning.count - lastBreak - 1)
        wrapping = (beginning, size, closing)
        nextLine = breaks + 1
        searched = beginning.count
    }

    private func endsTagName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "\n"), UInt8(ascii: "\t"),
            UInt8(ascii: "\r"):
            true
        default: false
        }
    }

    private func endOfLastElement() -> Int? {
        ByteSearch.last(endMark, in: gathered.span, from: searched).map { $0 + endMark.count }
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
