import Inventory

/// The rules of a reading for the cells of one column.
final class ReadingRules: Sendable {
    let heading: String
    let number: Int
    let decimal: DecimalSeparator?
    let dateOrder: DateOrder?
    /// The currency of amounts that name none.
    let currency: Currency
    let signs: [String: Currency]
    let listSeparator: UInt8
    let pathSeparator: [UInt8]?
    /// The text between the values of columns that feed one field.
    let joint: String?
    let keepsExcessDecimals: Bool
    let keepsOtherCells: Bool
    let vocabulary: Vocabulary
    /// The last day that a date of the past may be.
    let today: CalendarDate

    init(_ column: ReadingColumn, number: Int, in reading: TableReading, options: ImportOptions, isJoined: Bool) {
        heading = column.heading
        self.number = number
        decimal = column.decimal ?? reading.decimal
        dateOrder = column.dateOrder ?? reading.dateOrder
        currency = column.currency ?? reading.currency ?? options.currency
        signs = reading.currencySigns
        listSeparator = column.listSeparator ?? UInt8(ascii: ";")
        pathSeparator = column.pathSeparator.map { Array($0.utf8) }
        joint = isJoined ? ReadingRules.joint(of: column.target) : nil
        keepsExcessDecimals = reading.keepsExcessDecimals
        keepsOtherCells = reading.keepsOtherCells
        vocabulary = .shared
        today = CalendarDate(of: options.timestamp)
    }

    private static func joint(of target: ColumnTarget) -> String {
        switch target {
        case .field(.location): " / "
        case .field(.notes), .field(.description): "\n"
        default: " "
        }
    }

    /// The last day that a date of a field may be; nil if it may lie ahead.
    func latest(of field: ItemField) -> CalendarDate? { field == .warrantyExpires ? nil : today }
}

extension CalendarDate {
    /// The day of a time in UTC.
    init(of timestamp: Timestamp) { self.init(daysSinceEpoch: Int32(timestamp.milliseconds / 86_400_000)) }
}

extension CellRules {
    /// The rules for a table that is read by a reading.
    init(reading: TableReading, options: ImportOptions) {
        self.init(format: .csv, options: options)
        let program = reading.program
        formulaEscape = UInt8(ascii: program == "snipe-it" ? "`" : "'")
        treatsZeroAsMissing = program == "snipe-it" || program == "homebox"
        lenientTimestamps = true
        unwrapsFormulas = true
        decimalSeparator = reading.decimal
        dateOrder = reading.dateOrder
    }
}
