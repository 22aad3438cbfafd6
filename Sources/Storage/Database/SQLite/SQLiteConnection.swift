import CSQLite
import Glibc

/// One connection to an SQLite file.
package final class SQLiteConnection: DatabaseConnection {
    /// The access to the file.
    package enum Mode: Sendable {
        case create, readWrite, readOnly
        /// For media on which not even a lock can be put: the file is taken to stay as it is.
        case immutable
    }

    package let handle: OpaquePointer
    /// Compiled statements of transactions and savepoints. Bare handles: a statement object would keep the connection.
    private var commands: [String: OpaquePointer] = [:]

    /// Opens a file.
    package convenience init(file: String, mode: Mode) throws {
        try self.init(address: SQLiteConnection.uri(file) + (mode == .immutable ? "?immutable=1" : ""), mode: mode)
    }

    /// Makes a database that is kept in memory, and on the disk if it is large, until the connection is closed.
    package static func temporary() throws -> SQLiteConnection {
        try SQLiteConnection(address: "", mode: .create)
    }

    private init(address: String, mode: Mode) throws {
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
    package let dialect = DatabaseDialect(
        integer: "INTEGER", bytes: "BLOB", text: "TEXT", tableOptions: "STRICT", sharesTables: false,
        contains: { haystack, needle in "instr(\(haystack), \(needle)) > 0" },
        elements: { list in "SELECT value, key FROM json_each(\(list))" },
        customField: { list, name in
            """
            (SELECT group_concat(value ->> 1, ', ') FROM json_each(\(list)) \
            WHERE value ->> 0 = \(name) AND value ->> 1 <> '')
            """
        })

    package func execute(_ script: String) throws {
        try check(sqlite3_exec(handle, script, nil, nil, nil))
    }

    package func prepare(_ sql: String, for use: StatementUse) throws -> any DatabaseStatement {
        try SQLiteStatement(sql, in: self, isPersistent: use == .repeated)
    }

    package func prepareInsert(
        into table: String, columns: [String], onConflict: ConflictResolution
    ) throws -> any DatabaseStatement {
        try SQLiteStatement(onConflict.insertion(into: table, columns: columns), in: self, isPersistent: true)
    }

    /// The number in the first column of a statement's one row.
    func number(_ sql: String) throws -> Int64 {
        let statement = try SQLiteStatement(sql, in: self, isPersistent: false)
        guard try statement.step() else { throw DatabaseError(.corrupt, "a pragma has no value") }
        return statement.integer(0)
    }

    package func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(code: code, handle: handle) }
    }

    /// Runs a statement without parameters and rows that is compiled once.
    private func run(_ sql: String) throws {
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
    package func begin(_ kind: TransactionKind) throws {
        switch kind {
        case .read: try run("BEGIN")
        case .write(waits: true): try run("BEGIN IMMEDIATE")
        case .write(waits: false):
            sqlite3_busy_timeout(handle, 0)
            defer { sqlite3_busy_timeout(handle, SQLiteConnection.busyTimeout) }
            try run("BEGIN IMMEDIATE")
        }
    }

    package func commit() throws { try run("COMMIT") }

    package func rollBack() {
        // After a full disk SQLite has rolled back on its own; nothing more can be done about a failure here.
        if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }

    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    package func createSavepoint(_ name: String) throws { try run("SAVEPOINT \(name)") }

    package func releaseSavepoint(_ name: String) throws { try run("RELEASE \(name)") }

    package func rollBack(toSavepoint name: String) {
        if isInTransaction { sqlite3_exec(handle, "ROLLBACK TO \(name); RELEASE \(name)", nil, nil, nil) }
    }
}

