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
                let length = UTF8Sequence.sequenceLength(source + index, count - index)
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
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0, 0x09, 0x0A, 0x0D:
            return true
        // The same signs at full width: U+FF1D, U+FF0B, U+FF0D, U+FF20.
        case 0xEF where count - start >= 3:
            return source[start + 1] == 0xBC && [0x9D, 0x8B, 0x8D, 0xA0].contains(source[start + 2])
        default: return false
        }
    }

    /// Whether a number is written in digits with a sign, marks between them and an exponent at most.
    static func isNumber(_ source: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var last: UInt8 = 0
        for index in 0..<count {
            let byte = source[index]
            switch byte {
            case 0x30...0x39: break
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                guard index == 0 || last | 0x20 == UInt8(ascii: "e") else { return false }
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "'"), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                guard (0x30...0x39).contains(last) || byte == UInt8(ascii: ".") else { return false }
            // A blank that does not break, and a narrow one.
            case 0xC2, 0xA0, 0xE2, 0x80, 0xAF: guard index > 0 else { return false }
            default: return false
            }
            last = byte
        }
        return count > 0
    }

    /// Whether a CSV field has to stand in quotation marks (RFC 4180, section 2).
    static func needsQuotes(_ source: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        UnsafeBufferPointer(start: source, count: count).contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        }
    }
}
