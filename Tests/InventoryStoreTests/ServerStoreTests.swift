import Database
import Foundation
import Inventory
import PostgreSQLDriver
import Testing

@testable import InventoryStore

@Suite(.onlyOnServer) struct ServerStoreTests {
    let scratch = Scratch()
    let settings = InventorySettings(currency: usd)

    func address(_ name: String) throws -> StoreAddress { try #require(StoreAddress(scratch.store)).of(name) }

    func names() throws -> [String] {
        var names: [String] = []
        try InventoryDirectory(at: address("home")).forEach { names.append($0.name + ($0.isArchived ? "*" : "")) }
        return names
    }

    @Test func inventoriesOfOneDatabaseShareNothing() throws {
        let home = try scratch.makeStore()
        try InventoryStore.make(at: address("office"), settings: InventorySettings(currency: jpy))
        let office = try InventoryStore.create(
            at: scratch.store.replacing("inventory=home", with: "inventory=attic%20%26%20b"), settings: settings)
        let key = ChangeContext(actor: "owner", key: IdempotencyKey(rawValue: "k"))
        for store in [home, office] {
            try store.add(sample(1) { $0.externalReference = "r" }, key)
            try store.add(sample(2), owner)
            #expect(try store.revision == Revision(rawValue: 2))
        }
        try home.remove(sample(1).id, owner)
        try home.edit(sample(2).id, edit([.name: .text("B")]), owner)
        #expect(try home.names() == ["B"] && office.names() == ["Item 1", "Item 2"])
        let cursor = try home.snapshot().lookupByID()
        #expect(try !cursor.find(sample(1).id) { _ in })
        try office.undo(owner)
        #expect(try office.names() == ["Item 1"])
        #expect(try home.verify().isEmpty && office.verify().isEmpty)
        #expect(try names() == ["attic & b", "home", "office"])
    }

    @Test func inventoriesAreRenamedArchivedAndDeleted() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        let directory = try InventoryDirectory(at: address("home"))
        try InventoryStore.make(at: address("b"), settings: settings)
        let (taken, hidden, missing) = (
            try address("b").displayName, try address(".b").displayName, try address("c").displayName
        )
        #expect(throws: StoreError.exists(path: taken)) { try directory.rename("home", to: "b") }
        #expect(throws: StoreError.noInventoryName(path: hidden)) { try directory.rename("home", to: ".b") }
        #expect(throws: StoreError.missing(path: missing)) { try directory.rename("c", to: "d") }
        try directory.rename("b", to: "a")
        #expect(try names() == ["a", "home"])

        try directory.setArchived(true, "home")
        #expect(try names() == ["a", "home*"])
        // A program that has it open is refused too.
        #expect(throws: StoreError.archived(path: scratch.store)) { try store.add(sample(2), owner) }
        let archived = try InventoryStore.open(at: scratch.store, for: .writing)
        #expect(archived.isReadOnly)
        #expect(try archived.names() == ["Item 1"])
        #expect(throws: StoreError.archived(path: scratch.store)) { try archived.add(sample(2), owner) }
        try directory.setArchived(false, "home")
        try store.add(sample(2), owner)
        // One that opened it while it was archived can write too.
        try archived.add(sample(4), owner)

        try directory.delete("home")
        #expect(try names() == ["a"])
        #expect(throws: StoreError.missing(path: scratch.store)) { try store.add(sample(3), owner) }
        #expect(throws: StoreError.missing(path: scratch.store)) {
            try InventoryStore.open(at: scratch.store, for: .writing)
        }
        let rows = try scratch.database().prepare("SELECT count(*) FROM items", for: .repeated)
        #expect(try rows.step() && rows.integer(0) == 0)
        // Whoever has it open is not told of damage, nor shown another inventory of its name.
        for _ in 0..<2 {
            #expect(throws: StoreError.missing(path: scratch.store)) { try store.snapshot() }
            #expect(throws: StoreError.missing(path: scratch.store)) { try store.add(sample(3), owner) }
            #expect(InventoryStore.probes(of: [store]).first??.isGone == true)
            if try names() == ["a"] { try scratch.makeStore().add(sample(5), owner) }
        }
    }

    @Test func aProbeTellsOfItemsPeopleAndSessions() throws {
        let store = try scratch.makeStore()
        let other = try InventoryStore.create(
            at: address("other").displayName, settings: InventorySettings(currency: usd))
        func probe() throws -> StoreProbe {
            let probes = InventoryStore.probes(of: [other, store])
            #expect(probes[0] == untouched)
            return try #require(probes[1])
        }
        let untouched = try #require(InventoryStore.probes(of: [other, store])[0])
        var former = try probe()
        try store.add(sample(1), owner)
        #expect(try probe().admissions == former.admissions)
        #expect(try probe().revision == store.revision && !probe().isGone)
        let changes: [() throws -> Void] = [
            { try store.set("Ana", role: .editor, endsSessions: false) },
            { try store.set("Ana", role: .reader, endsSessions: false) },
            { try store.hide([.documents], from: .reader) },
            { try store.remove(person: "Ana") },
            {
                try self.scratch.database().execute(
                    "INSERT INTO serve_sessions VALUES (\(store.location.inventory), 'a', 'b', 'cookie', 0, 0)")
            },
            { try self.scratch.database().execute("UPDATE serve_sessions SET used = 1") },
            { try self.scratch.database().execute("DELETE FROM serve_sessions") },
        ]
        for (number, change) in changes.enumerated() {
            try change()
            let probe = try probe()
            #expect(probe.admissions != former.admissions, "\(number)")
            former = probe
        }
        try InventoryDirectory(at: address("home")).rename("home", to: "former")
        #expect(try probe().isGone)
    }

    @Test func aProgramThatRunsWritesNothingToUpgradedTables() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        try scratch.database().execute("UPDATE homepwner_database SET version = 4")
        #expect(throws: StoreError.newerVersion(path: scratch.store, version: 4, supported: 3)) {
            try store.add(sample(2), owner)
        }
        #expect(try store.names() == ["Item 1"])
        try scratch.database().execute("UPDATE homepwner_database SET version = 3")
        try store.add(sample(2), owner)
    }

    @Test func aNameThatAnotherProgramTakesMeanwhileIsTaken() throws {
        _ = try scratch.makeStore()
        let (directory, shown) = (try InventoryDirectory(at: address("home")), try address("b").displayName)
        let server = PostgreSQLServer(address: try address("home").server)
        let isTaken = DispatchSemaphore(value: 0)
        let taking = Thread { try? ServerStoreTests.takeNameB(server, isTaken) }
        taking.start()
        isTaken.wait()
        #expect(throws: StoreError.exists(path: shown)) { try directory.rename("home", to: "b") }
    }

    /// Makes an inventory in a transaction that ends when somebody waits for it.
    private static func takeNameB(_ server: PostgreSQLServer, _ isTaken: DispatchSemaphore) throws {
        defer { isTaken.signal() }
        let (connection, watching) = (try server.connect(writeLock: nil), try server.connect(writeLock: nil))
        try connection.begin(.write(waits: true))
        try connection.execute("INSERT INTO inventories (name, created) VALUES ('b', 0)")
        isTaken.signal()
        for _ in 0..<1000 {
            let waiting = try watching.prepare(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
                for: .reading)
            if try waiting.step() { break }
            usleep(10_000)
        }
        try connection.commit()
    }

    @Test func anInventoryThatGotTheNameOfADeletedOneStays() throws {
        let former = try scratch.makeStore().location.inventory
        let directory = try InventoryDirectory(at: address("home"))
        try directory.rename("home", to: "former")
        let store = try scratch.makeStore()
        let missing = StoreError.missing(path: scratch.store)
        #expect(throws: missing) { try directory.remove("home", former) }
        try store.add(sample(1), owner)
    }

    @Test func aStagedInventoryAppearsWhenItIsPublished() throws {
        let staged = try InventoryStore.staged(beside: scratch.store, settings: settings)
        try staged.importItems(owner) { importer in
            for number in 0..<100 { try importer.put(IncomingItem(item: sample(number), stated: .all, row: number)) }
        }
        #expect(try names() == [])
        let other = try InventoryStore.staged(beside: scratch.store, settings: settings)
        let dropped = try InventoryStore.staged(beside: scratch.store, settings: settings)
        try staged.publish(at: scratch.store)
        #expect(throws: StoreError.exists(path: scratch.store)) { try other.publish(at: scratch.store) }
        other.close()
        dropped.close()
        #expect(try names() == ["home"])
        #expect(try InventoryStore.open(at: scratch.store, for: .writing).names().count == 100)
        let rows = try scratch.database().prepare("SELECT count(*) FROM inventories", for: .repeated)
        #expect(try rows.step() && rows.integer(0) == 1)
    }

    @Test func whatAKilledImportLeftIsRemovedADayLater() throws {
        func count() throws -> Int64 {
            let rows = try scratch.database().prepare("SELECT count(*) FROM inventories", for: .repeated)
            return try rows.step() ? rows.integer(0) : -1
        }
        let killed = try InventoryStore.staged(beside: scratch.store, settings: settings)
        let slow = try InventoryStore.staged(beside: scratch.store, settings: settings)
        let running = try InventoryStore.staged(beside: scratch.store, settings: settings)
        #expect(try count() == 3)
        let photo = killed.path + "/photos/a"
        try FileManager.default.createDirectory(atPath: photo, withIntermediateDirectories: true)
        try scratch.database().execute(
            "UPDATE inventories SET created = 0 WHERE inventory IN (\(killed.location.inventory), \(slow.location.inventory))"
        )
        // One that is being filled for longer than a day stays, and nobody waits for it.
        let next = try slow.write { _ in try InventoryStore.staged(beside: scratch.store, settings: settings) }
        #expect(try count() == 3)
        #expect(!FileManager.default.fileExists(atPath: killed.path))
        #expect(FileManager.default.fileExists(atPath: running.path))
        slow.close()
        #expect(!FileManager.default.fileExists(atPath: slow.path))
        try running.publish(at: scratch.store)
        next.close()
        #expect(try names() == ["home"])
        #expect(FileManager.default.fileExists(atPath: running.path))
        let directory = try InventoryDirectory(at: address("home"))
        let hidden = try InventoryStore.staged(beside: address("b").displayName, settings: settings)
        let name = try #require((hidden.location as? ServerInventory)?.address.inventory)
        let shown = try address(name).displayName
        #expect(throws: StoreError.noInventoryName(path: shown)) { try directory.rename(name, to: "c") }
        #expect(throws: StoreError.noInventoryName(path: shown)) { try directory.delete(name) }
        #expect(throws: StoreError.noInventoryName(path: shown)) { try directory.setArchived(true, name) }
    }

    @Test func tablesOfANewerVersionAreRefused() throws {
        _ = try scratch.makeStore()
        try scratch.database().execute("UPDATE homepwner_database SET version = 4")
        #expect(throws: StoreError.newerVersion(path: scratch.store, version: 4, supported: 3)) {
            try InventoryStore.open(at: scratch.store, for: .writing)
        }
        try scratch.database().execute("UPDATE homepwner_database SET version = 2")
        #expect(throws: StoreError.damaged(path: scratch.store, .otherVersion)) {
            try InventoryStore.open(at: scratch.store, for: .writing)
        }
    }

    @Test func tablesWithoutAFieldGetItsColumn() throws {
        try scratch.makeStore().add(sample(1), owner)
        try scratch.database().execute("ALTER TABLE items DROP COLUMN condition")
        let store = try InventoryStore.open(at: scratch.store, for: .writing)
        try store.edit(sample(1).id, edit([.condition: .text("good")]), owner)
        #expect(try store.verify().isEmpty)
    }

    @Test func aLongReferenceIsFound() throws {
        let store = try scratch.makeStore()
        let long = String(repeating: "書", count: 100_000)
        try store.add(sample(1) { $0.externalReference = long + "1" }, owner)
        try store.add(sample(2) { $0.externalReference = long + "2" }, owner)
        try store.importItems(owner) { importer in
            let item = sample(3) { $0.externalReference = long + "2" }
            try importer.put(IncomingItem(item: item, stated: ItemFieldSet([.externalReference, .name]), row: 1))
        }
        #expect(try store.names() == ["Item 1", "Item 3"])
    }

    @Test func aCopyHasTheSameRowsThereAndBack() throws {
        let original = try InventoryStore.create(at: scratch.path + "/a", settings: settings)
        try original.add(parentOfFullItem, owner)
        try original.add(fullItem(), ChangeContext(actor: "owner", key: IdempotencyKey(rawValue: "k")))
        try original.importItems(owner) { importer in
            for number in 100..<400 {
                let item = sample(number) { $0.parent = number > 100 ? sample(number - 1).id : nil }
                try importer.put(IncomingItem(item: item, stated: .all, row: number))
            }
            try importer.put(
                IncomingItem(item: sample(7) { $0.notes = "b" }, stated: ItemFieldSet([.id, .notes]), row: 1))
        }
        try original.move(sample(150).id, to: .first, owner)
        try original.undo(owner)
        let there = try InventoryStore.staged(beside: scratch.store, settings: settings)
        try there.fill(from: try original.snapshot())
        try there.publish(at: scratch.store)
        let server = try InventoryStore.open(at: scratch.store, for: .writing)
        #expect(try server.verify().isEmpty)
        #expect(try server.items() == original.items())
        #expect(server.identifier != original.identifier)
        #expect(try server.journal(limit: 100) == original.journal(limit: 100))
        let back = try InventoryStore.create(at: scratch.path + "/b", settings: settings)
        try back.fill(from: try server.snapshot())
        #expect(try back.verify().isEmpty)
        #expect(try back.items() == original.items())
        // The copies go on as the original would.
        for store in [server, back] {
            let again = try store.add(fullItem(), ChangeContext(actor: "owner", key: IdempotencyKey(rawValue: "k")))
            #expect(again.isRepeat)
            try store.undo(Revision(rawValue: 3), owner)
        }
        #expect(try back.items() == server.items())
    }

    @Test func anImportIntoAnEmptyInventoryFindsRepeatedRowsAndReferences() throws {
        let store = try scratch.makeStore()
        func put(_ rows: [(Int, String?)], stated: ItemFieldSet = .all) throws {
            try store.importItems(owner) { importer in
                for (row, (number, reference)) in rows.enumerated() {
                    let item = sample(number) { $0.externalReference = reference }
                    try importer.put(IncomingItem(item: item, stated: stated, row: row))
                }
            }
        }
        let repeated = ImportDiagnostic(row: 1, problem: .repeats(row: 0))
        #expect(throws: StoreError.importDiagnostics([repeated])) { try put([(1, "a"), (1, "b")]) }
        let reference = ItemFieldSet([.externalReference, .name])
        #expect(throws: StoreError.importDiagnostics([repeated])) { try put([(1, "a"), (2, "a")], stated: reference) }
        #expect(throws: StoreError.self) { try put([(1, "a"), (2, "a")]) }
        #expect(try store.names().isEmpty)
        try put([(1, "a"), (2, "b"), (3, nil), (4, nil)])
        try put([(3, "c"), (5, "e")])
        #expect(try store.items().map(\.externalReference) == ["a", "b", "c", nil, "e"])
        #expect(try store.verify().isEmpty)
    }

    @Test func aWriterThatIsLostLosesItsChangeAndTheNextOneSucceeds() throws {
        let store = try scratch.makeStore()
        let killer = try scratch.database()
        let kill = """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() \
            AND pid <> pg_backend_pid()
            """
        try store.add(sample(1), owner)
        try killer.execute(kill)
        try store.add(sample(2), owner)
        let error = #expect(throws: StoreError.self) {
            try store.write { writer in
                try writer.add(sample(3), owner)
                try killer.execute(kill)
                try writer.add(sample(4), owner)
            }
        }
        if case .inputOutput = error {} else { Issue.record("\(String(describing: error))") }
        try store.add(sample(5), owner)
        #expect(try store.names() == ["Item 1", "Item 2", "Item 5"])
        #expect(try store.verify().isEmpty)
    }
}

