import Inventory
import InventoryStore

/// The sheet that lists which photo or document proves which line, with the hash of each file.
final class EvidenceSheet {
    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let reader: WorkbookContext
    private let columns: Int
    private var row = 0

    var truncatedTextCount: Int { sheet.truncatedTextCount }

    init(_ book: Workbook, _ styles: WorkbookStyles, _ reader: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(reader.words["evidence"])
        self.styles = styles
        self.reader = reader
        for (column, width) in [10.0, 32, 16, 28, 16, 14, 28, 68, 28, 68].enumerated() {
            sheet.setColumn(column, width: width)
        }
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(title: "\(reader.title): \(sheet.name)", isLandscape: true)
        let headings = ["evidenceNumber", "item", "kind", "sheet.caption", "sheet.number", "sheet.date", "fileName"]
        let delivered = reader.options.delivery == nil ? [] : [reader.words["deliveredFile"], "SHA-256"]
        columns = headings.count + 1 + delivered.count
        try sheet.writeHeadings(
            headings.map { reader.words[$0] } + ["SHA-256"] + delivered, numbers: [], row: 0, styles)
    }

    /// Writes a photo or document of the cursor's item.
    func add(_ piece: Evidence, number: String, of cursor: ItemCursor) throws {
        row += 1
        try sheet.write(number, row: row, column: 0)
        try sheet.write(cursor, .name, row: row, column: 1, reader: reader)
        let texts = [
            (2, reader.words["kinds.\(piece.kind.name)"]), (3, piece.caption), (4, piece.number), (6, piece.fileName),
        ]
        for case (let column, let text?) in texts where !text.isEmpty {
            try sheet.write(text, row: row, column: column)
        }
        if let date = piece.date { try sheet.write(date, row: row, column: 5, styles) }
        try sheet.write(piece.hash.description, row: row, column: 7)
        guard let delivery = reader.options.delivery, let file = try delivery.file(of: piece, number: number) else {
            return
        }
        try sheet.write(file.name, row: row, column: 8)
        try sheet.write(delivery.hash(of: file.source).description, row: row, column: 9)
    }

    /// Ends the table.
    func finish() throws(SpreadsheetError) {
        if row == 0 { return try sheet.write(reader.words["noEvidence"], row: 1, column: 1) }
        sheet.filter(rows: 0...row, columns: 0...(columns - 1))
    }
}
