import Attachments
import Inventory
import InventoryStore

/// A report as a workbook: the schedule, the summary with its sums, and what is missing. That of a claim has the columns that
/// insurers ask for, sums by room and by category, and the index of the evidence.
///
/// Sums are formulas with the exact results stored beside them. Amounts are numbers as long as numbers of a sheet keep
/// all their digits, 15; a larger amount is a text, and so is the sum it is part of.
struct ReportWorkbook {
    private let options: ReportOptions
    private let words: DocumentLocalization

    init(_ options: ReportOptions, words: DocumentLocalization) {
        self.options = options
        self.words = words
    }

    /// Writes the items of a snapshot.
    /// - Returns: whether a text has U+FFFD in place of a character that no cell holds.
    func write(
        _ snapshot: StoreSnapshot, summary: ReportSummary, into sink: inout ReportSink,
        progress: (Int, Int) -> Void
    ) throws -> Bool {
        let expected = summary.store.totals.items
        let context = WorkbookContext(words: words, options: options)
        let book = try context.workbook(items: expected)
        let styles = WorkbookStyles(book)
        let columns = try summary.columns ?? ReportColumns(of: snapshot, options)
        let list = ShownList(summary, options, words)
        let grouped = list?.totals.groupedLines
        let name = options.isClaim ? "claimSchedule" : "sheet.schedule"
        // With grouped lines the sheet of all items, to which formulas refer, is the one after.
        let lines =
            try grouped == nil ? nil : ScheduleSheet(book, styles, context, columns, named: name, in: snapshot)
        let schedule = try ScheduleSheet(
            book, styles, context, columns, named: grouped == nil ? name : "sheet.allItems", in: snapshot)
        // A workbook has its sheets in the order in which they are made.
        let depreciation = summary.claim == nil ? nil : try DepreciationSheet(book, styles, context)
        let totals = summary.claim == nil ? try SummarySheet(book, styles, context) : nil
        let claim = try summary.claim.map { ($0, try ClaimSummarySheet(book, styles, context)) }
        let showsMissing = claim == nil || options.isForOwner
        let missing = showsMissing ? try MissingDetailsSheet(book, styles, context) : nil
        let evidence = claim == nil ? nil : try EvidenceSheet(book, styles, context)

        var fields = schedule.fields
        let details = claim == nil ? [.serialNumber, .value] : ClaimLine.fields
        fields.formUnion(ItemFieldSet([.name, .location] + details))
        let cursor = try snapshot.items(
            matching: options.selection, order: options.rowOrder, grouping: options.grouping, fields: fields)
        var line = 0
        while try cursor.next() {
            line += 1
            try schedule.add(cursor, line: line)
            if let lines, let grouped, let list {
                if grouped.places[cursor.id] == nil { try lines.add(cursor, line: line) }
                for grouped in grouped.lines(after: line) { try lines.add(grouped, of: list) }
            }
            let details = try claim.map {
                try ClaimLine(cursor, on: $0.0.day, options.valuation, thresholds: [])
            }
            try missing?.add(cursor, details, line: line)
            if let details { try depreciation?.add(cursor, details, line: line) }
            if let evidence {
                for (number, piece) in cursor.shownEvidence(line: line, options, word: context.redactionLabel) {
                    try evidence.add(piece, number: number, of: cursor)
                }
            }
            if line & 0xFF == 0 { progress(line, expected) }
        }
        lines?.finish()
        schedule.finish()
        try missing?.finish()
        if let claim { try depreciation?.finish(claim.0.totals) }
        try evidence?.finish()
        let cut =
            schedule.truncatedTextCount + (missing?.truncatedTextCount ?? 0) + (depreciation?.truncatedTextCount ?? 0)
            + (evidence?.truncatedTextCount ?? 0)
        let settings = options.overriding(snapshot.settings)
        try totals?.fill(summary, settings: settings, schedule: schedule, truncatedTextCount: cut)
        if let (claims, sheet) = claim {
            try sheet.fill(claims, list: summary, settings: settings, schedule: schedule, truncatedTextCount: cut)
        }
        try book.finish { try sink.write($0) }
        return book.hasReplacement
    }
}

