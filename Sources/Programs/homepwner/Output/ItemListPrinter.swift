import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization
import Message
import Reports

/// Items of a store as a table, as the old app's lines, or as JSON.
struct ItemListPrinter {
    let snapshot: StoreSnapshot
    /// The columns of the table; nil for the usual ones.
    let columns: [ReportColumn]?
    /// The day for which ages are counted.
    let today: CalendarDate
    let selection: Selection
    let order: ItemOrder
    let grouping: ItemGrouping
    /// The most items shown.
    let limit: Int
    let console: Console

    private var tableColumns: [TextTable.Column] {
        if let columns {
            return columns.map {
                .init($0.optionName, isNumber: $0.kind.isAligned, least: $0 == .field(.name) ? 12 : 6)
            }
        }
        return [
            .init(localized("column.id"), least: 8), .init(localized("column.name"), least: 12),
            .init(localized("column.serialNumber")),
            .init(localized("column.quantity"), isNumber: true),
            .init(localized("column.valueEach"), isNumber: true), .init(localized("column.location"), least: 10),
            .init(localized("column.recorded"), least: 10),
        ]
    }

    /// Writes a table with a line for each group and the totals.
    /// - Returns: the number of items, as of the other forms.
    func writeTable() throws -> Int {
        let summary: StoreSummary
        do {
            summary = try snapshot.summary(matching: selection, grouping: grouping)
        } catch let error as StoreError {
            guard case .totals = error else { throw error }
            return try writeWithoutTotals(because: error)
        }
        let cursor = try snapshot.items(matching: selection, order: order, grouping: grouping)
        var table = TextTable(tableColumns, on: console)
        var rows = rowTexts()
        var shown = 0
        var groups = summary.groups.makeIterator()
        var leftInGroup = 0
        while shown < limit, try cursor.next() {
            if grouping != .none {
                if leftInGroup == 0, let group = groups.next() {
                    leftInGroup = group.totals.items
                    try table.add(
                        line: localized(
                            "list.group",
                            [
                                "name": .text(group.name ?? localized("notStated")),
                                "totals": .text(TotalsText.words(group.totals)),
                            ]),
                        spaced: shown > 0)
                }
                leftInGroup -= 1
            }
            shown += 1
            try table.add(rows.next(cursor))
        }
        try table.add(line: ItemListPrinter.conclusion(summary, shown: shown), spaced: shown > 0)
        try table.finish()
        return shown
    }

    /// Writes the table of items whose totals are too large to be counted, with a note below.
    private func writeWithoutTotals(because error: StoreError) throws -> Int {
        let cursor = try snapshot.items(matching: selection, order: order, grouping: grouping)
        var table = TextTable(tableColumns, on: console)
        var rows = rowTexts()
        var shown = 0
        var group: String?
        while shown < limit, try cursor.next() {
            if let field = grouping.field {
                let name = cursor.string(field)
                if name != group {
                    try table.add(line: name.isEmpty ? localized("notStated") : name, spaced: shown > 0)
                }
                group = name
            }
            shown += 1
            try table.add(rows.next(cursor))
        }
        let words = localized(
            "list.totalsTooLarge", ["items": .text(Phrases.count(shown, "item")), "reason": .message(error.message)])
        try table.add(line: words, spaced: shown > 0)
        try table.finish()
        return shown
    }

    /// Reads the texts of rows.
    private struct RowTexts {
        var columns: ColumnReader?
        let days: (Timestamp) -> CalendarDate
        var line = 0

        mutating func next(_ cursor: ItemCursor) throws -> [String] {
            line += 1
            guard columns != nil else { return ItemListPrinter.row(cursor, days) }
            var texts: [String] = []
            try columns?.read(cursor, line: line) { _, value in
                if case .timestamp(let moment) = value {
                    texts.append(days(moment).description)
                } else {
                    texts.append(value.plainText(yes: localized("yes"), no: localized("no")) ?? "")
                }
            }
            return texts
        }
    }

    private func rowTexts() -> RowTexts {
        let reader = columns.map { ColumnReader($0.map { ($0, $0.kind) }, in: snapshot, on: today) }
        return RowTexts(columns: reader, days: Invocation.days(in: snapshot.settings.timeZone))
    }

