import Inventory
import InventoryStore

/// The sheet with the totals: who, when, counts, a sum for each currency, and the groups.
final class SummarySheet {
    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let reader: WorkbookContext
    private var row = 0

    init(_ book: Workbook, _ styles: WorkbookStyles, _ reader: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(reader.words["summary"])
        self.styles = styles
        self.reader = reader
        for (column, width) in [44.0, 14, 14, 22, 10].enumerated() { sheet.setColumn(column, width: width) }
        sheet.configurePrinting(title: reader.title, isLandscape: false)
    }

    /// Writes everything.
    func fill(
        _ summary: ReportSummary, settings: InventorySettings, schedule: ScheduleSheet, truncatedTextCount: Int
    ) throws(SpreadsheetError) {
        row = try sheet.writeMetadata(settings, reader: reader, styles: styles)
        try writeCounts(summary, schedule)
        try writeTotals(summary.store.totals, schedule)
        try writeGroups(summary.groups, schedule)
        row += 1
        try writeNote(reader.words["note.missing"])
        if summary.store.totals.amounts.count > 1 { try writeNote(reader.words["note.currencies"]) }
        if truncatedTextCount > 0 { try writeNote("\(reader.words["sheet.truncatedTexts"]) \(truncatedTextCount)") }
        try writeNote(reader.options.generator)
    }

    private func writeCounts(_ summary: ReportSummary, _ schedule: ScheduleSheet) throws(SpreadsheetError) {
        let sums = summary.store.totals
        let isWithArchived = reader.options.selection.archived != .no
        try sheet.write(reader.words["items"], row: row, column: 0)
        try sheet.write(Double(sums.items), row: row, column: 1)
        row += 1
        try sheet.write(reader.words["units"], row: row, column: 0)
        try schedule.quantities.writeSum(
            sums.units, of: 1...max(1, sums.items), to: sheet, row: row, column: 1, styles.right)
        row += 1
        let counts = [
            (isWithArchived ? "archivedIncluded" : "archivedLeftOut", summary.store.archived),
            ("withoutValue", sums.withoutValue), ("withoutSerialNumber", sums.withoutSerialNumber),
        ]
        for (word, count) in counts {
            try sheet.write(reader.words[word], row: row, column: 0)
            try sheet.write(Double(count), row: row, column: 1)
            row += 1
        }
        row += 1
    }

    private func writeTotals(_ totals: ValueTotals, _ schedule: ScheduleSheet) throws(SpreadsheetError) {
        if totals.amounts.isEmpty {
            try sheet.write(reader.words["totalValue"], row: row, column: 0, styles.bold)
            try sheet.write(reader.words["notStated"], row: row, column: 3, styles.right)
            row += 1
        }
        for total in totals.amounts {
            try sheet.write(reader.words["totalValue"], row: row, column: 0, styles.bold)
            try schedule.values.writeSum(
                total, of: 1...totals.items, to: sheet, row: row, column: 3, styles.sum(total.currency))
            try sheet.write(total.currency.code, row: row, column: 4, styles.center)
            row += 1
        }
    }

    /// The schedule lists the groups one after the other, so that each is a range of its rows.
    private func writeGroups(_ groups: [StoreSummary.Group], _ schedule: ScheduleSheet) throws(SpreadsheetError) {
        guard !groups.isEmpty else { return }
        row += 1
        let words = reader.words
        try sheet.writeHeadings(
            [
                words[reader.options.grouping.rawValue], words["items"], words["units"], words["totalValue"],
                words["sheet.currency"],
            ], numbers: [1, 2, 3], row: row, styles)
        row += 1
        var first = 1
        for group in groups {
            let rows = first...(first + max(0, group.totals.items - 1))
            first += group.totals.items
            try sheet.write(group.name ?? words["notStated"], row: row, column: 0)
            try sheet.write(Double(group.totals.items), row: row, column: 1)
            try schedule.quantities.writeSum(group.totals.units, of: rows, to: sheet, row: row, column: 2, styles.right)
            if group.totals.amounts.isEmpty {
                try sheet.write(words["notStated"], row: row, column: 3, styles.right)
                row += 1
            }
            for total in group.totals.amounts {
                try schedule.values.writeSum(
                    total, of: rows, to: sheet, row: row, column: 3, styles.amount(total.currency))
                try sheet.write(total.currency.code, row: row, column: 4, styles.center)
                row += 1
            }
        }
    }

    private func writeNote(_ text: String) throws(SpreadsheetError) {
        try sheet.writeNote(text, row: row, styles: styles)
        row += 1
    }
}