extension Sheet {
    /// Writes a text of the cursor's item, or the word that replaces it if it is redacted.
    func write(
        _ cursor: ItemCursor, _ field: ItemField, row: Int, column: Int, context: WorkbookContext
    ) throws(SpreadsheetError) {
        guard let text = cursor.text(field), !text.isEmpty else { return }
        if context.hides(field) {
            try write(context.redacted(field, text), row: row, column: column)
        } else {
            try write(text, row: row, column: column)
        }
    }
}

/// The sheet of lines without a detail, one column for each, so that the owner can add them: in a claim what an insurer asks
/// for, otherwise value and serial number.
final class MissingDetailsSheet {
    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let context: WorkbookContext
    private let details: [ClaimLine.MissingDetail]
    private var row = 0

    var truncatedTextCount: Int { sheet.truncatedTextCount }

    private static let first = 3

    init(_ book: Workbook, _ styles: WorkbookStyles, _ context: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(context.words["sheet.missing"])
        self.styles = styles
        self.context = context
        let isClaim = context.options.isClaim
        details = isClaim ? ClaimLine.MissingDetail.allCases : [.value, .serialNumber]
        for (column, width) in ([8.0, 32, 26] + details.map { _ in isClaim ? 18 : 16 }).enumerated() {
            sheet.setColumn(column, width: width)
        }
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(
            title: "\(context.title): \(sheet.name)", paper: context.options.paper, isLandscape: isClaim)
        let headings =
            (isClaim ? ["line", "item", "room"] : ["line", "name", "location"])
            + details.map { isClaim ? "lacking.\($0.rawValue).name" : $0.rawValue }
        try sheet.writeHeadings(headings.map { context.words[$0] }, numbers: [], row: 0, styles)
    }

    /// Writes the cursor's item if its line lacks a detail.
    func add(_ cursor: ItemCursor, _ claim: ClaimLine?, line: Int) throws(SpreadsheetError) {
        var missing = claim?.missingDetails ?? []
        if claim == nil {
            if cursor.money(.value) == nil { missing.append(.value) }
            if cursor.text(.serialNumber)?.isEmpty ?? true { missing.append(.serialNumber) }
        }
        guard !missing.isEmpty else { return }
        row += 1
        try sheet.write(Double(line), row: row, column: 0, styles.center)
        try sheet.write(cursor, .name, row: row, column: 1, context: context)
        try sheet.write(cursor, .location, row: row, column: 2, context: context)
        for (index, detail) in details.enumerated() where missing.contains(detail) {
            try sheet.write(context.words["notStated"], row: row, column: MissingDetailsSheet.first + index)
        }
    }

    /// Ends the table.
    func finish() throws(SpreadsheetError) {
        if row == 0 {
            let word = context.options.isClaim ? "nothingMissing" : "sheet.nothingMissing"
            return try sheet.write(context.words[word], row: 1, column: 1)
        }
        sheet.filter(rows: 0...row, columns: 0...(MissingDetailsSheet.first + details.count - 1))
    }
}

/// The sheet with the totals of a claim: who and when, the sums by room and by category, and the missing details.
final class ClaimSummarySheet {
    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let context: WorkbookContext
    private var row = 0

    /// The kinds of totals, each with a column after name, items and units; their currency is in the column after them.
    private var columns: [ClaimAmount] = []
    private var currencyColumn: Int { 3 + columns.count }

    init(_ book: Workbook, _ styles: WorkbookStyles, _ context: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(context.words["summary"])
        self.styles = styles
        self.context = context
        for (column, width) in [44.0, 12, 12, 20, 20, 20, 20, 20, 20, 10].enumerated() {
            sheet.setColumn(column, width: width)
        }
        sheet.configurePrinting(title: context.title, paper: context.options.paper, isLandscape: true)
    }

