import Inventory
import Spreadsheets

/// The headings of a form that is to be filled in: a sheet with a row of headings, and few or no rows below it.
package struct FormHead: Sendable {
    package struct Column: Sendable {
        /// Its place in the sheet, from 0.
        package let place: Int
        package let heading: String
        /// The name of the field that imports find in the heading; nil if they know none.
        package let field: String?
    }

    /// The name of the sheet.
    package let sheet: String
    /// The row of the headings, from 1.
    package let row: Int
    package let columns: [Column]

    /// Looks for the headings.
    /// - Parameters:
    ///   - sheet: the name of the sheet; nil for the one with the most known headings.
    ///   - row: the row of the headings; nil for the one with the most known headings.
    /// - Returns: nil if no sheet has a row with two known headings, or the given row is empty.
    /// - Throws: ``InventoryFileError`` if the file cannot be read.
    package init?(path: String, sheet: String? = nil, row: Int? = nil) throws(InventoryFileError) {
        do {
            try self.init(in: path, sheet: sheet, row: row)
        } catch {
            throw InventoryFileError(.spreadsheet(error))
        }
    }

    private init?(in path: String, sheet: String?, row: Int?) throws(SpreadsheetFileError) {
        let spreadsheet = try Spreadsheet(path: path)
        let matcher = HeadingMatcher()
        var best: (sheet: String, row: TableHead.Row, matched: Int)?
        for (index, candidate) in spreadsheet.sheets.enumerated()
        where sheet == nil ? !candidate.isHidden : candidate.name == sheet {
            let head = TableHead(rows: try FormHead.rows(of: try spreadsheet.rows(ofSheetAt: index)))
            let found =
                row == nil ? head.headerIndex(matcher).map { head.rows[$0] } : head.rows.first { $0.number == row }
            guard let found else { continue }
            let matched = matcher.matches(found.cells)
            guard row != nil ? !found.filled.isEmpty : matched > 1, matched > best?.matched ?? -1 else { continue }
            best = (candidate.name, found, matched)
        }
        guard let best else { return nil }
        (self.sheet, self.row) = (best.sheet, best.row.number)
        let matches = matcher.match(best.row.cells).matches
        columns = best.row.cells.enumerated().compactMap { place, heading in
            if heading.isEmpty { return nil }
            let ofParts = matcher.match(FormHead.parts(of: heading)).matches
            let target = matches[place]?.target ?? ofParts.lazy.compactMap(\.self).first?.target
            return Column(place: place, heading: heading, field: target?.name)
        }
    }

    /// The words of a heading in two languages, such as `Room / Pièce`.
    package static func parts(of heading: String) -> [String] {
        heading.split(whereSeparator: { "/|".contains($0) }).map { String($0.trimmingSpaces()) }
    }

    /// The first rows of a sheet.
    private static func rows(of sheet: SpreadsheetRows) throws(SpreadsheetFileError) -> [TableHead.Row] {
        var rows: [TableHead.Row] = []
        while rows.count < TableHead.limit, let row = try sheet.next() {
            let cells = row.cells.map { TableCell($0) }
            let texts = cells.map { $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            rows.append(TableHead.Row(number: row.number, cells: texts, types: cells.map(\.type)))
        }
        return rows
    }
}
