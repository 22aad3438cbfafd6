import Files
import Inventory
import InventoryStore

/// The columns of Publication 584 (Rev. February 2019) of the IRS, whose numbers are the lines of Section A of Form 4684.
private enum LossColumn: Int, CaseIterable {
    case line, item, acquired, basis, reimbursement, gain, before, after, decrease, smaller, loss, notes

    /// The columns of amounts, in their order.
    static let amounts = LossColumn.allCases.filter {
        (LossColumn.basis.rawValue...LossColumn.loss.rawValue).contains($0.rawValue)
    }

    /// The words of the publication; those of the program for the others.
    func heading(_ words: DocumentLocalization) -> String {
        switch self {
        case .line: words["line"]
        case .item: "(1) Item"
        case .acquired: "Date acquired"
        case .basis: "(2) Cost or other basis"
        case .reimbursement: "(3) Insurance or other reimbursement"
        case .gain: "(4) Gain from casualty or theft"
        case .before: "(5) Fair market value before casualty or theft"
        case .after: "(6) Fair market value after casualty or theft"
        case .decrease: "(7) Decrease in fair market value"
        case .smaller: "(8) Smaller of column (2) or (7)"
        case .loss: "(9) Casualty or theft loss"
        case .notes: words["field.notes"]
        }
    }

    var width: Double {
        switch self {
        case .line: 6
        // All columns are printed on one sheet.
        case .item: 30
        case .acquired: 13
        case .notes: 22
        default: 14
        }
    }
}

/// The amounts of a line, as far as they are stated or follow from those that are.
private struct LossLine {
    private(set) var amounts: [LossColumn: Money] = [:]

    /// - Parameter stated: the amounts of the columns 2, 3, 5 and 6, none of them with more digits than a sheet keeps.
    init(_ stated: [LossColumn: Money]) {
        amounts = stated
        func difference(_ one: LossColumn, _ other: LossColumn) -> Money? {
            guard let one = amounts[one], let other = amounts[other] else { return nil }
            return Money(minorUnits: one.minorUnits - other.minorUnits, currency: one.currency)
        }
        amounts[.gain] = difference(.reimbursement, .basis)?.positivePart
        // Whoever gains has no loss; the form says to skip the other lines.
        if amounts[.gain]?.minorUnits ?? 0 == 0 { amounts[.decrease] = difference(.before, .after) }
        if let basis = amounts[.basis], let decrease = amounts[.decrease] {
            amounts[.smaller] = basis.minorUnits < decrease.minorUnits ? basis : decrease
        }
        amounts[.loss] = difference(.smaller, .reimbursement)?.positivePart
    }

    /// The formula of a column in a row; nil for an amount that is stated.
    static func formula(_ column: LossColumn, row: Int, digits: Int) -> String? {
        func cell(_ column: LossColumn) -> String { Sheet.cells(column: column.rawValue, row: row) }
        func formula(_ needed: [LossColumn], unless other: String = "", _ result: String) -> String {
            "=IF(OR(\(needed.map { "\(cell($0))=\"\"" }.joined(separator: ","))\(other)),\"\",ROUND(\(result),\(digits)))"
        }
        return switch column {
        case .gain: formula([.reimbursement, .basis], "MAX(0,\(cell(.reimbursement))-\(cell(.basis)))")
        case .decrease: formula([.before, .after], unless: ",N(\(cell(.gain)))>0", "\(cell(.before))-\(cell(.after))")
        case .smaller: formula([.basis, .decrease], "MIN(\(cell(.basis)),\(cell(.decrease)))")
        case .loss: formula([.smaller, .reimbursement], "MAX(0,\(cell(.smaller))-\(cell(.reimbursement)))")
        default: nil
        }
    }
}

/// The sheet of a room: a row for each line, and their sums below.
private final class LossSheet {
    let sheet: Sheet
    private let currency: Currency
    private let styles: WorkbookStyles
    private let context: WorkbookContext
    private(set) var lines = 0
    private(set) var sums: [LossColumn: Money] = [:]

