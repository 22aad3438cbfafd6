import Inventory
import InventoryStore

/// The sheet of all items, one a row, with the columns of the list or the claim. It holds values only, so that other programs can read it;
/// the sums are on the sheet of the summary.
final class ScheduleSheet {
    /// A column of the list and its places in the sheet.
    private struct Place {
        let shown: ShownColumn
        let column: Int
        /// The column of the currencies; nil for a column without amounts.
        let currency: Int?
        let isFirstOfCurrency: Bool
    }

    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let context: WorkbookContext
    private let places: [Place]
    private var cells: ColumnReader
    private var days: DayFormatter
    private let approximate: CellFormat
    private var rows = 0
    private let columnCount, printedCount: Int
    /// The columns that can be added up, by the column of the list.
    private var amounts: [ReportColumn: AmountColumn] = [:]
    private var numbers: [ReportColumn: QuantityColumn] = [:]

    /// The fields that are read of each item.
    var fields: ItemFieldSet { cells.fields }
    var truncatedTextCount: Int { sheet.truncatedTextCount }

    init(
        _ book: Workbook, _ styles: WorkbookStyles, _ context: WorkbookContext, _ columns: ReportColumns,
        named word: String, in snapshot: StoreSnapshot
    ) throws {
        sheet = try book.sheet(context.words[word])
        self.styles = styles
        self.context = context
        approximate = styles.approximate(context.words)
        let all = ShownColumn.all(columns, context.options, context.words)
        let shown = all.filter { $0.kind != .picture }
        places = ScheduleSheet.places(of: shown)
        columnCount = (places.map { $0.currency ?? $0.column }.max() ?? 0) + 1
        let printed = shown.filter { column in
            all.prefix(columns.printedCount).contains { $0.column == column.column }
        }.count
        printedCount = places.prefix(printed).map { $0.currency ?? $0.column }.max().map { $0 + 1 } ?? columnCount
        cells = ColumnReader(
            shown.map { ($0.column, $0.kind) }, in: snapshot, context.options, redaction: context.redaction,
            words: context.words)
        days = DayFormatter(context.options.locale)
        var headings = Array(repeating: "", count: columnCount)
        for place in places {
            let isAligned = place.shown.kind.isAligned
            // Spreadsheets break a word of a heading that is wider than its column.
            let word = min(24, place.shown.title.split(separator: " ").map(\.count).max() ?? 0)
            let width = Double(max(place.shown.column.width, place.shown.title.count / 2, word)) + 2
            let isHidden = columns.hidden.contains(place.shown.column)
            sheet.setColumn(place.column, width: width, isHidden: isHidden, isAligned ? styles.right : styles.note)
            headings[place.column] = context.words.sheetTitle(of: place.shown)
            if place.shown.kind == .number { numbers[place.shown.column] = QuantityColumn(sheet, place.column) }
            guard let currency = place.currency else { continue }
            amounts[place.shown.column] = AmountColumn(sheet, amounts: place.column, codes: currency)
            let isNeedless = places.filter { $0.currency == currency }
                .allSatisfy { columns.hidden.contains($0.shown.column) }
            sheet.setColumn(currency, width: 11, isHidden: isNeedless)
            let code = context.words["sheet.currency"]
            // A claim has amounts of three fields, each with its own currency.
            if place.isFirstOfCurrency {
                headings[currency] = context.options.isClaim ? "\(code): \(place.shown.title)" : code
            }
        }
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(
            title: context.title, paper: context.options.paper, isLandscape: true,
            printedColumns: 0...(printedCount - 1))
        try sheet.writeHeadings(
            headings, numbers: Set(places.filter(\.shown.kind.isAligned).map(\.column)), row: 0, styles)
    }

    /// Columns of amounts that stand side by side and have their currency from one field share the column after them.
    private static func places(of columns: [ShownColumn]) -> [Place] {
        var places: [Place] = []
        var next = 0
        var index = 0
        while index < columns.count {
            let field = columns[index].column.moneyField
            let run =
                columns[index].kind != .amount || field == nil
                ? 1 : columns[index...].prefix { $0.kind == .amount && $0.column.moneyField == field }.count
            let hasCurrency = columns[index].kind == .amount
            for offset in 0..<run {
                places.append(
                    Place(
                        shown: columns[index + offset], column: next + offset, currency: hasCurrency ? next + run : nil,
                        isFirstOfCurrency: offset == 0))
            }
            next += run + (hasCurrency ? 1 : 0)
            index += run
        }
        return places
    }

    /// Writes the cursor's item.
    func add(_ cursor: ItemCursor, line: Int) throws {
        rows += 1
        var own: [(index: Int, number: Int64)] = []
        try cells.read(cursor, line: line) { index, value in
            if case .number(let number) = value, places[index].shown.column.isOwn {
                own.append((index, number))
            } else {
                try write(value, places[index])
            }
        }
        // A number in a custom field keeps the decimals that its owner wrote.
        for (index, number) in own {
            let text = cells.ownText(at: index) ?? []
            let point = text.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
            let decimals = point.map { text.count - 1 - $0 } ?? 0
            try numbers[places[index].shown.column]?.write(
                Quantity(millionths: number), row: rows, styles.number(decimals: decimals))
        }
    }

