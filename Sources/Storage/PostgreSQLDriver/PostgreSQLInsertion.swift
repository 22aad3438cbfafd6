import Database

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

    func run() throws(DatabaseError) -> Int {
        guard connection.isLoadingInBulk, connection.isInTransaction else { return try statement.run() }
        defer { statement.reset() }
        connection.noteWrite()
        try connection.session.copy(statement.parameters, with: copy)
        return 1
    }

    func step() throws(DatabaseError) -> Bool {
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
