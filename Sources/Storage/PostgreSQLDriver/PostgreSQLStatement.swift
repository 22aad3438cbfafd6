import Database

/// A statement of PostgreSQL.
///
/// One that is repeated is prepared in the session, and its rows are fetched at once. One that reads within a transaction
/// is a cursor of the server, fetched in batches: other statements may run between them, which libpq's single-row mode does
/// not allow.
final class PostgreSQLStatement: DatabaseStatement {
    private let connection: PostgreSQLConnection
    private let sql: PlaceholderSQL
    private let use: StatementUse
    private let isQuery: Bool
    private(set) var parameters: StatementParameters
    /// The rows that are here, and the present one's number.
    private var result: QueryResult?
    private var row = -1
    /// The server's cursor, and the time that it lives.
    private var cursor: (name: String, epoch: Int)?
    private var batch = PostgreSQLStatement.firstBatch

    init(_ sql: String, in connection: PostgreSQLConnection, _ use: StatementUse) {
        self.connection = connection
        self.sql = PlaceholderSQL(sql)
        self.use = use
        isQuery = sql.hasPrefix("SELECT")
        parameters = StatementParameters(self.sql)
    }

    deinit { closeCursor() }

    private static let firstBatch = 64
    private static let largestBatch = 4096
    /// Memory that a batch may take, in bytes. The next batch is as large as the rows of the last one allow.
    private static let batchMemory = 1 << 20

    func step() throws(DatabaseError) -> Bool {
        row += 1
        guard let result else {
            let first = try start()
            self.result = first
            row = 0
            return first.rows > 0
        }
        if row < result.rows { return true }
        guard let cursor, result.rows == batch else { return false }
        // The next rows may be larger than these, so the batch grows in steps.
        batch = min(
            PostgreSQLStatement.largestBatch, 4 * batch,
            max(1, PostgreSQLStatement.batchMemory * batch / max(1, result.size)))
        // Freed before the next one arrives.
        self.result = nil
        let next = try fetch(cursor.name)
        self.result = next
        row = 0
        return next.rows > 0
    }

    private func start() throws(DatabaseError) -> QueryResult {
        let session = connection.session
        guard use == .reading else { return try session.runPrepared(sql, parameters) }
        guard isQuery, session.isInTransaction else { return try session.run(sql.text, parameters) }
        let name = connection.nameCursor()
        _ = try session.run("DECLARE \(name) NO SCROLL CURSOR FOR \(sql.text)", parameters)
        cursor = (name, connection.cursorEpoch)
        return try fetch(name)
    }

    private func fetch(_ cursor: String) throws(DatabaseError) -> QueryResult {
        try connection.session.run(
            "FETCH \(batch) FROM \(cursor)", StatementParameters(PlaceholderSQL("FETCH")))
    }

    private func closeCursor() {
        if let cursor, cursor.epoch == connection.cursorEpoch {
            connection.session.close(cursor: cursor.name)
        }
        cursor = nil
    }

    func run() throws(DatabaseError) -> Int {
        defer { reset() }
        let result = try start()
        return isQuery ? 0 : result.affected
    }

    func reset() {
        closeCursor()
        result = nil
        row = -1
        batch = PostgreSQLStatement.firstBatch
        parameters.removeAll()
    }

    // Parameters

    func bind(_ parameter: Int, _ number: Int64) { parameters.set(parameter, number) }
    func bind(_ parameter: Int, text: Span<UInt8>) { parameters.set(parameter, text) }
    func bind(_ parameter: Int, bytes: Span<UInt8>) { parameters.set(parameter, bytes) }
    func bindNull(_ parameter: Int) { parameters.setNull(parameter) }

    // Columns

    func isNull(_ column: Int) -> Bool { result?.isNull(row, column) ?? true }
    func integer(_ column: Int) -> Int64 { result?.integer(row, column) ?? 0 }
    func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? { result?.bytes(row, column) }
}
