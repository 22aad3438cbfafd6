import Database
import FoundationEssentials
import Inventory
import Testing

@testable import InventoryStore

@Suite struct CheckingTests {
    let scratch = Scratch()
    let id = sample(1).id

    /// Damages a store with two items behind its back and returns what checking it finds.
    func diagnostics(after damage: String) throws -> [StoreDiagnostic] {
        let store = try scratch.makeStore()
        try store.add(sample(1) { $0.value = Money(minorUnits: 5, currency: usd) }, owner)
        try store.add(sample(2), owner)
        try scratch.database().execute(testServer == nil ? damage : CheckingTests.onServer(damage))
        return try store.verify()
    }

    /// The same damage in the words of PostgreSQL.
    private static func onServer(_ damage: String) -> String {
        var sql = damage
        for (sqlite, postgreSQL) in [
            ("x'00'", "'\\x00'"), ("x'01'", "'\\x01'"), ("zeroblob(16)", "decode(repeat('00', 16), 'hex')"),
        ] {
            if let range = sql.firstRange(of: sqlite) { sql.replaceSubrange(range, with: postgreSQL) }
        }
        return sql
    }

    /// PostgreSQL takes no text that is not UTF-8 or contains NUL.
    static let applicableDamages = damages.filter {
        testServer == nil || !$0.0.contains("x'FF'") && !$0.0.contains("char(0)")
    }

    static let damages: [(String, [StoreDiagnostic])] = [
        ("SELECT 1", []),
        (
            "DELETE FROM journal WHERE revision = 1",
            [
                .journalGap(revisions: 1, latest: Revision(rawValue: 2)), .count(journal: 1, items: 2),
            ]
        ),
        (
            "UPDATE journal SET edit = '{\"item\":' WHERE revision = 2",
            [
                .unreadableChange(Revision(rawValue: 2)), .count(journal: 1, items: 2),
            ]
        ),
        (
            "UPDATE journal SET undone_by = 9 WHERE revision = 2",
            [
                .danglingChange(Revision(rawValue: 2), names: Revision(rawValue: 9))
            ]
        ),
        (
            "INSERT INTO journal_parts VALUES (1, 1, 7, x'00', '{}', '{}')",
            [
                .danglingChange(Revision(rawValue: 7), names: Revision(rawValue: 7))
            ]
        ),
        (
            "UPDATE items SET revision = 3 WHERE name = 'Item 1'",
            [
                .unknownRevision(sample(1).id, Revision(rawValue: 3))
            ]
        ),
        ("DELETE FROM items WHERE name = 'Item 2'", [.count(journal: 2, items: 1)]),
        ("UPDATE items SET id = x'00' WHERE name = 'Item 1'", [.itemWithoutID(orderKey: 0)]),
        ("UPDATE items SET value_currency = 'XYZ' WHERE name = 'Item 1'", [.field(.value, of: sample(1).id)]),
        ("UPDATE items SET value_currency = NULL WHERE name = 'Item 1'", [.field(.value, of: sample(1).id)]),
        ("UPDATE items SET value = NULL WHERE name = 'Item 1'", [.field(.value, of: sample(1).id)]),
        ("UPDATE items SET tags = '[\"a\"' WHERE name = 'Item 1'", [.field(.tags, of: sample(1).id)]),
        (
            "UPDATE items SET custom_fields = '[[\"a\"]]' WHERE name = 'Item 1'",
            [.field(.customFields, of: sample(1).id)]
        ),
        ("UPDATE items SET quantity = -1 WHERE name = 'Item 1'", [.field(.quantity, of: sample(1).id)]),
        ("UPDATE items SET depreciation = 10001 WHERE name = 'Item 1'", [.field(.depreciation, of: sample(1).id)]),
        (
            "UPDATE items SET purchase_date_precision = 3 WHERE name = 'Item 1'",
            [.field(.purchaseDate, of: sample(1).id)]
        ),
        (
            "UPDATE items SET purchase_date = 18321, purchase_date_precision = 2 WHERE name = 'Item 1'",
            [.field(.purchaseDate, of: sample(1).id)]
        ),
        (
            "UPDATE items SET purchase_date = NULL, purchase_date_precision = 1 WHERE name = 'Item 1'",
            [.field(.purchaseDate, of: sample(1).id)]
        ),
        ("UPDATE items SET insured = 2 WHERE name = 'Item 1'", [.field(.insured, of: sample(1).id)]),
        ("UPDATE items SET notes = CAST(x'FF' AS TEXT) WHERE name = 'Item 1'", [.field(.notes, of: sample(1).id)]),
        ("UPDATE items SET notes = 'a' || char(0) WHERE name = 'Item 1'", [.field(.notes, of: sample(1).id)]),
        ("UPDATE items SET sale_date = 2932897 WHERE name = 'Item 1'", [.field(.saleDate, of: sample(1).id)]),
        ("UPDATE items SET sale_date = -719163 WHERE name = 'Item 1'", [.field(.saleDate, of: sample(1).id)]),
        ("UPDATE items SET parent = x'01' WHERE name = 'Item 1'", [.field(.parent, of: sample(1).id)]),
        ("UPDATE items SET parent = id WHERE name = 'Item 1'", [.parent(.itself, of: sample(1).id)]),
        ("UPDATE items SET parent = zeroblob(16) WHERE name = 'Item 1'", [.parent(.unknown, of: sample(1).id)]),
        (
            "UPDATE items SET parent = (SELECT id FROM items other WHERE other.name <> items.name)",
            [.parent(.cycle, of: sample(1).id)]
        ),
        ("DELETE FROM settings WHERE name = 'currency'", [.settings]),
        (
            "UPDATE items SET value = 6, serial_number = 'S' WHERE name = 'Item 1'",
            [
                .unrecorded(.serialNumber, of: sample(1).id, Revision(rawValue: 1)),
                .unrecorded(.value, of: sample(1).id, Revision(rawValue: 1)),
            ]
        ),
    ]

