public import Database
import SQLiteDriver

extension InventoryStore {
    /// Opens another connection to the store's database, for tables that another module keeps beside the items.
    ///
    /// For a store that can only be read it is a temporary database of its own.
    public func openConnection() throws(StoreError) -> any DatabaseMaintenance {
        guard isReadOnly else { return try location.openConnection() }
        do throws(DatabaseError) { return try SQLiteConnection.temporary() } catch {
            throw StoreError(error, path: location.shown)
        }
    }

    /// Opens a connection to the database server of the inventory for what several programs share beside the items, whose
    /// transactions do not wait for those that change the inventory.
    /// - Returns: nil for an inventory in a folder.
    public func openUnlockedConnection() throws(StoreError) -> (any DatabaseConnection)? {
        try (location as? ServerInventory)?.openUnlocked()
    }

    /// An absolute path as the store's tables have it: with the name of this machine if several machines use the store.
    public func noted(_ path: String) -> String { location.machine + path }

    /// The path on this machine that was noted; nil if it is another machine's.
    public func path(ofNoted path: String) -> String? {
        if path.hasPrefix("/") { return path }
        return path.hasPrefix(location.machine) ? String(path.dropFirst(location.machine.count)) : nil
    }

    /// The number that all rows of the inventory have in its database.
    public var inventory: Int64 { location.inventory }
}