    /// Writes a line of several items, with a row for each currency.
    func add(_ line: GroupedLines.Line, of list: ShownList) throws {
        let texts = list.texts(of: line)
        let currencies: [Currency?] = line.sums.currencies
        for (row, currency) in (currencies.isEmpty ? [nil] : currencies).enumerated() {
            rows += 1
            for place in places {
                guard let index = list.columns.firstIndex(where: { $0.column == place.shown.column }) else { continue }
                let sum = line.sums.sums[index]
                if row == 0, let number = sum.number { try write(.number(number), place) }
                if row == 0, let (text, part) = texts[index] {
                    try write(.text([text, part].compactMap(\.self).joined(separator: ", ")), place)
                }
                if let money = sum.amounts.amounts.first(where: { $0.currency == currency }) {
                    try write(.amount(money), place)
                    guard let column = place.currency else { continue }
                    try sheet.write(money.currency.code, row: rows, column: column, styles.center)
                }
            }
        }
    }

    private func write(_ value: ColumnValue, _ place: Place) throws {
        let (row, column) = (rows, place.column)
        switch value {
        case .number(let number) where place.shown.column == .computed(.line):
            try sheet.write(Double(number / Quantity.scale), row: row, column: column, styles.center)
        case .number(let number):
            try numbers[place.shown.column]?.write(Quantity(millionths: number), row: row)
        case .months(let months, isApproximate: true):
            try sheet.write(Double(months), row: row, column: column, approximate)
        case .amount(let money):
            try amounts[place.shown.column]?.write(money, row: row, styles)
            if place.isFirstOfCurrency, let currency = place.currency {
                try sheet.write(money.currency.code, row: row, column: currency, styles.center)
            }
        default: try sheet.write(value, row: row, column: column, styles, &days, context.words)
        }
    }

    /// The rows of all items.
    var allRows: ClosedRange<Int> { 1...max(1, rows) }

    /// The formula that is true for the items of a group.
    /// - Parameter cell: the cell of the group's name on `other`; empty for the items that state none.
    func condition(_ column: ReportColumn, is cell: String, from other: Sheet) -> String? {
        places.first { $0.shown.column == column }.map {
            "EXACT(\(sheet.reference(column: $0.column, allRows, from: other)),\(cell))"
        }
    }

    /// Writes a sum of some rows of a column in one currency onto another sheet: a formula, or the amount if the sheet does
    /// not have the column.
    /// - Parameter condition: which of the rows count; nil for all.
    /// - Returns: whether it is a number that other formulas can refer to.
    @discardableResult
    func writeSum(
        _ column: ReportColumn, _ total: Money, of rows: ClosedRange<Int>, where condition: String? = nil,
        to other: Sheet, row: Int, column target: Int, _ format: CellFormat
    ) throws(SpreadsheetError) -> Bool {
        if let amounts = amounts[column] {
            return try amounts.writeSum(total, of: rows, where: condition, to: other, row: row, column: target, format)
        } else {
            try other.write(total, row: row, column: target, styles)
            return CellNumbers.number(total) != nil
        }
    }

    /// Writes a sum of numbers, as the other does for amounts.
    func writeSum(
        _ column: ReportColumn, _ total: Quantity, of rows: ClosedRange<Int>, where condition: String? = nil,
        to other: Sheet, row: Int, column target: Int, _ format: CellFormat
    ) throws(SpreadsheetError) {
        if let numbers = numbers[column] {
            try numbers.writeSum(total, of: rows, where: condition, to: other, row: row, column: target, format)
        } else {
            try other.write(total, row: row, column: target, format)
        }
    }

    /// Sets the parts that depend on the number of items.
    func finish() {
        sheet.filter(rows: 0...max(1, rows), columns: 0...(columnCount - 1))
        sheet.setPrintArea(rows: 0...max(1, rows), columns: 0...(printedCount - 1))
    }
}

extension Sheet {
    /// Writes a value as any sheet of items has it.
    func write(
        _ value: ColumnValue, row: Int, column: Int, _ styles: WorkbookStyles, _ days: inout DayFormatter,
        _ words: DocumentLocalization
    ) throws {
        switch value {
        // A flag that is false stays an empty cell.
        case .absent, .flag(false): break
        case .borrowed(let text): try write(text, row: row, column: column)
        case .text(let text), .item(_, let text): try write(text, row: row, column: column)
        case .number(let number): try write(Quantity(millionths: number), row: row, column: column)
        case .months(let months, _): try write(Double(months), row: row, column: column)
        case .amount(let money): try write(money, row: row, column: column, styles)
        case .date(let day) where day.isApproximate: try write(days.cellText(day), row: row, column: column)
        case .date(let day): try write(day, row: row, column: column, styles)
        case .timestamp(let moment): try write(days.day(of: moment), row: row, column: column, styles)
        case .flag(let flag), .answer(let flag): try write(flag, row: row, column: column)
        case .list(let texts, _):
            try write(texts.joined(separator: words["listSeparator"]), row: row, column: column)
        case .lines(let day, let texts):
            let all = [day.map { days.cellText($0) }].compactMap(\.self) + texts
            try write(all.joined(separator: ", "), row: row, column: column)
        }
    }
}

extension DocumentLocalization {
    /// The heading of a column in a workbook, which has ages as numbers.
    fileprivate func sheetTitle(of shown: ShownColumn) -> String {
        switch shown.column {
        case .computed(.age): self["sheet.age"]
        case .field(.id): self["sheet.id"]
        default: shown.title
        }
    }
}
