import Database
import FoundationEssentials
import Glibc
import Inventory
import Testing

@testable import InventoryStore

@Suite struct ForgettingTests {
    let scratch = Scratch()

    /// Whether a text is in a file of the store, or in a row of the server's tables.
    private func contains(_ text: String) throws -> Bool {
        guard testServer == nil else {
            let database = try scratch.database()
            return try ["items", "journal", "journal_parts", "settings"].contains { table in
                let rows = try database.prepare(
                    "SELECT 1 FROM \(table) one WHERE strpos(CAST(one AS text), ?1) > 0", for: .reading)
                rows.bind(1, text)
                return try rows.step()
            }
        }
        return try FileManager.default.contentsOfDirectory(atPath: scratch.store).contains { name in
            try Data(contentsOf: URL(filePath: scratch.store + "/" + name)).firstRange(of: Data(text.utf8)) != nil
        }
    }

    @Test func aBackupIsNotPublishedAfterOrDuringAnErasure() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        try store.add(sample(2), owner)
        try store.remove(sample(1).id, owner)
        let revision = try store.snapshot().revision
        let request = try store.snapshot().erasure(of: [sample(1).id])
        let other = try InventoryStore.open(at: scratch.store, for: .writing)
        var published = 0
        #expect(
            try store.unlessErased(since: revision) {
                published += 1
                #expect(throws: StoreError.self) { try other.write(waiting: false) { _ in } }
            })
        _ = try store.forget(request, owner)
        #expect(try !store.unlessErased(since: revision) { published += 1 })
        #expect(published == 1)
    }

    @Test func contentOfARemovedItemIsErasedAndTheJournalStaysValid() throws {
        let store = try scratch.makeStore()
        try store.add(
            sample(1) { $0.notes = "under the loose board" },
            ChangeContext(actor: "owner", key: IdempotencyKey(rawValue: "k")))
        try store.add(sample(2), owner)
        try store.edit(sample(1).id, edit([.serialNumber: .text("SN-SECRET")]), owner)
        try store.remove(sample(1).id, owner)
        let request = try store.snapshot().erasure(of: [sample(1).id])
        #expect(request.latest == Revision(rawValue: 4))
        let counts = try store.forget(request, owner)
        #expect(counts.items == 1 && counts.changes == 3)
        try store.compact()
        for text in ["loose board", "SN-SECRET", "Item 1"] { #expect(try !contains(text), "\(text)") }
        #expect(try contains("Item 2"))
        #expect(try store.verify() == [])
        #expect(try store.names() == ["Item 2"])
        #expect(throws: StoreError.forgotten(Revision(rawValue: 4), by: Revision(rawValue: 5))) {
            try store.undo(Revision(rawValue: 4), owner)
        }
        #expect(throws: StoreError.forgotten(Revision(rawValue: 5), by: Revision(rawValue: 5))) {
            try store.undo(Revision(rawValue: 5), owner)
        }
        // A repeated key still gets its first outcome.
        let again = try store.add(sample(1), ChangeContext(actor: "owner", key: IdempotencyKey(rawValue: "k")))
        #expect(again.isRepeat && again.revision == Revision(rawValue: 1))
        #expect(try store.undo(owner).undoes == Revision(rawValue: 2))
        #expect(try store.verify() == [])
    }

    @Test func whatIsThereIsNotForgotten() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        #expect(throws: StoreError.notRemoved(sample(1).id)) { try store.snapshot().erasure(of: [sample(1).id]) }
        #expect(throws: StoreError.noSuchItem(sample(2).id)) { try store.snapshot().erasure(of: [sample(2).id]) }
        var request = ErasureRequest()
        request.items = [sample(1).id]
        #expect(throws: StoreError.notRemoved(sample(1).id)) { try store.forget(request, owner) }
        #expect(try store.verify() == [])
    }

    @Test func filesTakenOffAnItemAreErasedFromItsHistory() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1) { $0.photos = [photo(1), photo(2)] }, owner)
        try store.write { writer in _ = try writer.remove(photo: hash(1), of: sample(1).id, owner) }
        #expect(try store.snapshot().erasure(before: Timestamp(clampedMilliseconds: 0)) == ErasureRequest())
        let request = try store.snapshot().erasure(before: Timestamp(clampedMilliseconds: .max))
        #expect(request.files == [hash(1)] && request.items.isEmpty)
        #expect(try store.forget(request, owner).files == 1)
        #expect(try store.snapshot().referencedFiles() == [hash(2)])
        #expect(try store.verify() == [])
        #expect(try store.item(sample(1).id)?.item.photos.map(\.hash) == [hash(2)])
    }
}

