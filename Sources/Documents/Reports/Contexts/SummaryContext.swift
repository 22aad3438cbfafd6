import Inventory
import InventoryStore
import Templating

/// The names of `summary`: counts, totals, omitted items, and the groups.
enum SummaryContext {
    typealias Summary = (summary: ReportSummary, options: ReportOptions, list: ShownList?)

    static let table = ContextTable<Summary>([
        .flag("archivedIncluded") { $0.options.selection.archived != .no },
        .flag("hasItems") { summary, options, _ in
            summary.store.totals.items > 0 || (options.listsArchivedItems && summary.store.archived > 0)
        },
        .flag("isMixed") { $0.summary.store.totals.amounts.count > 1 },
        .amounts("totals") { $0.summary.store.totals.amounts },
        .cells("cells") { of in of.list.map { ($0.totals.all, $0) } },
        .list("listGroups", of: ListGroupContext.table) { of in
            of.list.map { list in list.totals.groups.map { ($0, list, false, false) } } ?? []
        },
        .list("sumRows", of: SumRowContext.table) { of in
            // In documents, rows of sums follow the rows that they are of.
            of.options.format.isForReaders ? [] : of.list?.sumRows ?? []
        },
        .list("groups", of: GroupContext.table) { summary, options, _ in
            summary.groups.map { (options.grouping, $0, nil) }
        },
        .count("items") { $0.summary.store.totals.items },
        .units("units") { $0.summary.store.totals.units },
        .count("archived") { $0.summary.store.archived },
        .count("withoutValue") { $0.summary.store.totals.withoutValue },
        .count("withoutSerialNumber") { $0.summary.store.totals.withoutSerialNumber },
    ])
}
