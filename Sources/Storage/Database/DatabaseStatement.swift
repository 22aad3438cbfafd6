/// A compiled statement with its parameters and, while it is stepped through, its current row.
///
/// Parameters are counted from 1, columns from 0. Values that are bound stay until ``reset()``. Bytes of a column are
/// valid until the next call of ``step()`` or ``reset()``.
package protocol DatabaseStatement: AnyObject {
    /// Binds a whole number.
    func bind(_ parameter: Int, _ number: Int64)
    /// Binds UTF-8 text, which is copied.
    func bind(_ parameter: Int, text: Span<UInt8>)
    /// Binds a byte string, which is copied.
    func bind(_ parameter: Int, bytes: Span<UInt8>)
    /// Binds NULL, which every parameter is after ``reset()``.
    func bindNull(_ parameter: Int)

    /// Moves to the next row.
    /// - Returns: false after the last one. It must not be called again then.
    func step() throws -> Bool

    /// Runs the statement to its end and resets it.
    /// - Returns: the number of rows that were inserted, updated or deleted.
    @discardableResult
    func run() throws -> Int

    /// Runs the statement to its end and resets it, for a caller that does not need the result.
    ///
    /// A driver may send it with a later statement of the transaction, or with the commit, which then throws its error.
    func runLater() throws

    /// Announces that the statement will be stepped through with the parameters that are bound now. A driver may ask for
    /// the rows together with the next statement that runs. They are discarded if the transaction writes before they are read.
    func prefetch() throws

    /// Ends the run and sets all parameters to NULL.
    func reset()

    /// Whether a column of the row is NULL.
    func isNull(_ column: Int) -> Bool
    /// A column's whole number; 0 for NULL.
    func integer(_ column: Int) -> Int64
    /// The bytes of a text or byte string; nil for NULL.
    func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>?
}

extension DatabaseStatement {
    package func runLater() throws { try run() }
    package func prefetch() throws {}

    /// A column's whole number; nil for NULL.
    package func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

    /// A column's text; nil for NULL.
    package func text(_ column: Int) -> String? { bytes(column).map { String(decoding: $0, as: UTF8.self) } }

    /// Binds a whole number or NULL.
    package func bind(_ parameter: Int, _ number: Int64?) {
        if let number { bind(parameter, number) } else { bindNull(parameter) }
    }

    /// Binds text or NULL.
    package func bind(_ parameter: Int, _ text: String?) {
        if let text { bind(parameter, text: text.utf8.span) } else { bindNull(parameter) }
    }
}

/// The upkeep of a database, apart from its rows.
package protocol DatabaseMaintenance: DatabaseConnection {
    /// Marks the database as one of a program: an application's number and the version of its tables.
    func mark(application: Int64, version: Int64) throws

    /// The application that made the database; 0 if none marked it.
    func application() throws -> Int64

    /// The version of the tables.
    func version() throws -> Int64

    /// The names of a table's columns; empty for a missing table.
    func columns(of table: String) throws -> [String]

    /// Copies the whole database, as this session sees it, into a new file.
    func backUp(to file: String) throws

    /// Moves what the write-ahead log holds into the database, unless a reader still needs it; never waits.
    func checkpoint()

    /// Rewrites the database without remains of deleted values, and empties the write-ahead log. Waits for readers.
    /// - Throws: `busy` if a reader does not end.
    func compact() throws

    /// Looks through all pages and indexes.
    /// - Returns: what is wrong, in the library's words; empty if nothing is.
    func checkIntegrity(limit: Int) throws -> [String]

    /// The names of triggers and views, which no store has, and of tables, columns and indexes that these statements do
    /// not create. The name of a column follows that of its table and a point.
    func foreignObjects(besides statements: String) throws -> [String]

    /// Prepares for a transaction that inserts very many rows, or returns to small ones.
    func setBulkLoading(_ isBulk: Bool)
}

/// A server whose tables are shared by several tenants.
package protocol DatabaseServer: Sendable {
    /// Opens a session.
    /// - Parameter writeLock: nil for a session that belongs to no tenant.
    /// - Throws: `unreachable` if the server cannot be reached, refuses the session, or has a database that is not UTF-8.
    func connect(writeLock: WriteLock?) throws -> any DatabaseMaintenance

    /// Limits the sessions that this program has with the server at the same time.
    /// - Returns: the number of sessions that the server allows the program's role.
    func limitSessions(to count: Int) throws -> Int

    /// The sessions that this program has with the server now.
    var sessions: SessionCounts { get }
}

/// The lock with which every transaction of a tenant that writes begins: writers of one tenant wait for one another if their
/// locks exclude each other. If the query has no row, the transaction is refused as `readOnly`.
package struct WriteLock: Sendable {
    /// A query that locks the row of the tenant `?1`, with the strength of the lock.
    package let query: String
    /// The number of the tenant.
    package let tenant: Int64

    /// A lock.
    package init(_ query: String, of tenant: Int64) { (self.query, self.tenant) = (query, tenant) }
}

/// Numbers of a server's sessions with this program.
package struct SessionCounts: Equatable, Sendable {
    /// Sessions in which a transaction or statement runs.
    package let inUse: Int
    /// Sessions that wait for the next.
    package let idle: Int
    /// Threads that wait for a session.
    package let waiting: Int
    /// The most sessions.
    package let limit: Int

    /// Numbers of sessions.
    package init(inUse: Int, idle: Int, waiting: Int, limit: Int) {
        (self.inUse, self.idle, self.waiting, self.limit) = (inUse, idle, waiting, limit)
    }
}
