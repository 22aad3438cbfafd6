import Inventory
import Localization
import XMLValidation

/// What a document's summary says, to be held against its items.
struct DeclaredSummary {
    private struct Group {
        var name: String?
        var items: String?
        var units: String?
        var totals: [Money] = []
        var place: XMLLocation
    }

    private var place = XMLLocation(line: 1, column: 1)
    /// Where the first total stands, the summary itself where it has none.
    private var totalsLocation: XMLLocation?
    private var counts: [(name: String, text: String)] = []
    private var totals: [Money] = []
    private var groups: [Group] = []
    private(set) var archivedIncluded = false
    private(set) var groupedBy: String?
    /// By what the selection says that the items are grouped.
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

    /// Tells where the summary and the items do not agree.
    func compare(
        with found: ValueTotals, archivedRows: Int, groups foundGroups: [String?: ValueTotals],
        fault: (_ place: XMLLocation, _ rule: String, _ message: String) -> Void
    ) {
        for (name, text) in counts {
            let actual: String
            switch name {
            case "items": actual = "\(found.items)"
            case "units": actual = found.units.description
            case "withoutValue": actual = "\(found.withoutValue)"
            case "withoutSerialNumber": actual = "\(found.withoutSerialNumber)"
            // Archived items that are left out cannot be counted here.
            default: actual = archivedRows > 0 || archivedIncluded ? "\(archivedRows)" : text
            }
            if !DeclaredSummary.isSame(text, actual) {
                fault(place, "counts", said("report.theSummarySaysThe", name, text, actual))
            }
        }
        if totals.sorted(by: { $0.currency < $1.currency }) != found.amounts {
            fault(
                totalsLocation ?? place, "totals",
                said("report.theTotalsSayThe", DeclaredSummary.words(totals), DeclaredSummary.words(found.amounts)))
        }
        if let wanted = selectionGroupedBy, wanted != groupedBy, groupedBy != nil || found.items > 0 {
            let groups = groupedBy.map { said("report.itsGroupsAreBy", $0) } ?? said("report.itHasNoGroups")
            fault(place, "groups", said("report.theSelectionSaysGroupby", wanted.prefix(24), groups))
        }
        compareGroups(foundGroups, fault)
    }

    private func compareGroups(_ found: [String?: ValueTotals], _ fault: (XMLLocation, String, String) -> Void) {
        guard groupedBy != nil else { return }
        var unseen = Set(found.keys)
        for group in groups {
            let label = group.name.map { "'\($0)'" } ?? said("report.withoutAName")
            guard let actual = found[group.name], unseen.remove(group.name) != nil else {
                fault(group.place, "groups", said("report.theGroupHasNo", label))
                continue
            }
            if let items = group.items, !DeclaredSummary.isSame(items, "\(actual.items)") {
                fault(group.place, "groups", said("report.theGroupSaysItems", label, items, actual.items))
            }
            if let units = group.units, !DeclaredSummary.isSame(units, actual.units.description) {
                fault(group.place, "groups", said("report.theGroupSaysUnits", label, units, actual.units))
            }
            if group.totals.sorted(by: { $0.currency < $1.currency }) != actual.amounts {
                fault(
                    group.place, "groups",
                    said(
                        "report.theGroupSaysIts", label, DeclaredSummary.words(group.totals),
                        DeclaredSummary.words(actual.amounts)))
            }
        }
        for name in unseen {
            fault(
                place, "groups",
                said("report.theSummaryHasNo", name.map { said("report.ofTheGroup", $0) } ?? said("report.withoutOne")))
        }
    }

    /// Amounts as messages tell them.
    static func words(_ amounts: [Money]) -> String {
        amounts.isEmpty ? said("report.nothing") : amounts.map(\.description).joined(separator: ", ")
    }

    /// Whether two decimal numbers are the same, however they are written.
    static func isSame(_ one: String, _ other: String) -> Bool {
        guard let first = try? Quantity(one.utf8), let second = try? Quantity(other.utf8) else { return one == other }
        return first == second
    }
}
