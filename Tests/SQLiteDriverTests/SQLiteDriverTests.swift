import Database
import FoundationEssentials
import SQLiteDriver
import Testing

@Suite struct SQLiteDriverTests {
    let file = FileManager.default.temporaryDirectory.path + "/driver-\(UUID().uuidString).sqlite"

    func open() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(file: file, mode: .create)
        try connection.execute("CREATE TABLE a (k INTEGER PRIMARY KEY, t TEXT, b BLOB) STRICT")
        return connection
    }

    func insert(
        _ rows: [(Int64, String?, [UInt8]?)], _ conflict: ConflictResolution, into connection: some DatabaseConnection
    ) throws -> [Int] {
        let statement = try connection.prepareInsert(into: "a", columns: ["k", "t", "b"], onConflict: conflict)
        return try rows.map { row in
            statement.bind(1, row.0)
            statement.bind(2, row.1)
            if let bytes = row.2 { statement.bind(3, bytes: bytes.span) }
            return try statement.run()
        }
    }

    func rows(_ connection: some DatabaseConnection) throws -> [String] {
        let statement = try connection.prepare("SELECT k, t, b FROM a WHERE k >= ?1 ORDER BY k", for: .reading)
        statement.bind(1, 0)
        var rows: [String] = []
        while try statement.step() {
            let bytes = statement.bytes(2).map { Array($0).description } ?? "NULL"
            rows.append("\(statement.integer(0)) \(statement.text(1) ?? "NULL") \(bytes)")
        }
        return rows
    }

    @Test func valuesComeBackAsTheyWereBound() throws {
        let connection = try open()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let long = String(repeating: "é", count: 5000)
        #expect(try insert([(1, "", []), (2, nil, nil), (3, long, [0, 255])], .fail, into: connection) == [1, 1, 1])
        #expect(try rows(connection) == ["1  []", "2 NULL NULL", "3 \(long) [0, 255]"])
    }

    @Test func aConflictFailsIsIgnoredOrReplacesTheRow() throws {
        let connection = try open()
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(try insert([(1, "a", [1])], .fail, into: connection) == [1])
        #expect(try insert([(1, "b", nil), (2, "c", nil)], .ignore(key: ["k"]), into: connection) == [0, 1])
        #expect(try insert([(1, "d", nil)], .replace(key: ["k"]), into: connection) == [1])
        #expect(try rows(connection) == ["1 d NULL", "2 c NULL"])
        let error = #expect(throws: DatabaseError.self) { try insert([(1, "b", nil)], .fail, into: connection) }
        #expect(error?.kind == .constraint)
    }

    @Test func aSavepointTakesBackOnlyItsOwnChanges() throws {
        let connection = try open()
        defer { try? FileManager.default.removeItem(atPath: file) }
        try connection.begin(.write(waits: true))
        _ = try insert([(1, "a", nil)], .fail, into: connection)
        try connection.createSavepoint("s")
        _ = try insert([(2, "b", nil)], .fail, into: connection)
        connection.rollBack(toSavepoint: "s")
        try connection.createSavepoint("s")
        _ = try insert([(3, "c", nil)], .fail, into: connection)
        try connection.releaseSavepoint("s")
        try connection.commit()
        #expect(try rows(connection) == ["1 a NULL", "3 c NULL"])
    }

    @Test func anotherSessionIsRefusedAndItsCommitIsNoticed() throws {
        let connection = try open()
        defer { try? FileManager.default.removeItem(atPath: file) }
        let other = try SQLiteConnection(file: file, mode: .readWrite)
        try connection.begin(.write(waits: true))
        let error = #expect(throws: DatabaseError.self) { try other.begin(.write(waits: false)) }
        #expect(error?.kind == .busy)
        _ = try insert([(1, "a", nil)], .fail, into: connection)
        connection.rollBack()
        #expect(try rows(other).isEmpty)
        _ = try insert([(1, "a", nil)], .fail, into: connection)
        #expect(try rows(other) == ["1 a NULL"])
    }

    @Test func aBackupIsACompleteDatabase() throws {
        let connection = try open()
        defer { for suffix in ["", ".copy"] { try? FileManager.default.removeItem(atPath: file + suffix) } }
        _ = try insert([(1, "a", nil)], .fail, into: connection)
        try connection.mark(application: 7, version: 3)
        try connection.backUp(to: file + ".copy")
        let copy = try SQLiteConnection(file: file + ".copy", mode: .readOnly)
        #expect(try rows(copy) == ["1 a NULL"])
        #expect(try copy.application() == 7 && copy.version() == 3)
        #expect(try copy.checkIntegrity(limit: 10) == [])
        let error = #expect(throws: DatabaseError.self) { try copy.execute("DELETE FROM a") }
        #expect(error?.kind == .readOnly)
    }

    @Test func aFileOfSomethingElseIsNoDatabase() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(String(repeating: "not a database ", count: 100).utf8).write(to: URL(filePath: file))
        let connection = try SQLiteConnection(file: file, mode: .readWrite)
        let error = #expect(throws: DatabaseError.self) { try connection.version() }
        #expect(error?.kind == .notADatabase)
    }
}
