import Inventory
import Message
import XMLValidation

/// The summary that a document states, to be compared with its items.
struct DeclaredSummary {
    private struct Group {
        var name: String?
        var items: String?
        var units: String?
        var totals: [Money] = []
        var place: XMLLocation
    }

    private var place = XMLLocation(line: 1, column: 1)
    /// The position of the first total, or of the summary if it has none.
    private var totalsLocation: XMLLocation?
    private var counts: [(name: String, text: String)] = []
    private var totals: [Money] = []
    private var groups: [Group] = []
    private(set) var archivedIncluded = false
    private(set) var groupedBy: String?
    /// The grouping of the items that the selection states.
    private var selectionGroupedBy: String?

    mutating func readSelection(_ element: borrowing ValidatedElement) {
        selectionGroupedBy = element.attribute("groupBy")
    }

    mutating func read(_ element: borrowing ValidatedElement) {
        place = element.place
        let included = element.attribute("archivedIncluded")
        archivedIncluded = included == "true" || included == "1"
        let names: [StaticString] = ["items", "units", "archived", "withoutValue", "withoutSerialNumber"]
        for name in names {
            if let text = element.attribute(name) { counts.append(("\(name)", text)) }
        }
    }

    mutating func beginTotal(_ element: borrowing ValidatedElement) { totalsLocation = totalsLocation ?? element.place }

    mutating func addTotal(_ money: Money?) { if let money { totals.append(money) } }

    mutating func addGroup(_ element: borrowing ValidatedElement) {
        groupedBy = element.attribute("by")
        groups.append(
            Group(
                name: element.attribute("name"), items: element.attribute("items"), units: element.attribute("units"),
                place: element.place))
    }

    mutating func addGroupTotal(_ money: Money?) {
        if let money, !groups.isEmpty { groups[groups.count - 1].totals.append(money) }
    }

    /// Compares the summary with the items.
    func compare(
        with found: ValueTotals, archivedRows: Int, groups foundGroups: [String?: ValueTotals]
    ) -> [DocumentDiagnostic] {
        var problems: [DocumentDiagnostic] = []
        for (name, text) in counts {
            let actual: String
            switch name {
            case "items": actual = "\(found.items)"
            case "units": actual = found.units.description
            case "withoutValue": actual = "\(found.withoutValue)"
            case "withoutSerialNumber": actual = "\(found.withoutSerialNumber)"
            // Archived items that the document omits cannot be counted here.
            default: actual = archivedRows > 0 || archivedIncluded ? "\(archivedRows)" : text
            }
            if !DeclaredSummary.isSame(text, actual) {
                problems.append(
                    DocumentDiagnostic(
                        place, rule: "counts",
                        Message("report.document.summaryCount", ["name": name, "stated": text, "actual": actual])))
            }
        }
        if DeclaredSummary.sorted(totals) != found.amounts {
            problems.append(
                DocumentDiagnostic(
                    totalsLocation ?? place, rule: "totals",
                    Message(
                        "report.document.totals", ["stated": .amounts(totals), "actual": .amounts(found.amounts)])))
        }
        if let wanted = selectionGroupedBy, wanted != groupedBy, groupedBy != nil || found.items > 0 {
            let message =
                groupedBy.map { Message("report.document.otherGrouping", ["stated": wanted, "actual": $0]) }
                ?? Message("report.document.noGroups", ["stated": wanted])
            problems.append(DocumentDiagnostic(place, rule: "groups", message))
        }
        return problems + compareGroups(foundGroups)
    }

    private func compareGroups(_ found: [String?: ValueTotals]) -> [DocumentDiagnostic] {
        guard groupedBy != nil else { return [] }
        var problems: [DocumentDiagnostic] = []
        var unseen = Set(found.keys)
        for group in groups {
            let name =
                group.name.map { Message("report.document.namedGroup", ["name": $0]) }
                ?? Message("report.document.unnamedGroup")
            func report(_ message: Message) {
                problems.append(DocumentDiagnostic(group.place, rule: "groups", message))
            }
            guard let actual = found[group.name], unseen.remove(group.name) != nil else {
                report(Message("report.document.emptyGroup", ["group": name]))
                continue
            }
            if let items = group.items, !DeclaredSummary.isSame(items, "\(actual.items)") {
                report(
                    Message(
                        "report.document.groupItems",
                        ["group": name, "stated": items, "actual": "\(actual.items)"]))
            }
            if let units = group.units, !DeclaredSummary.isSame(units, actual.units.description) {
                report(
                    Message(
                        "report.document.groupUnits",
                        ["group": name, "stated": units, "actual": "\(actual.units)"]))
            }
            if DeclaredSummary.sorted(group.totals) != actual.amounts {
                report(
                    Message(
                        "report.document.groupTotals",
                        ["group": name, "stated": .amounts(group.totals), "actual": .amounts(actual.amounts)]))
            }
        }
        return problems
            + unseen.map { name in
                DocumentDiagnostic(
                    place, rule: "groups",
                    name.map { Message("report.document.missingGroup", ["name": $0]) }
                        ?? Message("report.document.missingUnnamedGroup"))
            }
    }

    private static func sorted(_ amounts: [Money]) -> [Money] { amounts.sorted { $0.currency < $1.currency } }

    /// Whether two decimal numbers are the same, however they are written.
    static func isSame(_ one: String, _ other: String) -> Bool {
        guard let first = try? Quantity(one.utf8), let second = try? Quantity(other.utf8) else { return one == other }
        return first == second
    }
}
