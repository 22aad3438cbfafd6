import CSQLite

extension SQLiteConnection: DatabaseMaintenance {
    /// The numbers are in the file's header, at bytes 68 and 60.
    public func mark(application: Int64, version: Int64) throws(DatabaseError) {
        try execute("PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
    }

    public func application() throws(DatabaseError) -> Int64 { try number("PRAGMA application_id") }

    public func version() throws(DatabaseError) -> Int64 { try number("PRAGMA user_version") }

    public func columns(of table: String) throws(DatabaseError) -> [String] {
        try names("SELECT name FROM pragma_table_info('\(table)')")
    }

    public func foreignObjects(besides statements: String) throws(DatabaseError) -> [String] {
        let model = try SQLiteConnection.temporary()
        try model.execute(statements)
        let tables = try model.names("SELECT name FROM sqlite_schema WHERE type = 'table'")
        let known = Set(try model.objects(columnsOf: tables))
        let foreign = try objects(columnsOf: tables).filter { !known.contains($0) }
        return foreign.map { String($0.drop { $0 != " " }.dropFirst()) }.sorted()
    }

    /// Everything in the database by type and name, except SQLite's own tables and indexes, which begin with a prefix that
    /// it allows nobody else.
    private func objects(columnsOf tables: [String]) throws(DatabaseError) -> [String] {
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
    private func names(_ sql: String) throws(DatabaseError) -> [String] {
        let rows = try SQLiteStatement(sql, in: self, isPersistent: false)
        var names: [String] = []
        while try rows.step() { names.append(rows.text(0) ?? "") }
        return names
    }

    public func backUp(to file: String) throws(DatabaseError) {
        try backUp(to: try SQLiteConnection(file: file, mode: .create))
    }

    /// Copies the whole database into that of another connection.
    public func backUp(to copy: SQLiteConnection) throws(DatabaseError) {
        guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
            throw DatabaseError(code: sqlite3_errcode(copy.handle), handle: copy.handle)
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw DatabaseError(code: code, handle: copy.handle) }
    }

    public func checkpoint() {
        sqlite3_busy_timeout(handle, 0)
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        sqlite3_busy_timeout(handle, SQLiteConnection.busyTimeout)
    }

    public func compact() throws(DatabaseError) {
        try execute("VACUUM")
        // The log has the pages from before. Readers that still need it are waited for.
        var (frames, moved): (Int32, Int32) = (0, 0)
        try check(sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, &frames, &moved))
    }

    public func checkIntegrity(limit: Int) throws(DatabaseError) -> [String] {
        // Asks for more than `limit`, because false reports are dropped below.
        let check = try SQLiteStatement("PRAGMA integrity_check(1000000)", in: self, isPersistent: false)
        var places: [String] = []
        var known: [String: Bool] = [:]
        while places.count < limit {
            do throws(DatabaseError) {
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
        do throws(DatabaseError) {
            return try !SQLiteStatement(query, in: self, isPersistent: false).step()
        } catch {
            // The table is too damaged to be queried.
            return false
        }
    }

    public func setBulkLoading(_ isBulk: Bool) {
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
    public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

    /// The journal mode: the way in which changes reach the disk.
    public enum Journal: Sendable {
        /// A log beside the file; a commit is flushed before it returns.
        case writeAheadLog
        /// A journal that is deleted after each transaction, for making a file.
        case file
        /// Each page is written once and in place, without a flush; nobody may read meanwhile.
        case none
    }

    /// Chooses how changes reach the disk.
    /// - Throws: `busy` if another connection keeps the file from being switched.
    public func setJournal(_ journal: Journal) throws(DatabaseError) {
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
    public func prepareForWriting() throws(DatabaseError) {
        // The log is moved into the file when it nears the size it keeps on the disk: three times as rarely as by
        // default, and a page that many edits touched is moved once.
        try execute(
            "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216; PRAGMA wal_autocheckpoint = 3000")
    }

    /// Prepares a connection that only reads.
    public func prepareForReading() throws(DatabaseError) {
        try execute("PRAGMA query_only = 1; PRAGMA cache_size = -4096")
    }
}
