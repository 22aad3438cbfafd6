/// Escapes text for CSV, JSON and string literals, a byte at a time.
enum TextEscaper {
    /// Writes `count` bytes; `out` must have room for six times as many and eight more.
    static func write(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>, _ table: EscapeTable
    ) -> UnsafeMutablePointer<UInt8> {
        var out = start
        var index = 0
        while index < count {
            let entry = table.words[Int(source[index])]
            if entry == 0 {
                out.pointee = source[index]
                out += 1
                index += 1
            } else if entry != EscapeTable.sequence {
                MarkupEscaper.put(entry, &out)
                index += 1
            } else {
                let length = UTF8Check.sequenceLength(source + index, count - index)
                if length == 0 {
                    MarkupEscaper.put(EscapeTable.replacement, &out)
                } else {
                    out.update(from: source + index, count: length)
                    out += length
                }
                index += max(length, 1)
            }
        }
        return out
    }

    /// Whether a spreadsheet would read the text as a formula, or once one apostrophe before it is taken away again.
    static func looksLikeFormula(_ source: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var start = 0
        while start < count, source[start] == UInt8(ascii: "'") { start += 1 }
        guard start < count else { return false }
        switch source[start] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: return true
        default: return false
        }
    }

    /// Whether a CSV field has to stand in quotation marks (RFC 4180, section 2).
    static func needsQuotes(_ source: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        UnsafeBufferPointer(start: source, count: count).contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        }
    }
}