    @Test(arguments: applicableDamages) func damageIsFoundAndNamed(damage: (String, [StoreDiagnostic])) throws {
        #expect(try diagnostics(after: damage.0) == damage.1)
    }

    @Test func whatChangesLeftIsHeldAgainstTheItemsHoweverTheyCameThere() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { importer in
            for number in 1...4 { try importer.put(IncomingItem(item: sample(number), stated: .all, row: number)) }
        }
        func set(_ fields: [ItemField: FieldValue], of number: Int) throws {
            try store.edit(sample(number).id, edit(fields), owner)
        }
        try set([.notes: .text("a"), .parent: .identifier(sample(4).id)], of: 1)
        try set([.notes: .text("b"), .value: .money(Money(minorUnits: 5, currency: usd))], of: 2)
        try set([.notes: .none], of: 1)
        try store.undo(owner)
        try store.remove(sample(4).id, owner)
        try store.remove(sample(2).id, owner)
        try store.undo(owner)
        try set([.notes: .text("c")], of: 2)
        // Removed and imported again: the earlier entries belong to another item.
        try set([.notes: .text("d")], of: 3)
        try store.remove(sample(3).id, owner)
        try store.importItems(owner) { importer in
            try importer.put(IncomingItem(item: sample(3), stated: .all, row: 1))
            var known = sample(1)
            known.notes = "e"
            try importer.put(IncomingItem(item: known, stated: ItemFieldSet([.id, .notes]), row: 2))
        }
        #expect(try store.verify() == [])
        let latest = try store.snapshot().revision
        try store.configure(
            "UPDATE items SET notes = 'x' WHERE name IN ('Item 1', 'Item 3'); UPDATE items SET value = 4 WHERE value = 5"
        )
        // Of item 3 nothing is known but what the import came to, which has no texts.
        #expect(
            try store.verify() == [
                .unrecorded(.notes, of: sample(1).id, latest),
                .unrecorded(.value, of: sample(2).id, Revision(rawValue: 8)),
            ])
    }

    /// Values that an item holds as others, such as no quantity as one.
    static let unsettled: [FieldValue] = [
        .none, .text(""), .flag(false), .tags([]), .tags(["b", "a", "a", ""]), .photos([]), .photos([photo(1)]),
        .photos([photo(1), photo(1), photo(2)]),
        .photos([photo(1) { $0.isPrimary = true }, photo(2) { $0.isPrimary = true }]), .documents([]),
        .documents([document(4), document(4)]), .customFields([]), .customFields([CustomField(name: "", value: "")]),
    ]

    @Test func noValueThatAnEditMayGiveIsTakenForDamage() throws {
        let store = try scratch.makeStore()
        try store.add(parentOfFullItem, owner)
        let full = try fullItem()
        try store.add(full, owner)
        try store.add(sample(1) { $0.photos = [photo(1), photo(2)] }, owner)
        for field in ItemField.allCases where field != .id {
            for value in CheckingTests.unsettled {
                for id in [full.id, sample(1).id] {
                    guard let edit = try? edit([field: value]) else { continue }
                    do { try store.edit(id, edit, owner) } catch { continue }
                    #expect(try store.verify() == [], "\(field) \(value)")
                }
            }
        }
        #expect(try store.revision > Revision(rawValue: 40))
    }

    @Test(.onlyInFolders) func aDamagedPageIsFoundOrRefused() throws {
        let store = try scratch.makeStore()
        try store.importItems(owner) { importer in
            for number in 0..<2000 { try importer.put(IncomingItem(item: sample(number), stated: .all, row: number)) }
        }
        store.close()
        let file = URL(filePath: scratch.store + "/inventory.sqlite")
        let sound = try Data(contentsOf: file)
        var dice = SeededStoreGenerator(5)
        var found = 0
        for _ in 0..<40 {
            var bytes = sound
            // Past the header: a page's own head, which is never mere content.
            let page = 1 + dice.below(bytes.count / 4096 - 1)
            for offset in 0..<8 { bytes[page * 4096 + offset] = UInt8(dice.below(256)) }
            try bytes.write(to: file)
            do {
                if try !InventoryStore.open(at: scratch.store, for: .writing).verify().isEmpty { found += 1 }
            } catch {
                // Too damaged to be opened: that is reported too.
                found += 1
            }
        }
        #expect(found == 40)
        try sound.write(to: file)
        #expect(try InventoryStore.open(at: scratch.store, for: .writing).verify().isEmpty)
    }
}

