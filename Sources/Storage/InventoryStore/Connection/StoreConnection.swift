public import Database

/// A store's session with its database: the number of the inventory, compiled statements, and failures as ``StoreError``.
final class StoreConnection {
    let database: any DatabaseMaintenance
    /// The store as errors name it: its folder, or its address on a server.
    let path: String
    /// The inventory whose rows are read and written. An SQLite file holds exactly one.
    let inventory: Int64
    private var statements: [String: StoreStatement] = [:]

    init(_ database: any DatabaseMaintenance, path: String, inventory: Int64 = StoreConnection.onlyInventory) {
        self.database = database
        self.path = path
        self.inventory = inventory
    }

    /// The number of the one inventory of an SQLite file.
    static let onlyInventory: Int64 = 1

    /// A statement that is compiled once, its parameter 1 bound to the inventory. It must be reset after use.
    func statement(_ sql: String) throws(StoreError) -> StoreStatement {
        let statement: StoreStatement
        if let known = statements[sql] {
            statement = known
        } else {
            statement = try prepare(sql, for: .repeated)
            statements[sql] = statement
        }
        statement.bind(1, inventory)
        return statement
    }

    /// A statement of its own, for a caller that keeps it and binds parameter 1 to the inventory.
    func ownStatement(_ sql: String) throws(StoreError) -> StoreStatement { try prepare(sql, for: .repeated) }

    /// A cursor over rows that may be many, its parameter 1 bound to the inventory.
    func cursor(_ sql: String) throws(StoreError) -> StoreStatement {
        let statement = try prepare(sql, for: .reading)
        statement.bind(1, inventory)
        return statement
    }

    /// A statement that inserts rows; its first column must be `inventory`.
    func insertion(
        into table: String, columns: [String], onConflict: ConflictResolution = .fail
    ) throws(StoreError) -> StoreStatement {
        let known = "INSERT INTO \(table) \(onConflict)"
        if let statement = statements[known] {
            statement.bind(1, inventory)
            return statement
        }
        let compiled = try perform { database throws(DatabaseError) in
            try database.prepareInsert(into: table, columns: columns, onConflict: onConflict)
        }
        let statement = StoreStatement(compiled, path: path)
        statements[known] = statement
        statement.bind(1, inventory)
        return statement
    }

    private func prepare(_ sql: String, for use: StatementUse) throws(StoreError) -> StoreStatement {
        StoreStatement(
            try perform { database throws(DatabaseError) in try database.prepare(sql, for: use) }, path: path)
    }

    func execute(_ script: String) throws(StoreError) {
        try perform { database throws(DatabaseError) in try database.execute(script) }
    }

    /// The number in the first column of a statement's one row; nil if there is none or it is NULL.
    func number(_ sql: String, _ parameter: Int64? = nil) throws(StoreError) -> Int64? {
        let statement = try statement(sql)
        if let parameter { statement.bind(2, parameter) }
        return try statement.first { row throws(StoreError) in row.optionalInteger(0) }
    }

    /// Calls the database, whose failures become the store's.
    func perform<Result>(
        _ body: (any DatabaseMaintenance) throws(DatabaseError) -> Result
    ) throws(StoreError) -> Result {
        do throws(DatabaseError) { return try body(database) } catch { throw StoreError(error, path: path) }
    }
}

extension StoreError {
    /// A failure of the database of the store at a path.
    public init(_ error: DatabaseError, path: String) {
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
