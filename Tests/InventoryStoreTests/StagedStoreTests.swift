import Files
import FoundationEssentials
import Glibc
import Inventory
import Testing

@testable import InventoryStore

@Suite(.onlyInFolders) struct StagedStoreTests {
    let scratch = Scratch()
    let settings = InventorySettings(currency: usd)

    var kind: TemporaryFolder.Kind { .init(in: scratch.path, prefix: "homepwner-", holds: StoreFolder.mayHold) }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() }

    /// A folder as a killed program leaves it, an hour ago.
    func abandon(_ name: String, holding files: [String] = ["inventory.sqlite"], marked: Bool = true) throws {
        let folder = "\(scratch.path)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for file in files { try Data().write(to: URL(filePath: "\(folder)/\(file)")) }
        guard marked else { return }
        let mark = "\(folder)/\(TemporaryFolder.lockFileName)"
        try Data().write(to: URL(filePath: mark))
        try age(mark)
    }

    func age(_ file: String) throws {
        var times = [timeval](repeating: timeval(tv_sec: time(nil) - 3600, tv_usec: 0), count: 2)
        #expect(utimes(file, &times) == 0)
    }

    @Test func whatAKilledProgramLeftIsTakenAway() throws {
        try abandon("homepwner-1a2b.tmp", holding: ["inventory.sqlite", "inventory.sqlite-wal", ".a-b.sqlite-journal"])
        try abandon("homepwner-0.tmp", holding: [])
        let work = try TemporaryFolder(kind)
        #expect(try names() == [String(work.path.split(separator: "/").last ?? "")])
    }

    @Test func nothingElseIsTakenAway() throws {
        // Another name, no mark, something that is not a store's, and folders that are in use or just made.
        try abandon("homepwner-backup")
        try abandon("homepwner-A.tmp")
        try abandon("homepwner-.tmp")
        try abandon("homepwner-12345678901234.tmp")
        try abandon("homepwner-1.tmp", marked: false)
        try abandon("homepwner-2.tmp", holding: ["inventory.sqlite", "letter.txt"])
        try abandon("homepwner-3.tmp")
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/homepwner-3.tmp/inventory.sqlite-wal", withIntermediateDirectories: true)
        try abandon("target")
        symlink("target", scratch.path + "/homepwner-4.tmp")
        try abandon("homepwner-5.tmp", holding: [])
        symlink("../target/inventory.sqlite", scratch.path + "/homepwner-5.tmp/inventory.sqlite")
        try abandon("homepwner-6.tmp", marked: false)
        symlink("../target/inventory.sqlite", scratch.path + "/homepwner-6.tmp/" + TemporaryFolder.lockFileName)
        try Data().write(to: URL(filePath: scratch.path + "/homepwner-7.tmp"))
        let used = try TemporaryFolder(kind)
        try age(used.path + "/" + TemporaryFolder.lockFileName)
        let new = "\(scratch.path)/homepwner-8.tmp/\(TemporaryFolder.lockFileName)"
        try abandon("homepwner-8.tmp", marked: false)
        try Data().write(to: URL(filePath: new))
        let before = try FileManager.default.subpathsOfDirectory(atPath: scratch.path).sorted()
        TemporaryFolder.sweep(kind)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: scratch.path).sorted() == before)
    }

    @Test func aStagedStoreIsLockedUntilItIsPublishedAndHasNoMarkThere() throws {
        let staged = try InventoryStore.staged(beside: scratch.store, settings: settings)
        try staged.importItems(owner) { importer in
            try importer.put(IncomingItem(item: sample(1), stated: .all, row: 1))
        }
        try age(staged.path + "/" + TemporaryFolder.lockFileName)
        let other = try InventoryStore.staged(beside: scratch.store + "/", settings: settings)
        #expect(try names().count == 2)
        try staged.publish(at: scratch.store)
        #expect(throws: StoreError.exists(path: scratch.store)) { try other.publish(at: scratch.store) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.store) == ["inventory.sqlite"])
        #expect(try InventoryStore.open(at: scratch.store, for: .writing).names() == ["Item 1"])
    }

    @Test func aPublishedStoreHasALogAgainSoThatReadersWaitForNobody() throws {
        let staged = try InventoryStore.staged(beside: scratch.store, settings: settings)
        try staged.importItems(owner) { importer in
            for number in 0..<2000 {
                try importer.put(IncomingItem(item: sample(number), stated: .all, row: number))
            }
        }
        try staged.publish(at: scratch.store)
        let header = try Data(contentsOf: URL(filePath: scratch.store + "/inventory.sqlite")).prefix(20)
        // Bytes 18 and 19: the file is written and read with a write-ahead log (SQLite, file format, 1.3.3).
        #expect(Array(header.suffix(2)) == [2, 2])
        let store = try InventoryStore.open(at: scratch.store, for: .writing)
        #expect(try store.verify() == [])
        let snapshot = try store.snapshot()
        try store.add(sample(9999), owner)
        #expect(try snapshot.count == 2000)
        #expect(try store.snapshot().count == 2001)
    }

    @Test func aPlaceThatHoldsSomethingElseIsRefusedBeforeAnythingIsRead() throws {
        try abandon("used", holding: ["letter.txt"], marked: false)
        let used = scratch.path + "/used"
        #expect(throws: StoreError.folderInUse(path: used, names: ["letter.txt"])) {
            try InventoryStore.staged(beside: used, settings: settings)
        }
        try Data().write(to: URL(filePath: scratch.path + "/file"))
        for name in ["file", "dangling"] {
            if name == "dangling" { symlink("nowhere", scratch.path + "/dangling") }
            #expect(throws: StoreError.notAFolder(path: scratch.path + "/" + name)) {
                try InventoryStore.staged(beside: scratch.path + "/" + name, settings: settings)
            }
        }
        #expect(try names() == ["dangling", "file", "used"])
    }

    @Test func aPlaceThatIsFilledMeanwhileIsLeftAsItIs() throws {
        let staged = try InventoryStore.staged(beside: scratch.store, settings: settings)
        try FileManager.default.createDirectory(atPath: scratch.store, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: scratch.store + "/letter.txt"))
        #expect(throws: StoreError.folderInUse(path: scratch.store, names: ["letter.txt"])) {
            try staged.publish(at: scratch.store)
        }
    }

    @Test func aLinkToAnEmptyFolderIsThatFolder() throws {
        try abandon("empty", holding: [], marked: false)
        let link = scratch.path + "/link"
        symlink("empty", link)
        try InventoryStore.staged(beside: link, settings: settings).publish(at: link)
        #expect(try InventoryStore.open(at: scratch.path + "/empty", for: .writing).names() == [])
    }

    @Test func errorsNameThePlaceAndNotTheHiddenFolder() throws {
        let staged = try InventoryStore.staged(beside: scratch.store, settings: settings)
        try staged.configure("PRAGMA max_page_count = 40")
        #expect(throws: StoreError.diskFull(path: scratch.store)) {
            try staged.importItems(owner) { importer in
                for number in 0..<5000 {
                    try importer.put(IncomingItem(item: sample(number), stated: .all, row: number))
                }
            }
        }
        let nowhere = scratch.path + "/no/such"
        #expect(
            throws: StoreError.inputOutput(path: nowhere, .missingFolder)
        ) { try InventoryStore.staged(beside: nowhere, settings: settings) }
    }
}
