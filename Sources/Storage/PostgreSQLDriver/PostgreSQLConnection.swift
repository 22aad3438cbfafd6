package import Database

/// A connection of one tenant to a PostgreSQL server.
///
/// It has a session of the server's pool for the time of a transaction, or of a statement outside one; temporary tables keep
/// it for as long as the connection lasts. A session that is lost between two transactions is replaced by a new one when the
/// next begins; libpq then finds the primary. One that is lost within a transaction fails it. If that happens in COMMIT, its
/// outcome is unknown: `commit` throws `unknownOutcome`, and the caller looks for what it wrote.
package final class PostgreSQLConnection: DatabaseConnection {
    private let server: PostgreSQLServer
    private let writeLock: WriteLock?
    /// Kept from the beginning of a transaction until it is committed or rolled back, even if the session is lost: a later
    /// statement must not run in another one.
    private var lease: SessionLease?
    private var cursors = 0
    /// Grows whenever cursors may have ended: a cursor that is not there must not be closed, as the error would end the
    /// transaction.
    private(set) var cursorEpoch = 0
    /// Grows whenever rows that were asked for ahead may be outdated.
    private(set) var dataEpoch = 0
    private var hasTemporaryTables = false
    /// Whether insertions collect their rows.
    var isLoadingInBulk = false

    init(to server: PostgreSQLServer, writeLock: WriteLock?) {
        self.server = server
        self.writeLock = writeLock
    }

    deinit {
        rollBack()
        guard hasTemporaryTables, let lease else { return }
        _ = try? lease.session.execute("DISCARD TEMP")
        server.release(lease)
    }

    /// Runs a body with the session of the transaction, or else with one that is lent for it.
    func withSession<Result>(_ body: (PostgreSQLSession) throws -> Result) throws -> Result {
        if let lease { return try body(lease.session) }
        let lease = try server.lease()
        defer { server.release(lease) }
        return try body(lease.session)
    }

    /// Gives the session back after a transaction.
    private func release() {
        guard let lease else { return }
        if lease.session.isBroken { hasTemporaryTables = false }
        guard !hasTemporaryTables else { return }
        self.lease = nil
        server.release(lease)
    }

    /// Tables are shared by all tenants; texts compare byte by byte, as in SQLite.
    package let dialect = DatabaseDialect(
        integer: "BIGINT", bytes: "BYTEA", text: "TEXT COLLATE \"C\"", tableOptions: "", sharesTables: true,
        contains: { haystack, needle in "strpos(\(haystack), \(needle)) > 0" },
        elements: { list in
            "SELECT value, place FROM json_array_elements_text(\(list)::json) WITH ORDINALITY AS list (value, place)"
        },
        customField: { list, name in
            """
            (SELECT string_agg(pair ->> 1, ', ' ORDER BY place) \
            FROM json_array_elements(\(list)::json) WITH ORDINALITY AS list (pair, place) \
            WHERE pair ->> 0 = \(name) AND pair ->> 1 <> '')
            """
        },
        // An entry of an index is at most a third of a page of 8 KiB; a character has up to four bytes.
        indexed: { text in "left(\(text), 500)" })

    /// Notes that a statement may change rows.
    func noteWrite() { dataEpoch += 1 }

    package func execute(_ script: String) throws {
        noteWrite()
        if script.contains("CREATE TEMP TABLE") {
            lease = try lease ?? server.lease()
            hasTemporaryTables = true
        }
        try withSession { session in _ = try session.execute(script) }
    }

    package func prepare(_ sql: String, for use: StatementUse) throws -> any DatabaseStatement {
        PostgreSQLStatement(sql, in: self, use)
    }

    package func prepareInsert(
        into table: String, columns: [String], onConflict: ConflictResolution
    ) throws -> any DatabaseStatement {
        // COPY has no words for conflicts.
        if onConflict == .fail { return PostgreSQLInsertion(into: table, columns: columns, in: self) }
        return PostgreSQLStatement(onConflict.insertion(into: table, columns: columns), in: self, .repeated)
    }

    /// A name that no other cursor of the session has.
    func nameCursor() -> String {
        cursors += 1
        return "c\(cursors)"
    }
}

