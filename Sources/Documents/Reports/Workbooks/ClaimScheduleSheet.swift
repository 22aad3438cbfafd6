import Inventory
import InventoryStore

/// The sheet of all lines of a claim. It holds values only, one line a row, so that other programs can read it; the sums
/// are on the sheet of the summary.
final class ClaimScheduleSheet {
    private enum Column: Int, CaseIterable {
        case line, name, manufacturer, modelNumber, serialNumber, room, category, quantity, purchaseDate, purchasePlace
        case ageInMonths, condition, purchasePriceEach, purchasePrice, priceCurrency, value, lineValue, valueCurrency
        case replacementEach, replacementCost, depreciation, actualCashValue, replacementCurrency, receipts, documents,
            photos
        case description, id

        /// The key of the heading among the words.
        var word: String {
            switch self {
            case .name: "item"
            case .ageInMonths: "sheet.age"
            case .id: "sheet.id"
            case .priceCurrency, .valueCurrency, .replacementCurrency: "sheet.currency"
            case .purchasePriceEach: "field.purchasePrice"
            case .modelNumber, .condition, .description: "field.\(self)"
            default: "\(self)"
            }
        }

        /// The columns of the printed schedule that make it visible if some are chosen.
        var choices: Set<ScheduleColumn> {
            switch self {
            case .manufacturer, .modelNumber: [.brand]
            case .serialNumber: [.serialNumber]
            case .room: [.location]
            case .quantity: [.quantity]
            case .purchaseDate, .purchasePlace: [.purchased]
            case .ageInMonths: [.age]
            case .condition: [.condition]
            case .purchasePriceEach: [.purchasePrice]
            case .purchasePrice: [.linePurchasePrice]
            case .priceCurrency: [.purchasePrice, .linePurchasePrice]
            case .value: [.value]
            case .lineValue: [.lineValue]
            case .valueCurrency: [.value, .lineValue]
            case .replacementEach: [.replacementValue]
            case .replacementCost: [.replacementCost]
            case .depreciation: [.depreciation]
            case .actualCashValue: [.actualCashValue]
            case .replacementCurrency: [.replacementValue, .replacementCost, .depreciation, .actualCashValue]
            case .receipts: [.receipts]
            case .documents: [.documents]
            case .photos: [.photos]
            case .category: [.category]
            case .line, .name, .description, .id: []
            }
        }

        var width: Double {
            switch self {
            case .line: 6
            case .name: 30
            case .quantity, .ageInMonths, .condition: 11
            case .priceCurrency, .valueCurrency, .replacementCurrency: 9
            case .id: 38
            case .room: 32
            case .category: 18
            case .description: 24
            default: 16
            }
        }
    }

    private static let texts: [(column: Int, field: ItemField)] =
        namedTexts.map { ($0.0.rawValue, $0.1) }
        + ItemField.appendedToSheets.enumerated().map { (Column.allCases.count + $0, $1) }

    private static let namedTexts: [(Column, ItemField)] = [
        (.name, .name), (.manufacturer, .manufacturer), (.modelNumber, .modelNumber), (.serialNumber, .serialNumber),
        (.room, .location), (.category, .category), (.purchasePlace, .purchasePlace), (.condition, .condition),
        (.description, .description),
    ]
    private static let numbers: Set<Column> = [
        .quantity, .ageInMonths, .purchasePriceEach, .purchasePrice, .value, .lineValue, .replacementEach,
        .replacementCost, .depreciation, .actualCashValue,
    ]

    /// The columns that are added up, each with that of its currencies.
    private static let sums: [ClaimAmount: (amounts: Column, codes: Column)] = [
        .value: (.lineValue, .valueCurrency), .purchasePrice: (.purchasePrice, .priceCurrency),
        .replacementCost: (.replacementCost, .replacementCurrency),
        .depreciation: (.depreciation, .replacementCurrency),
        .actualCashValue: (.actualCashValue, .replacementCurrency),
    ]

    /// The fields that are read of each item.
    static let fields = ItemFieldSet(texts.map(\.field) + ClaimLine.fields)

    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let reader: WorkbookContext
    private var quantities: QuantityColumn
    private var amounts: [ClaimAmount: AmountColumn]
    private var rows = 0

    var truncatedTextCount: Int { sheet.truncatedTextCount }

