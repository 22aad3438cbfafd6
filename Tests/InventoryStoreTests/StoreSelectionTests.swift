import FoundationEssentials
import Inventory
import InventoryStore
import Testing

/// The meaning of a selection in plain Swift; the store must agree.
private struct PlainSelection {
    let selection: Selection

    func takes(_ item: Item) -> Bool {
        switch selection.archived {
        case .no where item.archived, .yes where !item.archived: false
        default: selection.terms.allSatisfy { holds($0, item) }
        }
    }

    private func holds(_ term: Selection.Term, _ item: Item) -> Bool {
        switch term {
        case .location(let names):
            return Selection.pathNames(item.location ?? "").starts(with: names)
        case .tag(let tag): return item.tags.contains(tag)
        case .category(let category): return item.category == category
        case .created(let dates, let moments):
            let period = item.dateCreated.dateWithoutTime == nil ? moments : dates
            return period.from.map { item.dateCreated >= $0 } ?? true
                && period.before.map { item.dateCreated < $0 } ?? true
        case .purchased(let from, let through):
            guard let date = item.purchase.date else { return false }
            return from.map { date >= $0 } ?? true && through.map { date <= $0 } ?? true
        case .value(let range):
            guard let value = item.value, value.currency == range.currency else { return false }
            return range.atLeast.map { value.minorUnits >= $0 } ?? true
                && range.atMost.map { value.minorUnits <= $0 } ?? true
        case .insured(let insured): return item.insured == insured
        case .missing(let field): return item[field] == .none || item[field] == .text("")
        case .text(let words): return texts(item).contains { folded($0).contains(folded(words)) }
        case .fieldText(let field, let words): return folded(item[field].description).contains(folded(words))
        case .not(let term): return !holds(term, item)
        }
    }

    private func texts(_ item: Item) -> [String] {
        var texts = item.tags
        for field in item.customFields { texts += [field.name, field.value] }
        for field in ItemField.allCases { if case .text(let text) = item[field] { texts.append(text) } }
        return texts
    }

    private func folded(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.properties.uppercaseMapping.unicodeScalars.map(\.properties.lowercaseMapping).joined()
        }.joined()
    }
}

private func randomItem(_ number: Int, _ dice: inout SeededStoreGenerator) -> Item {
    let words = ["", "Lamp", "LAMPE", "Straße", "STRASSE", "书房", "Ἀθῆναι ΣΟΦΟΣ", "σοφός", "a\"b", "50%", "[x,y]", "İI"]
    func word() -> String { words[dice.below(words.count)] }
    func maybe(_ text: String) -> String? { dice.below(3) == 0 ? nil : text }
    return sample(number) { item in
        item.name = word() + " \(dice.below(5))"
        item.location = maybe(
            ["Home", "Home/Office", " Home / Office / Desk", "Homeland", "Attic/", ""][dice.below(6)])
        item.category = maybe(word())
        item.serialNumber = maybe(word())
        item.notes = maybe(word() + word())
        if dice.below(2) == 0 { item.tags = [word(), word()] }
        if dice.below(3) == 0 { item.customFields = [CustomField(name: word(), value: word())] }
        if dice.below(3) > 0 {
            item.value = Money(minorUnits: Int64(dice.below(2000)) - 200, currency: dice.below(2) == 0 ? usd : jpy)
        }
        item.quantity = Quantity(millionths: Int64(dice.below(5)) * 500_000)
        item.archived = dice.below(4) == 0
        item.insured = dice.below(2) == 0
        // Every third item has a date without a time.
        let time = Int64(number % 3) * 30_000_000
        item.dateCreated = Timestamp(clampedMilliseconds: Int64(dice.below(4000)) * 86_400_000 + time)
        if dice.below(2) == 0 { item.purchase.date = CalendarDate(daysSinceEpoch: Int32(dice.below(4000))) }
    }
}

@Suite struct StoreSelectionTests {
    let scratch = Scratch()

