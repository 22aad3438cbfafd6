import Database
import Inventory
import Testing
import _FoundationICU

@testable import InventoryStore

@Suite struct CollationTests {
    /// Texts in the order of a language: CLDR's, compared with that of PyICU (ICU 72).
    static let orders: [(language: String, texts: [String])] = [
        ("de", ["apfel", "Apfel", "Äpfel", "Box 2", "Box 10", "Ofen", "Öl", "Strasse", "Straße", "Zebra"]),
        ("sv", ["a", "Apa", "Box 9", "Box 10", "Orm", "Zebra", "å", "Ål", "Äpple", "Ö"]),
        ("da", ["Abe", "abe", "Box 2", "Box 10", "Zebra", "Æble", "Øl", "Ål", "Aarhus"]),
        ("es", ["n", "nada", "nube", "Ñandú", "ñu", "o", "oso"]),
        (
            "tr",
            [
                "cam", "çay", "dal", "hala", "ılık", "Istanbul", "ışık", "irmak", "İzmir", "jale", "sal", "şal", "tas",
            ]
        ),
        ("ar", ["2", "10", "أب", "ابن", "بيت", "تاج", "ثوب", "zebra"]),
        ("zh-Hans", ["2 号", "10 号", "阿姨", "车库", "厨房", "客厅", "书房", "卧室", "Zebra"]),
        ("he", ["2", "10", "ארון", "בית", "שולחן", "Chair"]),
        (
            "en",
            [
                "9 lamps", "10 lamps", "a b", "a-b", "ab", "box 2", "Box 2", "Box 002", "Box 02", "BOX 2", "Box 10",
                "lamp 2z", "lamp 12a", "lamp 12b", "resume", "résumé", "Résumé", "résumés",
                "Shelf 99999999999999999999", "Shelf 100000000000000000000", "x07y8", "x7y9", "x7y10",
            ]
        ),
        // A language without rules of its own.
        ("tlh", ["a", "Á", "b", "Box 2", "Box 10"]),
    ]

    @Test(arguments: orders.indices) func textsAreSortedAsTheLanguageSortsThem(_ number: Int) {
        let (language, texts) = CollationTests.orders[number]
        let collation = Collation.of(language)
        #expect(collation.sorted(texts.reversed(), by: \.self) == texts)
        // Of places whose numbers are equal, those with zeros before the number come first.
        let places = texts.filter { !$0.contains(" 0") }
        #expect(collation.sorted(places.sorted(), byPath: \.self) == places)
    }

    @Test func onlyEqualTextsHaveEqualKeys() {
        let words = [
            "a", "A", "á", "a\u{301}", "é", "e\u{301}", "ß", "ss", "2", "02", "002", "\u{200B}", "a\u{0}", "书", " ",
        ]
        let texts = Set(words + words.flatMap { one in words.map { one + $0 } }).map { Array($0.utf8) }
        let collation = Collation.of("de")
        let keys = Set(texts).map { $0.withUnsafeBufferPointer { collation.key($0) } }
        #expect(Set(keys).count == Set(texts).count)
    }

    @Test(arguments: ["en", "de", "he", "zh-Hans", "zh-Hant", "es"])
    func keysOfASCIITextsAreThoseOfICU(language: String) {
        let collation = Collation.of(language)
        var generator = SystemRandomNumberGenerator()
        var fast = 0
        for length in 0..<4000 {
            let hasMany = length % 3 == 0
            let text = (0..<length % (length % 50 == 0 ? 300 : 20) + 1).map { _ in
                hasMany
                    ? UInt8.random(in: 0x20..<0x80, using: &generator)
                    : Array("abcXYZ 0123456789-./".utf8).randomElement(using: &generator) ?? 0
            }
            text.withUnsafeBufferPointer { text in
                var key: [UInt8] = []
                guard collation.appendFast(keyOf: text, to: &key) else { return #expect(key.isEmpty) }
                fast += 1
                #expect(key == collation.keyByICU(text), "\(String(decoding: text, as: UTF8.self))")
            }
        }
        #expect(fast > 500)
        for number in [0, 9, 73, 74, 10_233, 10_234, 10_235, 99_999, 100_000, 999_999] {
            Array("Box \(number)".utf8).withUnsafeBufferPointer { text in
                var key: [UInt8] = []
                #expect(collation.appendFast(keyOf: text, to: &key) && key == collation.keyByICU(text), "\(number)")
            }
        }
    }

    @Test func letterPairsThatSortAsOneAreLeftToICU() {
        for language in ["da", "cs", "hu"] {
            var key: [UInt8] = []
            let isFast = Array("Lamp".utf8).withUnsafeBufferPointer {
                Collation.of(language).appendFast(keyOf: $0, to: &key)
            }
            #expect(!isFast, "\(language)")
        }
    }

    @Test func longAndMalformedTextsHaveKeys() {
        let collation = Collation.of("zh-Hans")
        let long = String(repeating: "书房 Ä9", count: 5000)
        #expect(collation.key(long + "1").lexicographicallyPrecedes(collation.key(long + "2")))
        let malformed: [UInt8] = [0x61, 0xFF, 0xC3]
        #expect(!malformed.withUnsafeBufferPointer { collation.key($0) }.isEmpty)
    }

    /// If this fails, the toolchain has another ICU: raise `Collation.generation`, so that stores get new keys.
    @Test func theDataIsThatOfTheGeneration() {
        var version = [UInt8](repeating: 0, count: 4)
        swift_ucol_getVersion(Collation.of("en").collator, &version)
        #expect(version == [153, 128, 0, 0])
        #expect(Collation.generation == 2)
    }
}

extension Collation {
    fileprivate func keyByICU(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var key: [UInt8] = []
        Collation.append(keyOf: text, by: collator, to: &key)
        return key
    }
}

@Suite struct SortedStoreTests {
    let scratch = Scratch()
    let names = ["Zange", "Öl", "Ofen", "Box 10", "Box 2", "卧室", "厨房", "Ärmel", "apfel"]

