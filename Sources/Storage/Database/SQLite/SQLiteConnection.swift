import CSQLite

/// One connection to an SQLite file.
public final class SQLiteConnection: DatabaseConnection {
    /// The access to the file.
    public enum Mode: Sendable {
        case create, readWrite, readOnly
        /// For media on which not even a lock can be put: the file is taken to stay as it is.
        case immutable
    }

    package let handle: OpaquePointer
    /// Compiled statements of transactions and savepoints. Bare handles: a statement object would keep the connection.
    private var commands: [String: OpaquePointer] = [:]

    /// Opens a file.
    public convenience init(file: String, mode: Mode) throws(DatabaseError) {
        try self.init(address: SQLiteConnection.uri(file) + (mode == .immutable ? "?immutable=1" : ""), mode: mode)
    }

    /// Makes a database that is kept in memory, and on the disk if it is large, until the connection is closed.
    public static func temporary() throws(DatabaseError) -> SQLiteConnection {
        try SQLiteConnection(address: "", mode: .create)
    }

    private init(address: String, mode: Mode) throws(DatabaseError) {
        _ = SQLiteConnection.isPrepared
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
        switch mode {
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .readOnly, .immutable: flags |= SQLITE_OPEN_READONLY
        }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(address, &opened, flags, nil)
        guard let opened else { throw DatabaseError(.io, "out of memory") }
        guard code == SQLITE_OK else {
            let error = DatabaseError(code: code, handle: opened)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        // A file may come from somebody else: its schema must not do anything when a change is made.
        homepwner_sqlite_distrust_schema(opened)
        sqlite3_busy_timeout(opened, SQLiteConnection.busyTimeout)
    }

    /// Options of the library that must be set before its first connection.
    private static let isPrepared = homepwner_sqlite_without_statistics() == SQLITE_OK

    // Statements that outlive the connection object keep the file open: close_v2 waits for them.
    deinit {
        for command in commands.values { sqlite3_finalize(command) }
        sqlite3_close_v2(handle)
    }

    /// Milliseconds that a writer waits for another.
    static let busyTimeout: Int32 = 20_000

    /// A path as a `file:` URI; all but unreserved characters are percent-encoded (RFC 3986, 2.3).
    private static func uri(_ file: String) -> String {
        var text = Array("file:".utf8)
        for byte in file.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                text.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A file holds the rows of one tenant.
    public let dialect = DatabaseDialect(
        integer: "INTEGER", bytes: "BLOB", text: "TEXT", tableOptions: "STRICT", sharesTables: false,
        contains: { haystack, needle in "instr(\(haystack), \(needle)) > 0" })

    public func execute(_ script: String) throws(DatabaseError) {
        try check(sqlite3_exec(handle, script, nil, nil, nil))
    }

    public func prepare(_ sql: String, for use: StatementUse) throws(DatabaseError) -> any DatabaseStatement {
        try SQLiteStatement(sql, in: self, isPersistent: use == .repeated)
    }

    public func prepareInsert(
        into table: String, columns: [String], onConflict: ConflictResolution
    ) throws(DatabaseError) -> any DatabaseStatement {
        try SQLiteStatement(onConflict.insertion(into: table, columns: columns), in: self, isPersistent: true)
    }

    /// The number in the first column of a statement's one row.
    func number(_ sql: String) throws(DatabaseError) -> Int64 {
        let statement = try SQLiteStatement(sql, in: self, isPersistent: false)
        guard try statement.step() else { throw DatabaseError(.corrupt, "a pragma has no value") }
        return statement.integer(0)
    }

    package func check(_ code: Int32) throws(DatabaseError) {
        guard code == SQLITE_OK else { throw DatabaseError(code: code, handle: handle) }
    }

    /// Runs a statement without parameters and rows that is compiled once.
    private func run(_ sql: String) throws(DatabaseError) {
        var command = commands[sql]
        if command == nil {
            try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &command, nil))
            commands[sql] = command
        }
        defer { sqlite3_reset(command) }
        let code = sqlite3_step(command)
        guard code == SQLITE_DONE else { throw DatabaseError(code: code, handle: handle) }
    }
}

// Transactions
extension SQLiteConnection {
    public func begin(_ kind: TransactionKind) throws(DatabaseError) {
        switch kind {
        case .read: try run("BEGIN")
        case .write(waits: true): try run("BEGIN IMMEDIATE")
        case .write(waits: false):
            sqlite3_busy_timeout(handle, 0)
            defer { sqlite3_busy_timeout(handle, SQLiteConnection.busyTimeout) }
            try run("BEGIN IMMEDIATE")
        }
    }

    public func commit() throws(DatabaseError) { try run("COMMIT") }

    public func rollBack() {
        // After a full disk SQLite has rolled back on its own; nothing more can be done about a failure here.
        if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }

    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    public func createSavepoint(_ name: String) throws(DatabaseError) { try run("SAVEPOINT \(name)") }

    public func releaseSavepoint(_ name: String) throws(DatabaseError) { try run("RELEASE \(name)") }

    public func rollBack(toSavepoint name: String) {
        if isInTransaction { sqlite3_exec(handle, "ROLLBACK TO \(name); RELEASE \(name)", nil, nil, nil) }
    }
}
