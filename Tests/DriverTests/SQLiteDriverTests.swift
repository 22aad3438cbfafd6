import FoundationEssentials
import Testing

@testable import Database

@Suite struct SQLiteDriverTests {
    @Test func aPageThatTheDiskFailsToReadIsNotDamage() {
        #expect(SQLiteConnection.readError("Tree 5 page 5: unable to get the page. error code=266") == 266)
        #expect(SQLiteConnection.readError("Tree 5 page 5: unable to get the page. error code=11") == nil)
        #expect(SQLiteConnection.readError("row 3 missing from index a=266") == nil)
    }

    @Test func aBackupIsACompleteDatabase() throws {
        let database = try TestDatabase(.sqlite)
        defer { database.remove() }
        let connection = try database.connect()
        let copied = database.file + ".copy"
        defer { try? FileManager.default.removeItem(atPath: copied) }
        try connection.insert([(1, "a", nil)])
        try connection.mark(application: 7, version: 3)
        try connection.backUp(to: copied)
        let copy = try SQLiteConnection(file: copied, mode: .readOnly)
        #expect(try copy.rows() == ["1 a NULL"])
        #expect(try copy.application() == 7 && copy.version() == 3)
        #expect(try copy.checkIntegrity(limit: 10) == [])
        #expect(failure { try copy.execute("DELETE FROM a") } == .readOnly)
    }

    @Test func aFileOfSomethingElseIsNoDatabase() throws {
        let file = FileManager.default.temporaryDirectory.path + "/driver-\(UUID().uuidString).sqlite"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(String(repeating: "not a database ", count: 100).utf8).write(to: URL(filePath: file))
        let connection = try SQLiteConnection(file: file, mode: .readWrite)
        #expect(failure { _ = try connection.version() } == .notADatabase)
    }
}
