public import Database

extension PostgreSQLConnection: DatabaseMaintenance {
    /// The numbers are in a table of one row.
    public func mark(application: Int64, version: Int64) throws(DatabaseError) {
        try session.execute(
            """
            CREATE TABLE IF NOT EXISTS homepwner_database (application BIGINT NOT NULL, version BIGINT NOT NULL); \
            DELETE FROM homepwner_database; \
            INSERT INTO homepwner_database (application, version) VALUES (\(application), \(version))
            """)
    }

    public func application() throws(DatabaseError) -> Int64 { try storedNumber(in: "application") }

    public func version() throws(DatabaseError) -> Int64 { try storedNumber(in: "version") }

    private func storedNumber(in column: String) throws(DatabaseError) -> Int64 {
        guard try !columns(of: "homepwner_database").isEmpty else { return 0 }
        let statement = try prepare("SELECT \(column) FROM homepwner_database", for: .repeated)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    public func columns(of table: String) throws(DatabaseError) -> [String] {
        // The table of this name that a statement would find.
        let statement = try prepare(
            """
            SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(?1) AND attnum > 0 AND NOT attisdropped \
            ORDER BY attnum
            """, for: .repeated)
        defer { statement.reset() }
        statement.bind(1, table)
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0) ?? "") }
        return names
    }

    /// A server has tools for this that see all of its tenants at one time.
    public func backUp(to file: String) throws(DatabaseError) {
        throw DatabaseError(.other, "a server is backed up by its own tools")
    }

    /// The server does this on its own.
    public func checkpoint() {}

    /// The server removes the remains of deleted rows on its own (autovacuum).
    public func compact() throws(DatabaseError) {}

    /// The server verifies its pages when it reads them, if it was set up with checksums.
    public func checkIntegrity(limit: Int) throws(DatabaseError) -> [String] { [] }

    /// Those of a server are its administrator's.
    public func foreignObjects(besides statements: String) throws(DatabaseError) -> [String] { [] }

    public func setBulkLoading(_ isBulk: Bool) { isLoadingInBulk = isBulk }
}
