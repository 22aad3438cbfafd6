import CSQLite
import FoundationEssentials
import InventoryModel

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
    var inserting: Statement {
        get throws(StoreError) {
            if let known = insertion { return known }
            let compiled = try database.prepare(
                "INSERT INTO items (\(ItemColumn.list)) VALUES (\(ItemColumn.parameters))")
            insertion = compiled
            return compiled
        }
    }
    private var insertion: Statement?

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
    func beginAtOnce() throws(StoreError) {
        sqlite3_busy_timeout(database.handle, 0)
        defer { sqlite3_busy_timeout(database.handle, Database.patience) }
        try begin()
    }

    func commit() throws(StoreError) { try statement("COMMIT").run() }

    func rollBack() {
        hasParentIndex = false
        // After a full disk SQLite has rolled back on its own; there is nothing more to be done about a failure here.
        if database.isInTransaction { sqlite3_exec(database.handle, "ROLLBACK", nil, nil, nil) }
    }

    func setMark() throws(StoreError) { try statement("SAVEPOINT part").run() }

    func releaseMark() throws(StoreError) { try statement("RELEASE part").run() }

    func rollBackToMark() {
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
        sqlite3_busy_timeout(database.handle, Database.patience)
    }
}

extension SQLiteTables: InventoryTables {}
