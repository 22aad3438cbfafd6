import Inventory

/// The protection against spreadsheets that run text as formulas (OWASP, "CSV injection").
///
/// Text that begins with one of the triggers, after any number of escape signs and byte order marks, has one escape
/// sign put before it; reading removes it. Every such text gets one, so each comes back unchanged: `=1` ⇄ `'=1`,
/// `'=1` ⇄ `''=1`.
enum FormulaEscape {
    /// Whether writing puts an escape sign before the text.
    static func isNeeded(_ bytes: ByteView, escape: UInt8 = UInt8(ascii: "'")) -> Bool {
        guard let first = bytes.first else { return false }
        // Fast path: almost every text begins with a letter, a digit or a byte outside ASCII. 0xEF begins a byte order
        // mark and the triggers at full width.
        if first >= UInt8(ascii: "A") || (first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")), first != escape,
            first != 0xEF
        {
            return false
        }
        let rest = withoutIgnored(bytes[...]) { $0 == escape }
        switch rest.first {
        case UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): return true
        default: return beginsWithSign(rest)
        }
    }

    /// Whether writing puts an escape sign at a place inside the text: a spreadsheet that separates cells by another
    /// sign than the file does ends a cell at each separator and line end, quotation marks or not, and would run what
    /// follows.
    static func isNeeded(at place: Int, in bytes: ByteView) -> Bool {
        guard place > 0, isSeparator(bytes[place - 1]) else { return false }
        // Quotation marks around a cell are not part of it.
        let rest = withoutIgnored(bytes[place...]) { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
        // A hyphen alone, as in a price of "12,-", too: the next cell of the file would follow it.
        return beginsWithSign(rest)
    }

    /// Whether a spreadsheet may take the byte for the end of a cell.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "\t"), UInt8(ascii: "\r"),
            UInt8(ascii: "\n"):
            true
        default: false
        }
    }

    /// The text after the marks at its beginning that a spreadsheet ignores, or would once reading has removed some.
    private static func withoutIgnored(_ text: Slice<ByteView>, _ isMark: (UInt8) -> Bool) -> Slice<ByteView> {
        var rest = text
        while let byte = rest.first {
            // Spreadsheets ignore a byte order mark.
            if byte == 0xEF, rest.starts(with: "\u{FEFF}".utf8) {
                rest = rest.dropFirst(3)
            } else if isMark(byte) {
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        return rest
    }

    private static func beginsWithSign(_ text: Slice<ByteView>) -> Bool {
        switch text.first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
        // The same signs at full width: U+FF1D, U+FF0B, U+FF0D, U+FF20.
        case 0xEF: ["＝", "＋", "－", "＠"].contains { text.starts(with: $0.utf8) }
        default: false
        }
    }

    /// Returns the text of a formula that is nothing but a text, by which programs keep spreadsheets from changing digits.
    static func unwrapped(_ bytes: ByteView) -> ByteView {
        guard bytes.count >= 3, bytes.first == UInt8(ascii: "="), bytes[1] == UInt8(ascii: "\""),
            bytes.last == UInt8(ascii: "\""), bytes.firstIndex(of: UInt8(ascii: "\""), from: 2) == bytes.count - 1
        else { return bytes }
        return ByteView(rebasing: bytes[2..<(bytes.count - 1)])
    }

    /// Returns the text without its escape sign.
    static func removed(_ bytes: ByteView, escape: UInt8) -> ByteView {
        guard bytes.first == escape else { return bytes }
        let rest = ByteView(rebasing: bytes[1...])
        return isNeeded(rest, escape: escape) ? rest : bytes
    }

    /// Returns the text without the escape signs inside it.
    static func textWithoutInnerSigns(_ bytes: ByteView) -> String {
        // Almost no text has an apostrophe after a separator.
        var text: [UInt8] = []
        var start = 0
        var place = bytes.firstIndex(of: UInt8(ascii: "'"))
        while let sign = place {
            // A sign is ignored where a part begins, so the part needs one with it if and only if without it.
            if isNeeded(at: sign, in: bytes) {
                text += bytes[start..<sign]
                start = sign + 1
            }
            place = bytes.firstIndex(of: UInt8(ascii: "'"), from: sign + 1)
        }
        guard start > 0 else { return String(decoding: bytes, as: UTF8.self) }
        text += bytes[start...]
        return String(decoding: text, as: UTF8.self)
    }
}