extension SQLiteConnection: DatabaseMaintenance {
    /// The numbers are in the file's header, at bytes 68 and 60.
    package func mark(application: Int64, version: Int64) throws {
        try execute("PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
    }

    package func application() throws -> Int64 { try number("PRAGMA application_id") }

    package func version() throws -> Int64 { try number("PRAGMA user_version") }

    package func columns(of table: String) throws -> [String] {
        try names("SELECT name FROM pragma_table_info('\(table)')")
    }

    package func foreignObjects(besides statements: String) throws -> [String] {
        let model = try SQLiteConnection.temporary()
        try model.execute(statements)
        let tables = try model.names("SELECT name FROM sqlite_schema WHERE type = 'table'")
        let known = Set(try model.objects(columnsOf: tables))
        let foreign = try objects(columnsOf: tables).filter { !known.contains($0) }
        return foreign.map { String($0.drop { $0 != " " }.dropFirst()) }.sorted()
    }

    /// Everything in the database by type and name, except SQLite's own tables and indexes, which begin with a prefix that
    /// it allows nobody else.
    private func objects(columnsOf tables: [String]) throws -> [String] {
        let type = "iif(sql LIKE 'CREATE VIRTUAL%', 'virtual', type)"
        let named = tables.map { "'\($0)'" }.joined(separator: ", ")
        return try names(
            """
            SELECT \(type) || ' ' || name FROM sqlite_schema \
            WHERE name NOT GLOB 'sqlite_*' OR \(type) NOT IN ('table', 'index')
            """)
            + names(
                """
                SELECT 'column ' || s.name || '.' || c.name FROM sqlite_schema s JOIN pragma_table_xinfo(s.name) c \
                WHERE s.type = 'table' AND s.name IN (\(named)) AND s.sql NOT LIKE 'CREATE VIRTUAL%'
                """)
    }

    /// The texts in the first column of a statement's rows.
    private func names(_ sql: String) throws -> [String] {
        let rows = try SQLiteStatement(sql, in: self, isPersistent: false)
        var names: [String] = []
        while try rows.step() { names.append(rows.text(0) ?? "") }
        return names
    }

    package func backUp(to file: String) throws {
        try backUp(to: try SQLiteConnection(file: file, mode: .create))
    }

    /// Copies the whole database into that of another connection.
    package func backUp(to copy: SQLiteConnection) throws {
        guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw DatabaseError(code: sqlite3_errcode(copy.handle), handle: copy.handle)
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw DatabaseError(code: code, handle: copy.handle) }
    }

    package func checkpoint() {
        sqlite3_busy_timeout(handle, 0)
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        sqlite3_busy_timeout(handle, SQLiteConnection.busyTimeout)
    }

    package func compact() throws {
        try execute("VACUUM")
        // The log has the pages from before. Readers that still need it are waited for.
        var (frames, moved): (Int32, Int32) = (0, 0)
        try check(sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, &frames, &moved))
    }

    package func checkIntegrity(limit: Int) throws -> [String] {
        // Asks for more than `limit`, because false reports are dropped below.
        let check = try SQLiteStatement("PRAGMA integrity_check(1000000)", in: self, isPersistent: false)
        var places: [String] = []
        var known: [String: Bool] = [:]
        while places.count < limit {
            do {
                guard try check.step() else { break }
            } catch {
                // A page that is too damaged to go on with: the damage found before it is more helpful.
                if places.isEmpty { throw error }
                break
            }
            // A row may hold many lines, below the heading of its database.
            let lines = (check.text(0) ?? "").split(separator: "\n").map(String.init)
            for line in lines where line != "ok" && !line.hasPrefix("***") {
                if let code = SQLiteConnection.readError(line) { throw DatabaseError(code: code, handle: handle) }
                let isFalse = known[line] ?? isFalseNull(line)
                known[line] = isFalse
                if !isFalse { places.append(line) }
            }
        }
        return Array(places.prefix(limit))
    }

    /// The result code in a line of the integrity check about a page that the disk failed to read; nil for other lines.
    static func readError(_ line: String) -> Int32? {
        guard line.contains("error code="), let code = line.split(separator: "=").last.flatMap({ Int32($0) }),
            code & 0xFF == SQLITE_IOERR
        else { return nil }
        return code
    }

    /// Whether a line of the integrity check reports a NULL that is not there. SQLite 3.40 does so, for each row, if the last
    /// column of a table without row numbers is in the key and another is not, as in the index of pages that earlier
    /// versions made.
    private func isFalseNull(_ line: String) -> Bool {
        let start = "NULL value in "
        let names = line.dropFirst(start.utf8.count).split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = names.allSatisfy { name in
            !name.isEmpty
                && name.utf8.allSatisfy {
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
                }
        }
        guard line.hasPrefix(start), names.count == 2, isPlain else { return false }
        // Unlike IS NULL, this is not taken for false because the column is declared NOT NULL.
        let query = "SELECT 1 FROM \(names[0]) WHERE typeof(\(names[1])) = 'null' LIMIT 1"
        do {
            return try !SQLiteStatement(query, in: self, isPersistent: false).step()
        } catch {
            // The table is too damaged to be queried.
            return false
        }
    }

    package func setBulkLoading(_ isBulk: Bool) {
        // Kibibytes. An import's index of ids is written at random and should stay in memory.
        let cache = isBulk ? 32 << 10 : 2 << 10
        sqlite3_exec(handle, "PRAGMA cache_size = -\(cache)", nil, nil, nil)
        guard !isBulk else { return }
        sqlite3_db_release_memory(handle)
        // The log of a large change goes back into the file at once, unless a reader still needs it.
        checkpoint()
    }
}

