import Inventory
import InventoryStore
import Templating

/// The names of a group: its name, counts and totals.
enum GroupContext {
    /// A group; its totals for insurers are nil if the report has no claim.
    typealias Group = (grouping: ItemGrouping, group: StoreSummary.Group, claim: ClaimTotalsContext.Totals?)

    static let table = ContextTable<Group>([
        .text("by") { $0.grouping.rawValue },
        .text("name") { $0.group.name },
        .text("location") { $0.grouping == .location ? $0.group.name : nil },
        .text("category") { $0.grouping == .category ? $0.group.name : nil },
        .count("items") { $0.group.totals.items },
        .units("units") { $0.group.totals.units },
        .amounts("totals") { $0.group.totals.amounts },
        .isFirst,
        .record("claimed", of: ClaimTotalsContext.table) { $0.claim },
        .flag("isMixed") { $0.group.totals.amounts.count > 1 },
    ])
}