    /// Writes everything.
    func fill(
        _ summary: ClaimSummary, list: ReportSummary, settings: InventorySettings, schedule: ScheduleSheet,
        truncatedTextCount: Int
    ) throws {
        columns = summary.columns
        row = try sheet.writeMetadata(settings, context: context, styles: styles)
        try writeTable(
            "byRoom", heading: "room", groups: summary.rooms, by: .location, totals: summary.totals, schedule: schedule)
        try writeTable(
            "byCategory", heading: "category", groups: summary.categories, by: .category, totals: summary.totals,
            schedule: schedule)
        try sheet.writeConversions(list, row: &row, context, styles)
        try sheet.writeListGroups(list, schedule, row: &row, context, styles)
        if context.options.isForOwner { try writeLacking(summary) }
        var notes = ["note.valuation", "note.claimTotals", "note.missing", "note.blank"]
        if summary.amounts.contains(.undepreciated) { notes.append("note.undepreciated") }
        if summary.isValuePurchasePrice, !summary.totals[.value].amounts.isEmpty { notes.append("note.valuePaid") }
        if summary.totals.currencies.count > 1 { notes.append("note.currencies") }
        for note in notes { try writeNote(context.words[note]) }
        for note in context.words.notes(onDepreciationOf: context.options, summary) { try writeNote(note) }
        if truncatedTextCount > 0 { try writeNote("\(context.words["sheet.truncatedTexts"]) \(truncatedTextCount)") }
        try writeNote(context.options.generator)
    }

    private func writeTable(
        _ title: String, heading: String, groups: [ClaimSummary.Group], by grouping: ItemGrouping,
        totals: ClaimTotals, schedule: ScheduleSheet
    ) throws(SpreadsheetError) {
        let words = context.words
        try sheet.write(words[title], row: row, column: 0, styles.bold)
        try sheet.writeHeadings(
            ([heading, "items", "units"] + columns.map(\.totalWord) + ["sheet.currency"]).map { words[$0] },
            numbers: Set(1..<currencyColumn), centered: [currencyColumn], row: row + 1, styles)
        row += 2
        for group in groups {
            // The name in the row selects the lines. The schedule has an empty cell for items that state none.
            let wanted = group.name == nil ? "\"\"" : Sheet.cells(column: 0, row: row)
            try sheet.write(group.name ?? words["notStated"], row: row, column: 0)
            let column = ReportColumn.field(grouping == .location ? .location : .category)
            try writeRows(group.totals, where: schedule.condition(column, is: wanted, from: sheet), schedule)
        }
        try sheet.write(words["total"], row: row, column: 0, styles.totalText)
        try writeRows(totals, where: nil, schedule)
        row += 1
    }

    /// Writes counts and a row of sums for each currency.
    private func writeRows(
        _ totals: ClaimTotals, where condition: String?, _ schedule: ScheduleSheet
    ) throws(SpreadsheetError) {
        let first = row
        try sheet.write(Double(totals.items), row: row, column: 1, styles.right)
        try schedule.writeSum(
            .field(.quantity), totals.units, of: schedule.allRows, where: condition, to: sheet, row: row, column: 2,
            styles.right)
        let currencies: [Currency?] = totals.currencies
        for currency in currencies.isEmpty ? [nil] : currencies {
            var areNumbers = true
            for (index, kind) in columns.enumerated() {
                if let currency, let column = kind.column, let total = totals[kind][currency] {
                    let isNumber = try schedule.writeSum(
                        column, total, of: schedule.allRows, where: condition, to: sheet, row: row, column: 3 + index,
                        condition == nil ? styles.sum(currency) : styles.amount(currency))
                    areNumbers = areNumbers && isNumber
                } else if row == first, totals[kind].amounts.isEmpty {
                    try sheet.write("–", row: row, column: 3 + index, styles.right)
                }
            }
            if let currency {
                try sheet.write(currency.code, row: row, column: currencyColumn, styles.center)
                if let total = totals[.undepreciated][currency], columns.contains(.undepreciated) {
                    let format = condition == nil ? styles.sum(currency) : styles.amount(currency)
                    try writeUndepreciated(total, isFormula: areNumbers, format)
                }
            }
            row += 1
        }
    }

    /// Writes what depreciation and actual cash value leave of the replacement cost in the row, whose cells may be empty.
    private func writeUndepreciated(_ total: Money, isFormula: Bool, _ format: CellFormat) throws(SpreadsheetError) {
        func cell(_ kind: ClaimAmount) -> Int { 3 + (columns.firstIndex(of: kind) ?? 0) }
        func sum(_ kind: ClaimAmount) -> String { "SUM(\(Sheet.cells(column: cell(kind), row: row)))" }
        guard isFormula, let result = CellNumbers.number(total) else {
            return try sheet.write(total.amountText, row: row, column: cell(.undepreciated), format)
        }
        let rest = "\(sum(.replacementCost))-\(sum(.depreciation))-\(sum(.actualCashValue))"
        try sheet.write(
            formula: "=ROUND(\(rest),\(total.currency.fractionDigits))", result: result, row: row,
            column: cell(.undepreciated), format)
    }

