import Database
import FoundationEssentials
import Glibc
import PostgreSQLDriver

/// The address of a server for tests, which `Scripts/with-postgresql.sh` starts.
let serverAddress = getenv("HOMEPWNER_TEST_POSTGRES").map { String(cString: $0) }

/// A database of one test, with a table `a` of numbers `k`, which are its key, texts `t` and byte strings `b`.
struct TestDatabase {
    enum Kind: CaseIterable, Sendable {
        case sqlite, postgreSQL

        static let available = allCases.filter { $0 == .sqlite || serverAddress != nil }
    }

    /// The server of the database, if it is of the kind `postgreSQL`.
    let server: PostgreSQLServer
    /// The path of the database, if it is of the kind `sqlite`.
    let file: String
    private let kind: Kind

    init(_ kind: Kind) throws {
        let name = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
        self.kind = kind
        file = FileManager.default.temporaryDirectory.path + "/\(name).sqlite"
        let address = serverAddress ?? ""
        server = PostgreSQLServer(address: address + "?options=-csearch_path%3D\(name)")
        if kind == .postgreSQL {
            let setup = try PostgreSQLServer(address: address).connect(writeLock: nil)
            try setup.execute("CREATE SCHEMA \(name); CREATE TABLE \(name).tenant AS SELECT 1 AS number")
        }
        let connection = try connect()
        let dialect = connection.dialect
        try connection.execute(
            """
            CREATE TABLE a (k \(dialect.integer) PRIMARY KEY, t \(dialect.text), b \(dialect.bytes)) \(dialect.tableOptions)
            """)
    }

    func remove() { try? FileManager.default.removeItem(atPath: file) }

    /// Opens a session whose transactions that write wait for one another.
    func connect() throws -> any DatabaseMaintenance {
        switch kind {
        case .sqlite: try SQLiteConnection(file: file, mode: .create)
        case .postgreSQL:
            try server.connect(
                writeLock: WriteLock("SELECT number FROM tenant WHERE number = ?1 FOR UPDATE", of: 1))
        }
    }
}

extension DatabaseConnection {
    /// - Returns: the number of rows that each insertion changed.
    @discardableResult
    func insert(_ rows: [(Int64, String?, [UInt8]?)], _ conflict: ConflictResolution = .fail) throws -> [Int] {
        let statement = try prepareInsert(into: "a", columns: ["k", "t", "b"], onConflict: conflict)
        return try rows.map { row in
            statement.bind(1, row.0)
            statement.bind(2, row.1)
            if let bytes = row.2 { statement.bind(3, bytes: bytes.span) }
            return try statement.run()
        }
    }

    func rows(for use: StatementUse = .reading) throws -> [String] {
        let statement = try prepare("SELECT k, t, b FROM a WHERE k >= ?1 ORDER BY k", for: use)
        statement.bind(1, 0)
        var rows: [String] = []
        while try statement.step() {
            let bytes = statement.bytes(2).map { Array($0).description } ?? "NULL"
            rows.append("\(statement.integer(0)) \(statement.text(1) ?? "NULL") \(bytes)")
        }
        return rows
    }
}

/// The kind of failure of a body; nil if it succeeds.
func failure(_ body: () throws -> Void) -> DatabaseError.Kind? {
    do { try body() } catch { return (error as? DatabaseError)?.kind }
    return nil
}