// Transactions
extension PostgreSQLConnection {
    package func begin(_ kind: TransactionKind) throws {
        try begin(kind, fetchingFirst: nil)
    }

    package func begin(_ kind: TransactionKind, fetching first: any DatabaseStatement) throws {
        try begin(kind, fetchingFirst: first as? PostgreSQLStatement)
    }

    private func begin(_ kind: TransactionKind, fetchingFirst first: PostgreSQLStatement?) throws {
        cursorEpoch += 1
        noteWrite()
        let lease = try lease ?? server.lease()
        self.lease = lease
        do {
            do {
                try start(kind, first, in: lease.session)
            } catch let error as DatabaseError where lease.session.isBroken || error.kind == .unreachable {
                hasTemporaryTables = false
                try server.replaceSession(of: lease)
                try start(kind, first, in: lease.session)
            }
        } catch {
            rollBack()
            throw error
        }
    }

    private static let beginWriting = PlaceholderSQL("BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE")

    /// Readers see one state. Writers hold the lock of their tenant, so each of their statements may see whatever was
    /// committed before it: nobody else changes the tenant's rows.
    private func start(
        _ kind: TransactionKind, _ first: PostgreSQLStatement?, in session: PostgreSQLSession
    ) throws {
        guard case .write(let waits) = kind else {
            try session.execute(
                "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", within: session.limits.prompt)
            return
        }
        guard let writeLock else {
            try session.execute(PostgreSQLConnection.beginWriting.text, within: session.limits.prompt)
            return
        }
        let query = PlaceholderSQL(waits ? writeLock.query : "\(writeLock.query) NOWAIT")
        var tenant = StatementParameters(query)
        tenant.set(1, writeLock.tenant)
        // Preparing is a round trip of its own, the first time in a session, and has a limit like the lock: it waits for a
        // table that is being altered.
        try session.name(of: query, within: session.limits.lock)
        try session.name(of: PostgreSQLConnection.beginWriting, within: session.limits.prompt)
        try first?.prepare(within: session.limits.lock)
        _ = try session.enqueue(PostgreSQLConnection.beginWriting)
        let request = try session.enqueue(query, tenant)
        try first?.prefetch()
        let lock = try session.receive(request, within: session.limits.lock)
        guard lock.rows > 0 else { throw DatabaseError(.readOnly, "the tenant's row cannot be locked") }
    }

    package func commit() throws {
        cursorEpoch += 1
        noteWrite()
        guard let session = lease?.session else { throw DatabaseError(.other, "no transaction is open") }
        // What is in the queue goes with the COMMIT.
        if !session.hasQueue { try session.becomeReady() }
        guard !session.isBroken else { throw DatabaseError(connection: session.handle) }
        session.hasWarning = false
        // A standby may need minutes to receive what was loaded in bulk.
        let seconds = session.bulkLoad.hasRows ? nil : session.limits.commit
        session.bulkLoad.hasRows = false
        let command: String
        do {
            command =
                session.hasQueue
                ? try session.receive(session.enqueue("COMMIT"), within: seconds).command
                : try session.execute("COMMIT", within: seconds).command
        } catch let error as DatabaseError {
            // After the time limit the answer may have come just before the connection was closed.
            let isUnknown = session.isBroken || error.kind == .unreachable
            throw isUnknown ? DatabaseError(.unknownOutcome, error.detail) : error
        }
        // A transaction in which a statement failed is rolled back instead, without an error.
        guard command == "COMMIT" else { throw DatabaseError(.other, "the transaction was rolled back") }
        // PostgreSQL 15, 30.4: if the wait for a synchronous standby is cancelled, the server only warns. The transaction may be
        // on one machine.
        guard !session.hasWarning else { throw DatabaseError(.unknownOutcome, "the standby may not have the change") }
        release()
    }

