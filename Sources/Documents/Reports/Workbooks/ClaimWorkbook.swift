import Inventory
import InventoryStore

/// The report `insurance` as a workbook: the schedule with the columns that insurers ask for, the summary by room and
/// by category, what is missing, and the index of the evidence.
///
/// Sums are formulas with the exact results stored beside them, as in ``ReportWorkbook``.
struct ClaimWorkbook {
    private let options: ReportOptions
    private let words: DocumentLocalization

    init(_ options: ReportOptions, words: DocumentLocalization) {
        self.options = options
        self.words = words
    }

    /// Writes the items of a snapshot.
    /// - Returns: whether a text has U+FFFD in place of a character that no cell holds.
    func write(
        _ snapshot: StoreSnapshot, summary: ClaimSummary, into sink: inout ReportSink, progress: (Int, Int) -> Void
    ) throws -> Bool {
        let expected = summary.totals.items
        let reader = WorkbookContext(words: words, options: options)
        let book = try reader.workbook(items: expected)
        let styles = WorkbookStyles(book)
        let schedule = try ClaimScheduleSheet(book, styles, reader)
        let summarySheet = try ClaimSummarySheet(book, styles, reader)
        let missing = try ClaimMissingDetailsSheet(book, styles, reader)
        let evidence = try EvidenceSheet(book, styles, reader)

        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping,
            fields: ClaimScheduleSheet.fields)
        var line = 0
        while try cursor.next() {
            line += 1
            let claim = try ClaimLine(cursor, on: summary.day, thresholds: options.highValue)
            let pieces = cursor.shownEvidence(line: line, options, word: reader.redactionLabel)
            try schedule.add(cursor, claim: claim, evidence: pieces, line: line)
            try missing.add(cursor, claim, line: line)
            for (number, piece) in pieces { try evidence.add(piece, number: number, of: cursor) }
            if line & 0xFFF == 0 { progress(line, expected) }
        }
        schedule.finish()
        try missing.finish()
        try evidence.finish()
        let cut = schedule.truncatedTextCount + missing.truncatedTextCount + evidence.truncatedTextCount
        try summarySheet.fill(
            summary, settings: options.stated(snapshot.settings), schedule: schedule, truncatedTextCount: cut)
        try book.finish { try sink.write($0) }
        return book.hasReplacement
    }
}

extension Sheet {
    /// Writes a text of the cursor's item, or the word that replaces it if it is redacted.
    func write(
        _ cursor: ItemCursor, _ field: ItemField, row: Int, column: Int, reader: WorkbookContext
    ) throws(SpreadsheetError) {
        guard let text = cursor.text(field), !text.isEmpty else { return }
        if reader.hides(field) {
            try write(reader.redacted(field, text), row: row, column: column)
        } else {
            try write(text, row: row, column: column)
        }
    }
}
