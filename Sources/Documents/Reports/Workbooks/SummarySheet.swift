import Inventory
import InventoryStore

/// The sheet with the totals: who, when, counts, a sum for each currency, and the groups.
final class SummarySheet {
    private let sheet: Sheet
    private let styles: WorkbookStyles
    private let context: WorkbookContext
    private var row = 0

    init(_ book: Workbook, _ styles: WorkbookStyles, _ context: WorkbookContext) throws(SpreadsheetError) {
        sheet = try book.sheet(context.words["summary"])
        self.styles = styles
        self.context = context
        for (column, width) in [44.0, 14, 14, 22, 10].enumerated() { sheet.setColumn(column, width: width) }
        sheet.configurePrinting(title: context.title, paper: context.options.paper, isLandscape: false)
    }

    /// Writes everything.
    func fill(
        _ summary: ReportSummary, settings: InventorySettings, schedule: ScheduleSheet, truncatedTextCount: Int
    ) throws {
        row = try sheet.writeMetadata(settings, context: context, styles: styles)
        try writeCounts(summary, schedule)
        try writeTotals(summary.store.totals, schedule)
        try sheet.writeConversions(summary, row: &row, context, styles)
        try writeFurtherSums(summary, schedule)
        try writeGroups(summary.groups, schedule)
        try sheet.writeListGroups(summary, schedule, row: &row, context, styles)
        row += 1
        try writeNote(context.words["note.missing"])
        if summary.store.totals.amounts.count > 1 { try writeNote(context.words["note.currencies"]) }
        if truncatedTextCount > 0 { try writeNote("\(context.words["sheet.truncatedTexts"]) \(truncatedTextCount)") }
        try writeNote(context.options.generator)
    }

    private func writeCounts(_ summary: ReportSummary, _ schedule: ScheduleSheet) throws(SpreadsheetError) {
        let sums = summary.store.totals
        let isWithArchived = context.options.selection.archived != .no
        try sheet.write(context.words["items"], row: row, column: 0)
        try sheet.write(Double(sums.items), row: row, column: 1)
        row += 1
        try sheet.write(context.words["units"], row: row, column: 0)
        try schedule.writeSum(
            .field(.quantity), sums.units, of: 1...max(1, sums.items), to: sheet, row: row, column: 1, styles.right)
        row += 1
        let counts = [
            (isWithArchived ? "archivedIncluded" : "archivedLeftOut", summary.store.archived),
            ("withoutValue", sums.withoutValue), ("withoutSerialNumber", sums.withoutSerialNumber),
        ]
        for (word, count) in counts {
            try sheet.write(context.words[word], row: row, column: 0)
            try sheet.write(Double(count), row: row, column: 1)
            row += 1
        }
        row += 1
    }

    private func writeTotals(_ totals: ValueTotals, _ schedule: ScheduleSheet) throws(SpreadsheetError) {
        if totals.amounts.isEmpty {
            try sheet.write(context.words["totalValue"], row: row, column: 0, styles.bold)
            try sheet.write(context.words["notStated"], row: row, column: 3, styles.right)
            row += 1
        }
        for total in totals.amounts {
            try sheet.write(context.words["totalValue"], row: row, column: 0, styles.bold)
            try schedule.writeSum(
                .computed(.lineValue), total, of: 1...totals.items, to: sheet, row: row, column: 3,
                styles.sum(total.currency))
            try sheet.write(total.currency.code, row: row, column: 4, styles.center)
            row += 1
        }
    }

    /// The schedule lists the groups one after the other, so that each is a range of its rows.
    private func writeGroups(_ groups: [StoreSummary.Group], _ schedule: ScheduleSheet) throws(SpreadsheetError) {
        guard !groups.isEmpty else { return }
        row += 1
        let words = context.words
        try sheet.writeHeadings(
            [
                words[context.options.grouping.rawValue], words["items"], words["units"], words["totalValue"],
                words["sheet.currency"],
            ], numbers: [1, 2, 3], row: row, styles)
        row += 1
        var first = 1
        for group in groups {
            let rows = first...(first + max(0, group.totals.items - 1))
            first += group.totals.items
            try sheet.write(group.name ?? words["notStated"], row: row, column: 0)
            try sheet.write(Double(group.totals.items), row: row, column: 1)
            try schedule.writeSum(
                .field(.quantity), group.totals.units, of: rows, to: sheet, row: row, column: 2, styles.right)
            if group.totals.amounts.isEmpty {
                try sheet.write(words["notStated"], row: row, column: 3, styles.right)
                row += 1
            }
            for total in group.totals.amounts {
                try schedule.writeSum(
                    .computed(.lineValue), total, of: rows, to: sheet, row: row, column: 3,
                    styles.amount(total.currency))
                try sheet.write(total.currency.code, row: row, column: 4, styles.center)
                row += 1
            }
        }
    }

