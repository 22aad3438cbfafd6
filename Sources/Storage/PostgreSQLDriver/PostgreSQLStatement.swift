import Database

/// A statement of PostgreSQL.
///
/// One that is repeated is prepared in the session, and its rows are fetched at once. One that reads within a transaction
/// is a cursor of the server, fetched in batches: other statements may run between them, which libpq's single-row mode does
/// not allow. A cursor that is read beyond its first batch asks for each batch ahead.
final class PostgreSQLStatement: DatabaseStatement {
    private let connection: PostgreSQLConnection
    private let sql: PlaceholderSQL
    private let use: StatementUse
    private let isQuery: Bool
    private(set) var parameters: StatementParameters
    /// The rows that are here, and the present one's number.
    private var result: QueryResult?
    private var row = -1
    /// The server's cursor, and the connection's `cursorEpoch` when it was declared.
    private var cursor: (name: String, epoch: Int)?
    /// The number of rows that were asked for last, and whether there were fewer.
    private var batch = PostgreSQLStatement.firstBatch
    private var isAtEnd = false
    /// The next rows, which the server prepares while these are read.
    private var next: PendingRows?
    /// The rows that were asked for ahead, with what they depend on.
    private var prefetched: (rows: PendingRows, parameters: StatementParameters, epoch: Int)?

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
    /// Memory that a batch may take, in bytes. The next batch is as large as the rows of the last one allow. More may not fit
    /// into the buffers of a connection, and the server would wait until they are read.
    private static let batchMemory = 256 << 10

    func step() throws(DatabaseError) -> Bool {
        row += 1
        guard let result else {
            let first = try start()
            self.result = first
            row = 0
            isAtEnd = first.rows < batch
            return first.rows > 0
        }
        if row < result.rows { return true }
        guard let cursor, !isAtEnd else { return false }
        let asked = if let next { next } else { try ask(cursor.name, after: result) }
        next = nil
        // Freed before the next rows are read.
        self.result = nil
        let rows = try connection.session.receive(asked)
        self.result = rows
        row = 0
        isAtEnd = rows.rows < batch
        if !isAtEnd { next = try ask(cursor.name, after: rows) }
        return rows.rows > 0
    }

    /// Asks for the rows after these. They may be larger, so the batch grows in steps.
    private func ask(_ cursor: String, after rows: QueryResult) throws(DatabaseError) -> PendingRows {
        batch = min(
            PostgreSQLStatement.largestBatch, 4 * batch,
            max(1, PostgreSQLStatement.batchMemory * batch / max(1, rows.size)))
        return try connection.session.send("FETCH \(batch) FROM \(cursor)")
    }

    private func start() throws(DatabaseError) -> QueryResult {
        let session = connection.session
        guard use == .reading else {
            if let prefetched, prefetched.epoch == connection.dataEpoch, prefetched.parameters == parameters {
                self.prefetched = nil
                if let failure = session.failure { throw failure }
                return try session.receive(prefetched.rows)
            }
            if !isQuery { connection.noteWrite() }
            return try session.runPrepared(sql, parameters)
        }
        guard isQuery, session.isInTransaction else { return try session.run(sql.text, parameters) }
        let name = connection.nameCursor()
        _ = try session.run("DECLARE \(name) NO SCROLL CURSOR FOR \(sql.text)", parameters)
        cursor = (name, connection.cursorEpoch)
        return try session.receive(session.send("FETCH \(batch) FROM \(name)"))
    }

    private func closeCursor() {
        if let cursor, cursor.epoch == connection.cursorEpoch {
            connection.session.close(cursor: cursor.name)
        }
        cursor = nil
        next = nil
    }

    func run() throws(DatabaseError) -> Int {
        defer { reset() }
        let result = try start()
        return isQuery ? 0 : result.affected
    }

    func runLater() throws(DatabaseError) {
        guard use == .repeated, connection.isInTransaction else {
            _ = try run()
            return
        }
        defer { reset() }
        connection.noteWrite()
        _ = try connection.session.enqueue(sql, parameters)
    }

    /// Prepares the statement in the session of its connection.
    func prepare(within seconds: Double) throws(DatabaseError) {
        try connection.session.name(of: sql, within: seconds)
    }

    func prefetch() throws(DatabaseError) {
        guard use == .repeated, isQuery, connection.isInTransaction else { return }
        prefetched = nil
        prefetched = (try connection.session.enqueue(sql, parameters), parameters, connection.dataEpoch)
    }

    func reset() {
        closeCursor()
        result = nil
        row = -1
        batch = PostgreSQLStatement.firstBatch
        isAtEnd = false
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
