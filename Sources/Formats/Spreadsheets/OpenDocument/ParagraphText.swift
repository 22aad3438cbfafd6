/// The text of the paragraphs of a cell (OpenDocument 1.3 part 3, 6.1).
struct ParagraphText {
    private(set) var bytes: [UInt8] = []
    private var paragraphs = 0
    /// Whether the next blank joins one before it or the beginning of the paragraph.
    private var endsInBlank = true

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        (paragraphs, endsInBlank) = (0, true)
    }

    mutating func startParagraph() {
        if paragraphs > 0 { bytes.append(UInt8(ascii: "\n")) }
        paragraphs += 1
        endsInBlank = true
    }

    mutating func endParagraph() {
        if endsInBlank, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        endsInBlank = false
    }

    /// Adds text; runs of blanks and line ends count as one blank.
    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        // Most pieces have single spaces between words and are copied as a whole.
        var start = 0
        var isBlank = endsInBlank
        for index in piece.indices {
            guard piece[index] <= 0x20 else {
                isBlank = false
                continue
            }
            if isBlank || piece[index] != UInt8(ascii: " ") {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[start..<index]))
                if !isBlank { bytes.append(UInt8(ascii: " ")) }
                start = index + 1
            }
            isBlank = true
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[start...]))
        endsInBlank = isBlank
    }

    /// Adds a blank, tab or line end that is meant as it is.
    mutating func append(_ byte: UInt8, count: Int = 1) {
        bytes.append(contentsOf: repeatElement(byte, count: count))
        endsInBlank = false
    }
}
