import Inventory
import InventoryStore

/// The sheet of items without a value or serial number, so that the owner can add them.
final class MissingDetailsSheet {
    /// The fields that are read of each item.
    static let fields = ItemFieldSet([.name, .serialNumber, .location, .value])

    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let reader: WorkbookContext
    private let name = CursorColumn(.name)
    private let serialNumber = CursorColumn(.serialNumber)
    private var row = 0

    var truncatedTextCount: Int { sheet.truncatedTextCount }

    init(_ book: Workbook, _ styles: WorkbookStyles, _ reader: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(reader.words["sheet.missing"])
        self.styles = styles
        self.reader = reader
        let headings = ["line", "name", "location", "value", "serialNumber"]
        for (column, width) in [8.0, 32, 26, 16, 16].enumerated() { sheet.setColumn(column, width: width) }
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(title: "\(reader.title): \(sheet.name)", isLandscape: false)
        try sheet.writeHeadings(headings.map { reader.words[$0] }, numbers: [], row: 0, styles)
    }

    /// Writes the cursor's item if it lacks a value or a serial number.
    func add(_ cursor: ItemCursor, line: Int) throws(SpreadsheetError) {
        let lacksValue = cursor.money(.value) == nil
        let lacksSerialNumber = cursor.text(at: serialNumber)?.isEmpty ?? true
        guard lacksValue || lacksSerialNumber else { return }
        row += 1
        try sheet.write(Double(line), row: row, column: 0, styles.center)
        if let text = cursor.text(at: name), !text.isEmpty {
            if reader.hides(.name) {
                try sheet.write(reader.redactionLabel, row: row, column: 1)
            } else {
                try sheet.write(text, row: row, column: 1)
            }
        }
        try sheet.write(cursor, .location, row: row, column: 2, reader: reader)
        if lacksValue { try sheet.write(reader.words["notStated"], row: row, column: 3) }
        if lacksSerialNumber { try sheet.write(reader.words["notStated"], row: row, column: 4) }
    }

    /// Ends the table.
    func finish() throws(SpreadsheetError) {
        if row == 0 { return try sheet.write(reader.words["sheet.nothingMissing"], row: 1, column: 1) }
        sheet.filter(rows: 0...row, columns: 0...4)
    }
}
