/// The type that a spreadsheet states for a cell. Separated text states none.
public enum CellType: UInt8, Sendable {
    case text, number, date, boolean
    /// A formula without a value, such as `#REF!`.
    case error
    /// A formula whose result the file does not hold.
    case notCalculated
    /// A date that no calendar has, or far outside of a household's.
    case dateOutOfRange
}

/// A cell of a sheet: its type and its canonical text.
///
/// The text of a number is plain decimal text (`1299.9`), of a date `YYYY-MM-DD`, of a boolean `true` or `false`.
public struct TableCell: Equatable, Sendable {
    public var text: String
    /// Nil for an empty cell.
    public var type: CellType?

    public init(_ text: String, type: CellType?) {
        self.text = text
        self.type = type
    }
}

/// A row of a table in memory, valid until the next row is read.
struct TableRow {
    let bytes: ByteView
    let fields: [CSVField]
    /// The row's number from 1; empty lines count.
    let number: Int
    /// The byte of the text where the row begins, from 0.
    let offset: Int64
    let delimiter: UInt8

    /// Whether every cell is empty.
    var isBlank: Bool { fields.allSatisfy { $0.start == $0.end && !$0.quoted } }

    /// Returns the bytes of a cell; `buffer` holds them if doubled quotes were removed.
    func cell(_ field: CSVField, _ buffer: inout UnescapeBuffer) -> ByteView {
        let cell = ByteView(rebasing: bytes[field.start..<field.end])
        return field.escaped ? buffer.unescape(cell) : cell
    }
}