    init(_ name: String, in book: Workbook, _ currency: Currency, _ styles: WorkbookStyles, _ context: WorkbookContext)
        throws(SpreadsheetError)
    {
        sheet = try book.sheet(name)
        (self.currency, self.styles, self.context) = (currency, styles, context)
        for column in LossColumn.allCases {
            sheet.setColumn(column.rawValue, width: column.width, [.item, .notes].contains(column) ? styles.note : nil)
        }
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(
            title: "\(context.title): \(name)", paper: context.options.paper, isLandscape: true,
            printedColumns: 0...LossColumn.notes.rawValue)
        try sheet.writeHeadings(
            LossColumn.allCases.map { $0.heading(context.words) }, numbers: Set(LossColumn.amounts.map(\.rawValue)),
            row: 0, styles)
    }

    /// The row of the sums.
    var row: Int { lines + 1 }

    func add(
        _ line: IntakeReader.Line, number: Int, acquired: CalendarDate?, stated: [LossColumn: Money],
        _ days: inout DayFormatter
    ) throws {
        lines += 1
        try sheet.write(Double(number), row: lines, column: LossColumn.line.rawValue, styles.center)
        try sheet.write(line.values[0], row: lines, column: LossColumn.item.rawValue, styles, &days, context.words)
        if let acquired {
            let value = ColumnValue.date(acquired)
            try sheet.write(value, row: lines, column: LossColumn.acquired.rawValue, styles, &days, context.words)
        }
        let amounts = LossLine(stated).amounts
        for column in LossColumn.amounts {
            if let amount = amounts[column] {
                sums[column] = try sums[column]?.adding(amount) ?? amount
            }
            if let formula = LossLine.formula(column, row: lines, digits: currency.fractionDigits) {
                try sheet.write(
                    formula: formula, result: amounts[column].flatMap(CellNumbers.number), row: lines,
                    column: column.rawValue, styles.amount(currency))
            } else if let amount = amounts[column] {
                try sheet.write(amount, row: lines, column: column.rawValue, styles)
            }
        }
        try sheet.write(line.values[3], row: lines, column: LossColumn.notes.rawValue, styles, &days, context.words)
    }

    func finish() throws(SpreadsheetError) {
        try sheet.write(context.words["total"], row: row, column: LossColumn.item.rawValue, styles.totalText)
        for column in LossColumn.amounts {
            let cells = sheet.reference(column: column.rawValue, 1...max(1, lines), from: sheet)
            try sheet.writeSum(
                "SUM(\(cells))", over: cells, sums[column], in: currency, row: row, column: column.rawValue, styles)
        }
        sheet.setPrintArea(rows: 0...row, columns: 0...LossColumn.notes.rawValue)
    }
}

extension Sheet {
    /// Writes a formula of an amount, rounded to the currency's smallest unit, with its exact result.
    /// - Parameter cells: the cells that it is computed from. If none of them states an amount, neither does it.
    fileprivate func writeSum(
        _ formula: String, over cells: String, _ amount: Money?, in currency: Currency, row: Int, column: Int,
        _ styles: WorkbookStyles
    ) throws(SpreadsheetError) {
        if let amount, CellNumbers.number(amount) == nil {
            return try write(amount.amountText, row: row, column: column, styles.right)
        }
        try write(
            formula: "=IF(COUNT(\(cells))=0,\"\",ROUND(\(formula),\(currency.fractionDigits)))",
            result: amount.flatMap(CellNumbers.number), row: row, column: column, styles.sum(currency))
    }
}

/// The losses of a casualty or theft for the IRS: a sheet a room as in Publication 584, and before them the losses by room and
/// the sums of Section A of Form 4684. Amounts that follow are formulas, so that they can be completed in the workbook.
struct LossWorkbook {
    /// The most rooms: each has a sheet, which is an open file while it is written.
    static let maxRooms = 250

    /// The custom fields that state the columns of which items have no field, in small letters.
    private static let customFields: [LossColumn: String] = [
        .reimbursement: "insurance reimbursement", .after: "value after loss",
    ]
    /// The amount of line 11 for each casualty or theft, in US dollars; in another currency the line stays blank.
    private static let deductible = "100"

