import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@Suite struct ChangeTests {
    let scratch = Scratch()

    @Test func whatIsAddedIsThereToTheByteAfterOpeningAgain() throws {
        let full = try fullItem()
        do {
            let store = try scratch.makeStore()
            try store.add(parentOfFullItem, owner)
            try store.add(full, owner)
        }
        let store = try InventoryStore.open(at: scratch.store, for: .writing)
        let stored = try #require(try store.item(full.id))
        #expect(stored.item == full)
        #expect(Array(stored.item.name.utf8) == Array(full.name.utf8))
        #expect(stored.revision == Revision(rawValue: 2))
        #expect(try store.verify().isEmpty)
    }

    @Test func itemsGoWhereTheyArePut() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        try store.add(sample(2), at: .first, owner)
        try store.add(sample(3), at: .after(sample(2).id), owner)
        try store.add(sample(4), at: .before(sample(2).id), owner)
        try store.add(sample(5), at: .index(2), owner)
        try store.add(sample(6), at: .index(5), owner)
        #expect(try store.names() == [4, 2, 5, 3, 1, 6].map { "Item \($0)" })
        #expect(throws: StoreError.noSuchPosition(index: 7, count: 6)) {
            try store.add(sample(7), at: .index(7), owner)
        }
        #expect(throws: StoreError.noSuchItem(sample(9).id)) {
            try store.add(sample(7), at: .after(sample(9).id), owner)
        }
        #expect(try store.revision == Revision(rawValue: 6))
    }

    @Test func anItemIsAddedOnce() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        #expect(throws: StoreError.itemExists(sample(1).id)) { try store.add(sample(1), owner) }
        #expect(try store.names() == ["Item 1"])
        #expect(try store.revision == Revision(rawValue: 1))
    }

    @Test func anEditChangesTheNamedFieldsAndTheRevisionOfThatItemOnly() throws {
        let store = try scratch.makeStore()
        try store.add(parentOfFullItem, owner)
        try store.add(fullItem(), owner)
        try store.add(sample(1), owner)
        let outcome = try store.edit(fullItem().id, edit([.name: .text("New"), .value: .none]), owner)
        var expected = try fullItem()
        expected.name = "New"
        expected.value = nil
        let stored = try #require(try store.item(expected.id))
        #expect(stored.item == expected)
        #expect(stored.revision == outcome.revision)
        #expect(try store.item(sample(1).id)?.revision == Revision(rawValue: 3))
    }

    @Test func anEditThatChangesNothingLeavesNoTrace() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        let outcome = try store.edit(sample(1).id, edit([.name: .text("Item 1")]), owner)
        #expect(outcome.revision == Revision(rawValue: 1))
        #expect(try store.journal(limit: 10).count == 1)
    }

    @Test func composedAndDecomposedLettersAreDifferentTexts() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1) { $0.name = "é" }, owner)
        try store.edit(sample(1).id, edit([.name: .text("e\u{301}")]), owner)
        #expect(try Array(#require(try store.item(sample(1).id)).item.name.utf8) == [0x65, 0xCC, 0x81])
    }

    @Test func aTextAboveOneMebibyteIsRefused() throws {
        let store = try scratch.makeStore()
        let long = String(repeating: "x", count: Item.textLimit + 1)
        let fault = StoreError.value(field: .notes, .outOfRange(.text))
        #expect(throws: fault) { try store.add(sample(1) { $0.notes = long }, owner) }
        try store.add(sample(1) { $0.notes = String(long.dropLast()) }, owner)
        #expect(throws: fault) { try store.edit(sample(1).id, edit([.notes: .text(long)]), owner) }
        #expect(try store.item(sample(1).id)?.item.notes?.utf8.count == Item.textLimit)
    }

    @Test func removedItemsAreGone() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        try store.remove(sample(1).id, owner)
        #expect(try store.names().isEmpty)
        #expect(throws: StoreError.noSuchItem(sample(1).id)) { try store.remove(sample(1).id, owner) }
        #expect(throws: StoreError.noSuchItem(sample(1).id)) { try store.edit(sample(1).id, ItemEdit(), owner) }
        #expect(throws: StoreError.noSuchItem(sample(1).id)) { try store.move(sample(1).id, to: .first, owner) }
    }

    @Test func settingsAreKeptAndJournalled() throws {
        let store = try scratch.makeStore()
        var settings = try store.settings
        #expect(settings == InventorySettings(currency: usd))
        settings[.owner] = "Ann"
        settings.currency = jpy
        settings.locale = "zh-Hans"
        settings.timeZone = "Asia/Shanghai"
        settings[.address] = "1 Road"
        settings[.insurer] = "Insurer"
        settings[.policyNumber] = "P"
        try store.update(settings: settings, owner)
        #expect(try InventoryStore.open(at: scratch.store, for: .writing).settings == settings)
        settings[.owner] = nil
        try store.update(settings: settings, owner)
        #expect(try store.settings == settings)
        #expect(try store.journal(limit: 1).first?.settings == ["owner"])
        #expect(try store.update(settings: settings, owner).revision == Revision(rawValue: 2))
    }

    @Test func theJournalTellsWhoDidWhatAndWhen() throws {
        let store = try scratch.makeStore()
        let timestamp = try Timestamp("2026-11-21T10:00:00.123Z".utf8)
        let key = IdempotencyKey(rawValue: "k1")
        try store.add(sample(1), ChangeContext(actor: "Ann", key: key, timestamp: timestamp))
        try store.edit(sample(1).id, edit([.value: .money(Money(minorUnits: 5, currency: usd))]), owner)
        try store.remove(sample(1).id, owner)
        let journal = try store.journal(limit: 10)
        #expect(journal.map(\.kind) == [.remove, .edit, .add])
        #expect(journal.map(\.revision.rawValue) == [3, 2, 1])
        #expect(journal[2].actor == "Ann")
        #expect(journal[2].key == key)
        #expect(journal[2].timestamp == timestamp)
        #expect(journal[2].name == "Item 1")
        #expect(journal[0].name == "Item 1")
        #expect(journal[1].item == sample(1).id)
        #expect(try journal[1].edit == edit([.value: .money(Money(minorUnits: 5, currency: usd))]))
        #expect(try journal[1].inverse == edit([.value: .none]))
        #expect(try store.journal(limit: 1, before: Revision(rawValue: 3)).map(\.kind) == [.edit])
    }

    @Test func aBatchIsOneTransactionAndAFailedPartLeavesNoTrace() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        let failures = try store.write { writer in
            var failures = 0
            for number in 1...5 {
                do {
                    try writer.add(sample(number), owner)
                } catch StoreError.itemExists { failures += 1 }
            }
            return failures
        }
        #expect(failures == 1)
        #expect(try store.names() == (1...5).map { "Item \($0)" })
        #expect(try store.revision == Revision(rawValue: 5))
        #expect(throws: StoreError.nothingToUndo(nil)) {
            try store.write { writer in
                try writer.add(sample(9), owner)
                throw StoreError.nothingToUndo(nil)
            }
        }
        #expect(try store.names().count == 5)
        #expect(try store.verify().isEmpty)
    }

    @Test func aWriterIsOfNoUseAfterItsTransaction() throws {
        let store = try scratch.makeStore()
        var kept: StoreWriter?
        try store.write { writer in kept = writer }
        #expect(throws: StoreError.closed) { try kept?.add(sample(1), owner) }
    }
}
