import Database

extension InventoryStore {
    /// Opens a session with the store's database for the index of published folders, whose tables it makes if need be.
    ///
    /// For a store that can only be read the database is a temporary one.
    package func openSiteConnection() throws(StoreError) -> StoreConnection {
        let database: any DatabaseMaintenance =
            try isReadOnly
            ? location.perform { () throws(DatabaseError) in try SQLiteConnection.temporary() }
            : location.openConnection()
        let connection = location.session(database)
        // Until a folder is chosen.
        connection.site = 0
        try connection.perform { database throws(DatabaseError) in
            let statements = SiteSchema.statements(database.dialect)
            // On a server the tables are made with the first inventory. Even CREATE … IF NOT EXISTS takes locks there for
            // which the publications of other inventories would wait, and only the owner of the tables may execute it.
            guard database.dialect.sharesTables else { return try database.execute(statements) }
            func exist() throws(DatabaseError) -> Bool { try !database.columns(of: "site_files").isEmpty }
            guard try !exist() else { return }
            do throws(DatabaseError) { try database.execute(statements) } catch {
                // Another program may have made them at the same time.
                guard (try? exist()) == true else { throw error }
            }
        }
        return connection
    }

    /// Opens a session with the database server of the inventory for what several programs share beside the items, whose
    /// transactions do not wait for those that change the inventory.
    /// - Returns: nil for an inventory in a folder.
    package func openUnlockedConnection() throws(StoreError) -> StoreConnection? {
        guard let inventory = location as? ServerInventory else { return nil }
        return try location.perform { () throws(DatabaseError) in
            location.session(try inventory.server.connect(writeLock: nil))
        }
    }

    /// An absolute path as the store's tables have it: with the name of this machine if several machines use the store.
    public func noted(_ path: String) -> String { location.machine + path }

    /// The path on this machine that was noted; nil if it is another machine's.
    public func path(ofNoted path: String) -> String? {
        if path.hasPrefix("/") { return path }
        return path.hasPrefix(location.machine) ? String(path.dropFirst(location.machine.count)) : nil
    }
}