@Suite struct JournalTextTests {
    func read(_ json: [UInt8]) -> JournalPayload? { json.withUnsafeBufferPointer(JournalJSON.payload) }

    @Test func everythingAChangeCanSayIsReadBackToTheByte() throws {
        var payload = JournalPayload()
        payload.item = try fullItem()
        payload.added = Revision(rawValue: 12)
        payload.removes = true
        payload.fields = ItemEdit(from: sample(1), to: try fullItem())
        payload.place = ListPositionRecord(
            orderKey: .min, orderKeyGeneration: 3, after: sample(1).id, before: sample(2).id)
        payload.settings = ["owner": "Ann \"\\\u{1}", "insurer": String?.none]
        payload.counts = ImportCounts()
        payload.counts?.added = .max
        payload.source = "file.csv"
        let read = try #require(self.read(JournalJSON.payload(payload)))
        #expect(read == payload)
        #expect(read.item.map { Array($0.name.utf8) } == payload.item.map { Array($0.name.utf8) })
        #expect(self.read(JournalJSON.payload(JournalPayload())) == JournalPayload())
    }

    @Test func anEditThatEmptiesFieldsIsReadBack() throws {
        var payload = JournalPayload()
        payload.fields = try edit([.value: .none, .tags: .none, .insured: .flag(false), .parent: .none])
        #expect(read(JournalJSON.payload(payload)) == payload)
    }

    @Test func damagedTextReadsAsNothing() throws {
        var payload = JournalPayload()
        payload.item = try fullItem()
        payload.place = ListPositionRecord(orderKey: 1, orderKeyGeneration: 0, after: sample(1).id)
        let sound = JournalJSON.payload(payload)
        for end in 0..<sound.count { #expect(read(Array(sound[..<end])) == nil) }
        for text in ["{\"unknown\":1}", "[]", "{\"item\":{\"value\":[1,\"XXX\"]}}", "{}x", "{\"item\":{\"nope\":1}}"] {
            #expect(read(Array(text.utf8)) == nil)
        }
        #expect(read(Array(repeating: UInt8(ascii: "["), count: 100_000)) == nil)
        var dice = SeededStoreGenerator(9)
        for _ in 0..<3000 {
            var bytes = sound
            for _ in 0..<3 { bytes[dice.below(bytes.count)] = UInt8(dice.below(256)) }
            // Whatever comes of it, it must not stop the program.
            _ = read(bytes)
        }
    }
}
