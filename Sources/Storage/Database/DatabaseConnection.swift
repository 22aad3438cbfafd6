/// One session with a database. Used by one thread at a time.
///
/// SQL is plain: standard statements with numbered parameters `?1`, `?2`…, no functions or collations that only one
/// database offers. Whatever differs between databases is asked of the driver: ``dialect`` and
/// ``prepareInsert(into:columns:onConflict:)``. A driver for PostgreSQL sends `$1` for `?1`.
///
///     let statement = try connection.prepare("SELECT name FROM items WHERE inventory = ?1", for: .reading)
///     statement.bind(1, inventory)
///     while try statement.step() { print(statement.text(0) ?? "") }
package protocol DatabaseConnection: AnyObject {
    /// The differences in SQL that a caller composes text with.
    var dialect: DatabaseDialect { get }

    /// Runs statements that are separated by semicolons, have no parameters and whose rows do not matter.
    func execute(_ script: String) throws

    /// Compiles one statement.
    func prepare(_ sql: String, for use: StatementUse) throws -> any DatabaseStatement

    /// Compiles a statement that inserts one row a run, its parameters numbered as the columns are.
    ///
    /// A driver may collect the rows of many runs and load them at once; it sends them before any other statement runs.
    func prepareInsert(
        into table: String, columns: [String], onConflict: ConflictResolution
    ) throws -> any DatabaseStatement

    /// Begins a transaction.
    /// - Throws: `busy` if another session writes, at once or after the driver's patience; `readOnly` if the write lock finds
    ///   no row; `unreachable` if the server cannot be reached.
    func begin(_ kind: TransactionKind) throws

    /// Begins a transaction whose first statement is known, as ``DatabaseStatement/prefetch()`` does.
    func begin(_ kind: TransactionKind, fetching first: any DatabaseStatement) throws

    /// Makes the transaction's changes durable and visible to other sessions.
    func commit() throws

    /// Rolls the transaction back; does nothing if a failure ended it already.
    func rollBack()

    /// Whether a transaction is open. A full disk may have ended it.
    var isInTransaction: Bool { get }

    /// Creates a savepoint, to which the transaction can be rolled back.
    func createSavepoint(_ name: String) throws

    /// Releases a savepoint and keeps the changes since.
    func releaseSavepoint(_ name: String) throws

    /// Rolls back the changes since a savepoint, and releases it.
    func rollBack(toSavepoint name: String)
}

extension DatabaseConnection {
    package func begin(_ kind: TransactionKind, fetching first: any DatabaseStatement) throws {
        try begin(kind)
    }
}

/// The intended use of a statement; decides how a driver prepares it.
package enum StatementUse: Sendable {
    /// Run many times; its rows are few and may be fetched at once.
    case repeated
    /// A cursor: run once or seldom; its rows may be many and are fetched as they are stepped through.
    case reading
}

/// The purpose of a transaction.
package enum TransactionKind: Equatable, Sendable {
    /// Reads one state of the database, whatever other sessions commit meanwhile.
    case read
    /// Writes. Without waiting it is refused as `busy` if another session writes.
    case write(waits: Bool)
}

/// The effect of an insertion if a row with the same key exists.
package enum ConflictResolution: Equatable, Sendable {
    /// Fails with `constraint`.
    case fail
    /// Leaves the present row as it is; ``DatabaseStatement/run()`` returns 0.
    case ignore(key: [String])
    /// Sets the other columns of the present row ("upsert").
    case replace(key: [String])
}

extension ConflictResolution {
    /// The SQL of an insertion of one row, its parameters numbered as the columns are.
    package func insertion(into table: String, columns: [String]) -> String {
        let parameters = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
        let sql = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(parameters))"
        switch self {
        case .fail: return sql
        case .ignore(let key): return sql + " ON CONFLICT (\(key.joined(separator: ", "))) DO NOTHING"
        case .replace(let key):
            let assignments = columns.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
            return sql
                + " ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(assignments.joined(separator: ", "))"
        }
    }
}

/// The differences between databases that appear in composed SQL.
package struct DatabaseDialect: Sendable {
    /// The type of whole numbers of 64 bits.
    package let integer: String
    /// The type of byte strings, which compare byte by byte.
    package let bytes: String
    /// The type of Unicode text.
    package let text: String
    /// Options after a table's closing parenthesis.
    package let tableOptions: String
    /// Whether the tables are shared by several tenants. If not, the tenant's column is constant and left out of keys:
    /// SQLite's planner would take an equality with it for selective.
    package let sharesTables: Bool
    /// The condition that a byte string occurs in another one.
    package let contains: @Sendable (_ haystack: String, _ needle: String) -> String
    /// The query for the texts of a list in JSON, with their places from 0.
    package let elements: @Sendable (_ list: String) -> String
    /// The values of a custom field in a list of pairs of names and values in JSON, separated by commas; NULL if none is
    /// stated.
    package let customField: @Sendable (_ list: String, _ name: String) -> String
    /// The indexed part of a text that may be long: the text itself, or its beginning if indexes limit the length.
    package let indexed: @Sendable (_ text: String) -> String

    /// The condition that a column equals a parameter, in the form that an index of ``indexed`` answers.
    package func equals(_ column: String, _ parameter: String) -> String {
        let start = indexed(column)
        return start == column
            ? "\(column) = \(parameter)" : "\(start) = \(indexed(parameter)) AND \(column) = \(parameter)"
    }

    /// A dialect.
    package init(
        integer: String, bytes: String, text: String, tableOptions: String, sharesTables: Bool,
        contains: @escaping @Sendable (_ haystack: String, _ needle: String) -> String,
        elements: @escaping @Sendable (_ list: String) -> String,
        customField: @escaping @Sendable (_ list: String, _ name: String) -> String,
        indexed: @escaping @Sendable (_ text: String) -> String = { $0 }
    ) {
        self.integer = integer
        self.bytes = bytes
        self.text = text
        self.tableOptions = tableOptions
        self.sharesTables = sharesTables
        self.contains = contains
        self.elements = elements
        self.customField = customField
        self.indexed = indexed
    }
}

/// A statement or transaction that failed, as data: the kind of failure and the library's own words for it.
package struct DatabaseError: Error, Equatable, Sendable {
    /// The kinds of failure that callers distinguish.
    package enum Kind: Equatable, Sendable {
        /// A unique key, a NOT NULL column or another constraint refused the row.
        case constraint
        /// Another session holds a lock, and waiting for it did not help.
        case busy
        /// The disk, or the space that was granted, is full.
        case full
        /// The database or its medium cannot be written.
        case readOnly
        /// The file, or the server's answer, contradicts itself.
        case corrupt
        /// The file is not a database.
        case notADatabase
        /// The operating system refused to read or write.
        case io
        /// The server cannot be reached or used now.
        case unreachable
        /// The connection to the server broke after it was asked to commit: the transaction may have been committed.
        case unknownOutcome
        /// Anything else: invalid SQL, a missing table, a limit that was exceeded.
        case other
    }

    /// The kind of failure.
    package let kind: Kind
    /// The words of the library or the operating system, in English.
    package let detail: String

    /// A failure of that kind.
    package init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }
}