    private static func row(_ cursor: ItemCursor, _ day: (Timestamp) -> CalendarDate) -> [String] {
        [
            cursor.id.shortText,
            cursor.string(.name),
            cursor.string(.serialNumber),
            cursor.quantity.description,
            cursor.money(.value)?.description ?? localized("notStated"),
            cursor.string(.location),
            day(cursor.dateCreated).description,
        ]
    }

    /// The summary below a table: counts, totals, and what is left out.
    static func conclusion(_ summary: StoreSummary, shown: Int) -> String {
        var words = TotalsText.words(summary.totals)
        if shown < summary.totals.items {
            words = localized("list.shownOf", ["shown": .text(Phrases.grouped(shown)), "total": .text(words)])
        }
        guard summary.archivedLeftOut > 0 else { return words }
        let archived = Phrases.count(summary.archivedLeftOut, "archivedItem")
        return Phrases.clauses([words, localized("intake.leftOut", ["files": .text(archived)])])
    }

    /// Writes the old app's line for each item.
    func writePlain() throws -> Int {
        let cursor = try snapshot.items(matching: selection, order: order, grouping: grouping)
        var output = OutputBuffer(console)
        var shown = 0
        while shown < limit, try cursor.next() {
            shown += 1
            try output.write(
                ItemListPrinter.plainLine(
                    name: cursor.string(.name), serialNumber: cursor.string(.serialNumber),
                    value: cursor.money(.value), created: cursor.dateCreated) + "\n")
        }
        try output.flush()
        return shown
    }

    /// `Rusty Spork (0A0A0): Worth $12, recorded on 2014-05-01 09:30:00 +0000`, as the app's `description`.
    ///
    /// Whole dollars are written as the app did; other amounts name their currency.
    static func plainLine(name: String, serialNumber: String?, value: Money?, created: Timestamp) -> String {
        let worth: String
        if let value, value.currency.code == "USD" {
            let isWhole = value.minorUnits % 100 == 0
            worth = "$" + (isWhole ? String(value.minorUnits / 100) : value.amountText)
        } else {
            worth = value?.description ?? "not stated"
        }
        let timestamp = created.description
        return "\(name) (\(serialNumber ?? "")): Worth \(worth), recorded on \(timestamp.prefix(10)) ".onOneLine
            + "\(timestamp.dropFirst(11).prefix(8)) +0000"
    }

    /// Writes an array of items.
    func writeJSON() throws -> Int {
        let cursor = try snapshot.items(matching: selection, order: order, grouping: grouping)
        var output = OutputBuffer(console)
        var json = JSONWriter(.pretty)
        json.open(.array)
        var shown = 0
        while shown < limit, try cursor.next() {
            shown += 1
            ItemJSON.write(try cursor.item(), to: &json)
            try output.write(json.drain())
        }
        json.close(.array)
        try output.write(json.drain())
        try output.flush()
        return shown
    }
}

/// Totals in words.
enum TotalsText {
    /// `1 unit`, `14.5 units`.
    private static func words(_ units: Quantity) -> String {
        let (whole, rest) = units.millionths.quotientAndRemainder(dividingBy: Quantity.scale)
        return rest == 0
            ? Phrases.count(Int(whole), "unit") : localized("count.unit.other", ["count": .value(units)])
    }

    /// `12 items, 14.5 units, 335.10 EUR and 20.00 USD (3 without a value)`.
    static func words(_ totals: ValueTotals) -> String {
        var parts = [Phrases.count(totals.items, "item")]
        if totals.units != Quantity(millionths: Int64(totals.items) &* Quantity.scale) {
            parts.append(words(totals.units))
        }
        if !totals.amounts.isEmpty { parts.append(Phrases.list(totals.amounts.map(\.description), last: .and)) }
        let words = parts.joined(separator: ", ")
        guard totals.withoutValue > 0 else { return words }
        return localized(
            "list.withoutValue",
            ["totals": .text(words), "count": .text(Phrases.grouped(totals.withoutValue))])
    }
}

extension ItemCursor {
    /// The text of a field; empty if it is not stated.
    func string(_ field: ItemField) -> String { text(field).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