    func makeStore(_ count: Int = 200) throws -> (InventoryStore, [Item]) {
        var dice = SeededStoreGenerator(11)
        let items = (0..<count).map { randomItem($0, &dice) }
        let store = try InventoryStore.temporary(settings: InventorySettings(currency: usd))
        try store.importItems(owner) { importer in
            for (row, item) in items.enumerated() {
                try importer.put(IncomingItem(item: item, stated: ItemFieldSet([.id]), row: row))
            }
        }
        return (store, items)
    }

    static let words = [
        "", "archived:yes", "archived:any", "location:Home", "location:Home/Office", "-location:Home archived:any",
        "location:none", "-location:none", "tag:Lamp", "tag:书房", "-tag:Lamp", "tag:none", "tag:\"a\\\"b\"",
        "category:Lamp", "-category:Lamp", "category:none", "created:1975..1978", "-created:..1975",
        "purchased:1972", "-purchased:1972", "purchased:none", "-purchased:none", "value:>=5", "value:<5USD",
        "value:100..500JPY", "-value:>=5", "value:none", "-value:none", "insured:yes", "-insured:yes",
        "serial:none", "notes:lamp", "-notes:lamp", "serialNumber:ΣΟΦΟΣ", "notes:none", "name:lamp", "lamp", "LAMP",
        "-lamp", "strasse", "straße", "ΣΟΦΟΣ", "σοφος", "ἀθῆναι", "书", "i\u{307}",
        "\"50%\"", "\"[x,y]\"", "\"a\\\"b\"", "[", ",", "lamp 3 insured:no value:>1 archived:any",
    ]

    @Test(arguments: words) func theStoreTakesWhatThePlainMeaningTakes(words: String) throws {
        let (store, items) = try makeStore()
        let selection = try Selection(parsing: words, currency: usd)
        let plain = PlainSelection(selection: selection)
        let expected = items.filter(plain.takes).map(\.id)
        let cursor = try store.snapshot().items(matching: selection)
        var found: [UUID] = []
        while try cursor.next() { found.append(cursor.id) }
        #expect(found == expected)
        if words != "σοφος" { #expect(!found.isEmpty) }
    }

    /// Hours before or after UTC at which days begin. There are items of dates without a time, and of moments.
    @Test(
        arguments: [-10, -3, 5, 14],
        ["created:1975", "created:>=1977-05", "-created:1972..1976", "created:<1973-02-03"])
    func datesWithoutATimeAreSelectedAlikeInEveryTimeZone(hours: Int64, words: String) throws {
        let (store, items) = try makeStore(1_000)
        let selection = try Selection(parsing: words, currency: usd) {
            Timestamp(clampedMilliseconds: Timestamp(startOf: $0).milliseconds - hours * 3_600_000)
        }
        let taken = items.filter(PlainSelection(selection: selection).takes)
        let cursor = try store.snapshot().items(matching: selection)
        var found: [UUID] = []
        while try cursor.next() { found.append(cursor.id) }
        #expect(found == taken.map(\.id))
        let universal = try Selection(parsing: words, currency: usd)
        let dates = items.filter { $0.dateCreated.dateWithoutTime != nil }
        #expect(
            Set(dates.filter(PlainSelection(selection: universal).takes).map(\.id))
                == Set(found).intersection(dates.map(\.id)))
    }

    @Test(arguments: words) func theSummaryIsWhatTheItemsComeTo(words: String) throws {
        let (store, items) = try makeStore()
        let selection = try Selection(parsing: words, currency: usd)
        var everything = selection
        everything.archived = .any
        let matching = items.filter(PlainSelection(selection: everything).takes)
        let taken = items.filter(PlainSelection(selection: selection).takes)
        func totals(_ items: [Item]) throws -> ValueTotals {
            var totals = ValueTotals()
            for item in items {
                try totals.add(
                    quantity: item.quantity, value: item.value, hasSerialNumber: !(item.serialNumber ?? "").isEmpty)
            }
            return totals
        }
        let snapshot = try store.snapshot()
        for grouping in ItemGrouping.allCases {
            let summary = try snapshot.summary(matching: selection, grouping: grouping)
            #expect(try summary.totals == totals(taken))
            #expect(summary.archivedLeftOut == (selection.archived == .no ? matching.count(where: \.archived) : 0))
            let cursor = try snapshot.items(matching: selection, grouping: grouping)
            var groups: [(name: String?, items: [Item])] = []
            while try cursor.next() {
                guard let field = grouping.field else { break }
                var name: String?
                if let bytes = cursor.text(field), !bytes.isEmpty { name = String(decoding: bytes, as: UTF8.self) }
                if groups.last?.name != name || groups.isEmpty { groups.append((name, [])) }
                groups[groups.count - 1].items.append(try cursor.item())
            }
            #expect(summary.groups.map(\.name) == groups.map(\.name))
            #expect(try summary.groups.map(\.totals) == groups.map { try totals($0.items) })
        }
    }

