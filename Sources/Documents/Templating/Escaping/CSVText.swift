/// Rules for values in CSV.
enum CSVText {
    /// Whether a spreadsheet would read the text as a formula, or once apostrophes before it are removed again. Byte
    /// order marks are ignored, as spreadsheets ignore them.
    static func looksLikeFormula(_ text: Span<UInt8>) -> Bool {
        var start = 0
        while start < text.count {
            if text[start] == UInt8(ascii: "'") {
                start += 1
            } else if text.count - start >= 3, text[start] == 0xEF, text[start + 1] == 0xBB, text[start + 2] == 0xBF {
                start += 3
            } else {
                break
            }
        }
        guard start < text.count else { return false }
        switch text[start] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0, 0x09, 0x0A, 0x0D:
            return true
        // The same signs at full width: U+FF1D, U+FF0B, U+FF0D, U+FF20.
        case 0xEF where text.count - start >= 3:
            return text[start + 1] == 0xBC && [0x9D, 0x8B, 0x8D, 0xA0].contains(text[start + 2])
        default: return false
        }
    }

    /// Whether a number is written in digits with at most a sign, marks between them and an exponent.
    static func isNumber(_ text: Span<UInt8>) -> Bool {
        var last: UInt8 = 0
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case 0x30...0x39: break
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                guard index == 0 || last | 0x20 == UInt8(ascii: "e") else { return false }
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "'"), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                guard (0x30...0x39).contains(last) || byte == UInt8(ascii: ".") else { return false }
            // The bytes of a no-break space and of a narrow one.
            case 0xC2, 0xA0, 0xE2, 0x80, 0xAF: guard index > 0 else { return false }
            default: return false
            }
            last = byte
        }
        return !text.isEmpty
    }

    /// Whether a field must be in quotation marks (RFC 4180, section 2).
    ///
    /// A semicolon or a tab needs them too: spreadsheets that are set to these separators would split the field, and
    /// the part after it might be a formula.
    static func needsQuotes(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""), 0x09, 0x0A, 0x0D: return true
            default: continue
            }
        }
        return false
    }
}
