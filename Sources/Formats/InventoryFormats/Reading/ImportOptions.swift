public import Inventory

/// Which sign parts the decimals from the whole number; the other one, spaces and apostrophes may group the thousands.
public enum DecimalSeparator: String, CaseIterable, Sendable {
    /// `1,234.50`
    case point
    /// `1.234,50`
    case comma
}

/// In what order a date names year, month and day.
public enum DateOrder: String, CaseIterable, Sendable {
    /// `2024/12/25`
    case yearMonthDay = "ymd"
    /// `25.12.2024`
    case dayMonthYear = "dmy"
    /// `12/25/2024`
    case monthDayYear = "mdy"
}

/// What the owner says about a file beside the file itself.
public struct ImportOptions: Sendable {
    /// The currency of amounts that name none.
    public var currency: Currency
    /// Whether the owner named ``currency`` for this very file, so that its sign (`$10`) may stand in a plain CSV.
    public var currencyIsStated: Bool
    /// How numbers in a plain CSV are written; nil reads nothing but `1234.50`.
    public var decimalSeparator: DecimalSeparator?
    /// How dates in a plain CSV are written; nil reads nothing but `YYYY-MM-DD`.
    public var dateOrder: DateOrder?
    /// What columns with names of their own hold.
    public var columns: [ColumnMapping]
    /// The moment of the import: when items were created that do not say so themselves.
    public var timestamp: Timestamp

    /// Options for a file whose amounts are in `currency` and that is read at `timestamp`.
    public init(currency: Currency, timestamp: Timestamp) {
        self.currency = currency
        self.timestamp = timestamp
        currencyIsStated = false
        columns = []
    }
}

/// What a column, or the key of an archive, holds: the owner's `--map "Column=field"`.
public struct ColumnMapping: Equatable, Sendable {
    /// The column's name, as it stands in the file.
    public let column: String
    let target: ColumnTarget

    /// The column holds a field of an item.
    public init(column: String, field: ItemField) {
        self.column = column
        target = .field(field)
    }

    /// The column holds a field of the owner's own.
    public init(column: String, customField: String) {
        self.column = column
        target = .customField(customField)
    }

    /// The column is left out.
    public init(ignoring column: String) {
        self.column = column
        target = .ignored
    }

    /// Reads `Column=field`, where field is any name a plain CSV's column may have, `customFields.NAME`, or `-` to
    /// leave the column out.
    /// - Throws: ``InventoryFileError`` if the text has another form or names no field.
    public init(parsing text: String) throws(InventoryFileError) {
        let bytes = Array(text.utf8)
        let custom = Array("=customFields.".utf8)
        let place =
            bytes.indices.last { bytes[$0...].starts(with: custom) } ?? bytes.lastIndex(of: UInt8(ascii: "="))
        guard let place, place > 0 else { throw InventoryFileError(.malformedMapping(text)) }
        column = String(decoding: bytes[..<place], as: UTF8.self)
        let name = String(decoding: bytes[(place + 1)...], as: UTF8.self)
        if name == "-" {
            target = .ignored
        } else if let found = PlainColumns.target(of: name) {
            target = found
        } else {
            throw InventoryFileError(
                .unknownMappingField(name, suggestion: PlainColumns.suggestion(for: name)))
        }
    }
}
