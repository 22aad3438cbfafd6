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
        var start = 0
        for index in piece.indices where piece[index] <= 0x20 {
            // One blank between words is the rule.
            if piece[index] == UInt8(ascii: " "), !(index == start ? endsInBlank : false) {
                endsInBlank = true
                bytes.append(contentsOf: piece[start...index])
                start = index + 1
                continue
            }
            bytes.append(contentsOf: piece[start..<index])
            if index > start { endsInBlank = false }
            if !endsInBlank { bytes.append(UInt8(ascii: " ")) }
            endsInBlank = true
            start = index + 1
        }
        if start < piece.count {
            bytes.append(contentsOf: piece[start...])
            endsInBlank = false
        }
    }

    /// Adds a blank, tab or line end that is meant as it is.
    mutating func append(_ byte: UInt8, count: Int = 1) {
        bytes.append(contentsOf: repeatElement(byte, count: count))
        endsInBlank = false
    }
}
