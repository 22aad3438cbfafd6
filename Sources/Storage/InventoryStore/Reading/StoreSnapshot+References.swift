public import FoundationEssentials

extension StoreSnapshot {
    /// Items whose external reference also identifies another item, with that other one: all but the first of those that
    /// share a reference, and those whose reference is another one's id. Only stores of earlier builds have such items.
    ///
    /// Files that name items by their reference cannot carry these.
    public func itemsWithoutOwnReference() throws(StoreError) -> [UUID: UUID] {
        var items: [UUID: UUID] = [:]
        try tables.items.forEachSharedReference { id, diagnostic throws(StoreError) in
            if case .taken(let other) = diagnostic { items[id] = other }
        }
        try immutable?.check()
        return items
    }
}