    @Test func aTagIsMatchedWholeWhateverItsCharacters() throws {
        let tags = ["a", "x\"a", "[\"a", ",\"a", "a\",\"b", "A", "a\tb", "\\", "\\\"a", "书", "", "é", "e\u{301}"]
        let store = try scratch.makeStore()
        for (number, tag) in tags.enumerated() { try store.add(sample(number) { $0.tags = [tag, "other"] }, owner) }
        for (number, tag) in tags.enumerated() where !tag.isEmpty {
            var selection = Selection.everything
            selection.terms = [.tag(tag)]
            #expect(try store.names(matching: selection) == ["Item \(number)"], "\(tag)")
        }
    }

    @Test(arguments: [
        "name", "-name", "value", "-value,name", "quantity,-dateCreated", "location,category,-serialNumber",
        "purchaseDate", "-purchaseDate", "manufacturer", "assetIdentifier", "purchasePrice",
    ])
    func itemsComeInTheOrderAskedForWithWhatIsNotStatedLast(words: String) throws {
        let (store, items) = try makeStore()
        let order = try ItemOrder(parsing: words)
        let cursor = try store.snapshot().items(matching: .everything, order: order)
        var found: [Item] = []
        while try cursor.next() { found.append(try cursor.item()) }
        #expect(Set(found.map(\.id)) == Set(items.map(\.id)))
        let places = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.id, $0) })
        for (one, other) in zip(found, found.dropFirst()) {
            #expect(rank(one, other, order) ?? (places[one.id, default: 0] < places[other.id, default: 0]))
        }
    }

    /// Whether one item comes before another, nil where the keys do not say.
    private func rank(_ one: Item, _ other: Item, _ order: ItemOrder) -> Bool? {
        for key in order.keys {
            let (first, second) = (one[key.field], other[key.field])
            func isMissing(_ value: FieldValue) -> Bool { value == .none || value == .text("") }
            if isMissing(first) != isMissing(second) { return isMissing(second) }
            switch (first, second) {
            case (.text(let first), .text(let second)):
                let folded = [first, second].map { text in
                    text.unicodeScalars.flatMap { scalar in
                        scalar.properties.uppercaseMapping.unicodeScalars.flatMap(\.properties.lowercaseMapping.utf8)
                    }
                }
                if folded[0] != folded[1] { return folded[0].lexicographicallyPrecedes(folded[1]) != key.descending }
                if first != second { return first.utf8.lexicographicallyPrecedes(second.utf8) != key.descending }
            case (.money(let first), .money(let second)):
                if first.currency != second.currency { return first.currency < second.currency }
                if first != second { return (first.minorUnits < second.minorUnits) != key.descending }
            case (.quantity(let first), .quantity(let second)):
                if first != second { return (first < second) != key.descending }
            case (.timestamp(let first), .timestamp(let second)):
                if first != second { return (first < second) != key.descending }
            case (.date(let first), .date(let second)):
                if first != second { return (first < second) != key.descending }
            default: break
            }
        }
        return nil
    }

    @Test func wordsOfTheOwnerNeverBecomeSQL() throws {
        let (store, items) = try makeStore(20)
        for words in ["' OR 1=1 --", "\"); DROP TABLE items; --", "%", "_", "?1"] {
            let selection = try Selection(
                parsing: "archived:any \"\(words.replacing("\"", with: "\\\""))\"", currency: usd)
            let expected = items.filter(PlainSelection(selection: selection).takes).count
            #expect(try store.snapshot().summary(matching: selection).totals.items == expected)
        }
        #expect(try store.snapshot().count == 20)
    }

    @Test func aTotalThatCannotBeCountedExactlyIsAnError() throws {
        let store = try scratch.makeStore()
        for number in 0..<2 {
            let item = sample(number) { item in
                item.quantity = .one
                item.value = Money(minorUnits: .max, currency: usd)
            }
            try store.add(item, owner)
        }
        #expect(throws: StoreError.totals(.overflow(currency: "USD"), from: sample(1).id)) {
            try store.snapshot().summary()
        }
    }

    @Test func aLineThatCannotBeCountedIsRefusedWhenItIsEntered() throws {
        let store = try scratch.makeStore()
        let large = sample(1) { item in
            item.quantity = Quantity(millionths: 2 * Quantity.scale)
            item.value = Money(minorUnits: .max, currency: usd)
        }
        let refusal = StoreError.value(field: .value, .outOfRange(.lineValue))
        #expect(throws: refusal) { try store.add(large, owner) }
        #expect(try store.snapshot().count == 0)
        try store.add(sample(1) { $0.quantity = large.quantity }, owner)
        #expect(throws: refusal) {
            try store.edit(large.id, ItemEdit([.value: .money(Money(minorUnits: .max, currency: usd))]), owner)
        }
        #expect(try store.verify().isEmpty)
    }
}

