import Inventory

/// The rules for the cells of a format.
struct CellRules {
    /// The escape sign before text that a spreadsheet would take for a formula.
    var formulaEscape: UInt8
    /// Whether the parts of text after separators and line ends have that sign, too.
    var escapesParts: Bool
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
    /// Whether a location is a path that slashes divide, with or without blanks, and words for "none" and the day 0001-01-01
    /// are no values, as in Homebox.
    var splitsPaths = false
    /// Whether text that is written as a formula (`="0123"`) is read without it.
    var unwrapsFormulas = false

    init(format: FileFormat, options: ImportOptions) {
        let plain = format == .csv
        let owned = format != .homebox
        formulaEscape = UInt8(ascii: format == .snipeIT ? "`" : "'")
        escapesParts = plain
        treatsZeroAsMissing = !plain
        decimalSeparator = owned ? options.decimalSeparator : nil
        dateOrder = owned ? options.dateOrder : nil
        symbolCurrency = owned && options.currencyIsStated ? options.currency : nil
        namesCurrency = plain
        lenientFlags = plain
        lenientTimestamps = format == .snipeIT
        trimsValues = plain
        listsAsJSON = plain
        splitsPaths = format == .homebox
    }
}
