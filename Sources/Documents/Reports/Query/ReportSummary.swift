import Inventory
import InventoryStore

/// What a report says of all its items together, counted before the first row is written.
struct ReportSummary {
    /// Counts and totals.
    let summary: StoreSummary
    /// The groups that rows stand in, in their order; empty where they are not grouped.
    let groups: [StoreSummary.Group]
    /// The locations of the chart; empty where the format has none.
    let locations: [StoreSummary.Group]

    /// What an insurer asks for; nil where the template does not.
    let claim: ClaimSummary?
    /// Holds the rows against totals that were not counted for this report; nil where they were.
    let check: TotalsCheck?

    /// Counts in one pass, in none where an import left the totals behind, or in two where the chart's groups are not
    /// those of the rows.
    /// - Parameter hasClaim: whether the template looks at what an insurer asks for.
    init(of snapshot: StoreSnapshot, _ options: ReportOptions, hasClaim: Bool) throws {
        claim = hasClaim ? try ClaimSummary(of: snapshot, options) : nil
        let hasChart = options.format.isForReaders
        let grouping = options.grouping == .none && hasChart ? .location : options.grouping
        let isChecked = grouping == .none && [.xml, .json, .csv].contains(options.format)
        let kept = isChecked ? try snapshot.cachedSummary(matching: options.selection) : nil
        check = kept.map { TotalsCheck(of: $0, in: snapshot) }
        summary = try kept ?? snapshot.summary(matching: options.selection, grouping: grouping)
        func shown(_ groups: [StoreSummary.Group], by grouping: ItemGrouping) -> [StoreSummary.Group] {
            groups.map { $0.named(options.redacted.shown($0.name, by: grouping)) }
        }
        groups = options.grouping == .none ? [] : shown(summary.groups, by: grouping)
        if !hasChart {
            locations = []
        } else if grouping == .location {
            locations = shown(summary.groups, by: .location)
        } else {
            let summary = try snapshot.summary(matching: options.selection, grouping: .location)
            locations = shown(summary.groups, by: .location)
        }
    }
}