@Suite(.onlyInFolders) struct DistrustTests {
    let scratch = Scratch()

    @Test func triggersOfTheFileDoNotRun() throws {
        let store = try scratch.makeStore()
        let file = scratch.store + "/inventory.sqlite"
        try SQLiteConnection(file: file, mode: .readWrite).execute(
            "CREATE TRIGGER more AFTER INSERT ON items BEGIN UPDATE items SET name = 'changed'; END")
        try store.add(sample(1), owner)
        #expect(try store.names() == ["Item 1"])
    }

    @Test func triggersAndViewsAreFound() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        #expect(try store.verify() == [])
        let file = scratch.store + "/inventory.sqlite"
        try SQLiteConnection(file: file, mode: .readWrite).execute(
            "CREATE TRIGGER more AFTER INSERT ON items BEGIN SELECT 1; END; CREATE VIEW all_of_it AS SELECT * FROM items"
        )
        #expect(try store.verify() == [.foreignObject("all_of_it"), .foreignObject("more")])
    }

    @Test(arguments: [
        "CREATE TABLE extra (a)", "CREATE TABLE \"a'b\" (a TEXT) STRICT", "CREATE TABLE sqlitex (a)",
        "CREATE VIRTUAL TABLE words USING fts5(a)", "CREATE TABLE copy AS SELECT * FROM items",
        "CREATE TABLE \"\u{1B}[31m\" (a)", "ALTER TABLE items ADD COLUMN payload BLOB",
        "ALTER TABLE journal ADD a TEXT",
        "ALTER TABLE settings ADD COLUMN more TEXT AS (name || value)", "CREATE INDEX names ON items (name)",
        "CREATE INDEX site_files ON settings (value)", "CREATE INDEX \"items.name\" ON journal (actor, key)",
        "CREATE TRIGGER items AFTER INSERT ON items BEGIN SELECT 1; END",
    ])
    func tablesColumnsAndIndexesOfOthersAreFound(statement: String) throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        try SQLiteConnection(file: scratch.store + "/inventory.sqlite", mode: .readWrite).execute(
            statement + "; ANALYZE")
        let found = try store.verify()
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { if case .foreignObject = $0 { true } else { false } })
    }

    @Test(arguments: [1, 2]) func onlyAChangeBringsAnOlderStoreUpToDate(version: Int) throws {
        mkdir(scratch.store, 0o700)
        let file = URL(filePath: scratch.store + "/inventory.sqlite")
        let before = try Data(
            contentsOf: MigrationTests.fixtures.appending(path: "version-\(version)/inventory.sqlite"))
        try before.write(to: file)
        let store = try InventoryStore.open(at: scratch.store, for: .reading)
        #expect(try store.names() == MigrationTests.names)
        #expect(try store.verify() == [])
        #expect(store.isReadOnly)
        #expect(try Data(contentsOf: file) == before)
        try store.add(sample(1), owner)
        #expect(!store.isReadOnly)
        #expect(try store.names() == MigrationTests.names + ["Item 1"])
        #expect(try store.copies() == [scratch.store + "/inventory.version-\(version).sqlite"])
    }

    @Test func aVersionThatWasSetBackIsDamage() throws {
        try scratch.makeStore().close()
        try scratch.database().execute("PRAGMA user_version = 2")
        for purpose in [InventoryStore.OpeningPurpose.reading, .writing] {
            #expect(throws: StoreError.damaged(path: scratch.store, .otherVersion)) {
                try InventoryStore.open(at: scratch.store, for: purpose)
            }
        }
    }

    @Test func stagedFilesAndPhotosOfKilledCallsAreRemoved() throws {
        let staged = scratch.path + "/.inventory.homepwner.abc.tmp"
        try FileManager.default.createDirectory(atPath: staged + "/photos/derived", withIntermediateDirectories: true)
        for name in [
            ".in-use", "inventory.sqlite", "photos/\(hash(1))", "photos/.taking-x", "photos/derived/.lock",
            "photos/derived/\(hash(1))-320.jpg",
        ] {
            try Data().write(to: URL(filePath: "\(staged)/\(name)"))
        }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: staged + "/.in-use")
        mkdir(scratch.store, 0o700)
        let file = scratch.store + "/.\(UUID().uuidString.lowercased()).sqlite"
        try Data().write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file)
        try InventoryStore.staged(beside: scratch.store, settings: InventorySettings(currency: usd)).publish(
            at: scratch.store)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["inventory.homepwner"])
    }
}
