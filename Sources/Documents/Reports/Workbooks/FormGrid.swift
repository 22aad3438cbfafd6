import Spreadsheets

/// The cells of a sheet by row and column. Rows count from 1, as in the file, columns from 0.
struct FormGrid {
    private struct Range {
        let rows, columns: ClosedRange<Int>
    }

    private let data: PartElement
    private var rows: [Int: PartElement] = [:]
    private var cells: [Int: [Int: PartElement]] = [:]
    private let merged: [Range]

    /// - Returns: nil if the sheet has no table of cells.
    init?(_ sheet: PartElement) {
        guard let data = sheet.element("sheetData") else { return nil }
        self.data = data
        var number = 0
        for row in data.elements("row") {
            number = row["r"].flatMap { Int($0) } ?? number + 1
            rows[number] = row
            var column = -1
            for cell in row.elements("c") {
                column = cell["r"].flatMap { CellAddress($0) }?.column ?? column + 1
                cells[number, default: [:]][column] = cell
            }
        }
        merged = (sheet.element("mergeCells")?.elements("mergeCell") ?? []).compactMap { element in
            let corners = (element["ref"] ?? "").split(separator: ":").compactMap { CellAddress(String($0)) }
            guard let first = corners.first, let last = corners.last, first.column <= last.column, first.row <= last.row
            else { return nil }
            return Range(rows: first.row...last.row, columns: first.column...last.column)
        }
    }

    /// Whether a cell has a value or formula.
    func hasContent(row: Int, column: Int) -> Bool { cells[row]?[column].map(FormGrid.hasContent) ?? false }

    private static func hasContent(_ cell: PartElement) -> Bool {
        if cell.element("f") != nil { return true }
        return cell.elements.contains(where: \.hasContent)
    }

    /// The columns of a row that have content, and whether it is a text.
    func content(ofRow row: Int) -> [Int: Bool] {
        (cells[row] ?? [:]).filter { FormGrid.hasContent($0.value) }
            .mapValues { $0.element("f") == nil && ["s", "inlineStr"].contains($0["t"] ?? "") }
    }

    /// Whether a cell is out of sight, because it is merged with one above or before it.
    func isCovered(row: Int, column: Int) -> Bool {
        merged.contains { range in
            range.rows.contains(row) && range.columns.contains(column)
                && (range.rows.lowerBound, range.columns.lowerBound) != (row, column)
        }
    }

    /// The cell, which is made if there is none, in the style of that in the same column of another row.
    mutating func cell(row: Int, column: Int, like model: Int) -> PartElement? {
        if let cell = cells[row]?[column] { return cell }
        guard let line = self.row(row, like: model), let cell = line.sibling("c") else { return nil }
        cell["r"] = Sheet.cells(column: column, row: row - 1)
        cell["s"] = cells[model]?[column]?["s"]
        if let next = cells[row]?.filter({ $0.key > column }).min(by: { $0.key < $1.key }) {
            line.insert(cell, before: next.value)
        } else {
            line.append(cell)
        }
        cells[row, default: [:]][column] = cell
        return cell
    }

    private mutating func row(_ number: Int, like model: Int) -> PartElement? {
        if let row = rows[number] { return row }
        guard let row = data.sibling("row") else { return nil }
        row["r"] = "\(number)"
        for name in ["s", "customFormat", "ht", "customHeight"] { row[name] = rows[model]?[name] }
        if let next = rows.filter({ $0.key > number }).min(by: { $0.key < $1.key }) {
            data.insert(row, before: next.value)
        } else {
            data.append(row)
        }
        rows[number] = row
        return row
    }

    /// Removes the results that are stored beside formulas.
    func forgetResults() {
        for cell in cells.values.flatMap(\.values) where cell.element("f") != nil {
            for result in cell.elements("v") { result.remove() }
            cell["t"] = nil
        }
    }
}
