import Inventory
import InventoryStore
import Templating

/// The names of `summary`: counts, totals, what is left out, and the groups.
struct SummaryContext {
    static let declaration = ContextDeclaration(
        [
            ("archivedIncluded", .flag), ("hasItems", .flag), ("isMixed", .flag),
            ("totals", .list(MoneyContext.declaration)), ("groups", .list(GroupContext.declaration)),
        ] + numbers.flatMap { [($0, .number), ("\($0)Text", .text)] })

    private static let numbers = ["items", "units", "archived", "withoutValue", "withoutSerialNumber"]

    private let archivedIncluded = declaration.slot("archivedIncluded")
    private let hasItems = declaration.slot("hasItems")
    private let isMixed = declaration.slot("isMixed")
    private let totals = declaration.slot("totals")
    private let groups = declaration.slot("groups")
    private let money = MoneyContext()
    private let group = GroupContext()

    func fill(_ record: Record, _ figures: ReportSummary, options: ReportOptions, format: inout LocaleFormatter?) {
        let summary = figures.summary
        let sums = summary.totals
        let counts = [
            ("items", sums.items), ("archived", summary.archived), ("withoutValue", sums.withoutValue),
            ("withoutSerialNumber", sums.withoutSerialNumber),
        ]
        for (name, count) in counts {
            record.set(SummaryContext.declaration.slot(name), number: Int64(count))
            format?.append(count, to: record, SummaryContext.declaration.slot("\(name)Text"))
        }
        record.set(SummaryContext.declaration.slot("units"), text: sums.units.description)
        format?.append(sums.units, to: record, SummaryContext.declaration.slot("unitsText"))
        record.set(archivedIncluded, flag: options.selection.archived != .no)
        record.set(hasItems, flag: sums.items > 0 || (options.listsArchivedItems && summary.archived > 0))
        record.set(isMixed, flag: sums.amounts.count > 1)
        money.fill(record, totals, sums.amounts, format: &format)
        for (index, sum) in figures.groups.enumerated() {
            let element = record.append(to: groups)
            group.fill(element, sum, by: options.grouping, isFirst: index == 0, format: &format)
        }
    }
}
