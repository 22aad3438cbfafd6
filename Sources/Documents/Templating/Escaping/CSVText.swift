/// Rules for values in CSV.
enum CSVText {
    /// Whether a spreadsheet would read the text as a formula, or once apostrophes before it are removed again. Byte
    /// order marks are ignored, as spreadsheets ignore them.
    static func looksLikeFormula(_ text: Span<UInt8>) -> Bool {
        let start = skipIgnored(text, from: 0) { $0 == UInt8(ascii: "'") }
        guard start < text.count else { return false }
        return [0, 0x09, 0x0A, 0x0D].contains(text[start]) || hasSign(text, at: start)
    }

    /// The next place inside a text, from one on, after which a spreadsheet would read a formula if it separates cells
    /// by another sign than the file does: it ends a cell at each separator and line end, quotation marks or not.
    static func innerFormula(_ text: Span<UInt8>, from place: Int) -> Int? {
        var place = max(place, 1)
        while place < text.count {
            if isSeparator(text[place - 1]) {
                // Quotation marks around a cell are not part of it.
                let start = skipIgnored(text, from: place) { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
                // A hyphen alone, as in a price of "12,-", too: the next cell of the file would follow it.
                if start < text.count, hasSign(text, at: start) { return place }
            }
            place += 1
        }
        return nil
    }

    /// Whether a spreadsheet may take the byte for the end of a cell.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0x09, 0x0A, 0x0D: true
        default: false
        }
    }

    /// The place after marks that a spreadsheet ignores, or would once reading has removed some.
    private static func skipIgnored(_ text: Span<UInt8>, from place: Int, _ isMark: (UInt8) -> Bool) -> Int {
        var start = place
        while start < text.count {
            if isMark(text[start]) {
                start += 1
            } else if text.count - start >= 3, text[start] == 0xEF, text[start + 1] == 0xBB, text[start + 2] == 0xBF {
                start += 3
            } else {
                break
            }
        }
        return start
    }

    private static func hasSign(_ text: Span<UInt8>, at start: Int) -> Bool {
        switch text[start] {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): return true
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
    /// A semicolon, a tab or a vertical bar needs them too, because spreadsheets may be set to these separators.
    static func needsQuotes(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "\""): return true
            case let byte where isSeparator(byte): return true
            default: continue
            }
        }
        return false
    }
}