    /// Writes the sums of the columns other than units and line values.
    private func writeFurtherSums(_ summary: ReportSummary, _ schedule: ScheduleSheet) throws(SpreadsheetError) {
        guard let list = ShownList(summary, context.options, context.words) else { return }
        let rows = 1...max(1, list.totals.all.items)
        for place in list.totals.summed {
            let shown = list.columns[place]
            if [.field(.quantity), .computed(.lineValue)].contains(shown.column) { continue }
            let sum = list.totals.all.sums[place]
            if let number = sum.number {
                try sheet.write(shown.title, row: row, column: 0, styles.bold)
                try schedule.writeSum(
                    shown.column, Quantity(millionths: number), of: rows, to: sheet, row: row, column: 3, styles.right)
                row += 1
            }
            for total in sum.amounts.amounts {
                try sheet.write(shown.title, row: row, column: 0, styles.bold)
                try schedule.writeSum(
                    shown.column, total, of: rows, to: sheet, row: row, column: 3, styles.sum(total.currency))
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

extension Sheet {
    /// Writes the totals in the second currency, if the report has one.
    /// - Parameter row: the first row to write; afterwards the one below the last.
    func writeConversions(
        _ summary: ReportSummary, row: inout Int, _ context: WorkbookContext, _ styles: WorkbookStyles
    ) throws {
        guard let conversion = context.options.conversion else { return }
        let words = context.words
        var format: LocaleFormatter? = LocaleFormatter(context.options.locale)
        row += 1
        try write(words.text("converted.title", conversion.target.code), row: row, column: 0, styles.bold)
        row += 1
        for kind in try summary.converted(by: conversion) {
            for (exact, rate, converted) in kind.sums {
                let text = rate?.text(in: converted.currency, &format)
                try write(
                    [words[kind.word], exact.currency.code, text].compactMap(\.self).joined(separator: " · "), row: row,
                    column: 0)
                try write(converted, row: row, column: 3, styles)
                try write(converted.currency.code, row: row, column: 4, styles.center)
                row += 1
            }
            try write("\(words[kind.word]) · \(words["total"])", row: row, column: 0, styles.bold)
            try write(kind.total, row: row, column: 3, styles)
            try write(kind.total.currency.code, row: row, column: 4, styles.center)
            row += 1
        }
        try writeNote(conversion.note(words, &format), row: row, styles: styles)
        row += 2
    }

    /// Writes the groups by chosen columns, one within the other, each with the sums of its rows.
    /// - Parameter row: the first row to write; afterwards the one below the last.
    func writeListGroups(
        _ summary: ReportSummary, _ schedule: ScheduleSheet, row: inout Int, _ context: WorkbookContext,
        _ styles: WorkbookStyles
    ) throws(SpreadsheetError) {
        guard !context.options.definition.groups.isEmpty,
            let list = ShownList(summary, context.options, context.words)
        else { return }
        row += 1
        let words = context.words
        let titles = context.options.definition.groups.map { words.title(of: $0, context.options) }
        let summed = list.totals.summed
        try writeHeadings(
            [titles.joined(separator: " / "), words["items"], "", words["total"], words["sheet.currency"]],
            numbers: [1, 3], row: row, styles)
        row += 1
        // Groups at the greatest depth follow one another; an outer one has the rows of those inside it.
        let depth = context.options.definition.groups.count - 1
        var first = 1
        for group in list.totals.groups {
            let items = group.sums.items
            let rows = first...(first + max(0, items - 1))
            if group.level == depth { first += items }
            let indent = String(repeating: "    ", count: group.level)
            try write(
                indent + list.text(ofNameOf: group), row: row, column: 0, group.level == 0 ? styles.bold : nil)
            try write(Double(items), row: row, column: 1)
            for place in summed {
                let shown = list.columns[place]
                let sum = group.sums.sums[place]
                if let number = sum.number {
                    try write(shown.title, row: row, column: 2)
                    try schedule.writeSum(
                        shown.column, Quantity(millionths: number), of: rows, to: self, row: row, column: 3,
                        styles.right)
                    row += 1
                }
                for total in sum.amounts.amounts {
                    try write(shown.title, row: row, column: 2)
                    try schedule.writeSum(
                        shown.column, total, of: rows, to: self, row: row, column: 3, styles.amount(total.currency))
                    try write(total.currency.code, row: row, column: 4, styles.center)
                    row += 1
                }
            }
            if group.sums.sums.allSatisfy({ $0.number == nil && $0.amounts.amounts.isEmpty }) { row += 1 }
        }
    }
}