    private let book: Workbook
    private let styles: WorkbookStyles
    private let context: WorkbookContext
    private let currency: Currency
    private let overview: Sheet
    /// The places of the rooms among the sheets, by the bytes of their names; empty for items without one.
    private var places: [[UInt8]: Int] = [:]
    private var rooms: [(name: String, sheet: LossSheet)] = []
    private var tabs: Set<String>
    private var days: DayFormatter

    /// The columns of the lines that it is given.
    static let columns: [IntakeColumn] = [
        .item, .column(.computed(.linePurchasePrice)), .column(.computed(.lineValue)), .column(.field(.notes)),
        .column(.field(.location)),
    ]

    var hasReplacement: Bool { book.hasReplacement }
    var truncatedTextCount: Int { rooms.reduce(0) { $0 + $1.sheet.sheet.truncatedTextCount } }

    init(_ currency: Currency, _ context: WorkbookContext, items: Int) throws {
        book = try context.workbook(items: items)
        (styles, self.context, self.currency) = (WorkbookStyles(book), context, currency)
        days = DayFormatter(context.options.locale)
        overview = try book.sheet("Form 4684")
        tabs = [overview.name.lowercased()]
    }

    /// The sheet of the cursor's item, which is made if it is the first of its room.
    /// - Throws: `tooManyRooms`.
    private mutating func sheet(of cursor: ItemCursor) throws -> LossSheet {
        let room = cursor.text(.location).map(Array.init) ?? []
        if let place = places[room] { return rooms[place].sheet }
        guard rooms.count < LossWorkbook.maxRooms else { throw ReportError.tooManyRooms(limit: LossWorkbook.maxRooms) }
        let stated = room.isEmpty ? nil : String(decoding: room, as: UTF8.self)
        let name = context.options.redacted.shown(stated, by: .location) ?? context.words["notStated"]
        let sheet = try LossSheet(LossWorkbook.tab(name, &tabs), in: book, currency, styles, context)
        places[room] = rooms.count
        rooms.append((name, sheet))
        return sheet
    }

    /// A name for a sheet that no other has, whatever the case.
    private static func tab(_ name: String, _ taken: inout Set<String>) -> String {
        let plain = Sheet.name(name)
        var (tab, number) = (plain, 1)
        while !taken.insert(tab.lowercased()).inserted {
            number += 1
            let ending = " (\(number))"
            tab = String(String.UnicodeScalarView(plain.unicodeScalars.prefix(31 - ending.count))) + ending
        }
        return tab
    }

    /// Writes the cursor's item.
    /// - Throws: `notAnAmount` if a custom field that has an amount states something else.
    mutating func add(_ cursor: ItemCursor, _ line: IntakeReader.Line, number: Int) throws {
        var stated: [LossColumn: Money] = [:]
        for (column, value) in [(LossColumn.basis, line.values[1]), (.before, line.values[2])] {
            if case .amount(let amount) = value { stated[column] = amount }
        }
        if !context.options.redaction.hides(.customFields) {
            let currency = currency
            try cursor.forEachCustomField { (name, value) throws in
                let name = String(decoding: name, as: UTF8.self)
                guard let column = LossWorkbook.customFields.first(where: { $0.value == name.lowercased() })?.key,
                    !value.isEmpty
                else { return }
                guard let amount = LossWorkbook.amount(value, in: currency) else {
                    throw ReportError.notAnAmount(line: number, field: name, currency)
                }
                stated[column] = amount
            }
        }
        for (column, amount) in stated where CellNumbers.number(amount) == nil {
            throw ReportError.notAnAmount(line: number, field: column.heading(context.words), currency)
        }
        let acquired = context.hides(.purchaseDate) ? nil : cursor.date(.purchaseDate)
        try sheet(of: cursor).add(
            line, number: number, acquired: acquired, stated: stated, &days)
    }

    /// `120`, `120.50` or `120.50 USD`.
    private static func amount(_ text: UnsafeBufferPointer<UInt8>, in currency: Currency) -> Money? {
        let amount = CustomFieldKind.amount(text) ?? (try? Money(amount: text, currency: currency))
        return amount.flatMap { $0.currency == currency && $0.minorUnits >= 0 ? $0 : nil }
    }