    package func rollBack() {
        cursorEpoch += 1
        noteWrite()
        guard let session = lease?.session else { return }
        session.abandonRequests()
        session.bulkLoad.hasRows = false
        if session.isInTransaction { _ = try? session.execute("ROLLBACK", within: session.limits.prompt) }
        release()
    }

    package var isInTransaction: Bool { lease?.session.isInTransaction ?? false }

    package func createSavepoint(_ name: String) throws {
        try withSession { session in _ = try session.execute("SAVEPOINT \(name)") }
    }

    package func releaseSavepoint(_ name: String) throws {
        try withSession { session in _ = try session.execute("RELEASE SAVEPOINT \(name)") }
    }

    package func rollBack(toSavepoint name: String) {
        cursorEpoch += 1
        noteWrite()
        guard let session = lease?.session else { return }
        session.abandonRequests()
        guard session.isInTransaction else { return }
        _ = try? session.execute("ROLLBACK TO SAVEPOINT \(name); RELEASE SAVEPOINT \(name)")
    }
}

extension PostgreSQLConnection: DatabaseMaintenance {
    /// The numbers are in a table of one row.
    package func mark(application: Int64, version: Int64) throws {
        try execute(
            """
            CREATE TABLE IF NOT EXISTS homepwner_database (application BIGINT NOT NULL, version BIGINT NOT NULL); \
            DELETE FROM homepwner_database; \
            INSERT INTO homepwner_database (application, version) VALUES (\(application), \(version))
            """)
    }

    package func application() throws -> Int64 { try storedNumber(in: "application") }

    package func version() throws -> Int64 { try storedNumber(in: "version") }

    private func storedNumber(in column: String) throws -> Int64 {
        guard try !columns(of: "homepwner_database").isEmpty else { return 0 }
        let statement = try prepare("SELECT \(column) FROM homepwner_database", for: .repeated)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    package func columns(of table: String) throws -> [String] {
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
    package func backUp(to file: String) throws {
        throw DatabaseError(.other, "a server is backed up by its own tools")
    }

    /// The server does this on its own.
    package func checkpoint() {}

    /// The server removes the remains of deleted rows on its own (autovacuum).
    package func compact() throws {}

    /// The server verifies its pages when it reads them, if it was set up with checksums.
    package func checkIntegrity(limit: Int) throws -> [String] { [] }

    /// Those of a server are its administrator's.
    package func foreignObjects(besides statements: String) throws -> [String] { [] }

    package func setBulkLoading(_ isBulk: Bool) { isLoadingInBulk = isBulk }
}

/// An insertion of rows. While rows are loaded in bulk it collects them in a stream of COPY, and a fault of a row is
/// reported by a later statement of the transaction.
///
/// All columns of whole numbers must be of 64 bits.
final class PostgreSQLInsertion: DatabaseStatement {
    private let connection: PostgreSQLConnection
    private let statement: PostgreSQLStatement
    private let copy: String

    init(into table: String, columns: [String], in connection: PostgreSQLConnection) {
        self.connection = connection
        statement = PostgreSQLStatement(
            ConflictResolution.fail.insertion(into: table, columns: columns), in: connection, .repeated)
        copy = "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)"
    }

    func run() throws -> Int {
        guard connection.isLoadingInBulk, connection.isInTransaction else { return try statement.run() }
        defer { statement.reset() }
        connection.noteWrite()
        try connection.withSession { session in try session.copy(statement.parameters, with: copy) }
        return 1
    }

    func step() throws -> Bool {
        _ = try run()
        return false
    }

    func reset() { statement.reset() }

    func bind(_ parameter: Int, _ number: Int64) { statement.bind(parameter, number) }
    func bind(_ parameter: Int, text: Span<UInt8>) { statement.bind(parameter, text: text) }
    func bind(_ parameter: Int, bytes: Span<UInt8>) { statement.bind(parameter, bytes: bytes) }
    func bindNull(_ parameter: Int) { statement.bindNull(parameter) }

    func isNull(_ column: Int) -> Bool { true }
    func integer(_ column: Int) -> Int64 { 0 }
    func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? { nil }
}
