import CPostgreSQL
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

    func step() throws -> Bool {
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
        let rows = try connection.withSession { session in try session.receive(asked) }
        self.result = rows
        row = 0
        isAtEnd = rows.rows < batch
        if !isAtEnd { next = try ask(cursor.name, after: rows) }
        return rows.rows > 0
    }

    /// Asks for the rows after these. They may be larger, so the batch grows in steps.
    private func ask(_ cursor: String, after rows: QueryResult) throws -> PendingRows {
        batch = min(
            PostgreSQLStatement.largestBatch, 4 * batch,
            max(1, PostgreSQLStatement.batchMemory * batch / max(1, rows.size)))
        return try connection.withSession { session in try session.send("FETCH \(batch) FROM \(cursor)") }
    }

    private func start() throws -> QueryResult { try connection.withSession(start) }

    private func start(in session: PostgreSQLSession) throws -> QueryResult {
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
            try? connection.withSession { session in session.close(cursor: cursor.name) }
        }
        cursor = nil
        next = nil
    }

    func run() throws -> Int {
        defer { reset() }
        let result = try start()
        return isQuery ? 0 : result.affected
    }

    func runLater() throws {
        guard use == .repeated, connection.isInTransaction else {
            _ = try run()
            return
        }
        defer { reset() }
        connection.noteWrite()
        _ = try connection.withSession { session in try session.enqueue(sql, parameters) }
    }

    /// Prepares the statement in the session of its connection.
    func prepare(within seconds: Double) throws {
        _ = try connection.withSession { session in try session.name(of: sql, within: seconds) }
    }

    func prefetch() throws {
        guard use == .repeated, isQuery, connection.isInTransaction else { return }
        prefetched = nil
        let rows = try connection.withSession { session in try session.enqueue(sql, parameters) }
        prefetched = (rows, parameters, connection.dataEpoch)
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

extension DatabaseError {
    /// The failure of a statement.
    ///
    /// Only the server's first line is kept: the details of a broken constraint quote the values of the row.
    init(_ result: OpaquePointer?, _ session: OpaquePointer) {
        guard let result, let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))) else {
            self.init(connection: session)
            return
        }
        let words = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) } ?? ""
        let isStandby = PQparameterStatus(session, "in_hot_standby").map { String(cString: $0) } == "on"
        self.init(DatabaseError.kind(ofState: String(cString: state), isStandby: isStandby), words)
    }

    /// The failure of a connection.
    init(connection session: OpaquePointer) {
        // libpq reports a line for each address that it tried, with the server and the reason.
        let lines = String(cString: PQerrorMessage(session)).split(whereSeparator: \.isNewline)
        self.init(.unreachable, lines.joined(separator: " "))
    }

    /// The kind of an SQLSTATE (PostgreSQL, appendix A).
    /// - Parameter isStandby: whether the session's server is a standby.
    static func kind(ofState state: String, isStandby: Bool = false) -> Kind {
        switch state {
        // A lock was not granted; two transactions waited for each other; they cannot be put into one order.
        case "55P03", "40P01", "40001": .busy
        case "53100": .full
        // A standby, which the session's server became or was all the time: the primary is elsewhere. It does not support
        // a transaction that writes.
        case "25006": .unreachable
        case "0A000": isStandby ? .unreachable : .other
        // The session was ended because its transaction was idle.
        case "25P03": .unreachable
        // Only this statement was cancelled, by its timeout or by a person. The session can be used.
        case "57014": .other
        case "XX001", "XX002": .corrupt
        default:
            switch state.prefix(2) {
            case "23": .constraint
            // Connections, resources, the operator's intervention, authorization.
            case "08", "53", "57", "28": .unreachable
            // Errors of the server's system.
            case "58": .io
            default: .other
            }
        }
    }
}

/// The rows of a statement that was sent.
final class PendingRows {
    private var result: OpaquePointer?

    deinit { PQclear(result) }

    /// Keeps the last of a statement's results.
    func keep(_ other: OpaquePointer) {
        PQclear(result)
        result = other
    }

    /// The error that came instead of rows.
    func error(of session: OpaquePointer) -> DatabaseError? {
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: nil
        default: DatabaseError(result, session)
        }
    }

    func take() -> OpaquePointer? {
        defer { result = nil }
        return result
    }
}

/// The rows of a statement.
final class QueryResult {
    /// libpq's number for values in the types' own forms rather than as text.
    static let binary: Int32 = 1

    private let handle: OpaquePointer
    let rows: Int
    private let types: [Oid]

    init(_ handle: OpaquePointer) {
        self.handle = handle
        rows = Int(PQntuples(handle))
        types = (0..<PQnfields(handle)).map { PQftype(handle, $0) }
    }

    deinit { PQclear(handle) }

    /// The number of rows that were inserted, updated, deleted or returned.
    var affected: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// The command that was run, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(handle)) }

    /// The memory that the rows take.
    var size: Int { PQresultMemorySize(handle) }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(handle, Int32(row), Int32(column)) != 0 }

    /// The bytes of a text or byte string; valid as long as the result.
    func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        // NULL has the length 0, too.
        let count = Int(PQgetlength(handle, Int32(row), Int32(column)))
        guard count > 0 || !isNull(row, column) else { return nil }
        let value: UnsafeMutablePointer<CChar>? = PQgetvalue(handle, Int32(row), Int32(column))
        return UnsafeBufferPointer(start: UnsafeRawPointer(value)?.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// A whole number; 0 for NULL and for values of other types.
    func integer(_ row: Int, _ column: Int) -> Int64 {
        guard let bytes = bytes(row, column), types.indices.contains(column) else { return 0 }
        switch types[column] {
        case QueryResult.numeric: return QueryResult.integer(ofNumeric: bytes)
        case QueryResult.text, QueryResult.byteString: return 0
        default:
            // Big-endian two's complement of 1 (bool), 2, 4 or 8 bytes.
            guard let first = bytes.first, bytes.count <= 8 else { return 0 }
            return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
        }
    }

    /// Numbers of types in the server's catalogue (pg_type.dat).
    private static let byteString: Oid = 17
    private static let text: Oid = 25
    private static let numeric: Oid = 1700

    /// A sum of 64-bit numbers is a `numeric`: count of digits to base 10,000, weight of the first, sign, scale, digits.
    private static func integer(ofNumeric bytes: UnsafeBufferPointer<UInt8>) -> Int64 {
        func word(_ index: Int) -> Int { Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1]) }
        guard bytes.count >= 8, bytes.count >= 8 + 2 * word(0) else { return 0 }
        let weight = Int(Int16(truncatingIfNeeded: word(1)))
        guard weight >= 0 else { return 0 }
        var number: Int64 = 0
        for place in 0...weight {
            number = number &* 10_000 &+ Int64(place < word(0) ? word(4 + place) : 0)
        }
        return word(2) == 0x4000 ? 0 &- number : number
    }
}
