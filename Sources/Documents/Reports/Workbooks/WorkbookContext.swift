import Inventory

/// The words, options and title that all sheets of one workbook share.
struct WorkbookContext {
    let words: DocumentLocalization
    let options: ReportOptions

    var title: String { options.title ?? words.title(of: options.name) }

    /// Begins a workbook.
    /// - Throws: `tooManyRows` if a sheet has no room for the headings and a row for each item.
    func workbook(items: Int) throws(SpreadsheetError) -> Workbook {
        guard items + 1 <= Sheet.maxRows else { throw .tooManyRows(limit: Sheet.maxRows) }
        // The library takes 0 for the present moment.
        return try Workbook(
            title: title, created: Int(max(1, options.generated.milliseconds / 1000)),
            isRightToLeft: words["direction"] == "rtl")
    }

    /// The redaction of rows.
    var redaction: ItemRedaction { ItemRedaction(options.redaction, options.redacted, label: redactionLabel) }

    /// Replaces a redacted text.
    var redactionLabel: String { words["redacted"] }

    /// Returns the replacement of a redacted text.
    func redacted(_ field: ItemField, _ text: some Sequence<UInt8>) -> String {
        options.redacted.word(for: text, of: field, otherwise: redactionLabel)
    }

    func hides(_ field: ItemField) -> Bool { options.redaction.fields.contains(field) }
}
