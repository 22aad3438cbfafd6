import Inventory

/// How the cells of a format are written.
struct CellRules {
    /// Quotes as formula escapes: the sign that stands before text which a spreadsheet would take for a formula.
    var formulaEscape: UInt8
    /// A price of 0 means that none is stated.
    var treatsZeroAsMissing: Bool
    /// Signs of the currency and grouped numbers may be read.
    var decimalSeparator: DecimalSeparator?
    /// Which order dates are in beside `YYYY-MM-DD`.
    var dateOrder: DateOrder?
    /// The currency whose sign may stand beside an amount.
    var symbolCurrency: Currency?
    /// An amount may name its currency: `12.34 EUR`.
    var namesCurrency: Bool
    /// Flags may be `yes` and `no`, in any case of letters.
    var lenientFlags: Bool
    /// Moments may be days, or lack a time zone, and are then in UTC.
    var lenientTimestamps: Bool
    /// Spaces around what is no text mean nothing.
    var trimsValues: Bool
    /// A list of tags that begins with a bracket may be JSON.
    var listsAsJSON: Bool

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

/// The guard against spreadsheets that take text for formulas (OWASP, "CSV injection").
///
/// Text that begins with one of the triggers, after any number of escape signs, has one escape sign put before it;
/// reading takes it off again. As every such text gets one, none is lost: `=1` ⇄ `'=1`, `'=1` ⇄ `''=1`, `'90s` ⇄ `'90s`.
enum FormulaEscape {
    /// Whether writing puts an escape sign before the text.
    static func isNeeded(_ bytes: UnsafeBufferPointer<UInt8>, escape: UInt8 = UInt8(ascii: "'")) -> Bool {
        guard let first = bytes.first else { return false }
        // Almost all text begins with a letter, a digit or a byte past ASCII.
        if first >= UInt8(ascii: "A") || (first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")), first != escape {
            return false
        }
        guard let trigger = bytes.first(where: { $0 != escape }) else { return false }
        switch trigger {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
            UInt8(ascii: "\r"):
            return true
        default: return false
        }
    }

    /// The text without its escape sign, where it has one.
    static func removed(_ bytes: UnsafeBufferPointer<UInt8>, escape: UInt8) -> UnsafeBufferPointer<UInt8> {
        guard bytes.first == escape else { return bytes }
        let rest = UnsafeBufferPointer(rebasing: bytes[1...])
        return isNeeded(rest, escape: escape) ? rest : bytes
    }
}
