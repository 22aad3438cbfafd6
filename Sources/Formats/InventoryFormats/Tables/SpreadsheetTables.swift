import Spreadsheets

/// The sheets of a spreadsheet file as tables.
struct SpreadsheetTables: Sendable {
    /// Returns the cells of the next row from column A on, nil at the end of the sheet. An empty row has no cells, so that
    /// row numbers stay those of the sheet.
    typealias Rows = () throws(InventoryFileError) -> [TableCell]?

    /// The names of the sheets in their order, without hidden ones.
    let sheets: [String]
    /// The names of the hidden sheets.
    let hiddenSheets: [String]
    private let open: @Sendable (String) throws(InventoryFileError) -> Rows

    /// - Parameter rows: begins to read the sheet of a name.
    init(
        sheets: [String], hiddenSheets: [String] = [],
        rows: @escaping @Sendable (String) throws(InventoryFileError) -> Rows
    ) {
        (self.sheets, self.hiddenSheets, open) = (sheets, hiddenSheets, rows)
    }

    init(_ spreadsheet: Spreadsheet, of source: TableSource) {
        let shown = spreadsheet.sheets.filter { !$0.isHidden }.map(\.name)
        let sheets = shown.isEmpty ? spreadsheet.sheets.map(\.name) : shown
        self.init(sheets: sheets, hiddenSheets: spreadsheet.sheets.filter(\.isHidden).map(\.name)) {
            name throws(InventoryFileError) in
            guard let index = spreadsheet.sheets.firstIndex(where: { $0.name == name }) else {
                throw InventoryFileError(.unknownSheet(name, known: sheets))
            }
            do throws(SpreadsheetFileError) {
                // The source may be a temporary copy of the file.
                let rows = try withExtendedLifetime(source) { () throws(SpreadsheetFileError) in
                    try spreadsheet.rows(ofSheetAt: index)
                }
                return SpreadsheetTableRows(rows).next
            } catch {
                throw InventoryFileError(.spreadsheet(error))
            }
        }
    }

    /// Begins to read a sheet.
    func rows(ofSheet name: String) throws(InventoryFileError) -> Rows { try open(name) }

    /// The sheet of a name, which may be hidden, or of its number from 1 among those that are not.
    func sheet(_ text: String) -> String? {
        if let name = (sheets + hiddenSheets).first(where: { $0 == text }) { return name }
        return Int(text).flatMap { sheets.indices.contains($0 - 1) ? sheets[$0 - 1] : nil }
    }
}

/// The rows of a sheet, those without content among them.
private final class SpreadsheetTableRows {
    private let rows: SpreadsheetRows
    private var ahead: SheetRow?
    private var number = 0

    init(_ rows: SpreadsheetRows) { self.rows = rows }

    func next() throws(InventoryFileError) -> [TableCell]? {
        do throws(SpreadsheetFileError) {
            if ahead == nil { ahead = try rows.next() }
        } catch {
            throw InventoryFileError(.spreadsheet(error))
        }
        guard let row = ahead else { return nil }
        number += 1
        // Rows of a damaged file may go backwards: they are taken as the next ones.
        guard row.number <= number else { return [] }
        ahead = nil
        var cells = row.cells.map { TableCell($0) }
        for (column, link) in row.links
        where column < cells.count && !TableCell.shows(cells[column].text, link) {
            cells[column].link = link
        }
        if row.isHidden, !cells.isEmpty { cells[0].isInHiddenRow = true }
        for range in row.hiddenColumns {
            for column in range.clamped(to: -1...cells.count - 1) where column >= 0 {
                cells[column].isInHiddenColumn = true
            }
        }
        return cells
    }
}

extension TableCell {
    /// Whether a text is that of an address: `www.example.org` for `https://www.example.org/`.
    static func shows(_ text: String, _ address: String) -> Bool {
        func bare(_ text: String) -> Substring {
            var rest = text.lowercased()[...]
            for scheme in ["https://", "http://", "mailto:"] where rest.hasPrefix(scheme) {
                rest = rest.dropFirst(scheme.count)
            }
            return rest.last == "/" ? rest.dropLast() : rest
        }
        return text == address || bare(text) == bare(address)
    }

    /// The canonical text of a typed cell.
    init(_ cell: SheetCell) {
        switch cell {
        case .empty: self.init("", type: nil)
        case .text(let text): self.init(text, type: .text)
        case .number(let number): self.init(number, type: .number)
        case .money(let number, let currency):
            // A style may also show a unit that looks like a code, such as PCS.
            let isKnown = !CurrencySymbols.currencies(of: currency).isEmpty
            self.init(isKnown ? "\(number) \(currency)" : number, type: .number)
        case .percentage(let share): self.init(TableCell.percent(share), type: .number)
        // The time of a date and time is read after a blank.
        case .date(let date):
            self.init(date.count > 10 ? "\(date.prefix(10)) \(date.dropFirst(11))" : date, type: .date)
        case .boolean(let flag): self.init(flag ? "true" : "false", type: .boolean)
        case .covered: self.init("", type: .covered)
        case .unusable(.formulaError(let text)): self.init(text, type: .error)
        case .unusable(.notCalculated): self.init("=", type: .notCalculated)
        case .unusable(.dateOutOfRange(let text)): self.init(text, type: .dateOutOfRange)
        case .unusable(.malformed(let text)): self.init(text, type: .text)
        }
    }

    /// Returns `25` for `0.25`.
    private static func percent(_ share: String) -> String {
        let sign = share.hasPrefix("-") ? "-" : ""
        let parts = share.dropFirst(sign.count).split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        let padded = fraction + String(repeating: "0", count: max(0, 2 - fraction.count))
        var whole = String((parts[0] + padded.prefix(2)).drop { $0 == "0" })
        if whole.isEmpty { whole = "0" }
        let rest = padded.dropFirst(2)
        return sign + whole + (rest.isEmpty ? "" : "." + rest)
    }
}
