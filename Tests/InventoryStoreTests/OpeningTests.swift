import Database
import FoundationEssentials
import Glibc
import Inventory
import Testing

@testable import InventoryStore

@Suite(.onlyInFolders) struct OpeningTests {
    let scratch = Scratch()
    let settings = InventorySettings(currency: usd)

    @Test func aPathWithOddCharactersWorks() throws {
        let path = scratch.path + "/a?b=c #d%20 é 书"
        let store = try InventoryStore.create(at: path, settings: settings)
        try store.add(sample(1), owner)
        #expect(try InventoryStore.open(at: path, for: .writing).names() == ["Item 1"])
        #expect(FileManager.default.fileExists(atPath: path + "/inventory.sqlite"))
    }

    @Test(arguments: ["", "not a database, but long enough to be taken for one by its size alone, one would think"])
    func aFileThatIsNoStoreIsRefused(content: String) throws {
        mkdir(scratch.store, 0o755)
        try Data(content.utf8).write(to: URL(filePath: scratch.store + "/inventory.sqlite"))
        #expect(throws: StoreError.notAStore(path: scratch.store)) {
            try InventoryStore.open(at: scratch.store, for: .writing)
        }
        #expect(throws: StoreError.notAStore(path: scratch.store)) { try scratch.makeStore() }
        #expect(try Data(contentsOf: URL(filePath: scratch.store + "/inventory.sqlite")) == Data(content.utf8))
    }

    @Test(
        .enabled(if: geteuid() == 0, "other users' files want root"), arguments: ["link", "link/store", "own", "real"])
    func aStoreIsNotOpenedOverALinkOfSomebodyElseInAFolderForEverybody(name: String) throws {
        let shared = scratch.path + "/shared"
        mkdir(shared, 0o777)
        chmod(shared, 0o1777)
        mkdir(shared + "/real", 0o700)
        for path in ["/target", "/target/store"] {
            _ = try InventoryStore.create(at: scratch.path + path, settings: settings)
        }
        _ = try InventoryStore.create(at: shared + "/in", settings: settings)
        rename(shared + "/in/inventory.sqlite", scratch.path + "/moved.sqlite")
        symlink(scratch.path + "/moved.sqlite", shared + "/real/inventory.sqlite")
        symlink(scratch.path + "/target", shared + "/link")
        symlink("shared/link", scratch.path + "/own")
        lchown(shared + "/link", 65534, 65534)
        let path = name == "own" ? scratch.path + "/own" : "\(shared)/\(name)"
        // A link in the inventory's own folder is the owner's business.
        guard name != "real" else { return _ = try InventoryStore.open(at: path, for: .writing) }
        for purpose in [InventoryStore.OpeningPurpose.reading, .writing] {
            #expect(throws: StoreError.inputOutput(path: shared + "/link", .foreignLink)) {
                try InventoryStore.open(at: path, for: purpose)
            }
        }
        lchown(shared + "/link", 0, 0)
        _ = try InventoryStore.open(at: path, for: .writing)
    }

    @Test func aFileInTheFoldersPlaceIsNamedAsSuch() throws {
        let staged = try InventoryStore.staged(beside: scratch.store, settings: settings)
        try Data("x".utf8).write(to: URL(filePath: scratch.store))
        #expect(throws: StoreError.notAFolder(path: scratch.store)) {
            try InventoryStore.open(at: scratch.store, for: .writing)
        }
        #expect(throws: StoreError.notAFolder(path: scratch.store)) { try scratch.makeStore() }
        #expect(throws: StoreError.notAFolder(path: scratch.store)) { try staged.publish(at: scratch.store) }
        #expect(try Data(contentsOf: URL(filePath: scratch.store)) == Data("x".utf8))
    }

    @Test func anotherProgramsDatabaseIsRefused() throws {
        mkdir(scratch.store, 0o755)
        let file = scratch.store + "/inventory.sqlite"
        try SQLiteConnection(file: file, mode: .create).execute("CREATE TABLE items (id)")
        #expect(throws: StoreError.notAStore(path: scratch.store)) {
            try InventoryStore.open(at: scratch.store, for: .writing)
        }
    }

    @Test func aStoreOfANewerVersionIsRefusedAndLeftAlone() throws {
        _ = try scratch.makeStore()
        let file = scratch.store + "/inventory.sqlite"
        try scratch.database().execute("PRAGMA user_version = 4")
        let before = try Data(contentsOf: URL(filePath: file))
        #expect(throws: StoreError.newerVersion(path: scratch.store, version: 4, supported: 3)) {
            try InventoryStore.open(at: scratch.store, for: .writing)
        }
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }

    /// Makes a store as version 1 of its tables was.
    func makeOldStore() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        try store.edit(sample(1).id, edit([.notes: .text("n")]), owner)
        try store.configure(OlderSchema.downgrade(to: 1))
        store.close()
    }

    @Test func aStoreOfVersionOneIsBroughtUpToDateWhenItIsOpened() throws {
        try makeOldStore()
        let store = try InventoryStore.open(at: scratch.store, for: .writing)
        #expect(try store.names() == ["Item 1"])
        try store.write { writer in _ = try writer.add(photos: [photo(1)], to: sample(1).id, owner) }
        #expect(try store.item(sample(1).id)?.item.photos.map(\.hash) == [hash(1)])
        try store.undo(Revision(rawValue: 2), owner)
        #expect(try store.item(sample(1).id)?.item.notes == nil)
        #expect(try store.verify().isEmpty)
        #expect(try InventoryStore.open(at: scratch.store, for: .writing).item(sample(1).id)?.item.photos.count == 1)
    }

    @Test func aStoreOfVersionOneThatCannotBeWrittenIsReadAsItIs() throws {
        try makeOldStore()
        let file = scratch.store + "/inventory.sqlite"
        let before = try Data(contentsOf: URL(filePath: file))
        let folder = StoreFolder(path: scratch.store)
        for access in [StoreAccess.reading, .immutable] {
            let snapshot = try StoreSnapshot(folder, access)
            #expect(try snapshot.item(sample(1).id)?.item.notes == "n")
            #expect(try snapshot.count == 1)
            #expect(try snapshot.files().isEmpty)
        }
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }

    @Test func aTemporaryStoreIsGoneWhenItIsClosed() throws {
        let store = try InventoryStore.temporary(settings: settings)
        let path = store.path
        try store.importItems(owner) { importer in
            for number in 0..<500 { try importer.put(IncomingItem(item: sample(number), stated: .all, row: number)) }
        }
        #expect(throws: StoreError.self) {
            try store.importItems(owner) { importer in
                try importer.put(IncomingItem(item: sample(501), stated: .all, row: 2))
                try importer.put(IncomingItem(item: sample(501), stated: .all, row: 3))
            }
        }
        let cursor = try store.snapshot().items()
        #expect(try store.names().count == 500)
        store.close()
        #expect(!FileManager.default.fileExists(atPath: path))
        var count = 0
        while try cursor.next() { count += 1 }
        #expect(count == 500)
        #expect(throws: StoreError.closed) { try store.add(sample(1), owner) }
    }

    @Test func aTemporaryStoreOfWhichAFileStaysKeepsTheMarkByWhichItIsRemovedLater() throws {
        let store = try InventoryStore.temporary(settings: settings)
        let path = store.path
        // A folder stands for a file that the system refuses to remove.
        #expect(mkdir(path + "/stays", 0o700) == 0)
        store.close()
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: path)) == [".in-use", "stays"])
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func aStoreThatIsLockedForLongIsReportedAsLocked() throws {
        let store = try scratch.makeStore()
        let other = try scratch.database()
        try other.execute("BEGIN IMMEDIATE")
        try store.setPatience(milliseconds: 50)
        #expect(throws: StoreError.locked(path: scratch.store)) { try store.add(sample(1), owner) }
        #expect(try store.names().isEmpty)
        try other.execute("ROLLBACK")
        try store.add(sample(1), owner)
    }

    @Test func aFullDiskLosesTheChangeAndNothingElse() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        try store.limitPages(60)
        let large = String(repeating: "x", count: 1 << 20)
        #expect(throws: StoreError.diskFull(path: scratch.store)) {
            try store.add(sample(2) { $0.notes = large }, owner)
        }
        #expect(throws: StoreError.diskFull(path: scratch.store)) {
            try store.importItems(owner) { importer in
                for number in 10..<2000 {
                    try importer.put(IncomingItem(item: sample(number), stated: .all, row: number))
                }
            }
        }
        // A part that broke the transaction breaks the batch, even if its error is caught.
        #expect(throws: StoreError.diskFull(path: scratch.store)) {
            try store.write { writer in
                try writer.add(sample(3), owner)
                _ = try? writer.add(sample(2) { $0.notes = large }, owner)
                try writer.add(sample(4), owner)
            }
        }
        #expect(try store.names() == ["Item 1"])
        try store.add(sample(5), owner)
        #expect(try store.names() == ["Item 1", "Item 5"])
        #expect(try store.verify().isEmpty)
    }

    @Test func aFileThatCannotBeLockedIsReadAsItStandsButNotWhileOthersWriteIt() throws {
        try scratch.makeStore().add(sample(1), owner)
        let folder = StoreFolder(path: scratch.store)
        let snapshot = try StoreSnapshot(folder, .immutable)
        let cursor = try snapshot.items()
        #expect(try cursor.next())
        #expect(try !cursor.next())
        try InventoryStore.open(at: scratch.store, for: .writing).add(sample(2), owner)
        let late = try snapshot.items()
        #expect(throws: StoreError.changedWhileReading(path: scratch.store)) { while try late.next() {} }
        #expect(throws: StoreError.changedWhileReading(path: scratch.store)) { try snapshot.summary() }
        #expect(throws: StoreError.changedWhileReading(path: scratch.store)) { try snapshot.count }
        #expect(throws: StoreError.changedWhileReading(path: scratch.store)) { try snapshot.contains(sample(1).id) }
        #expect(throws: StoreError.changedWhileReading(path: scratch.store)) { try snapshot.item(sample(1).id) }
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may write anywhere"))
    func aStoreInAFolderThatCannotBeWrittenIsRead() throws {
        try scratch.makeStore().add(sample(1), owner)
        chmod(scratch.store + "/inventory.sqlite", 0o444)
        chmod(scratch.store, 0o555)
        defer { chmod(scratch.store, 0o755) }
        let store = try InventoryStore.open(at: scratch.store, for: .writing)
        #expect(store.isReadOnly)
        #expect(try store.names() == ["Item 1"])
        #expect(throws: StoreError.readOnly(path: scratch.store)) { try store.add(sample(2), owner) }
    }

    @Test func whatAKillLeavesHasEveryChangeThatReturnedAndNothingHalfDone() throws {
        let store = try scratch.makeStore()
        for number in 0..<20 { try store.add(sample(number), owner) }
        let copy = scratch.path + "/copy"
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try store.importItems(owner) { importer in
                // More than is kept in memory.
                let filling = String(repeating: "text ", count: 20_000)
                for number in 100..<600 {
                    let item = sample(number) { $0.notes = filling }
                    try importer.put(IncomingItem(item: item, stated: .all, row: number))
                }
                // The files as they are on the disk right now, which is what a kill would leave.
                try FileManager.default.copyItem(atPath: scratch.store, toPath: copy)
                throw Stop()
            }
        }
        let log = try FileManager.default.attributesOfItem(atPath: copy + "/inventory.sqlite-wal")[.size] as? Int ?? 0
        #expect(log > 1 << 20, "the import had not reached the disk")
        let left = try InventoryStore.open(at: copy, for: .writing)
        #expect(try left.names() == (0..<20).map { "Item \($0)" })
        #expect(try left.verify().isEmpty)
        try left.add(sample(50), owner)
        #expect(try left.revision == Revision(rawValue: 21))
    }
}

extension InventoryStore {
    func setPatience(milliseconds: Int) throws { try configure("PRAGMA busy_timeout = \(milliseconds)") }

    func limitPages(_ count: Int) throws { try configure("PRAGMA max_page_count = \(count)") }
}
