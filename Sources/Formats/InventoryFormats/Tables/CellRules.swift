import Inventory

/// The rules for the cells of a format.
struct CellRules {
    /// The escape sign before text that a spreadsheet would take for a formula.
    var formulaEscape: UInt8
    /// Whether a price of 0 means "not stated".
    var treatsZeroAsMissing: Bool
    /// The separator of decimals; allows grouped numbers. Nil allows plain numbers only.
    var decimalSeparator: DecimalSeparator?
    /// The order of dates in another form than `YYYY-MM-DD`.
    var dateOrder: DateOrder?
    /// The currency whose sign is allowed beside an amount.
    var symbolCurrency: Currency?
    /// Whether an amount may name its currency: `12.34 EUR`.
    var namesCurrency: Bool
    /// Whether flags may be `yes` and `no`, in upper or lower case.
    var lenientFlags: Bool
    /// Whether timestamps may be dates or lack a time zone; they are then in UTC.
    var lenientTimestamps: Bool
    /// Whether spaces around values other than text are ignored.
    var trimsValues: Bool
    /// Whether a list of tags that begins with a bracket may be JSON.
    var listsAsJSON: Bool
    /// Whether text that is written as a formula (`="0123"`) is read without it.
    var unwrapsFormulas = false

    init(format: FileFormat, options: ImportOptions) {
        let plain = format == .csv
        let owned = format != .homebox
        formulaEscape = UInt8(ascii: format == .snipeIT ? "`" : "'")
        treatsZeroAsMissing = !plain
        decimalSeparator = owned ? options.decimalSeparator : nil
        dateOrder = owned ? options.dateOrder : nil
        symbolCurrency = owned && options.currencyIsStated ? options.currency : nil
        namesCurrency = plain
        lenientFlags = plain
        lenientTimestamps = format == .snipeIT
        trimsValues = plain
        listsAsJSON = plain
    }
}

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
        var rest = bytes[...]
        while let byte = rest.first {
            // Spreadsheets ignore a byte order mark.
            if byte == 0xEF, rest.starts(with: "\u{FEFF}".utf8) {
                rest = rest.dropFirst(3)
            } else if byte == escape {
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        switch rest.first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
            UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            return true
        // The same signs at full width: U+FF1D, U+FF0B, U+FF0D, U+FF20.
        case 0xEF: return ["＝", "＋", "－", "＠"].contains { rest.starts(with: $0.utf8) }
        default: return false
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
}
