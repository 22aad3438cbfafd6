import Inventory
import InventoryStore

/// The sheet of lines that lack something an insurer asks for, a column for each such thing.
final class ClaimMissingSheet {
    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let reader: WorkbookReader
    private var row = 0

    var cutTexts: Int { sheet.cutTexts }

    private static let first = 3

    init(_ book: Workbook, _ styles: WorkbookStyles, _ reader: WorkbookReader) throws(SpreadsheetError) {
        sheet = try book.sheet(reader.words["sheet.missing"])
        self.styles = styles
        self.reader = reader
        let lacks = ClaimLine.Lack.allCases
        for (column, width) in ([8.0, 32, 26] + lacks.map { _ in 18 }).enumerated() {
            sheet.setColumn(column, width: width)
        }
        sheet.repeatTop(rows: 1)
        sheet.setPrint(title: "\(reader.title): \(sheet.name)", isLandscape: true)
        let headings = ["line", "item", "room"].map { reader.words[$0] }
        try sheet.writeHeadings(
            headings + lacks.map { reader.words["lacks.\($0.rawValue)"] }, numbers: [], row: 0, styles)
    }

    /// Writes the cursor's item where its line lacks something.
    func add(_ cursor: ItemCursor, _ claim: ClaimLine, line: Int) throws(SpreadsheetError) {
        guard !claim.lacks.isEmpty else { return }
        row += 1
        try sheet.write(Double(line), row: row, column: 0, styles.center)
        try sheet.write(cursor, .name, row: row, column: 1, reader)
        try sheet.write(cursor, .location, row: row, column: 2, reader)
        for (index, lack) in ClaimLine.Lack.allCases.enumerated() where claim.lacks.contains(lack) {
            try sheet.write(reader.words["notStated"], row: row, column: ClaimMissingSheet.first + index)
        }
    }

    /// Ends the table.
    func finish() throws(SpreadsheetError) {
        if row == 0 { return try sheet.write(reader.words["nothingMissing"], row: 1, column: 1) }
        let last = ClaimMissingSheet.first + ClaimLine.Lack.allCases.count - 1
        sheet.filter(rows: 0...row, columns: 0...last)
    }
}
