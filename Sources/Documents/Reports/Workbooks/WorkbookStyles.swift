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