@Suite struct StoreAddressTests {
    @Test func anAddressIsReadAndShownWithoutItsPassword() throws {
        let address = try #require(
            StoreAddress("postgres://me:se%40c@a,b:5433/home?sslmode=require&inventory=M%20%26%20N&files=/x&password=p")
        )
        #expect(address.server == "postgres://me:se%40c@a,b:5433/home?sslmode=require&password=p")
        #expect(address.inventory == "M & N")
        #expect(address.files == "/x")
        #expect(address.displayName == "postgres://a,b:5433/home?inventory=M & N")
        #expect(address.of("O").displayName == "postgres://a,b:5433/home?inventory=O")
        #expect(StoreAddress("postgresql:///db")?.displayName == "postgresql:///db")
        for (password, shown) in [
            ("se/c", "h:1/d"), ("s@c", "h:1/d"), ("s?c", "…"), ("100%s", "h:1/d"), ("", "h:1/d"),
        ] {
            #expect(StoreAddress("postgres://me:\(password)@h:1/d")?.displayName == "postgres://" + shown)
        }
        #expect(StoreAddress("postgres://[::1]:5/d")?.displayName == "postgres://[::1]:5/d")
        #expect(StoreAddress("postgres:/db") == nil && StoreAddress("inventory.homepwner") == nil)
    }

    @Test(arguments: ["", "?inventory=", "?inventory=%", "?inventory=%ff", "?inventory=a%00b", "?inventory=.x"])
    func aNameThatIsNoneIsRefused(query: String) throws {
        let address = try #require(StoreAddress("postgres://h/d" + query))
        #expect(throws: StoreError.noInventoryName(path: address.displayName)) { try address.name() }
    }
}
