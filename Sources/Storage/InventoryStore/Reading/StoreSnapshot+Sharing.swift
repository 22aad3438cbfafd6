import Database

extension InventoryStore {
    /// The state that a program shares.
    /// - Parameter id: the id that ``StoreSnapshot/share()`` returned there.
    /// - Throws: `missingSnapshot` if no program shares a state with that id, `unsharedSnapshot` if the store is a folder.
    public func snapshot(sharedAs id: String) throws(StoreError) -> StoreSnapshot {
        try StoreSnapshot(location, access, sharedAs: id)
    }
}

extension StoreSnapshot {
    /// Shares the state with other programs.
    /// - Returns: the id by which they find it as long as this snapshot exists and its connection is open.
    /// - Throws: `unsharedSnapshot` if the store is a folder.
    public func share() throws(StoreError) -> String {
        guard let database = tables.connection.database as? any SnapshotSharing else {
            throw .unsharedSnapshot(path: tables.path)
        }
        do throws(DatabaseError) { return try database.exportSnapshot() } catch {
            throw StoreError(error, path: tables.path)
        }
    }

    /// Checks that the database still holds the state. Called now and then, it also keeps the server from closing a
    /// connection that is idle.
    /// - Throws: `inputOutput` if it does not.
    public func checkIsHeld() throws(StoreError) { _ = try tables.journal.latestRevision() }

    static func begin(
        _ database: any DatabaseConnection, sharedAs id: String, at location: any StoreLocation
    ) throws(StoreError) {
        guard let database = database as? any SnapshotSharing else { throw .unsharedSnapshot(path: location.shown) }
        do throws(DatabaseError) {
            try database.begin(snapshot: id)
        } catch {
            guard error.kind == .other else { throw StoreError(error, path: location.shown) }
            throw .missingSnapshot(id, path: location.shown)
        }
    }
}
