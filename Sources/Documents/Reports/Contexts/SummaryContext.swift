import Inventory
import InventoryStore
import Templating

/// The names of `summary`: counts, totals, omitted items, and the groups.
enum SummaryContext {
    typealias Summary = (summary: ReportSummary, options: ReportOptions)

    static let table = ContextTable<Summary>([
        .flag("archivedIncluded") { $0.options.selection.archived != .no },
        .flag("hasItems") { summary, options in
            summary.store.totals.items > 0 || (options.listsArchivedItems && summary.store.archived > 0)
        },
        .flag("isMixed") { $0.summary.store.totals.amounts.count > 1 },
        .amounts("totals") { $0.summary.store.totals.amounts },
        .list("groups", of: GroupContext.table) { summary, options in
            summary.groups.map { (options.grouping, $0, nil) }
        },
        .count("items") { $0.summary.store.totals.items },
        .units("units") { $0.summary.store.totals.units },
        .count("archived") { $0.summary.store.archived },
        .count("withoutValue") { $0.summary.store.totals.withoutValue },
        .count("withoutSerialNumber") { $0.summary.store.totals.withoutSerialNumber },
    ])
}
