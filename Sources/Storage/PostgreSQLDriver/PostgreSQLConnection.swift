public import Database

/// A connection of one tenant to a PostgreSQL server.
///
/// A session that is lost between two transactions is replaced by a new one when the next begins; libpq then finds the
/// primary. One that is lost within a transaction fails it. If that happens in COMMIT, its outcome is unknown: `commit` throws
/// `unknownOutcome`, and the caller looks for what it wrote.
public final class PostgreSQLConnection: DatabaseConnection {
    private let server: PostgreSQLServer
    private(set) var session: PostgreSQLSession
    private let writeLock: String?
    private var cursors = 0
    /// Grows whenever cursors may have ended: a cursor that is not there must not be closed, as the error would end the
    /// transaction.
    private(set) var cursorEpoch = 0
    /// Grows whenever rows that were asked for ahead may be outdated.
    private(set) var dataEpoch = 0
    private var hasTemporaryTables = false
    /// Whether insertions collect their rows.
    var isLoadingInBulk = false

    init(_ session: PostgreSQLSession, of server: PostgreSQLServer, writeLock: String?) {
        self.session = session
        self.server = server
        self.writeLock = writeLock
    }

    deinit {
        rollBack()
        if hasTemporaryTables { _ = try? session.execute("DISCARD TEMP") }
        server.release(session)
    }

    /// Tables are shared by all tenants; texts compare byte by byte, as in SQLite.
    public let dialect = DatabaseDialect(
        integer: "BIGINT", bytes: "BYTEA", text: "TEXT COLLATE \"C\"", tableOptions: "", sharesTables: true,
        contains: { haystack, needle in "strpos(\(haystack), \(needle)) > 0" },
        // An entry of an index is at most a third of a page of 8 KiB; a character has up to four bytes.
        indexed: { text in "left(\(text), 500)" })

    /// Notes that a statement may change rows.
    func noteWrite() { dataEpoch += 1 }

    public func execute(_ script: String) throws(DatabaseError) {
        noteWrite()
        if script.contains("CREATE TEMP TABLE") { hasTemporaryTables = true }
        try session.execute(script)
    }

    public func prepare(_ sql: String, for use: StatementUse) throws(DatabaseError) -> any DatabaseStatement {
        PostgreSQLStatement(sql, in: self, use)
    }

    public func prepareInsert(
        into table: String, columns: [String], onConflict: ConflictResolution
    ) throws(DatabaseError) -> any DatabaseStatement {
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
    public func begin(_ kind: TransactionKind) throws(DatabaseError) {
        try begin(kind, fetchingFirst: nil)
    }

    public func begin(_ kind: TransactionKind, fetching first: any DatabaseStatement) throws(DatabaseError) {
        try begin(kind, fetchingFirst: first as? PostgreSQLStatement)
    }

    private func begin(_ kind: TransactionKind, fetchingFirst first: PostgreSQLStatement?) throws(DatabaseError) {
        cursorEpoch += 1
        noteWrite()
        do throws(DatabaseError) {
            try start(kind, first)
        } catch {
            guard session.isBroken || error.kind == .unreachable else {
                rollBack()
                throw error
            }
            session = try server.newSession()
            hasTemporaryTables = false
            do throws(DatabaseError) {
                try start(kind, first)
            } catch {
                rollBack()
                throw error
            }
        }
    }

    private static let beginWriting = PlaceholderSQL("BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE")

    /// Readers see one state. Writers hold the lock of their tenant, so each of their statements may see whatever was
    /// committed before it: nobody else changes the tenant's rows.
    private func start(_ kind: TransactionKind, _ first: PostgreSQLStatement?) throws(DatabaseError) {
        guard case .write(let waits) = kind else {
            try session.execute(
                "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", within: session.limits.prompt)
            return
        }
        guard let writeLock else {
            try session.execute(PostgreSQLConnection.beginWriting.text, within: session.limits.prompt)
            return
        }
        let name = try session.name(of: waits ? writeLock : "\(writeLock) NOWAIT")
        // Preparing is a round trip of its own, the first time in a session, and has a limit like the lock.
        try session.name(of: PostgreSQLConnection.beginWriting, within: session.limits.prompt)
        try first?.prepare(within: session.limits.lock)
        _ = try session.enqueue(PostgreSQLConnection.beginWriting)
        let request = try session.enqueue(prepared: name)
        try first?.prefetch()
        let lock = try session.receive(request, within: session.limits.lock)
        guard lock.rows > 0 else { throw DatabaseError(.readOnly, "the tenant's row cannot be locked") }
    }

    public func commit() throws(DatabaseError) {
        cursorEpoch += 1
        noteWrite()
        // What is in the queue goes with the COMMIT.
        if !session.hasQueue { try session.becomeReady() }
        guard !session.isBroken else { throw DatabaseError(connection: session.handle) }
        session.hasWarning = false
        // A standby may need minutes to receive what was loaded in bulk.
        let seconds = session.bulkLoad.hasRows ? nil : session.limits.commit
        session.bulkLoad.hasRows = false
        let command: String
        do throws(DatabaseError) {
            command =
                session.hasQueue
                ? try session.receive(session.enqueue("COMMIT"), within: seconds).command
                : try session.execute("COMMIT", within: seconds).command
        } catch {
            // After the time limit the answer may have come just before the connection was closed.
            let isUnknown = session.isBroken || error.kind == .unreachable
            throw isUnknown ? DatabaseError(.unknownOutcome, error.detail) : error
        }
        // A transaction in which a statement failed is rolled back instead, without an error.
        guard command == "COMMIT" else { throw DatabaseError(.other, "the transaction was rolled back") }
        // PostgreSQL 15, 30.4: if the wait for a synchronous standby is cancelled, the server only warns. The transaction may be
        // on one machine.
        guard !session.hasWarning else { throw DatabaseError(.unknownOutcome, "the standby may not have the change") }
    }

    public func rollBack() {
        cursorEpoch += 1
        noteWrite()
        session.abandonRequests()
        session.bulkLoad.hasRows = false
        if session.isInTransaction { _ = try? session.execute("ROLLBACK", within: session.limits.prompt) }
    }

    public var isInTransaction: Bool { session.isInTransaction }

    public func createSavepoint(_ name: String) throws(DatabaseError) { try session.execute("SAVEPOINT \(name)") }

    public func releaseSavepoint(_ name: String) throws(DatabaseError) {
        try session.execute("RELEASE SAVEPOINT \(name)")
    }

    public func rollBack(toSavepoint name: String) {
        cursorEpoch += 1
        noteWrite()
        session.abandonRequests()
        guard session.isInTransaction else { return }
        _ = try? session.execute("ROLLBACK TO SAVEPOINT \(name); RELEASE SAVEPOINT \(name)")
    }
}
