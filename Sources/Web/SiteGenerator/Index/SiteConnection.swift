import Database
import InventoryStore

/// The index's session with the inventory's database: compiled statements, whose parameter 1 is the inventory and whose
/// parameter 2 is the published folder.
final class SiteConnection {
    private let database: any DatabaseMaintenance
    private let path: String
    /// The number of the inventory.
    private let inventory: Int64
    /// The number of the published folder in the index.
    var site: Int64 = 0
    private var statements: [String: any DatabaseStatement] = [:]

    /// The differences in SQL that a caller composes text with.
    var dialect: DatabaseDialect { database.dialect }

    /// Opens a session with the database of a store.
    init(_ store: InventoryStore) throws {
        database = try store.openConnection()
        path = store.shown
        inventory = store.inventory
        try perform { database throws(DatabaseError) in
            let statements = SiteSchema.statements(database.dialect)
            // On a server the tables are made with the first inventory. Even CREATE … IF NOT EXISTS takes locks there for
            // which the publications of other inventories would wait, and only the owner of the tables may execute it.
            guard database.dialect.sharesTables else { return try database.execute(statements) }
            func exist() throws(DatabaseError) -> Bool { try !database.columns(of: "site_files").isEmpty }
            guard try !exist() else { return }
            do throws(DatabaseError) { try database.execute(statements) } catch {
                // Another program may have made them at the same time.
                guard (try? exist()) == true else { throw error }
            }
        }
    }

    /// Runs statements without parameters.
    func execute(_ script: String) throws {
        try perform { database throws(DatabaseError) in try database.execute(script) }
    }

    /// Runs the body in a transaction that writes; rolls everything back if it throws.
    func write<Result>(_ body: () throws -> Result) throws -> Result { try transaction(.write(waits: true), body) }

    /// Runs the body in a transaction that reads one state and writes temporary tables only.
    func read<Result>(_ body: () throws -> Result) throws -> Result { try transaction(.read, body) }

    private func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
        try perform { database throws(DatabaseError) in try database.begin(kind) }
        do {
            let result = try body()
            try perform { database throws(DatabaseError) in try database.commit() }
            return result
        } catch {
            database.rollBack()
            throw error
        }
    }

    /// Runs a statement to its end.
    /// - Returns: the number of rows that were inserted, updated or deleted.
    @discardableResult
    func run(_ sql: String, _ values: SQLValue...) throws -> Int {
        let statement = try prepare(sql, values)
        return try perform { _ throws(DatabaseError) in try statement.run() }
    }

    /// Calls the body for each row.
    func forEach(_ sql: String, _ values: SQLValue..., row: (any DatabaseStatement) throws -> Void) throws {
        try forEach(sql, values, row: row)
    }

    /// Calls the body for each row.
    func forEach(_ sql: String, _ values: [SQLValue], row: (any DatabaseStatement) throws -> Void) throws {
        let statement = try prepare(sql, values)
        defer { statement.reset() }
        while try perform({ _ throws(DatabaseError) in try statement.step() }) { try row(statement) }
    }

    /// Calls the body for each of many rows, which within a transaction are read a part at a time.
    func forEachOfMany(_ sql: String, _ values: SQLValue..., row: (any DatabaseStatement) throws -> Void) throws {
        let statement = try perform { database throws(DatabaseError) in try database.prepare(sql, for: .reading) }
        bind(values, to: statement)
        defer { statement.reset() }
        while try perform({ _ throws(DatabaseError) in try statement.step() }) { try row(statement) }
    }

    /// Reads all rows; those that are read as nil are left out.
    func all<Value>(
        _ sql: String, _ values: SQLValue..., read: (any DatabaseStatement) throws -> Value?
    ) throws -> [Value] {
        let statement = try prepare(sql, values)
        defer { statement.reset() }
        var all: [Value] = []
        while try perform({ _ throws(DatabaseError) in try statement.step() }) {
            if let value = try read(statement) { all.append(value) }
        }
        return all
    }

    /// Reads the first row.
    func first<Value>(
        _ sql: String, _ values: SQLValue..., read: (any DatabaseStatement) throws -> Value?
    ) throws -> Value? {
        let statement = try prepare(sql, values)
        defer { statement.reset() }
        guard try perform({ _ throws(DatabaseError) in try statement.step() }) else { return nil }
        return try read(statement)
    }

    /// The number in the first row; 0 if there is none.
    func number(_ sql: String, _ values: SQLValue...) throws -> Int64 {
        let statement = try prepare(sql, values)
        defer { statement.reset() }
        return try perform { _ throws(DatabaseError) in try statement.step() } ? statement.integer(0) : 0
    }

    private func prepare(_ sql: String, _ values: [SQLValue]) throws -> any DatabaseStatement {
        let statement: any DatabaseStatement
        if let known = statements[sql] {
            statement = known
        } else {
            statement = try perform { database throws(DatabaseError) in try database.prepare(sql, for: .repeated) }
            statements[sql] = statement
        }
        bind(values, to: statement)
        return statement
    }

    private func bind(_ values: [SQLValue], to statement: any DatabaseStatement) {
        statement.bind(1, inventory)
        statement.bind(2, site)
        for index in values.indices { values[index].bind(to: statement, index + 3) }
    }

    private func perform<Result>(
        _ body: (any DatabaseMaintenance) throws(DatabaseError) -> Result
    ) throws(StoreError) -> Result {
        do throws(DatabaseError) { return try body(database) } catch { throw StoreError(error, path: path) }
    }
}

/// A parameter of a statement.
enum SQLValue {
    case integer(Int64?)
    case text(String?)
    case bytes([UInt8])

    fileprivate func bind(to statement: any DatabaseStatement, _ parameter: Int) {
        switch self {
        case .integer(let number): statement.bind(parameter, number)
        case .text(let text): statement.bind(parameter, text)
        case .bytes(let bytes): statement.bind(parameter, bytes: bytes.span)
        }
    }
}

extension DatabaseStatement {
    /// A column's byte string, copied; empty for NULL.
    func array(_ column: Int) -> [UInt8] { bytes(column).map(Array.init) ?? [] }
}