    /// Writes the sums and passes on the bytes.
    func finish(_ settings: InventorySettings, _ body: ByteReceiver) throws {
        for room in rooms { try room.sheet.finish() }
        overview.setColumn(0, width: 38)
        for column in 1...(LossColumn.amounts.count + 1) { overview.setColumn(column, width: 16) }
        overview.configurePrinting(
            title: context.title, paper: context.options.paper, isLandscape: true,
            printedColumns: 0...(LossColumn.amounts.count + 1))
        var row = try overview.writeMetadata(settings, context: context, styles: styles)
        let sums = try writeRooms(&row)
        row += 2
        try writeForm(&row, sums)
        row += 1
        try overview.writeNote(context.words["note.irs"], row: row, styles: styles)
        try book.finish(body)
    }

    /// Writes the sums of each room and of all.
    /// - Returns: the cells of the sums of all, with their results.
    private func writeRooms(_ row: inout Int) throws -> [LossColumn: (cell: String, amount: Money?)] {
        let amounts = LossColumn.amounts
        try overview.writeHeadings(
            [context.words["room"], context.words["items"]] + amounts.map { $0.heading(context.words) },
            numbers: Set(1...(amounts.count + 1)), row: row, styles)
        let first = row + 1
        var all: [LossColumn: Money] = [:]
        for (name, room) in rooms {
            row += 1
            try overview.write(name, row: row, column: 0)
            try overview.write(Double(room.lines), row: row, column: 1)
            for (place, column) in amounts.enumerated() {
                if let sum = room.sums[column] { all[column] = try all[column]?.adding(sum) ?? sum }
                let cell = room.sheet.reference(Sheet.cells(column: column.rawValue, row: room.row))
                try overview.writeSum(
                    cell, over: cell, room.sums[column], in: currency, row: row, column: place + 2, styles)
            }
        }
        let last = row
        row += 1
        try overview.write(context.words["total"], row: row, column: 0, styles.totalText)
        var sums: [LossColumn: (cell: String, amount: Money?)] = [:]
        for (place, column) in amounts.enumerated() {
            let cells = overview.reference(column: place + 2, first...max(first, last), from: overview)
            try overview.writeSum(
                "SUM(\(cells))", over: cells, all[column], in: currency, row: row, column: place + 2, styles)
            sums[column] = (Sheet.cells(column: place + 2, row: row), all[column])
        }
        return sums
    }

    /// Writes the lines of Section A that are sums of the properties.
    private func writeForm(_ row: inout Int, _ sums: [LossColumn: (cell: String, amount: Money?)]) throws {
        guard let loss = sums[.loss], let gain = sums[.gain] else { return }
        try overview.write("Form 4684, Section A: Personal Use Property", row: row, column: 0, styles.bold)
        let deductible =
            currency.code == "USD" ? try Money(amount: LossWorkbook.deductible.utf8, currency: currency) : nil
        let above = loss.amount.map {
            Money(minorUnits: $0.minorUnits - (deductible?.minorUnits ?? 0), currency: currency).positivePart
        }
        let (ten, eleven) = (Sheet.cells(column: 2, row: row + 1), Sheet.cells(column: 2, row: row + 2))
        let lines: [(title: String, formula: String, cells: String, amount: Money?)] = [
            ("Line 10: casualty or theft loss", loss.cell, loss.cell, loss.amount),
            ("Line 11: limit for each casualty or theft", "", "", deductible),
            ("Line 12: line 10 less line 11", "MAX(0,\(ten)-N(\(eleven)))", ten, above),
            ("Line 13: gains of line 4", gain.cell, gain.cell, gain.amount),
        ]
        for line in lines {
            row += 1
            try overview.write(line.title, row: row, column: 0)
            if !line.formula.isEmpty {
                try overview.writeSum(
                    line.formula, over: line.cells, line.amount, in: currency, row: row, column: 2, styles)
            } else if let amount = line.amount {
                try overview.write(amount, row: row, column: 2, styles)
            }
        }
    }
}
