import Inventory
import InventoryStore

/// A report as a workbook with three sheets: the schedule with its sums, the summary, and what is missing.
///
/// Sums are formulas with the exact results stored beside them. Amounts are numbers as long as numbers of a sheet keep
/// all their digits, 15; a larger amount stands as a text, and so does the sum it is part of.
struct ReportWorkbook {
    private let options: ReportOptions
    private let words: DocumentLocalization

    init(_ options: ReportOptions, words: DocumentLocalization) {
        self.options = options
        self.words = words
    }

    /// Writes the items of a snapshot.
    func write(
        _ snapshot: StoreSnapshot, _ figures: ReportSummary, into sink: inout ReportSink,
        _ progress: (Int, Int) -> Void
    ) throws {
        let title = options.title ?? words["title.\(options.name)"]
        // The library takes 0 for the present moment.
        let book = try Workbook(title: title, created: Int(max(1, options.generated.milliseconds / 1000)))
        let styles = WorkbookStyles(book)
        let reader = WorkbookContext(words: words, options: options, title: title)
        let schedule = try ScheduleSheet(book, styles, reader)
        let summary = try SummarySheet(book, styles, reader)
        let missing = try MissingDetailsSheet(book, styles, reader)

        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping,
            fields: ScheduleSheet.fields)
        let expected = figures.summary.totals.items
        // A row for each item, the headings, and a sum for each currency.
        guard expected + 1 + max(1, figures.summary.totals.amounts.count) <= Sheet.maxRows else {
            throw SpreadsheetError.tooManyRows(limit: Sheet.maxRows)
        }
        var line = 0
        while try cursor.next() {
            line += 1
            try schedule.add(cursor, line: line)
            try missing.add(cursor, line: line)
            if line & 0xFFF == 0 { progress(line, expected) }
        }
        try schedule.finish(figures.summary.totals)
        try missing.finish()
        try summary.fill(
            figures, settings: options.stated(snapshot.settings), schedule: schedule,
            truncatedTextCount: schedule.truncatedTextCount + missing.truncatedTextCount)
        try book.finish { try sink.write($0) }
    }
}

/// What the sheets of one workbook know of their reader.
struct WorkbookContext {
    let words: DocumentLocalization
    let options: ReportOptions
    let title: String

    /// What stands where something is kept back.
    var redactionLabel: String { words["redacted"] }

    /// What stands for a text that is kept back.
    func redacted(_ field: ItemField, _ text: UnsafeBufferPointer<UInt8>) -> String {
        options.redacted.word(for: text, of: field, otherwise: redactionLabel)
    }

    func hides(_ field: ItemField) -> Bool { options.redaction.fields.contains(field) }
}

/// The looks of a report's cells; one for each currency, which is written behind its amounts.
final class WorkbookStyles {
    let heading: CellFormat
    let numberHeading: CellFormat
    let centerHeading: CellFormat
    let bold: CellFormat
    let title: CellFormat
    let date: CellFormat
    let center: CellFormat
    let right: CellFormat
    let totalText: CellFormat
    let totalCenter: CellFormat
    private let book: Workbook
    private var amounts: [Currency: CellFormat] = [:]
    private var sums: [Currency: CellFormat] = [:]

    init(_ book: Workbook) {
        self.book = book
        func format(_ change: (inout CellStyle) -> Void) -> CellFormat {
            var look = CellStyle()
            change(&look)
            return book.format(look)
        }
        heading = format { $0.isHeading = true }
        numberHeading = format {
            $0.isHeading = true
            $0.alignment = .right
        }
        centerHeading = format {
            $0.isHeading = true
            $0.alignment = .center
        }
        bold = format { $0.isBold = true }
        title = format {
            $0.isBold = true
            $0.size = 16
        }
        date = format {
            $0.numbers = "yyyy\\-mm\\-dd"
            $0.alignment = .left
        }
        center = format { $0.alignment = .center }
        right = format { $0.alignment = .right }
        totalText = format { $0.isTotal = true }
        totalCenter = format {
            $0.isTotal = true
            $0.alignment = .center
        }
    }

    /// The look of amounts.
    func amount(_ currency: Currency) -> CellFormat {
        if let known = amounts[currency] { return known }
        var look = CellStyle(numbers: WorkbookStyles.pattern(currency))
        look.alignment = .right
        let made = book.format(look)
        amounts[currency] = made
        return made
    }

    /// The look of sums.
    func sum(_ currency: Currency) -> CellFormat {
        if let known = sums[currency] { return known }
        var look = CellStyle(numbers: WorkbookStyles.pattern(currency))
        look.isTotal = true
        look.alignment = .right
        let made = book.format(look)
        sums[currency] = made
        return made
    }

    /// `#,##0.00 [$USD]`: the separators are those of the reader's program, the decimals those of the currency.
    static func pattern(_ currency: Currency) -> String {
        let decimals = String(repeating: "0", count: currency.fractionDigits)
        return "#,##0\(decimals.isEmpty ? "" : "." + decimals)\\ [$\(currency.code)]"
    }
}