// Only for connections to a file.
extension SQLiteConnection {
    /// Whether the file was opened for writing but cannot be written.
    package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

    /// The journal mode: the way in which changes reach the disk.
    package enum Journal: Sendable {
        /// A log beside the file; a commit is flushed before it returns.
        case writeAheadLog
        /// A journal that is deleted after each transaction, for making a file.
        case file
        /// Each page is written once and in place, without a flush; nobody may read meanwhile.
        case none
    }

    /// Chooses how changes reach the disk.
    /// - Throws: `busy` if another connection keeps the file from being switched.
    package func setJournal(_ journal: Journal) throws {
        switch journal {
        case .writeAheadLog:
            try execute("PRAGMA synchronous = FULL")
            let mode = try SQLiteStatement("PRAGMA journal_mode = WAL", in: self, isPersistent: false)
            guard try mode.step(), mode.text(0) == "wal" else { throw DatabaseError(.busy, "journal_mode") }
            // The row comes before the change is committed.
            _ = try mode.step()
        case .file: try execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")
        case .none: try execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        }
    }

    /// Prepares a connection that writes: every commit is flushed.
    package func prepareForWriting() throws {
        // The log is moved into the file when it nears the size it keeps on the disk: three times as rarely as by
        // default, and a page that many edits touched is moved once.
        try execute(
            "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216; PRAGMA wal_autocheckpoint = 3000")
    }

    /// Prepares a connection that only reads.
    package func prepareForReading() throws {
        try execute("PRAGMA query_only = 1; PRAGMA cache_size = -4096")
    }
}

extension DatabaseError {
    /// The failure that SQLite reports by a result code.
    init(code: Int32, handle: OpaquePointer) {
        let cause = DatabaseError.systemCode(handle)
        let words = String(cString: sqlite3_errmsg(handle))
        // After a failure SQLite unlocks files that it closed, or looks for one that it could not make: these are the errors of
        // that, not the cause.
        let reason = [0, EBADF, ENOENT].contains(cause) ? words : String(cString: strerror(cause))
        switch code & 0xFF {
        case SQLITE_FULL: self.init(.full, words)
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            switch cause {
            case ENOSPC, EDQUOT: self.init(.full, reason)
            case EACCES, EPERM, EROFS: self.init(.readOnly, reason)
            default: self.init(.io, reason)
            }
        case SQLITE_BUSY, SQLITE_LOCKED: self.init(.busy, words)
        case SQLITE_READONLY, SQLITE_PERM: self.init(.readOnly, words)
        case SQLITE_NOTADB: self.init(.notADatabase, words)
        case SQLITE_CORRUPT:
            // SQLite calls a file damaged that the disk fails to read. The disk's answer may be another next time.
            if cause == EIO { self.init(.io, reason) } else { self.init(.corrupt, words) }
        case SQLITE_CONSTRAINT: self.init(.constraint, words)
        default: self.init(.other, words)
        }
    }

    /// The operating system's error number, which is more specific than "disk I/O error"; 0 for none.
    private static func systemCode(_ handle: OpaquePointer) -> Int32 {
        // A statement that fails while it runs leaves the number with the file: the log, or the database.
        for pointer in [SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            var code: Int32 = 0
            guard sqlite3_file_control(handle, "main", pointer, &file) == SQLITE_OK,
                let control = file?.pointee.pMethods?.pointee.xFileControl,
                control(file, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK, code != 0
            else { continue }
            return code
        }
        return sqlite3_system_errno(handle)
    }
}
