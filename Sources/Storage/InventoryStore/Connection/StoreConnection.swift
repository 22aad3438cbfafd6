package import Database
package import FoundationEssentials

/// A session with the database of a store: compiled statements, transactions, and failures as ``StoreError``. Used by one
/// thread at a time.
///
/// Parameter 1 of every statement is the number of the inventory. In statements about a published folder parameter 2 is
/// the folder's number. The values of a call follow.
///
///     try connection.run("DELETE FROM items WHERE inventory = ?1 AND position = ?2", .integer(orderKey))
package final class StoreConnection {
    let database: any DatabaseMaintenance
    /// The store as errors name it: its folder, or its address on a server.
    let path: String
    /// The inventory whose rows are read and written. An SQLite file holds exactly one.
    let inventory: Int64
    /// The published folder whose rows are read and written; nil if they are those of the inventory itself.
    package var site: Int64?
    private var statements: [String: StoreStatement] = [:]

    init(_ database: any DatabaseMaintenance, path: String, inventory: Int64 = StoreConnection.onlyInventory) {
        self.database = database
        self.path = path
        self.inventory = inventory
    }

    /// The number of the one inventory of an SQLite file.
    static let onlyInventory: Int64 = 1

    /// The differences in SQL that a caller composes text with.
    package var dialect: DatabaseDialect { database.dialect }

    // Statements

    /// A statement that is compiled once. It must be reset after use.
    func statement(_ sql: String, _ values: SQLValue...) throws -> StoreStatement {
        try statement(sql, binding: values)
    }

    private func statement(_ sql: String, binding values: [SQLValue]) throws -> StoreStatement {
        let statement: StoreStatement
        if let known = statements[sql] {
            statement = known
        } else {
            statement = try ownStatement(sql)
            statements[sql] = statement
        }
        bind(values, to: statement)
        return statement
    }

    /// A statement for a caller that keeps it and binds all parameters.
    func ownStatement(_ sql: String) throws -> StoreStatement { try prepare(sql, for: .repeated) }

    /// A cursor over rows that may be many, which within a transaction are read a part at a time.
    package func cursor(_ sql: String, _ values: SQLValue...) throws -> StoreStatement {
        try cursor(sql, binding: values)
    }

    func cursor(_ sql: String, binding values: [SQLValue]) throws -> StoreStatement {
        let statement = try prepare(sql, for: .reading)
        bind(values, to: statement)
        return statement
    }

    /// A statement that inserts rows; its first column must be `inventory`.
    func insertion(
        into table: String, columns: [String], onConflict: ConflictResolution = .fail, _ values: SQLValue...
    ) throws -> StoreStatement {
        let name = "INSERT INTO \(table) \(onConflict)"
        let statement: StoreStatement
        if let known = statements[name] {
            statement = known
        } else {
            let compiled = try perform { database in
                try database.prepareInsert(into: table, columns: columns, onConflict: onConflict)
            }
            statement = StoreStatement(compiled, path: path)
            statements[name] = statement
        }
        bind(values, to: statement)
        return statement
    }

    private func prepare(_ sql: String, for use: StatementUse) throws -> StoreStatement {
        StoreStatement(
            try perform { database in try database.prepare(sql, for: use) }, path: path)
    }

    private func bind(_ values: [SQLValue], to statement: StoreStatement) {
        statement.bind(1, inventory)
        if let site { statement.bind(2, site) }
        let first = site == nil ? 2 : 3
        for index in values.indices { statement.bind(first + index, values[index]) }
    }

    /// Runs statements without parameters.
    package func execute(_ script: String) throws {
        try perform { database in try database.execute(script) }
    }

    /// Runs a statement to its end.
    /// - Returns: the number of rows that were inserted, updated or deleted.
    @discardableResult
    package func run(_ sql: String, _ values: SQLValue...) throws -> Int {
        try statement(sql, binding: values).run()
    }

    /// Reads the first row.
    package func first<Value>(
        _ sql: String, _ values: SQLValue..., read: (StoreStatement) throws -> Value?
    ) throws -> Value? {
        let statement = try statement(sql, binding: values)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return try read(statement)
    }

    /// Calls the body for each row.
    package func forEach(_ sql: String, _ values: SQLValue..., row: (StoreStatement) throws -> Void) throws {
        try forEach(sql, binding: values, row: row)
    }

    /// Calls the body for each row.
    package func forEach(_ sql: String, binding values: [SQLValue], row: (StoreStatement) throws -> Void) throws {
        let statement = try statement(sql, binding: values)
        defer { statement.reset() }
        while try statement.step() { try row(statement) }
    }

    /// Reads all rows; those that are read as nil are left out.
    package func all<Value>(
        _ sql: String, _ values: SQLValue..., read: (StoreStatement) throws -> Value?
    ) throws -> [Value] {
        var all: [Value] = []
        try forEach(sql, binding: values) { row in
            if let value = try read(row) { all.append(value) }
        }
        return all
    }

    /// The number in the first column of the first row; nil for NULL or an empty result.
    package func number(_ sql: String, _ values: SQLValue...) throws -> Int64? {
        let statement = try statement(sql, binding: values)
        defer { statement.reset() }
        return try statement.step() ? statement.optionalInteger(0) : nil
    }

    // Transactions

    func begin(_ kind: TransactionKind) throws {
        try perform { database in try database.begin(kind) }
    }

    func commit() throws {
        try perform { database in try database.commit() }
    }

    func rollBack() { database.rollBack() }

    /// Runs the body in a transaction that writes; rolls everything back if it throws.
    func change(_ body: () throws -> Void) throws {
        try begin(.write(waits: true))
        do {
            try body()
            try commit()
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs the body in a transaction that writes; rolls everything back if it throws.
    package func write<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction(.write(waits: true), body)
    }

    /// Runs the body in a transaction that reads one state and writes temporary tables only.
    package func read<Result>(_ body: () throws -> Result) throws -> Result { try transaction(.read, body) }

    private func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
        try begin(kind)
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Calls the database, whose failures become the store's.
    func perform<Result>(_ body: (any DatabaseMaintenance) throws -> Result) throws -> Result {
        do { return try body(database) } catch let error as DatabaseError { throw StoreError(error, path: path) }
    }
}

/// A parameter of a statement.
package enum SQLValue {
    case integer(Int64?)
    case text(String?)
    /// A text in UTF-8.
    case utf8([UInt8])
    case bytes([UInt8])
    case id(UUID?)
}

extension StoreError {
    /// A failure of the database of the store at a path.
    init(_ error: DatabaseError, path: String) {
        switch error.kind {
        case .full: self = .diskFull(path: path)
        case .busy: self = .locked(path: path)
        case .readOnly: self = .readOnly(path: path)
        case .notADatabase: self = .notAStore(path: path)
        case .corrupt: self = .damaged(path: path, .database(words: error.detail))
        case .unreachable: self = .inputOutput(path: path, .server(words: error.detail))
        case .unknownOutcome: self = .unknownOutcome(path: path)
        case .io, .constraint, .other: self = .inputOutput(path: path, .database(words: error.detail))
        }
    }
}

/// A statement of a ``StoreConnection``: values of Swift are bound and read, failures are ``StoreError``.
///
/// A final class over the driver's statement: the store's code stays free of generics, and an existential call costs a
/// few nanoseconds beside SQLite's own work.
package final class StoreStatement {
    let statement: any DatabaseStatement
    /// The store as errors name it: its folder, or its address on a server.
    let path: String

    init(_ statement: any DatabaseStatement, path: String) {
        self.statement = statement
        self.path = path
    }

    /// Moves to the next row; false after the last.
    package func step() throws -> Bool {
        do { return try statement.step() } catch let error as DatabaseError { throw StoreError(error, path: path) }
    }

    /// Runs to the end and resets.
    /// - Returns: the number of rows that were changed.
    @discardableResult
    func run() throws -> Int {
        do { return try statement.run() } catch let error as DatabaseError { throw StoreError(error, path: path) }
    }

    /// Runs to the end and resets; a fault may be thrown by a later statement of the transaction.
    func runLater() throws {
        do { try statement.runLater() } catch let error as DatabaseError { throw StoreError(error, path: path) }
    }

    /// Asks for the rows ahead; see ``DatabaseStatement/prefetch()``.
    func prefetch() throws {
        do { try statement.prefetch() } catch let error as DatabaseError { throw StoreError(error, path: path) }
    }

    func reset() { statement.reset() }

    // Parameters, from 1. Parameter 1 is the inventory.

    func bind(_ parameter: Int, _ value: SQLValue) {
        switch value {
        case .integer(let number): bind(parameter, number)
        case .text(let text): bind(parameter, text)
        case .utf8(let text): bind(parameter, text: text)
        case .bytes(let bytes): bind(parameter, bytes: bytes)
        case .id(let id): bind(parameter, id)
        }
    }

    func bind(_ parameter: Int, _ number: Int64?) { statement.bind(parameter, number) }
    func bind(_ parameter: Int, _ text: String?) { statement.bind(parameter, text) }
    func bind(_ parameter: Int, text: [UInt8]) { statement.bind(parameter, text: text.span) }
    func bind(_ parameter: Int, bytes: [UInt8]) { statement.bind(parameter, bytes: bytes.span) }

    func bind(_ parameter: Int, _ id: UUID?) {
        guard let id else { return statement.bindNull(parameter) }
        withUnsafeBytes(of: id.uuid) { bytes in
            statement.bind(parameter, bytes: Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)))
        }
    }

    // Columns, from 0

    package func isNull(_ column: Int) -> Bool { statement.isNull(column) }
    package func integer(_ column: Int) -> Int64 { statement.integer(column) }
    package func optionalInteger(_ column: Int) -> Int64? { statement.optionalInteger(column) }
    package func text(_ column: Int) -> String? { statement.text(column) }

    /// The UTF-8 of a text, nil for NULL; valid until the next step or reset.
    func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? { statement.bytes(column) }

    /// A column's byte string, copied; empty for NULL.
    package func array(_ column: Int) -> [UInt8] { bytes(column).map(Array.init) ?? [] }

    /// The 16 bytes of an id, nil for NULL and for anything else; valid until the next step or reset.
    func identifierBytes(_ column: Int) -> UnsafeRawBufferPointer? {
        guard let bytes = bytes(column), bytes.count == 16 else { return nil }
        return UnsafeRawBufferPointer(bytes)
    }

    func identifier(_ column: Int) -> UUID? {
        identifierBytes(column).map { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