    func makeStore() throws -> InventoryStore {
        let store = try scratch.makeStore()
        for (number, name) in names.enumerated() {
            try store.add(
                sample(number + 1) {
                    $0.name = name
                    $0.location = ["Home/Shelf 10", "Home", "Home 2", "Home / Shelf 9", nil][number % 5]
                }, owner)
        }
        return store
    }

    func sorted(_ store: InventoryStore, by field: String = "name") throws -> [String] {
        try store.names(order: ItemOrder(parsing: field) { [] })
    }

    @Test func theLanguageOfTheInventorySortsItsItems() throws {
        let store = try makeStore()
        #expect(try sorted(store) == Collation.of("en").sorted(names, by: \.self))
        var settings = try store.settings
        settings.locale = "zh-Hans"
        _ = try store.write { writer in try writer.update(settings: settings, owner) }
        let chinese = try sorted(store)
        #expect(chinese == Collation.of("zh-Hans").sorted(names, by: \.self))
        #expect(chinese.first == "厨房" || chinese.first == "Box 2")
        try store.add(sample(20) { $0.name = "阿姨" }, owner)
        #expect(try sorted(store) == Collation.of("zh-Hans").sorted(names + ["阿姨"], by: \.self))
        try store.undo(owner)
        try store.undo(owner)
        #expect(try sorted(store) == Collation.of("en").sorted(names, by: \.self))
        #expect(try store.verify() == [])
    }

    @Test func groupsAreInTheOrderOfTheList() throws {
        let store = try makeStore()
        let snapshot = try store.snapshot()
        let groups = try snapshot.summary(grouping: .location).groups.map(\.name)
        #expect(groups == ["Home", "Home / Shelf 9", "Home/Shelf 10", "Home 2", nil])
        let cursor = try snapshot.items(matching: .everything, order: ItemOrder(keys: [.init(.location)]))
        var listed: [String?] = []
        while try cursor.next() {
            let location = cursor.text(.location).map { String(decoding: $0, as: UTF8.self) }
            if listed.last != .some(location) { listed.append(location) }
        }
        #expect(listed == groups)
        let lines = try snapshot.summary(
            ofLines: 0..<names.count, matching: .everything, order: .ownerDefined, grouping: .location)
        #expect(lines.groups.map(\.name) == groups)
    }

    @Test func aPlaceComesBeforeWhatIsInIt() {
        let places = ["Attic / Box", "Zoo", "Zoo / Ape", "Zoo / Ape / Arm", "Zoo / Zebra", "Zoo 2"]
        #expect(Collation.of("en").sorted(places.reversed(), byPath: \.self) == places)
    }

    @Test func keysOfAnEarlierProgramAreMadeAgainByTheNextChange() throws {
        let store = try makeStore()
        let database = try scratch.database()
        try database.execute("UPDATE items SET name_key = location_key; DELETE FROM settings WHERE name = 'collation'")
        #expect(try sorted(store) != Collation.of("en").sorted(names, by: \.self))
        try store.edit(sample(1).id, edit([.notes: .text("n")]), owner)
        #expect(try sorted(store) == Collation.of("en").sorted(names, by: \.self))
    }
}