    init(_ book: Workbook, _ styles: WorkbookStyles, _ reader: WorkbookContext) throws(SpreadsheetError) {
        let sheet = try book.sheet(reader.words["claimSchedule"])
        self.sheet = sheet
        self.styles = styles
        self.reader = reader
        quantities = QuantityColumn(sheet, Column.quantity.rawValue)
        amounts = ClaimScheduleSheet.sums.mapValues { columns in
            AmountColumn(sheet, amounts: columns.amounts.rawValue, codes: columns.codes.rawValue)
        }
        let chosen = reader.options.columns
        for column in Column.allCases {
            let isHidden = chosen.map { $0.isDisjoint(with: column.choices) && column.rawValue > Column.name.rawValue }
            let format = ClaimScheduleSheet.numbers.contains(column) ? styles.right : nil
            sheet.setColumn(column.rawValue, width: column.width, isHidden: isHidden ?? false, format)
        }
        let appended = ItemField.appendedToSheets
        for index in appended.indices {
            sheet.setColumn(Column.allCases.count + index, width: 24, isHidden: chosen != nil)
        }
        sheet.repeatHeaderRows(rows: 1)
        sheet.repeatColumns(through: Column.name.rawValue)
        sheet.configurePrinting(
            title: reader.title, isLandscape: true, printedColumns: 0...Column.photos.rawValue)
        try sheet.writeHeadings(
            Column.allCases.map { reader.words[$0.word] } + appended.map { reader.words["field.\($0.name)"] },
            numbers: Set(ClaimScheduleSheet.numbers.map(\.rawValue)),
            centered: Set([Column.priceCurrency, .valueCurrency, .replacementCurrency].map(\.rawValue)), row: 0, styles)
    }

    /// Writes the cursor's item.
    func add(
        _ cursor: ItemCursor, claim: ClaimLine, evidence: [(number: String, piece: Evidence)], line: Int
    ) throws(SpreadsheetError) {
        rows += 1
        let row = rows
        try sheet.write(Double(line), row: row, column: Column.line.rawValue, styles.center)
        for (column, field) in ClaimScheduleSheet.texts {
            try sheet.write(cursor, field, row: row, column: column, reader: reader)
        }
        try quantities.write(cursor.quantity, row: row)
        if let day = cursor.date(.purchaseDate) {
            try sheet.write(day, row: row, column: Column.purchaseDate.rawValue, styles)
        }
        if let months = claim.valuation.ageInMonths {
            try sheet.write(Double(months), row: row, column: Column.ageInMonths.rawValue)
        }
        try writeAmounts(cursor, claim.valuation, row: row)
        let photos = evidence.filter { $0.piece.kind == .photo }
        let receipts = evidence.filter(\.piece.isReceipt)
        let others = evidence.filter { $0.piece.kind != .photo && !$0.piece.isReceipt }
        for (column, pieces) in [(Column.receipts, receipts), (.documents, others), (.photos, photos)] {
            let separator = reader.words["listSeparator"]
            guard let text = numberRanges(pieces.map(\.number), separator: separator) else { continue }
            try sheet.write(text, row: row, column: column.rawValue)
        }
        try sheet.write(cursor.id.text, row: row, column: Column.id.rawValue)
    }

    private func writeAmounts(_ cursor: ItemCursor, _ valuation: Valuation, row: Int) throws(SpreadsheetError) {
        let each: [(ItemField, Column, Column)] = [
            (.purchasePrice, .purchasePriceEach, .priceCurrency), (.value, .value, .valueCurrency),
            (.replacementValue, .replacementEach, .replacementCurrency),
        ]
        for (field, column, code) in each {
            guard let money = cursor.money(field) else { continue }
            try sheet.write(money, row: row, column: column.rawValue, styles)
            try sheet.write(money.currency.code, row: row, column: code.rawValue, styles.center)
        }
        for kind in ClaimAmount.allCases {
            if let money = valuation[kind] { try amounts[kind]?.write(money, row: row, styles) }
        }
    }

    /// Sets the parts that depend on the number of lines.
    func finish() {
        let last = Column.allCases.count + ItemField.appendedToSheets.count - 1
        sheet.filter(rows: 0...max(1, rows), columns: 0...last)
        sheet.setPrintArea(rows: 0...max(1, rows), columns: 0...Column.photos.rawValue)
    }

    /// Writes the sum of the lines in one currency, onto this sheet or another.
    /// - Parameter condition: which lines count; nil for all.
    func writeSum(
        _ kind: ClaimAmount, _ total: Money, where condition: String? = nil, to other: Sheet, row: Int, column: Int,
        format: CellFormat
    ) throws(SpreadsheetError) {
        try amounts[kind]?.writeSum(
            total, of: 1...max(1, rows), where: condition, to: other, row: row, column: column, format)
    }

    /// Writes the sum of the quantities, as ``writeSum(_:_:where:to:row:column:format:)`` does.
    func writeUnits(
        _ units: Quantity, where condition: String? = nil, to other: Sheet, row: Int, column: Int, _ format: CellFormat
    ) throws(SpreadsheetError) {
        try quantities.writeSum(
            units, of: 1...max(1, rows), where: condition, to: other, row: row, column: column, format)
    }

    /// The formula that is true for the lines of a group.
    /// - Parameter cell: the cell of the group's name on `other`; empty for the items that state none.
    func condition(_ group: ItemGrouping, is cell: String, from other: Sheet) -> String {
        let column = group == .location ? Column.room : .category
        return "EXACT(\(sheet.reference(column: column.rawValue, 1...max(1, rows), from: other)),\(cell))"
    }
}
