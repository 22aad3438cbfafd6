import Inventory
import InventoryStore

/// The sheet with the totals of a claim: who and when, the sums by room and by category, and the missing details.
final class ClaimSummarySheet {
    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let reader: WorkbookContext
    private var row = 0

    private static let currencyColumn = 3 + ClaimAmount.allCases.count

    init(_ book: Workbook, _ styles: WorkbookStyles, _ reader: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(reader.words["summary"])
        self.styles = styles
        self.reader = reader
        for (column, width) in [44.0, 12, 12, 20, 20, 20, 20, 20, 10].enumerated() {
            sheet.setColumn(column, width: width)
        }
        sheet.configurePrinting(title: reader.title, isLandscape: true)
    }

    /// Writes everything.
    func fill(
        _ summary: ClaimSummary, settings: InventorySettings, schedule: ClaimScheduleSheet, truncatedTextCount: Int
    ) throws(SpreadsheetError) {
        row = try sheet.writeMetadata(settings, reader: reader, styles: styles)
        try writeTable(
            "byRoom", heading: "room", groups: summary.rooms, by: .location, totals: summary.totals, schedule: schedule)
        try writeTable(
            "byCategory", heading: "category", groups: summary.categories, by: .category, totals: summary.totals,
            schedule: schedule)
        try writeLacking(summary)
        var notes = ["note.valuation", "note.claimTotals", "note.missing"]
        if summary.totals.currencies.count > 1 { notes.append("note.currencies") }
        for note in notes { try writeNote(reader.words[note]) }
        if truncatedTextCount > 0 { try writeNote("\(reader.words["sheet.truncatedTexts"]) \(truncatedTextCount)") }
        try writeNote(reader.options.generator)
    }

    private func writeTable(
        _ title: String, heading: String, groups: [ClaimSummary.Group], by grouping: ItemGrouping,
        totals: ClaimTotals, schedule: ClaimScheduleSheet
    ) throws(SpreadsheetError) {
        let words = reader.words
        try sheet.write(words[title], row: row, column: 0, styles.bold)
        let kinds = ["totalValue", "purchasePrice", "replacementCost", "depreciation", "actualCashValue"]
        try sheet.writeHeadings(
            ([heading, "items", "units"] + kinds + ["sheet.currency"]).map { words[$0] },
            numbers: Set(1..<ClaimSummarySheet.currencyColumn), centered: [ClaimSummarySheet.currencyColumn],
            row: row + 1,
            styles)
        row += 2
        for group in groups {
            // The name in the row selects the lines. The schedule has an empty cell for items that state none.
            let wanted = group.name == nil ? "\"\"" : Sheet.cells(column: 0, row: row)
            try sheet.write(group.name ?? words["notStated"], row: row, column: 0)
            try writeRows(group.totals, where: schedule.condition(grouping, is: wanted, from: sheet), schedule)
        }
        try sheet.write(words["total"], row: row, column: 0, styles.totalText)
        try writeRows(totals, where: nil, schedule)
        row += 1
    }

    /// Writes counts and a row of sums for each currency.
    private func writeRows(
        _ totals: ClaimTotals, where condition: String?, _ schedule: ClaimScheduleSheet
    ) throws(SpreadsheetError) {
        let first = row
        try sheet.write(Double(totals.items), row: row, column: 1, styles.right)
        try schedule.writeUnits(totals.units, where: condition, to: sheet, row: row, column: 2, styles.right)
        let currencies: [Currency?] = totals.currencies
        for currency in currencies.isEmpty ? [nil] : currencies {
            for (index, kind) in ClaimAmount.allCases.enumerated() {
                if let currency, let total = totals[kind][currency] {
                    let format = condition == nil ? styles.sum(currency) : styles.amount(currency)
                    try schedule.writeSum(
                        kind, total, where: condition, to: sheet, row: row, column: 3 + index, format: format)
                } else if row == first, totals[kind].amounts.isEmpty {
                    try sheet.write(reader.words["notStated"], row: row, column: 3 + index, styles.right)
                }
            }
            if let currency {
                try sheet.write(currency.code, row: row, column: ClaimSummarySheet.currencyColumn, styles.center)
            }
            row += 1
        }
    }

    private func writeLacking(_ summary: ClaimSummary) throws(SpreadsheetError) {
        try sheet.write(reader.words["missing"], row: row, column: 0, styles.bold)
        row += 1
        let missingDetails = ClaimLine.MissingDetail.allCases.map {
            ("lacking.\($0.rawValue).count", summary.missingCounts[$0] ?? 0)
        }
        let counts = [("lacking.anything.count", summary.incomplete)] + missingDetails
        for (word, count) in counts {
            try sheet.write(reader.words[word], row: row, column: 0)
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
