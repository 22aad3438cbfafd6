import Spreadsheets

/// The sheets of a spreadsheet file as tables.
struct SpreadsheetTables: SheetSource {
    private let spreadsheet: Spreadsheet
    /// Keeps a temporary copy of the file.
    private let source: TableSource

    init(_ spreadsheet: Spreadsheet, of source: TableSource) {
        self.spreadsheet = spreadsheet
        self.source = source
    }

    var sheets: [String] {
        let shown = spreadsheet.sheets.filter { !$0.isHidden }.map(\.name)
        return shown.isEmpty ? spreadsheet.sheets.map(\.name) : shown
    }

    var hiddenSheets: [String] { spreadsheet.sheets.filter(\.isHidden).map(\.name) }

    func rows(ofSheet name: String) throws(InventoryFileError) -> any SheetRows {
        guard let index = spreadsheet.sheets.firstIndex(where: { $0.name == name }) else {
            throw InventoryFileError(.unknownSheet(name, known: sheets))
        }
        do throws(SpreadsheetFileError) {
            return SpreadsheetTableRows(try spreadsheet.rows(ofSheetAt: index))
        } catch {
            throw InventoryFileError(.spreadsheet(error))
        }
    }
}

/// The rows of a sheet, those without content among them.
private final class SpreadsheetTableRows: SheetRows {
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
        return row.cells.map { TableCell($0) }
    }
}

extension TableCell {
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
