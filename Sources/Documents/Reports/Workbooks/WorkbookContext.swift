import Inventory

/// The words, options and title that all sheets of one workbook share.
struct WorkbookContext {
    let words: DocumentLocalization
    let options: ReportOptions
    let title: String

    /// Replaces a redacted text.
    var redactionLabel: String { words["redacted"] }

    /// Returns the replacement of a redacted text.
    func redacted(_ field: ItemField, _ text: some Sequence<UInt8>) -> String {
        options.redacted.word(for: text, of: field, otherwise: redactionLabel)
    }

    func hides(_ field: ItemField) -> Bool { options.redaction.fields.contains(field) }
}
