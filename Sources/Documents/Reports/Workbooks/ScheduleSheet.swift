import Inventory
import InventoryStore

/// The sheet of all items, one a row. It holds values only, so that other programs can read it; the sums are on the sheet
/// of the summary.
final class ScheduleSheet {
    /// The columns in their order; those up to the category are printed.
    private enum Column: Int, CaseIterable {
        case line, name, serialNumber, quantity, value, lineValue, currency, dateCreated, location, category
        case manufacturer, modelNumber, condition, purchaseDate, purchasePlace, purchasePrice, receiptNumber
        case replacementValue, insured, archived, assetIdentifier, description, notes, id

        /// The key of the heading among the words.
        var word: String {
            switch self {
            case .line, .name, .serialNumber, .quantity, .value, .lineValue, .dateCreated, .location, .category:
                "\(self)"
            case .currency: "sheet.currency"
            case .receiptNumber: "field.purchaseReceiptNumber"
            case .id: "sheet.id"
            default: "field.\(self)"
            }
        }

        var width: Double {
            switch self {
            case .line: 8
            case .name: 32
            case .quantity, .currency, .insured, .archived: 11
            case .location: 32
            case .category: 20
            case .description, .notes: 26
            case .id: 38
            default: 16
            }
        }
    }

    private static let texts: [(column: Int, field: ItemField)] =
        namedTexts.map { ($0.0.rawValue, $0.1) }
        + ItemField.appendedToSheets.enumerated().map { (Column.allCases.count + $0, $1) }

    private static let namedTexts: [(Column, ItemField)] = [
        (.name, .name), (.serialNumber, .serialNumber), (.location, .location), (.category, .category),
        (.manufacturer, .manufacturer), (.modelNumber, .modelNumber), (.condition, .condition),
        (.purchasePlace, .purchasePlace), (.receiptNumber, .purchaseReceiptNumber),
        (.assetIdentifier, .assetIdentifier), (.description, .description), (.notes, .notes),
    ]

    /// The fields that are read of each item.
    static let fields: ItemFieldSet = ItemFieldSet(
        texts.map(\.field) + [
            .quantity, .value, .dateCreated, .purchaseDate, .purchasePrice, .replacementValue,
            .insured, .archived,
        ])

    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let reader: WorkbookContext
    private let texts: [(column: Int, field: ItemField, place: CursorColumn, isHidden: Bool)]
    private let purchaseDate = CursorColumn(.purchaseDate)
    private let purchasePrice = CursorColumn(.purchasePrice)
    private let replacementValue = CursorColumn(.replacementValue)
    private var days: DayFormatter
    private var rows = 0
    /// The values of the lines.
    private(set) var values: AmountColumn
    private(set) var quantities: QuantityColumn

    var truncatedTextCount: Int { sheet.truncatedTextCount }

    init(_ book: Workbook, _ styles: WorkbookStyles, _ reader: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(reader.words["sheet.schedule"])
        self.styles = styles
        self.reader = reader
        values = AmountColumn(sheet, amounts: Column.lineValue.rawValue, codes: Column.currency.rawValue)
        quantities = QuantityColumn(sheet, Column.quantity.rawValue)
        texts = ScheduleSheet.texts.map { ($0.column, $0.field, CursorColumn($0.field), reader.hides($0.field)) }
        days = DayFormatter(locale: reader.options.locale.locale, timeZone: reader.options.locale.timeZone)
        let numbers: [Column] = [.quantity, .value, .lineValue, .purchasePrice, .replacementValue]
        for column in Column.allCases {
            sheet.setColumn(column.rawValue, width: column.width, numbers.contains(column) ? styles.right : nil)
        }
        let appended = ItemField.appendedToSheets
        for index in appended.indices { sheet.setColumn(Column.allCases.count + index, width: 26) }
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(
            title: reader.title, isLandscape: true, printedColumns: 0...Column.category.rawValue)
        try sheet.writeHeadings(
            Column.allCases.map { reader.words[$0.word] } + appended.map { reader.words["field.\($0.name)"] },
            numbers: Set(numbers.map(\.rawValue)), row: 0, styles)
    }

    /// Writes the cursor's item.
    func add(_ cursor: ItemCursor, line: Int) throws {
        rows += 1
        let row = rows
        try sheet.write(Double(line), row: row, column: Column.line.rawValue, styles.center)
        for text in texts {
            guard let bytes = cursor.text(at: text.place), !bytes.isEmpty else { continue }
            if text.isHidden {
                try sheet.write(reader.redacted(text.field, bytes), row: row, column: text.column)
            } else {
                try sheet.write(bytes, row: row, column: text.column)
            }
        }
        let quantity = cursor.quantity
        try quantities.write(quantity, row: row)
        if let value = cursor.money(.value) {
            try sheet.write(value, row: row, column: Column.value.rawValue, styles)
            try values.write(value.times(quantity), row: row, styles)
            try sheet.write(value.currency.code, row: row, column: Column.currency.rawValue, styles.center)
        }
        try sheet.write(days.day(of: cursor.dateCreated), row: row, column: Column.dateCreated.rawValue, styles)
        if let day = cursor.date(at: purchaseDate) {
            try sheet.write(day, row: row, column: Column.purchaseDate.rawValue, styles)
        }
        if let price = cursor.money(at: purchasePrice) {
            try sheet.write(price, row: row, column: Column.purchasePrice.rawValue, styles)
        }
        if let value = cursor.money(at: replacementValue) {
            try sheet.write(value, row: row, column: Column.replacementValue.rawValue, styles)
        }
        // A flag that is false stays an empty cell.
        if cursor.flag(.insured) { try sheet.write(true, row: row, column: Column.insured.rawValue) }
        if cursor.flag(.archived) { try sheet.write(true, row: row, column: Column.archived.rawValue) }
        try sheet.write(cursor.id.text, row: row, column: Column.id.rawValue)
    }

    /// Sets the parts that depend on the number of items.
    func finish() {
        sheet.filter(
            rows: 0...max(1, rows), columns: 0...(Column.allCases.count + ItemField.appendedToSheets.count - 1))
        sheet.setPrintArea(rows: 0...max(1, rows), columns: 0...Column.category.rawValue)
    }
}
