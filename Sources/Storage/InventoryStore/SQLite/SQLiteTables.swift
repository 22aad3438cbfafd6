import CSQLite
import FoundationEssentials
import Inventory

/// The tables of a store in one SQLite database, for writing.
final class SQLiteTables {
    let database: Database
    var binder = ItemBinder()
    let currencies = CurrencyCache()
    /// Whether the index of parents is known to be there.
    var hasParentIndex = false
    private var statements: [String: Statement] = [:]

    init(_ database: Database) { self.database = database }

    var path: String { database.path }

    /// A compiled statement, made once.
    func statement(_ sql: String) throws(StoreError) -> Statement {
        if let known = statements[sql] { return known }
        let compiled = try database.prepare(sql)
        statements[sql] = compiled
        return compiled
    }

    /// The statement that puts in a row of all columns.
    var insertStatement: Statement {
        get throws(StoreError) {
            try cachedStatement(&insertion, "INSERT INTO items (\(ItemColumn.list)) VALUES (\(ItemColumn.parameters))")
        }
    }
    private var insertion: Statement?

    /// The statement that finds an item by its key.
    var selectStatement: Statement {
        get throws(StoreError) { try cachedStatement(&search, "SELECT \(ItemColumn.list) FROM items WHERE id = ?1") }
    }
    private var search: Statement?

    /// The statement that finds where the item of a key stands.
    var locateStatement: Statement {
        get throws(StoreError) {
            try cachedStatement(&location, "SELECT position, revision, added FROM items WHERE id = ?1")
        }
    }
    private var location: Statement?

    /// The statement that finds where the first item of a reference stands.
    var locateByReferenceStatement: Statement {
        get throws(StoreError) {
            try cachedStatement(
                &referenceLocation,
                "SELECT position, revision, added FROM items WHERE external_reference = ?1 ORDER BY position LIMIT 1")
        }
    }
    private var referenceLocation: Statement?

    /// The statement that writes a change's row of the journal.
    var journalInsertStatement: Statement {
        get throws(StoreError) {
            try cachedStatement(
                &recorder,
                "INSERT INTO journal (\(SQLiteTables.journalColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
        }
    }
    private var recorder: Statement?

    /// A statement of a place of its own, compiled at its first use; unlike `statement`, its text is not made again.
    private func cachedStatement(
        _ place: inout Statement?, _ sql: @autoclosure () -> String
    ) throws(StoreError) -> Statement {
        if let known = place { return known }
        let compiled = try database.prepare(sql())
        place = compiled
        return compiled
    }

    /// The statement that writes those fields of an item and its revision: indexes of other columns are left alone.
    func updateStatement(_ fields: [ItemField]) throws(StoreError) -> Statement {
        let columns = fields.reduce(into: UInt64(0)) { $0 |= 1 << UInt64($1.column.rawValue) }
        if let known = updates[columns] { return known }
        // Clients choose the fields; what they choose shall not pile up.
        if updates.count >= 64 { updates = [:] }
        let named = fields.map(\.column).flatMap { [$0, $0.currency].compactMap(\.self) }
        let compiled = try database.prepare(
            "UPDATE items SET \(ItemColumn.assignments([.revision] + named)) WHERE position = ?1")
        updates[columns] = compiled
        return compiled
    }
    private var updates: [UInt64: Statement] = [:]

    /// The one row of a statement, read, and the statement made ready for the next run.
    func first<Value>(
        _ statement: Statement, _ read: (Statement) throws(StoreError) -> Value?
    ) throws(StoreError) -> Value? {
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return try read(statement)
    }

    func number(_ sql: String, _ parameter: Int64? = nil) throws(StoreError) -> Int64? {
        let statement = try statement(sql)
        if let parameter { statement.bind(1, parameter) }
        return try first(statement) { row throws(StoreError) in row.optionalInteger(0) }
    }
}

// Transactions
extension SQLiteTables {
    func begin() throws(StoreError) { try statement("BEGIN IMMEDIATE").run() }

    /// Begins a transaction where no other process has one; `locked` where it has.
    func beginWithoutWaiting() throws(StoreError) {
        sqlite3_busy_timeout(database.handle, 0)
        defer { sqlite3_busy_timeout(database.handle, Database.busyTimeout) }
        try begin()
    }

    func commit() throws(StoreError) { try statement("COMMIT").run() }

    func rollBack() {
        hasParentIndex = false
        // After a full disk SQLite has rolled back on its own; there is nothing more to be done about a failure here.
        if database.isInTransaction { sqlite3_exec(database.handle, "ROLLBACK", nil, nil, nil) }
    }

    func beginSavepoint() throws(StoreError) { try statement("SAVEPOINT part").run() }

    func releaseSavepoint() throws(StoreError) { try statement("RELEASE part").run() }

    func rollBackToSavepoint() {
        hasParentIndex = false
        if database.isInTransaction { sqlite3_exec(database.handle, "ROLLBACK TO part; RELEASE part", nil, nil, nil) }
    }

    func prepareForBulk(_ bulk: Bool) {
        // Kibibytes. An import's index of keys is written at random and should stay in memory.
        let cache = bulk ? 32 << 10 : 2 << 10
        sqlite3_exec(database.handle, "PRAGMA cache_size = -\(cache)", nil, nil, nil)
        guard !bulk else { return }
        sqlite3_db_release_memory(database.handle)
        // The log of a large change goes back into the file at once, unless a reader still needs it.
        sqlite3_busy_timeout(database.handle, 0)
        sqlite3_wal_checkpoint_v2(database.handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        sqlite3_busy_timeout(database.handle, Database.busyTimeout)
    }
}

extension SQLiteTables: InventoryTables {}
