package import Inventory

/// The user's options for reading a file.
package struct ImportOptions: Sendable {
    /// The currency of amounts that name none.
    package var currency: Currency
    /// The fields of an archive's keys that are not those of the app.
    package var columns: [ColumnMapping] = []
    /// Whether a row of a program's table that may be a total, a group or the headings again is returned as rejected, without
    /// a diagnostic.
    package var refusesUnusualRows = false
    /// The time of the import: the creation date of items that state none.
    package var timestamp: Timestamp

    /// Options for a file whose amounts are in `currency` and that is read at `timestamp`.
    package init(currency: Currency, timestamp: Timestamp) {
        self.currency = currency
        self.timestamp = timestamp
    }
}

/// The field for a column or for the key of an archive: `--map "Column=field"`.
package struct ColumnMapping: Equatable, Sendable {
    /// The name of the column in the file.
    package let column: String
    let target: ColumnTarget

    /// The column holds a field of an item.
    package init(column: String, field: ItemField) {
        self.column = column
        target = .field(field)
    }

    /// The column holds a custom field.
    package init(column: String, customField: String) {
        self.column = column
        target = .customField(customField)
    }

    init(column: String, target: ColumnTarget) {
        self.column = column
        self.target = target
    }

    /// The column is ignored.
    package init(ignoring column: String) {
        self.column = column
        target = .ignored
    }

    /// Reads `Column=field`. The field is any name of a column of a plain CSV, `customFields.NAME`, or `-` to
    /// ignore the column.
    /// - Throws: ``InventoryFileError`` if the text has another form or names no field.
    package init(parsing text: String) throws(InventoryFileError) {
        guard let (column, name) = text.nameAndValue else { throw InventoryFileError(.malformedMapping(text)) }
        self.column = column
        guard let found = ColumnTarget(named: name) else {
            throw InventoryFileError(
                .unknownMappingField(name, suggestion: PlainColumns.suggestion(for: name)))
        }
        target = found
    }
}

extension String {
    /// The parts of `NAME=VALUE`, separated at the last `=`, or at the one before `customFields.`; nil without a name.
    package var nameAndValue: (name: String, value: String)? {
        let bytes = Array(utf8)
        let custom = Array("=customFields.".utf8)
        let place =
            bytes.indices.last { bytes[$0...].starts(with: custom) } ?? bytes.lastIndex(of: UInt8(ascii: "="))
        guard let place, place > 0 else { return nil }
        return (
            String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 1)...], as: UTF8.self)
        )
    }
}

/// The sign between the whole number and its decimals. The other one, spaces and apostrophes may group the thousands.
package enum DecimalSeparator: String, CaseIterable, Sendable {
    /// `1,234.50`
    case point
    /// `1.234,50`
    case comma
}

/// The order of year, month and day in a date.
package enum DateOrder: String, CaseIterable, Sendable {
    /// `2024/12/25`
    case yearMonthDay = "ymd"
    /// `25.12.2024`
    case dayMonthYear = "dmy"
    /// `12/25/2024`
    case monthDayYear = "mdy"
}
