public import FoundationEssentials
import Inventory

// For callers that group changes of many clients in one transaction.
extension StoreWriter {
    /// The item with an id in this transaction; nil if there is none.
    public func item(_ id: UUID) throws(StoreError) -> StoredItem? {
        if let edited, edited.item.id == id { return edited }
        return try tables.items.find(id)
    }

    /// The position one step before or after an item in the owner's order; nil at the end of the list.
    func place(of id: UUID, oneStep direction: MoveDirection) throws(StoreError) -> ListPosition? {
        guard let location = try tables.items.locate(id) else { throw .noSuchItem(id) }
        let neighbour =
            direction == .down
            ? try tables.orderKeyTable.key(after: location.orderKey)
            : try tables.orderKeyTable.key(before: location.orderKey)
        guard let neighbour, let other = try tables.orderKeyTable.identifier(at: neighbour) else { return nil }
        return direction == .down ? .after(other) : .before(other)
    }

    /// Refuses a revision that is yet to come: nobody can have seen it.
    /// - Throws: `conflict` without fields, `noSuchItem`.
    public func rejectFutureRevision(_ base: Revision?, of id: UUID) throws(StoreError) {
        guard let base, base > latestRevision else { return }
        guard let location = try tables.items.locate(id) else { throw .noSuchItem(id) }
        throw .conflict(ItemConflict(item: id, revision: location.revision, fields: []))
    }
}
