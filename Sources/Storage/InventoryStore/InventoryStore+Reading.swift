public import Inventory

extension InventoryStore {
    /// The settings of the inventory.
    public var settings: InventorySettings {
        get throws(StoreError) { try snapshot().settings }
    }

    /// The latest change.
    public var revision: Revision {
        get throws(StoreError) { try snapshot().revision }
    }

    /// The changes, the latest first.
    /// - Parameters:
    ///   - limit: the most that are returned.
    ///   - before: only changes before this one; nil for the latest.
    public func journal(limit: Int, before revision: Revision? = nil) throws(StoreError) -> [JournalEntry] {
        try snapshot().journal(limit: limit, before: revision)
    }

    /// The changes after a revision; see ``StoreSnapshot/changes(since:limit:)``.
    public func changes(since revision: Revision, limit: Int = StoreChanges.limit) throws(StoreError) -> StoreChanges {
        try snapshot().changes(since: revision, limit: limit)
    }
}
