import Inventory

/// A maintenance entry of Homebox: work on an item that was done or is planned.
///
/// An inventory keeps entries as the last lines of an item's notes:
///
///     [2024-03-05] Oil changed (49.90 EUR)
///         5W-30, with filter
///     [-> 2025-03-05] Next change
///
/// The brackets hold the day on which it was done, an arrow with the day for which it is planned, or both. The cost
/// follows in parentheses, unless it is 0; the description follows on indented lines.
struct MaintenanceEntry: Equatable, Sendable {
    var name: String
    var description: String?
    var done: CalendarDate?
    var planned: CalendarDate?
    var cost: Money?

    private static let indentation = "    "
    /// Separates the entries from the notes before them.
    private static let separator = "\n\n"

    /// The lines of the entry.
    private var lines: [String] {
        var days = [done?.description, planned.map { "-> \($0)" }].compactMap { $0 }
        if days.isEmpty { days = ["-"] }
        var first = "[\(days.joined(separator: " "))]"
        let title = name.split(whereSeparator: \.isNewline).joined(separator: " ")
        if !title.isEmpty { first += " \(title)" }
        if let cost {
            first += " (\(cost))"
        } else if MaintenanceEntry.splitCost(title) != nil {
            // A dash marks a name that ends like a cost.
            first += " (-)"
        }
        let rest = (description ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return [first] + (description == nil ? [] : rest.map { MaintenanceEntry.indentation + $0 })
    }

    /// Returns notes with entries at their end.
    static func append(_ entries: [MaintenanceEntry], to notes: String?) -> String? {
        guard !entries.isEmpty else { return notes }
        let block = entries.flatMap(\.lines).joined(separator: "\n")
        return notes.map { $0 + separator + block } ?? block
    }

    /// Splits notes into the text before the entries and the entries.
    static func split(_ text: String?) -> (notes: String?, entries: [MaintenanceEntry]) {
        guard let text else { return (nil, []) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var entries: [MaintenanceEntry] = []
        var description: [String] = []
        var start = lines.endIndex
        for index in lines.indices.reversed() {
            if lines[index].hasPrefix(indentation) {
                description.append(String(lines[index].dropFirst(indentation.count)))
                continue
            }
            guard var entry = MaintenanceEntry(lines[index]) else { break }
            if !description.isEmpty { entry.description = description.reversed().joined(separator: "\n") }
            description = []
            entries.append(entry)
            start = index
        }
        entries.reverse()
        var notes: String?
        if start > lines.startIndex {
            // The entries are a paragraph of their own.
            guard !entries.isEmpty, start > 1, lines[start - 1].isEmpty else { return (text, []) }
            notes = lines[..<(start - 1)].joined(separator: "\n")
        }
        // Text in another form, or in another order, is the owner's.
        return append(sorted(entries), to: notes) == text ? (notes, entries) : (text, [])
    }

    /// Homebox has no order of entries: they are sorted as time passes.
    static func sorted(_ entries: [MaintenanceEntry]) -> [MaintenanceEntry] {
        entries.sorted { one, other in
            let days = [one, other].map { ($0.done ?? $0.planned)?.daysSinceEpoch ?? .max }
            return days[0] == days[1] ? one.name < other.name : days[0] < days[1]
        }
    }

    /// Reads the first line of an entry.
    private init?(_ line: Substring) {
        guard line.first == "[", let end = line.firstIndex(of: "]") else { return nil }
        name = ""
        let days = line[line.index(after: line.startIndex)..<end]
        if days != "-" {
            let parts = days.split(separator: "-> ", maxSplits: 1, omittingEmptySubsequences: false)
            let first = parts[0].last == " " ? parts[0].dropLast() : parts[0]
            if !first.isEmpty {
                guard let day = try? CalendarDate(first.utf8) else { return nil }
                done = day
            }
            if parts.count == 2 {
                guard let day = try? CalendarDate(parts[1].utf8) else { return nil }
                planned = day
            }
            guard done != nil || planned != nil else { return nil }
        }
        let rest = line[line.index(after: end)...]
        guard rest.isEmpty || rest.first == " " else { return nil }
        name = String(rest.dropFirst())
        if let (title, cost) = MaintenanceEntry.splitCost(name) { (name, self.cost) = (title, cost) }
    }

    init(name: String, description: String?, done: CalendarDate?, planned: CalendarDate?, cost: Money?) {
        (self.name, self.description, self.done, self.planned, self.cost) = (name, description, done, planned, cost)
    }

    /// Splits `Oil changed (49.90 EUR)`; the amount is nil if it is zero. Nil if the text does not end with an amount.
    private static func splitCost(_ text: String) -> (title: String, cost: Money?)? {
        guard text.last == ")", let start = text.lastIndex(of: "(") else { return nil }
        let amount = text[text.index(after: start)...].dropLast()
        let parts = amount.split(separator: " ", omittingEmptySubsequences: false)
        let title = text[..<start]
        guard title.isEmpty || title.last == " " else { return nil }
        if amount == "-" { return (String(title.dropLast()), nil) }
        guard parts.count == 2, let currency = try? Currency(code: String(parts[1])),
            let money = try? Money(amount: parts[0].utf8, currency: currency)
        else { return nil }
        return (String(title.dropLast()), money.minorUnits == 0 ? nil : money)
    }
}
