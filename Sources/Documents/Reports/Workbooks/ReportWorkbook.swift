import Inventory
import InventoryStore

/// A report as a workbook with three sheets: the schedule, the summary with its sums, and what is missing.
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
        let reader = WorkbookContext(words: words, options: options)
        let book = try reader.workbook(items: expected)
        let styles = WorkbookStyles(book)
        let columns = try summary.columns ?? ReportColumns(of: snapshot, options)
        let schedule = try ScheduleSheet(book, styles, reader, columns, in: snapshot)
        let summarySheet = try SummarySheet(book, styles, reader)
        let missing = try MissingDetailsSheet(book, styles, reader)

        var fields = schedule.fields
        fields.formUnion(MissingDetailsSheet.fields)
        let cursor = try snapshot.items(
            matching: options.selection, order: options.rowOrder, grouping: options.grouping, fields: fields)
        var line = 0
        while try cursor.next() {
            line += 1
            try schedule.add(cursor, line: line)
            try missing.add(cursor, line: line)
            if line & 0xFFF == 0 { progress(line, expected) }
        }
        schedule.finish()
        try missing.finish()
        try summarySheet.fill(
            summary, settings: options.stated(snapshot.settings), schedule: schedule,
            truncatedTextCount: schedule.truncatedTextCount + missing.truncatedTextCount)
        try book.finish { try sink.write($0) }
        return book.hasReplacement
    }
}
