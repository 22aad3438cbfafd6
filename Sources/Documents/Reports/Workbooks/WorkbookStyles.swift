import Inventory

/// The formats of a report's cells. Each currency has its own, which writes the code after the amount.
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
    let note: CellFormat
    private let book: Workbook
    private var amounts: [Currency: CellFormat] = [:]
    private var sums: [Currency: CellFormat] = [:]
    private var numbers: [Int: CellFormat] = [:]

    init(_ book: Workbook) {
        self.book = book
        func format(_ change: (inout CellStyle) -> Void) -> CellFormat {
            var style = CellStyle()
            change(&style)
            return book.format(style)
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
        note = format { $0.isWrapped = true }
        totalText = format { $0.isTotal = true }
        totalCenter = format {
            $0.isTotal = true
            $0.alignment = .center
        }
    }

    /// The format of amounts.
    func amount(_ currency: Currency) -> CellFormat {
        if let known = amounts[currency] { return known }
        var style = CellStyle(numbers: WorkbookStyles.pattern(currency))
        style.alignment = .right
        let new = book.format(style)
        amounts[currency] = new
        return new
    }

    /// The format of numbers with so many decimals.
    func number(decimals: Int) -> CellFormat {
        if let known = numbers[decimals] { return known }
        let zeros = String(repeating: "0", count: decimals)
        let new = book.format(CellStyle(numbers: zeros.isEmpty ? "0" : "0." + zeros))
        numbers[decimals] = new
        return new
    }

    /// The format of whole numbers that are approximate: `about 58`.
    /// - Parameter words: those of the workbook.
    func approximate(_ words: DocumentLocalization) -> CellFormat {
        let parts = words.text("about", "\u{0}").split(separator: "\u{0}", omittingEmptySubsequences: false)
        let quoted = parts.map { $0.isEmpty ? "" : "\"\($0)\"" }
        return book.format(CellStyle(numbers: quoted.joined(separator: "0")))
    }

    /// The format of sums.
    func sum(_ currency: Currency) -> CellFormat {
        if let known = sums[currency] { return known }
        var style = CellStyle(numbers: WorkbookStyles.pattern(currency))
        style.isTotal = true
        style.alignment = .right
        let new = book.format(style)
        sums[currency] = new
        return new
    }

    /// `#,##0.00 [$USD]`: the reader's program chooses the separators, the currency the decimals.
    static func pattern(_ currency: Currency) -> String {
        let decimals = String(repeating: "0", count: currency.fractionDigits)
        return "#,##0\(decimals.isEmpty ? "" : "." + decimals)\\ [$\(currency.code)]"
    }
}

/// The words, options and title that all sheets of one workbook share.
struct WorkbookContext {
    let words: DocumentLocalization
    let options: ReportOptions

    var title: String { words.title(of: options) }

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