    private func writeLacking(_ summary: ClaimSummary) throws(SpreadsheetError) {
        try sheet.write(context.words["missing"], row: row, column: 0, styles.bold)
        row += 1
        let missingDetails = ClaimLine.MissingDetail.allCases.map {
            ("lacking.\($0.rawValue).count", summary.missingCounts[$0] ?? 0)
        }
        let counts = [("lacking.anything.count", summary.incomplete)] + missingDetails
        for (word, count) in counts {
            try sheet.write(context.words[word], row: row, column: 0)
            try sheet.write(Double(count), row: row, column: 1)
            row += 1
        }
        row += 1
    }

    private func writeNote(_ text: String) throws(SpreadsheetError) {
        try sheet.writeNote(text, row: row, styles: styles)
        row += 1
    }
}

/// The sheet that lists which photo or document proves which line, with the hash of each file.
final class EvidenceSheet {
    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let context: WorkbookContext
    private let columns: Int
    private var row = 0

    var truncatedTextCount: Int { sheet.truncatedTextCount }

    init(_ book: Workbook, _ styles: WorkbookStyles, _ context: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(context.words["evidence"])
        self.styles = styles
        self.context = context
        let widths =
            [10.0, 32, 16, 28, 16, 14, 28, 68] + (context.options.delivery == nil ? [] : [28, 68])
            + (context.options.deliversOriginals ? [36] : []) + [20]
        for (column, width) in widths.enumerated() { sheet.setColumn(column, width: width) }
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(
            title: "\(context.title): \(sheet.name)", paper: context.options.paper, isLandscape: true)
        let headings = ["evidenceNumber", "item", "kind", "sheet.caption", "sheet.number", "sheet.date", "fileName"]
        let delivered = context.options.delivery == nil ? [] : [context.words["deliveredFile"], "SHA-256"]
        let stamped = context.options.stamped == nil ? [] : [context.words["existedBy"]]
        let camera = context.options.deliversOriginals ? [context.words["cameraStates"]] : []
        columns = headings.count + 1 + delivered.count + camera.count + stamped.count
        try sheet.writeHeadings(
            headings.map { context.words[$0] } + ["SHA-256"] + delivered + camera + stamped, numbers: [], row: 0, styles
        )
    }

    /// Writes a photo or document of the cursor's item.
    func add(_ piece: Evidence, number: String, of cursor: ItemCursor) throws {
        row += 1
        try sheet.write(number, row: row, column: 0)
        try sheet.write(cursor, .name, row: row, column: 1, context: context)
        let texts = [
            (2, context.words["kinds.\(piece.kind.name)"]), (3, piece.caption), (4, piece.number), (6, piece.fileName),
        ]
        for case (let column, let text?) in texts where !text.isEmpty {
            try sheet.write(text, row: row, column: column)
        }
        if let date = piece.date { try sheet.write(date, row: row, column: 5, styles) }
        try sheet.write(piece.hash.description, row: row, column: 7)
        if let time = try context.options.stamped?.time(ofFile: piece.hash) {
            try sheet.write(context.options.locale.day(of: time), row: row, column: columns - 1, styles)
        }
        guard let delivery = context.options.delivery, let file = try delivery.file(of: piece, number: number) else {
            return
        }
        try sheet.write(file.name, row: row, column: 8)
        try sheet.write(delivery.hash(of: file.source).description, row: row, column: 9)
        if let camera = try delivery.cameraStatement(of: piece, number: number) {
            try sheet.write(camera.words(separator: context.words["listSeparator"]), row: row, column: 10)
        }
    }

    /// Ends the table.
    func finish() throws(SpreadsheetError) {
        if row == 0 { return try sheet.write(context.words["noEvidence"], row: 1, column: 1) }
        sheet.filter(rows: 0...row, columns: 0...(columns - 1))
    }
}
