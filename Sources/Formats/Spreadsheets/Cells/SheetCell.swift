/// The content of a cell, typed as the spreadsheet stores and styles it.
package enum SheetCell: Equatable, Sendable {
    case empty
    case text(String)
    /// A number in plain decimal notation, such as `-12.5`.
    case number(String)
    /// An amount in plain decimal notation, and its currency as the file writes it: an ISO 4217 code or a sign.
    case money(String, currency: String)
    /// A share of one in plain decimal notation: `0.25` for 25 %.
    case percentage(String)
    /// A local date `YYYY-MM-DD`, or a local date and time `YYYY-MM-DDTHH:MM:SS` if the cell has a time other than
    /// midnight.
    case date(String)
    case boolean(Bool)
    /// A cell below a number with which it is merged.
    case covered
    /// A cell whose value cannot be used.
    case unusable(CellDiagnostic)
}

/// Why the value of a cell cannot be used.
package enum CellDiagnostic: Equatable, Sendable {
    /// The formula of the cell results in an error such as `#REF!`.
    case formulaError(String)
    /// The file holds the formula of the cell, but not its result.
    case notCalculated
    /// A date before 1900, after 9998, or 29 February 1900, which only spreadsheets know. The value as it is stored.
    case dateOutOfRange(String)
    /// A number or date in an unknown notation.
    case malformed(String)
}

/// A row of a sheet.
package struct SheetRow: Equatable, Sendable {
    /// The number of the row in the sheet, from 1.
    package let number: Int
    /// The cells from the first column to the last that is not empty.
    package let cells: [SheetCell]

    /// Whether the program does not show the row: it is hidden, or filtered out.
    package let isHidden: Bool
    /// The addresses that cells link to, by their columns.
    package let links: [Int: String]
    /// The columns of the sheet that the program does not show.
    package let hiddenColumns: [ClosedRange<Int>]

    /// A row with its number and cells.
    package init(
        number: Int, cells: [SheetCell], isHidden: Bool = false, links: [Int: String] = [:],
        hiddenColumns: [ClosedRange<Int>] = []
    ) {
        (self.number, self.cells, self.isHidden) = (number, cells, isHidden)
        (self.links, self.hiddenColumns) = (links, hiddenColumns)
    }

    /// The address of the cell in a column, counted from 0.
    package func address(ofColumn column: Int) -> CellAddress { CellAddress(column: column, row: number) }
}

/// The addresses of hyperlinks.
enum Hyperlink {
    /// The most bytes of an address; Excel takes 2,079 characters.
    static let limit = 8192

    /// The address in a formula, `HYPERLINK("https://example.org", "shop")`. Nil if the formula computes it.
    static func address(inFormula formula: some Collection<UInt8>) -> String? {
        let call = String(decoding: formula.prefix(limit), as: UTF8.self)
        guard let start = call.firstRange(of: "HYPERLINK(\""),
            call[..<start.lowerBound].allSatisfy({ "of:=+ ".contains($0) })
        else { return nil }
        let rest = call[start.upperBound...]
        guard let end = rest.firstIndex(of: "\""),
            let next = rest[rest.index(after: end)...].first(where: { $0 != " " }), ",;)".contains(next)
        else { return nil }
        return String(rest[..<end])
    }
}

/// Columns of merged cells: the content of the first cell is that of all rows below.
struct MergedColumns {
    private var open: [Int: (content: SheetCell, lastRow: Int)] = [:]
    /// Those that begin in the current row.
    private var begun: [Int: (content: SheetCell, lastRow: Int)] = [:]

    /// Begins a merged column with the content of its first cell. Nothing says how a number is divided among rows.
    mutating func begin(_ column: Int, _ content: SheetCell, lastRow: Int) {
        switch content {
        case .empty, .unusable: return
        case .number, .money, .percentage: begun[column] = (.covered, lastRow)
        case .text, .date, .boolean, .covered: begun[column] = (content, lastRow)
        }
    }

    /// Fills the cells of a row that has some of its own.
    mutating func fill(_ cells: inout [SheetCell], row: Int) {
        guard !open.isEmpty || !begun.isEmpty else { return }
        open = open.filter { row <= $0.value.lastRow }
        if cells.contains(where: { $0 != .empty }) {
            for (column, merged) in open {
                while cells.count <= column { cells.append(.empty) }
                cells[column] = merged.content
            }
        }
        open.merge(begun) { $1 }
        begun.removeAll()
    }
}