@Suite struct CursorTests {
    let scratch = Scratch()

    @Test func columnsSayWhatTheWholeItemSays() throws {
        let store = try scratch.makeStore()
        let full = try fullItem()
        let parent = parentOfFullItem
        try store.add(parent, owner)
        try store.add(full, owner)
        try store.add(sample(1), owner)
        let cursor = try store.snapshot().items(matching: .everything)
        var rows = 0
        while try cursor.next() {
            let item = try cursor.item()
            #expect(item == [parent, full, sample(1)][rows])
            for field in ItemField.allCases {
                switch field.kind {
                case .text: #expect(FieldValue(cursor.text(field)) == item[field])
                case .money: #expect(cursor.money(field).map(FieldValue.money) ?? .none == item[field])
                case .date: #expect(cursor.date(field).map(FieldValue.date) ?? .none == item[field])
                case .flag: #expect(.flag(cursor.flag(field)) == item[field])
                case .percentage: #expect(cursor.percentage(field) == item.depreciation)
                case .quantity: #expect(cursor.quantity == item.quantity)
                case .timestamp: #expect(cursor.dateCreated == item.dateCreated)
                case .identifier:
                    #expect((field == .id ? cursor.id : cursor.parent) == (field == .id ? item.id : item.parent))
                case .tags:
                    var tags: [String] = []
                    cursor.forEachTag { tags.append(String(decoding: $0, as: UTF8.self)) }
                    #expect(tags == item.tags)
                case .photos: #expect(cursor.photos == item.photos && cursor.hasPhotos == !item.photos.isEmpty)
                case .documents:
                    #expect(cursor.documents == item.documents && cursor.hasDocuments == !item.documents.isEmpty)
                case .customFields:
                    var fields: [CustomField] = []
                    cursor.forEachCustomField { name, value in
                        fields.append(
                            CustomField(
                                name: String(decoding: name, as: UTF8.self),
                                value: String(decoding: value, as: UTF8.self))
                        )
                    }
                    #expect(fields == item.customFields)
                }
            }
            #expect(cursor.revision == Revision(rawValue: Int64(rows + 1)))
            rows += 1
        }
        #expect(rows == 3)
    }

    @Test func fieldsThatWereNotAskedForReadAsNotStated() throws {
        let store = try scratch.makeStore()
        try store.add(parentOfFullItem, owner)
        try store.add(fullItem(), at: .first, owner)
        let cursor = try store.snapshot().items(matching: .everything, fields: ItemFieldSet([.name, .value]))
        #expect(try cursor.next())
        #expect(try FieldValue(cursor.text(.name)) == .text(fullItem().name))
        #expect(try cursor.money(.value) == fullItem().value)
        #expect(cursor.text(.notes) == nil)
        #expect(cursor.money(.purchasePrice) == nil)
        #expect(try cursor.id == fullItem().id)
    }
}

extension FieldValue {
    fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>?) {
        self = bytes.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .none
    }
}
