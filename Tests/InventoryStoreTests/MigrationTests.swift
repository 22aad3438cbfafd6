import Database
import FoundationEssentials
import Glibc
import Inventory
import Testing

@testable import InventoryStore

/// Stores that earlier programs made: `Tests/Fixtures/stores/version-N`.
@Suite(.onlyInFolders) struct MigrationTests {
    let scratch = Scratch()
    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/stores")

    var file: String { scratch.store + "/inventory.sqlite" }

    /// Copies the store of a version and returns the bytes of its database.
    func copyStore(_ version: Int) throws -> Data {
        mkdir(scratch.store, 0o700)
        let bytes = try Data(
            contentsOf: MigrationTests.fixtures.appending(path: "version-\(version)/inventory.sqlite"))
        try bytes.write(to: URL(filePath: file))
        return bytes
    }

    static let names = ["zebra", "lamp", "Straße 书房", "Imported one", "imported two"]

    @Test(arguments: [1, 2]) func anOlderStoreIsMigratedWhenItIsOpened(version: Int) throws {
        let before = try copyStore(version)
        let store = try InventoryStore.open(at: scratch.store, for: .writing)
        #expect(try store.names() == MigrationTests.names)
        #expect(try store.settings[.owner] == "Ann Other")
        #expect(try store.verify() == [])
        let copy = scratch.store + "/inventory.version-\(version).sqlite"
        let saved = try SQLiteConnection(file: copy, mode: .readOnly)
        #expect(try saved.version() == Int64(version))
        #expect(try saved.checkIntegrity(limit: 10) == [])
        var status = stat()
        #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try Data(contentsOf: URL(filePath: copy)).count == before.count)
        store.close()
        #expect(try InventoryStore.open(at: scratch.store, for: .writing).names() == MigrationTests.names)
    }

    @Test(arguments: [1, 2]) func computedColumnsSortAndFilterAnOlderStore(version: Int) throws {
        _ = try copyStore(version)
        let store = try InventoryStore.open(at: scratch.store, for: .writing)
        let sorted = ["Imported one", "imported two", "lamp", "Straße 书房", "zebra"]
        #expect(try store.names(order: ItemOrder(parsing: "name") { [] }) == sorted)
        for (words, names) in [
            ("location:Home/Office", ["lamp"]), ("location:Attic", ["Imported one", "imported two"]),
            ("tag:oak", ["Straße 书房"]), ("strasse", ["Straße 书房"]), ("-tag:oak value:none", ["zebra", "imported two"]),
        ] {
            #expect(
                try store.names(matching: Selection(parsing: words, currency: usd, today: today)) == names, "\(words)")
        }
    }

    @Test(arguments: [1, 2]) func everyChangeOfAnOlderStoreCanStillBeUndone(version: Int) throws {
        _ = try copyStore(version)
        let store = try InventoryStore.open(at: scratch.store, for: .writing)
        if version == 2 {
            #expect(try store.items().contains { !$0.photos.isEmpty })
            try store.undo(owner)
        }
        try store.undo(Revision(rawValue: 11), owner)
        #expect(try store.names().contains("Élan chair"))
        #expect(try store.items().first { $0.name == "lamp" }?.parent != nil)
        for revision in [10, 9, 8, 5, 4, 3, 2, 1] as [Int64] { try store.undo(Revision(rawValue: revision), owner) }
        #expect(try store.snapshot().count == 0)
        #expect(try store.verify() == [])
    }

    @Test(arguments: [1, 2]) func anOlderStoreThatCannotBeWrittenIsReadThroughACopy(version: Int) throws {
        let before = try copyStore(version)
        for access in [StoreAccess.reading, .immutable] {
            let snapshot = try StoreSnapshot(StoreFolder(path: scratch.store), access)
            #expect(try snapshot.count == 5)
            #expect(try snapshot.summary().totals.items == 5)
        }
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
        #expect(!FileManager.default.fileExists(atPath: scratch.store + "/inventory.version-\(version).sqlite"))
    }

    @Test func aStoreOfThisVersionWithoutAFieldGetsItsColumn() throws {
        var item = try fullItem()
        (item.parent, item.condition) = (nil, nil)
        let older = try scratch.makeStore()
        try older.add(item, owner)
        older.close()
        try scratch.database().execute("ALTER TABLE items DROP COLUMN condition")
        let snapshot = try StoreSnapshot(StoreFolder(path: scratch.store), .reading)
        #expect(try snapshot.item(item.id)?.item == item)
        let store = try InventoryStore.open(at: scratch.store, for: .writing)
        #expect(try store.items() == [item])
        #expect(try store.verify() == [])
        try store.edit(item.id, edit([.condition: .text("good")]), owner)
        #expect(try store.items().map(\.condition) == ["good"])
    }

    @Test func aMigrationThatFailsLeavesTheStoreAsItWas() throws {
        let before = try copyStore(2)
        // A folder in the copy's place keeps it from being saved.
        mkdir(scratch.store + "/inventory.version-2.sqlite", 0o700)
        mkdir(scratch.store + "/inventory.version-2.sqlite/x", 0o700)
        _ = try? InventoryStore.open(at: scratch.store, for: .writing)
        #expect(try scratch.database().version() == 2)
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }
}

@Suite struct LocationPathTests {
    @Test func aPathLiesBelowThoseThatItBeginsWith() throws {
        func key(_ path: String) -> [UInt8] { Array(path.utf8).withUnsafeBufferPointer(LocationPath.key) }
        let range = try #require(LocationPath.range(of: ["Home", "Office"]))
        for (path, isInside) in [
            ("Home/Office", true), (" Home / Office / Desk", true), ("/Home//Office/", true), ("Home/Offices", false),
            ("Home", false), ("Homes/Office", false), ("", false),
        ] {
            let found =
                !key(path).lexicographicallyPrecedes(range.from) && key(path).lexicographicallyPrecedes(range.before)
            #expect(found == isInside, "\(path)")
        }
        #expect(LocationPath.range(of: []) == nil)
    }
}
