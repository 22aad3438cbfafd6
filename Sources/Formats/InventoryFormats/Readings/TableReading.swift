public import Inventory

/// The way in which a table is read: where the header is, how cells are written, and which field each column holds.
///
/// A reading is proposed by ``ReadingProposal`` and accepted by a person. Saved as JSON it reads the next export of the same
/// program.
public struct TableReading: Equatable, Sendable {
    /// The program that wrote the table, if its headings tell.
    public var program: String?
    /// The sheet; nil for text.
    public var sheet: String?
    /// The encoding; nil for a workbook.
    public var encoding: TextEncoding?
    /// The byte between cells; nil for a workbook.
    public var separator: UInt8?
    /// The row of the headings, from 1; empty lines count. 0 if the table has none.
    public var headerRow = 1
    /// The decimal separator of numbers; nil if no number has one.
    public var decimal: DecimalSeparator?
    /// The order of dates whose order is not plain.
    public var dateOrder: DateOrder?
    /// The currency of amounts that name none; nil is the inventory's.
    public var currency: Currency?
    /// The currencies that signs such as `$` mean.
    public var currencySigns: [String: Currency] = [:]
    /// The meaning of rows with a single cell.
    public var groupRows = GroupRowMeaning.items
    /// Whether the row above the headings names the location of the rows below them.
    public var hasGroupAboveHeader = false
    /// The meaning of rows that have a word for totals, but not the sum of the rows above.
    public var totalRows = TotalRowMeaning.items
    /// Whether an amount with more decimals than its currency has is kept as text; otherwise it is a fault of its row.
    public var keepsExcessDecimals = false
    /// Whether a cell that its field cannot hold, such as `gift` among dates, is kept as text; otherwise it is a fault of its
    /// row.
    public var keepsOtherCells = false
    /// Rows that are not items, by the value of a column.
    public var omitted: [OmittedValue] = []
    /// The columns from left to right.
    public var columns: [ReadingColumn] = []

    public init() {}

    /// The index of the column that names the items.
    var nameColumn: Int? { columns.firstIndex { $0.target == .field(.name) || $0.target == .modelName } }
}

/// Rows with this value in a column are left out.
public struct OmittedValue: Equatable, Sendable {
    public let heading: String
    public let value: String
}

/// A column of a table and the field that it holds.
public struct ReadingColumn: Equatable, Sendable {
    /// The heading as it is written; empty if there is none.
    public var heading: String
    public var target: ColumnTarget
    /// The decimal separator, if it differs from the table's.
    public var decimal: DecimalSeparator?
    /// The order of dates, if it differs from the table's.
    public var dateOrder: DateOrder?
    /// The currency of amounts that name none, if it differs from the table's.
    public var currency: Currency?
    /// The byte between tags.
    public var listSeparator: UInt8?
    /// The text between the parts of a location, such as `->`; they become ` / `.
    public var pathSeparator: String?
    /// Whether an empty cell continues the cell above it.
    public var fillsDown = false
    /// The place among the columns that are joined in one field; columns without one keep their order.
    public var part: Int?

    public init(heading: String, target: ColumnTarget) {
        self.heading = heading
        self.target = target
    }
}

extension TableReading {
    /// The columns for the headings of a file: a heading that the reading does not have becomes a custom field.
    ///
    /// - Returns: nil if the file has no column that the reading maps to a field.
    func columns(for headings: [String]) -> [ReadingColumn]? {
        // Columns with the same heading are taken from left to right.
        var rest: [String: [ReadingColumn]] = [:]
        for column in columns.reversed() { rest[column.heading, default: []].append(column) }
        var found = 0
        let matched = headings.enumerated().map { index, heading in
            if let column = rest[heading]?.popLast() {
                found += heading.isEmpty ? 0 : 1
                return column
            }
            return ReadingColumn(heading: heading, target: .customField(TableReading.customName(heading, index + 1)))
        }
        return found == 0 ? nil : matched
    }

    /// The name of the custom field for a column.
    static func customName(_ heading: String, _ number: Int) -> String {
        heading.isEmpty ? "Column \(number)" : heading
    }
}
