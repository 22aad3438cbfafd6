public import Inventory

/// The order key of an item, and the changes that added and last touched it.
struct ItemLocation: Equatable {
    /// The key of the owner's order; neighbours are mostly ``OrderKeys/gap`` apart.
    var orderKey: Int64
    /// The change that touched the item last.
    var revision: Revision
    /// The change that added it.
    var added: Revision
}

extension ItemLocation {
    /// Reads `position, revision, added`.
    init(_ row: StoreStatement) {
        self.init(
            orderKey: row.integer(0), revision: Revision(rawValue: row.integer(1)),
            added: Revision(rawValue: row.integer(2)))
    }
}

/// An item as a store holds it.
public struct StoredItem: Equatable, Sendable {
    /// The item.
    public var item: Item
    /// The revision of the last change that touched it: its ETag.
    public var revision: Revision
    var orderKey: Int64
    var added: Revision

    var location: ItemLocation { ItemLocation(orderKey: orderKey, revision: revision, added: added) }
}
