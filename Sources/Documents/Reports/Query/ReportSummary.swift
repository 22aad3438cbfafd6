import Inventory
import InventoryStore

/// The counts and totals of all items of a report, computed before the first row is written.
struct ReportSummary {
    /// Counts and totals of the store's items.
    let store: StoreSummary
    /// The groups of the rows in their order; empty if the rows are not grouped.
    let groups: [StoreSummary.Group]
    /// The locations of the chart; empty if the format has no chart.
    let locations: [StoreSummary.Group]

    /// The columns of the list and their sums; nil if the template has no cells.
    private(set) var columns: ReportColumns?
    private(set) var totals: ListTotals?
    /// The totals for insurers; nil if the template does not read them.
    let claim: ClaimSummary?
    /// Compares the rows with totals that were not counted for this report; nil if they were.
    let check: TotalsCheck?

    /// Counts in one pass, in none if an import cached the totals, or in two if the chart's groups are not
    /// those of the rows.
    /// - Parameters:
    ///   - hasClaim: whether the template looks at what an insurer asks for.
    ///   - hasCells: whether it shows the columns of the definition.
    ///   - lines: the lines of a volume; nil for all.
    init(
        of snapshot: StoreSnapshot, _ options: ReportOptions, hasClaim: Bool, hasCells: Bool,
        lines: Range<Int>? = nil
    ) throws {
        claim = hasClaim ? try ClaimSummary(of: snapshot, options, lines: lines) : nil
        if let lines {
            store = try snapshot.summary(
                ofLines: lines, matching: options.selection, order: options.rowOrder, grouping: options.grouping)
            groups = store.groups.map { $0.named(options.redacted.shown($0.name, by: options.grouping)) }
            locations = []
            check = options.selection.archived == .no ? TotalsCheck(of: store, in: snapshot) : nil
            if let list = options.wholeList {
                try setColumns(list.columns, of: snapshot, options, lines: lines)
                totals?.groups = list.groups
            }
            return
        }
        let hasChart = options.format.isForReaders
        let grouping = options.grouping == .none && hasChart ? .location : options.grouping
        let isChecked = grouping == .none && [.xml, .json, .csv].contains(options.format)
        let cached = isChecked ? try snapshot.cachedSummary(matching: options.selection) : nil
        check = cached.map { TotalsCheck(of: $0, in: snapshot) }
        store = try cached ?? snapshot.summary(matching: options.selection, grouping: grouping)
        func shown(_ groups: [StoreSummary.Group], by grouping: ItemGrouping) -> [StoreSummary.Group] {
            groups.map { $0.named(options.redacted.shown($0.name, by: grouping)) }
        }
        groups = options.grouping == .none ? [] : shown(store.groups, by: grouping)
        if !hasChart {
            locations = []
        } else if grouping == .location {
            locations = shown(store.groups, by: .location)
        } else {
            let summary = try snapshot.summary(matching: options.selection, grouping: .location)
            locations = shown(summary.groups, by: .location)
        }
        // Data keep their columns unless others are chosen.
        guard hasCells, hasChart || options.format == .xlsx || options.definition.columns != nil else { return }
        let columns = try ReportColumns(
            of: snapshot, options, isValuePurchasePrice: options.isClaim && claim?.isValuePurchasePrice ?? false)
        try setColumns(columns, of: snapshot, options)
    }

    private mutating func setColumns(
        _ columns: ReportColumns, of snapshot: StoreSnapshot, _ options: ReportOptions, lines: Range<Int>? = nil
    ) throws {
        self.columns = columns
        let needsPass = columns.columns.contains {
            $0.isSummed && $0.column != .field(.quantity) && $0.column != .computed(.lineValue)
        }
        if needsPass || !options.groups.isEmpty || options.definition.groupedLines != nil {
            totals = try ListTotals(of: snapshot, options, columns, lines: lines)
        } else {
            totals = ListTotals(store.totals, columns)
        }
    }
}
