/// The one cross-reference table of a PDF, with the offsets of its objects (ISO 32000-1, 7.5.4).
struct CrossReferenceTable<Bytes: PDFBytes> {
    /// The offset of the table.
    let start: Int
    /// The offset of its entries, of `entryLength` bytes each.
    let entries: Int
    /// The number of entries; the first is object 0.
    let count: Int
    /// The offset after the entries.
    var end: Int { entries + count * Self.entryLength }

    /// The length in the standard.
    static var entryLength: Int { 20 }

    private let bytes: Bytes

    /// Finds the table by the word at the end of the file.
    /// - Returns: nil if there is none.
    init?(_ bytes: Bytes) {
        guard let word = bytes.lastOffset(of: "startxref"), let start = bytes.number(after: word + 9),
            let head = bytes.text("xref\n0 ", at: start), let count = bytes.number(after: head), count > 0
        else { return nil }
        let digits = String(count).utf8.count
        (self.bytes, self.start, self.count) = (bytes, start, count)
        entries = head + digits + 1
        guard entries + count * Self.entryLength <= word else { return nil }
    }

    /// The offset of an object; nil if it is not in use.
    func offset(of object: Int) -> Int? {
        let entry = entries + object * Self.entryLength
        guard bytes[entry + 17] == UInt8(ascii: "n"), let offset = bytes.number(after: entry), offset < start else {
            return nil
        }
        return offset
    }
}

/// The bytes of a PDF or a part of it, counted from 0.
protocol PDFBytes: RandomAccessCollection where Element == UInt8, Index == Int {}

extension MappedFile: PDFBytes {}
extension [UInt8]: PDFBytes {}

extension PDFBytes {
    /// The number at an offset, after spaces and ends of lines.
    func number(after start: Int) -> Int? {
        var (at, value) = (start, 0)
        while at < count, [0x20, 0x0A, 0x0D].contains(self[at]) { at += 1 }
        let first = at
        while at < count, at - first < 15, UInt8(ascii: "0")...UInt8(ascii: "9") ~= self[at] {
            value = value * 10 + Int(self[at] - UInt8(ascii: "0"))
            at += 1
        }
        return at > first ? value : nil
    }

    /// The offset after a text at an offset; nil if another text is there.
    func text(_ text: String, at start: Int) -> Int? {
        guard start >= 0, start + text.utf8.count <= count else { return nil }
        return self[start..<(start + text.utf8.count)].elementsEqual(text.utf8) ? start + text.utf8.count : nil
    }

    /// The offset of the last occurrence of a text in the last kilobyte.
    func lastOffset(of text: String) -> Int? {
        var at = count - text.utf8.count
        let least = Swift.max(0, count - 1024)
        while at >= least {
            if self.text(text, at: at) != nil { return at }
            at -= 1
        }
        return nil
    }
}
