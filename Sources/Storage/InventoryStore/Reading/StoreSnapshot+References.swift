public import FoundationEssentials

extension StoreSnapshot {
    /// The items of a store of an earlier build by whose external reference another item goes, with that other one: all
    /// but the first of those that have a reference in common, and those whose reference is another one's key.
    ///
    /// Files that name items by their reference cannot carry these.
    public func itemsWithoutOwnReference() throws(StoreError) -> [UUID: UUID] {
        var items: [UUID: UUID] = [:]
        try tables.items.forEachSharedReference { id, fault throws(StoreError) in
            if case .taken(let other) = fault { items[id] = other }
        }
        try immutable?.check()
        return items
    }
}
