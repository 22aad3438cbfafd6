import Database
import Files
import FoundationEssentials
package import Inventory

/// The inventories of a database, each with a name and the number that all its rows have.
package struct InventoryDirectory {
    /// An inventory.
    package struct Entry: Equatable, Sendable {
        /// The name.
        package let name: String
        /// When it was made.
        package let created: Timestamp
        /// When it was archived; nil if it can be written.
        package let archived: Timestamp?

        /// Whether it can only be read.
        package var isArchived: Bool { archived != nil }
    }

    let server: any DatabaseServer
    private let address: StoreAddress
    private let connection: StoreConnection

    /// A session for the people of the server: their rows have the number 0, which no inventory has.
    package var people: StoreConnection { StoreConnection(connection.database, path: connection.path, inventory: 0) }

    /// Opens the directory of a database.
    /// - Throws: `missing` if the database has no inventories yet, `newerVersion`, `noServerDriver`, `inputOutput`.
    package init(at address: StoreAddress) throws { try self.init(at: address, makesTables: false) }

    /// - Parameter makesTables: whether the tables are made in a database that has none.
    init(at address: StoreAddress, makesTables: Bool) throws {
        self.address = address
        server = try ServerDriver.server(at: address)
        do {
            connection = StoreConnection(try server.connect(writeLock: nil), path: address.displayName)
        } catch let error as DatabaseError {
            throw StoreError(error, path: address.displayName)
        }
        try prepareTables(makes: makesTables)
    }

    /// Limits the connections of this program to the database server, for all its inventories together.
    /// - Parameter count: nil for the usual number.
    /// - Returns: the limit, and the number of connections that the server allows the program's role.
    package func limitConnections(to count: Int?) throws -> (limit: Int, allowed: Int) {
        let limit = count ?? server.sessions.limit
        return (limit, try connection.perform { _ in try server.limitSessions(to: limit) })
    }

    /// Visits all inventories, by name. Those that are being imported have hidden names, and are omitted.
    package func forEach(_ body: (Entry) throws -> Void) throws {
        try connection.begin(.read)
        defer { connection.rollBack() }
        let rows = try connection.cursor(
            "SELECT name, created, archived FROM inventories WHERE substr(name, 1, 1) <> '.' ORDER BY name")
        while try rows.step() { try body(Entry(row: rows)) }
    }

    /// Visits the inventories that can be written and have a wanted name, by name; each is open for reading meanwhile.
    package static func visitInventories(
        at address: StoreAddress, _ isWanted: (_ name: String) -> Bool,
        _ body: (_ name: String, InventoryStore) throws -> Void
    ) throws {
        try InventoryDirectory(at: address).forEach { entry in
            guard !entry.isArchived, isWanted(entry.name) else { return }
            do {
                try body(entry.name, InventoryStore.open(at: address.of(entry.name), for: .reading))
            } catch StoreError.missing {
                // It was deleted or renamed meanwhile.
            }
        }
    }

    /// Renames an inventory.
    /// - Throws: `missing`, `exists`, `noInventoryName`.
    package func rename(_ name: String, to new: String) throws {
        _ = try address.of(name).name()
        try move(name, to: new)
    }

    /// Renames an inventory, which may have a hidden name.
    func move(_ name: String, to new: String) throws {
        let target = address.of(new)
        _ = try target.name()
        try change(name) { number in
            guard try find(new) == nil else { throw StoreError.exists(path: target.displayName) }
            let statement = try connection.statement(
                "UPDATE inventories SET name = ?2 WHERE inventory = ?1", .text(new))
            statement.bind(1, number)
            do { try statement.statement.run() } catch let error as DatabaseError {
                // Another program took the name since it was looked up.
                throw error.kind == .constraint
                    ? StoreError.exists(path: target.displayName) : StoreError(error, path: connection.path)
            }
        }
    }

    /// Archives an inventory, which can only be read from then on, or makes it writable again.
    /// - Throws: `missing`.
    package func setArchived(_ isArchived: Bool, _ name: String) throws {
        _ = try address.of(name).name()
        try change(name) { number in
            let statement = try connection.statement(
                "UPDATE inventories SET archived = ?2 WHERE inventory = ?1",
                .integer(isArchived ? Timestamp.now.milliseconds : nil))
            statement.bind(1, number)
            try statement.run()
        }
    }

    /// Deletes an inventory with its journal. Its photos and documents remain in their folder.
    /// - Returns: the folder of its photos and documents.
    /// - Throws: `missing`, and `missingFiles` if that folder is not there although photos or documents were added: the
    ///   address then states another one than they are in.
    @discardableResult
    package func delete(_ name: String) throws -> String {
        let inventory = try ServerInventory(at: address.of(name))
        try inventory.requireFiles()
        return try remove(name, inventory.inventory)
    }

    /// Deletes the rows of an inventory, which may have a hidden name.
    /// - Parameters:
    ///   - inventory: its number. The name may have become another inventory's.
    ///   - waits: whether to wait for a writer of the inventory, or else throw `locked` at once.
    /// - Returns: the folder of its photos and documents.
    func remove(_ name: String, _ inventory: Int64, waits: Bool = true) throws -> String {
        var folder = ""
        try change(name, waits: waits) { number in
            guard number == inventory else { throw StoreError.missing(path: address.of(name).displayName) }
            let rows = StoreConnection(connection.database, path: connection.path, inventory: number)
            // The id names a folder.
            folder = address.files + "/" + (try SettingsTable(connection: rows).identifier()).uuidString.lowercased()
            for table in Schema.tables + Schema.sharedTables + SiteSchema.tables {
                guard try exists(table) else { continue }
                try rows.run("DELETE FROM \(table) WHERE inventory = ?1")
            }
        }
        return folder
    }

    // For stores

    /// Makes an inventory with its settings.
    /// - Throws: `exists`.
    func create(_ name: String, settings: InventorySettings) throws {
        let created = Timestamp.now
        do {
            try insert(name, settings: settings, created: created)
        } catch StoreError.unknownOutcome(let path) {
            // The second insertion waits until the lost transaction has ended, and then finds its row or makes one.
            do { try insert(name, settings: settings, created: created) } catch let error as StoreError {
                guard case .exists = error, try find(name)?.entry.created == created else {
                    throw StoreError.unknownOutcome(path: path)
                }
            }
        }
    }

    private func insert(_ name: String, settings: InventorySettings, created: Timestamp) throws {
        try connection.change {
            let count = try connection.run(
                "INSERT INTO inventories (name, created) VALUES (?2, ?3) ON CONFLICT (name) DO NOTHING", .text(name),
                .integer(created.milliseconds))
            guard count > 0 else { throw StoreError.exists(path: address.of(name).displayName) }
            guard
                let number = try connection.number("SELECT inventory FROM inventories WHERE name = ?2", .text(name))
            else {
                throw StoreError.missing(path: address.of(name).displayName)
            }
            let table = SettingsTable(
                connection: StoreConnection(connection.database, path: connection.path, inventory: number))
            try table.set(identifier: UUID())
            try table.replace(settings)
        }
    }

    /// The age at which an inventory under a hidden name counts as abandoned. Copying its files may take days.
    private static let abandonedMilliseconds: Int64 = 30 * 86_400_000

    /// Removes the inventories that killed programs left under hidden names.
    func removeAbandoned() throws {
        let abandoned = try connection.all(
            "SELECT name, inventory FROM inventories WHERE substr(name, 1, 1) = '.' AND created < ?2",
            .integer(Timestamp.now.milliseconds - InventoryDirectory.abandonedMilliseconds)
        ) { row in row.text(0).map { ($0, row.integer(1)) } }
        for (name, number) in abandoned {
            do {
                Folder.removeAll(try remove(name, number, waits: false))
            } catch StoreError.locked {
                // A program is still filling it.
            }
        }
    }

    /// An inventory, its number, and its own id.
    func find(_ name: String) throws -> (entry: Entry, number: Int64, identifier: String)? {
        try connection.first(
            """
            SELECT inventories.name, created, archived, inventory, value FROM inventories \
            JOIN settings USING (inventory) WHERE inventories.name = ?2 AND settings.name = 'identifier'
            """, .text(name)
        ) { row in
            // The id names a folder.
            guard let id = row.text(4).flatMap(UUID.init(uuidString:)) else {
                throw StoreError.damaged(path: connection.path, .missingStoreID)
            }
            return (Entry(row: row), row.integer(3), id.uuidString.lowercased())
        }
    }

    // Tables

    private func prepareTables(makes: Bool) throws {
        if try !haveTables() {
            guard makes else { throw StoreError.missing(path: connection.path) }
            do {
                try makeTables()
            } catch {
                // Another program may have made them at the same time.
                guard (try? haveTables()) == true else { throw error }
            }
        }
        try addColumns()
    }

    private func haveTables() throws -> Bool {
        let (application, version) = try connection.perform { database in
            (try database.application(), try database.version())
        }
        guard application != 0 else { return false }
        guard application == Schema.applicationID else { throw StoreError.notAStore(path: connection.path) }
        guard version <= Schema.version else {
            throw StoreError.newerVersion(path: connection.path, version: Int(version), supported: Int(Schema.version))
        }
        // No earlier version had inventories on servers.
        guard version == Schema.version else { throw StoreError.damaged(path: connection.path, .otherVersion) }
        return true
    }

    private func makeTables() throws {
        try connection.change {
            let dialect = connection.dialect
            try connection.execute(
                Schema.directory(dialect) + Schema.statements(dialect) + SiteSchema.statements(dialect))
            try connection.perform { database in
                try database.mark(application: Schema.applicationID, version: Schema.version)
            }
        }
    }

    /// Adds the columns that are newer than the tables.
    private func addColumns() throws {
        let sessions = try connection.perform { database in try database.columns(of: "serve_sessions") }
        if !sessions.contains("person") {
            // Codes are rows of the settings since then.
            try connection.execute(
                "ALTER TABLE serve_sessions ADD COLUMN IF NOT EXISTS person TEXT; DROP TABLE IF EXISTS serve_tokens")
        }
        let present = try connection.perform { database in try database.columns(of: "items") }
        let dialect = connection.dialect
        for column in ItemColumn.allCases where !present.contains(column.name) {
            try connection.execute("ALTER TABLE items ADD COLUMN IF NOT EXISTS \(column.name) \(column.type(dialect))")
        }
    }

    private func exists(_ table: String) throws -> Bool {
        try connection.perform { database in try !database.columns(of: table).isEmpty }
    }

    // Transactions

    /// Changes an inventory while no other writer changes it or the index of its published folders.
    private func change(_ name: String, waits: Bool = true, _ body: (Int64) throws -> Void) throws {
        try connection.change {
            let number = try connection.number(
                "SELECT inventory FROM inventories WHERE name = ?2 FOR UPDATE\(waits ? "" : " NOWAIT")", .text(name))
            guard let number else {
                throw StoreError.missing(path: address.of(name).displayName)
            }
            try body(number)
        }
    }
}

extension InventoryDirectory: PeopleHolder {
    package func readPeople<Result>(_ body: (PeopleTable) throws -> Result) throws -> Result {
        let people = people
        return try people.read { try body(PeopleTable(people)) }
    }

    package func changePeople(_ body: (PeopleTable) throws -> Void) throws {
        let people = people
        try people.change { try body(PeopleTable(people)) }
    }
}

extension InventoryDirectory.Entry {
    /// Reads `name, created, archived`.
    fileprivate init(row: StoreStatement) {
        self.init(
            name: row.text(0) ?? "", created: Timestamp(clampedMilliseconds: row.integer(1)),
            archived: row.optionalInteger(2).map(Timestamp.init(clampedMilliseconds:)))
    }
}
