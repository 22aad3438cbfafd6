import Inventory
import InventoryStore
import Templating

/// The names of `summary`: counts, totals, omitted items, and the groups.
enum SummaryContext {
    typealias Summary = (figures: ReportSummary, options: ReportOptions)

    static let table = ContextTable<Summary>([
        .flag("archivedIncluded") { $0.options.selection.archived != .no },
        .flag("hasItems") { figures, options in
            figures.summary.totals.items > 0 || (options.listsArchivedItems && figures.summary.archived > 0)
        },
        .flag("isMixed") { $0.figures.summary.totals.amounts.count > 1 },
        .amounts("totals") { $0.figures.summary.totals.amounts },
        .list("groups", of: GroupContext.table) { figures, options in
            figures.groups.map { (options.grouping, $0, nil) }
        },
        .count("items") { $0.figures.summary.totals.items },
        .units("units") { $0.figures.summary.totals.units },
        .count("archived") { $0.figures.summary.archived },
        .count("withoutValue") { $0.figures.summary.totals.withoutValue },
        .count("withoutSerialNumber") { $0.figures.summary.totals.withoutSerialNumber },
    ])
}
