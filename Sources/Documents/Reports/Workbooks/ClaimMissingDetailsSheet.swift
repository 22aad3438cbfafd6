import Inventory
import InventoryStore

/// The sheet of lines without a detail that an insurer asks for, one column for each detail.
final class ClaimMissingDetailsSheet {
    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let reader: WorkbookContext
    private var row = 0

    var truncatedTextCount: Int { sheet.truncatedTextCount }

    private static let first = 3

    init(_ book: Workbook, _ styles: WorkbookStyles, _ reader: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(reader.words["sheet.missing"])
        self.styles = styles
        self.reader = reader
        let missingDetails = ClaimLine.MissingDetail.allCases
        for (column, width) in ([8.0, 32, 26] + missingDetails.map { _ in 18 }).enumerated() {
            sheet.setColumn(column, width: width)
        }
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(title: "\(reader.title): \(sheet.name)", isLandscape: true)
        let headings = ["line", "item", "room"].map { reader.words[$0] }
        try sheet.writeHeadings(
            headings + missingDetails.map { reader.words["lacking.\($0.rawValue).name"] }, numbers: [], row: 0, styles)
    }

    /// Writes the cursor's item if its line lacks a detail.
    func add(_ cursor: ItemCursor, _ claim: ClaimLine, line: Int) throws(SpreadsheetError) {
        guard !claim.missingDetails.isEmpty else { return }
        row += 1
        try sheet.write(Double(line), row: row, column: 0, styles.center)
        try sheet.write(cursor, .name, row: row, column: 1, reader: reader)
        try sheet.write(cursor, .location, row: row, column: 2, reader: reader)
        for (index, lack) in ClaimLine.MissingDetail.allCases.enumerated() where claim.missingDetails.contains(lack) {
            try sheet.write(reader.words["notStated"], row: row, column: ClaimMissingDetailsSheet.first + index)
        }
    }

    /// Ends the table.
    func finish() throws(SpreadsheetError) {
        if row == 0 { return try sheet.write(reader.words["nothingMissing"], row: 1, column: 1) }
        let last = ClaimMissingDetailsSheet.first + ClaimLine.MissingDetail.allCases.count - 1
        sheet.filter(rows: 0...row, columns: 0...last)
    }
}
