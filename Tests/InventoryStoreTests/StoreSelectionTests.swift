import FoundationEssentials
import Inventory
import InventoryStore
import Testing

/// The meaning of a selection in plain Swift; the store must agree.
private struct PlainSelection {
    let selection: Selection
    let items: [Item]

    func takes(_ item: Item) -> Bool {
        switch selection.archived {
        case .no where item.archived, .yes where !item.archived: false
        default: selection.terms.allSatisfy { holds($0, item) }
        }
    }

    private func holds(_ term: Selection.Term, _ item: Item) -> Bool {
        switch term {
        case .all(let terms): return terms.allSatisfy { holds($0, item) }
        case .any(let terms): return terms.contains { holds($0, item) }
        case .not(let term): return !holds(term, item)
        case .location(let names):
            return Selection.pathNames(item.location ?? "").starts(with: names)
        case .tag(let tag): return item.tags.contains(tag)
        case .whole(let field, let text): return item[field] == .text(text)
        case .created(let dates, let moments):
            let period = item.dateCreated.dateWithoutTime == nil ? moments : dates
            return period.from.map { item.dateCreated >= $0 } ?? true
                && period.before.map { item.dateCreated < $0 } ?? true
        case .number(let field, let bounds):
            switch item[field] {
            case .date(let date): return bounds.contains(Int64(date.daysSinceEpoch))
            case .quantity(let quantity): return bounds.contains(quantity.millionths)
            case .percentage(let percentage): return bounds.contains(percentage.hundredths)
            default: return false
            }
        case .amount(let field, let range):
            guard case .money(let money) = item[field] else { return false }
            return range.contains(money)
        case .lineValue(let range): return (try? item.lineValue()).map(range.contains) ?? false
        case .count(let field, let kind, let bounds):
            let count =
                field == .photos
                ? item.photos.count : item.documents.count { kind == nil || $0.kind == kind }
            return bounds.contains(Int64(count))
        case .flag(let field, let flag): return item[field] == .flag(flag)
        case .identifier(let field, let digits):
            guard case .identifier(let id) = item[field] else { return false }
            let text = id.uuidString.filter { $0 != "-" }.lowercased()
            let wanted = digits.map { String($0, radix: 16) }.joined()
            return text.hasPrefix(wanted) || text.hasSuffix(wanted)
        case .among(let ids): return ids.contains(item.id)
        case .duplicate(let field):
            guard case .text(let text) = item[field], !text.isEmpty else { return false }
            return items.count { ascii($0[field]) == ascii(.text(text)) } > 1
        case .custom(let test):
            return item.customFields.contains { custom in
                folded(custom.name) == folded(test.name) && !custom.value.isEmpty && passes(custom.value, test.value)
            }
        case .missing(let field): return item[field] == .none || item[field] == .text("")
        case .text(let words): return texts(item).contains { folded($0).contains(folded(words)) }
        case .fieldText(.customFields, let words):
            return item.customFields.contains { [$0.name, $0.value].contains { folded($0).contains(folded(words)) } }
        case .fieldText(let field, let words): return folded(item[field].description).contains(folded(words))
        }
    }

    private func ascii(_ value: FieldValue) -> String? {
        guard case .text(let text) = value else { return nil }
        return String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private func passes(_ text: String, _ value: Selection.CustomFieldTest.Value?) -> Bool {
        guard let value else { return true }
        if let numbers = value.numbers, let number = Double(text), !text.contains("e"), !text.contains("n") {
            return numbers.contains(Int128(number * 1000) * 1_000_000)
        }
        if let dates = value.dates, let date = try? CalendarDate(text.utf8) {
            return dates.contains(Int64(date.daysSinceEpoch))
        }
        if let amounts = value.amounts, text.hasSuffix(amounts.currency.code),
            let amount = try? Money(text, currency: amounts.currency)
        {
            return amounts.contains(amount)
        }
        guard let words = value.words else { return false }
        return value.isWhole ? folded(text) == folded(words) : folded(text).contains(folded(words))
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
        for name in ["Size", "Shelf mark"] where dice.below(2) == 0 {
            let values = ["12", "1.5", "-3", "2020-02-03", "7.50 EUR", "A3", "a3 top", "", "120"]
            item.customFields.append(CustomField(name: name, value: values[dice.below(values.count)]))
        }
        if dice.below(3) == 0 { item.depreciation = Percentage(hundredths: Int64(dice.below(4000))) }
        if dice.below(2) == 0 { item.warranty.expires = CalendarDate(daysSinceEpoch: Int32(2800 + dice.below(400))) }
        let files = (0..<dice.below(4)).map { hash(UInt8($0 + 1)) }
        item.photos =
            files.map { PhotoReference(hash: $0, mediaType: "image/jpeg", width: 1, height: 1, caption: word()) }
            .normalized
        item.documents = files.dropFirst().map {
            DocumentReference(
                hash: $0, kind: DocumentReference.Kind.allCases[dice.below(5)], title: "\"kind\":\"manual\"",
                mediaType: "application/pdf")
        }
        item.quantity = Quantity(millionths: Int64(dice.below(5)) * 500_000)
        item.archived = dice.below(4) == 0
        item.insured = dice.below(2) == 0
        // Every third item has a date without a time.
        let time = Int64(number % 3) * 30_000_000
        item.dateCreated = Timestamp(clampedMilliseconds: Int64(dice.below(4000)) * 86_400_000 + time)
        switch dice.below(4) {
        case 0: item.purchase.date = CalendarDate(daysSinceEpoch: Int32(dice.below(4000)))
        case 1: item.purchase.date = try? CalendarDate(year: 1970 + Int(dice.below(10)))
        case 2: item.purchase.date = try? CalendarDate(year: 1970 + Int(dice.below(10)), month: 1 + Int(dice.below(12)))
        default: break
        }
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
        "lamp or value:>=5", "-(lamp or value:>=5)", "(tag:Lamp or notes:lampe) (insured:yes or -lamp)",
        "location:Home/Office,Attic", "-tag:Lamp,LAMPE", "value:none,<5 or insured:no", "quantity:>=1.5", "quantity:0",
        "depreciation:>=10", "warranty:<90d", "warranty:<=3m", "warranty:>90d", "warranty:<-30d", "warranty:this-month",
        "created:last-year", "created:>=-52w", "photos:any", "photos:>=2", "photos:0,3", "documents:manual",
        "documents:receipt,other", "receipt:none", "receipt:any", "manual:>=1", "documents:2", "duplicate:name",
        "duplicate:serial -serial:lamp", "line-value:>5", "-line-value:<=5USD lamp", "size:any", "SIZE:none",
        "size:12", "size:>=1.5", "size:2020-02", "size:>=2019", "size:>=5EUR", "size:a3", "size:=A3",
        "\"Shelf mark\":a3 or \"Shelf mark\":<0", "custom-fields:shelf", "archived:yes or lamp", "-archived:yes",
        "(archived:no or tag:Lamp) -notes:none", "serial:lamp", "id:none or lamp", "-id:any or parent:none",
    ]

    @Test(arguments: words) func theStoreTakesWhatThePlainMeaningTakes(words: String) throws {
        let (store, items) = try makeStore()
        let selection = try Selection(parsing: words, currency: usd, today: today)
        let plain = PlainSelection(selection: selection, items: items)
        let expected = items.filter(plain.takes).map(\.id)
        let cursor = try store.snapshot().items(matching: selection)
        var found: [UUID] = []
        while try cursor.next() { found.append(cursor.id) }
        #expect(found == expected)
        if words != "σοφος" { #expect(!found.isEmpty) }
    }

    @Test(arguments: ["archived:any", "lamp", "-tag:a or value:any"])
    func aSelectionIsNarrowedToChosenItems(words: String) throws {
        let (store, items) = try makeStore()
        let chosen = Set(items.enumerated().filter { $0.offset % 3 == 0 }.map(\.element.id) + [UUID()])
        let selection = try Selection(parsing: words, currency: usd, today: today)
        let narrowed = selection.narrowed(to: chosen)
        #expect(narrowed.source == "\(words) ids:\(chosen.count)")
        let expected = items.filter(PlainSelection(selection: selection, items: items).takes).map(\.id)
        var found: [UUID] = []
        let cursor = try store.snapshot().items(matching: narrowed)
        while try cursor.next() { found.append(cursor.id) }
        #expect(found == expected.filter(chosen.contains) && !found.isEmpty)
        #expect(try store.snapshot().summary(matching: narrowed, grouping: .none).totals.items == found.count)
        #expect(Selection.current.narrowed(to: chosen).source == "ids:\(chosen.count)")
    }

    /// Hours before or after UTC at which days begin. There are items of dates without a time, and of moments.
    @Test(
        arguments: [-10, -3, 5, 14],
        ["created:1975", "created:>=1977-05", "-created:1972..1976", "created:<1973-02-03"])
    func datesWithoutATimeAreSelectedAlikeInEveryTimeZone(hours: Int64, words: String) throws {
        let (store, items) = try makeStore(1_000)
        let selection = try Selection(parsing: words, currency: usd, today: today) {
            Timestamp(clampedMilliseconds: Timestamp(startOf: $0).milliseconds - hours * 3_600_000)
        }
        let taken = items.filter(PlainSelection(selection: selection, items: items).takes)
        let cursor = try store.snapshot().items(matching: selection)
        var found: [UUID] = []
        while try cursor.next() { found.append(cursor.id) }
        #expect(found == taken.map(\.id))
        let universal = try Selection(parsing: words, currency: usd, today: today)
        let dates = items.filter { $0.dateCreated.dateWithoutTime != nil }
        #expect(
            Set(dates.filter(PlainSelection(selection: universal, items: items).takes).map(\.id))
                == Set(found).intersection(dates.map(\.id)))
    }

    @Test(arguments: words) func theSummaryIsWhatTheItemsComeTo(words: String) throws {
        let (store, items) = try makeStore()
        let selection = try Selection(parsing: words, currency: usd, today: today)
        var everything = selection
        everything.archived = .any
        let matching = items.filter(PlainSelection(selection: everything, items: items).takes)
        let taken = items.filter(PlainSelection(selection: selection, items: items).takes)
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
        "condition", "-notes", "colour,-modelNumber", "\"Shelf mark\"", "-size,name", "insured,size", "-depreciation",
    ])
    func itemsComeInTheOrderAskedForWithWhatIsNotStatedLast(words: String) throws {
        let (store, items) = try makeStore()
        let order = try ItemOrder(parsing: words) { ["size", "Shelf mark"] }
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
            let (first, second) = (one.value(in: key.column), other.value(in: key.column))
            func isMissing(_ value: FieldValue) -> Bool { value == .none || value == .text("") }
            if isMissing(first) != isMissing(second) { return isMissing(second) }
            switch (first, second) {
            case (.text(let first), .text(let second)):
                let (collation, pair) = (Collation.of("en"), [first, second])
                let sorted =
                    key.column == .field(.location)
                    ? collation.sorted(pair, byPath: \.self) : collation.sorted(pair, by: \.self)
                if first != second { return (sorted[0] == first) != key.descending }
            case (.money(let first), .money(let second)):
                if first.currency != second.currency { return first.currency < second.currency }
                if first != second { return (first.minorUnits < second.minorUnits) != key.descending }
            case (.quantity(let first), .quantity(let second)):
                if first != second { return (first < second) != key.descending }
            case (.timestamp(let first), .timestamp(let second)):
                if first != second { return (first < second) != key.descending }
            case (.flag(let first), .flag(let second)):
                if first != second { return second != key.descending }
            case (.percentage(let first), .percentage(let second)):
                if first != second { return (first.hundredths < second.hundredths) != key.descending }
            case (.date(let first), .date(let second)):
                if first != second { return (first < second) != key.descending }
            default: break
            }
        }
        return nil
    }

    @Test(arguments: [
        (["10", "9.5", "100", "-3"], ["-3", "9.5", "10", "100"]),
        (["12.50 EUR", "9 USD", "€3", "100 EUR"], ["€3", "12.50 EUR", "100 EUR", "9 USD"]),
        (["2024-11-02", "1999-01-01", "2024-02-03"], ["1999-01-01", "2024-02-03", "2024-11-02"]),
        (["Box 10", "box 2", "Äpfel", "Box 2"], ["Äpfel", "box 2", "Box 2", "Box 10"]),
        (["a\"b", "[", "a', 'b", "\u{10FFFF}"], ["[", "a', 'b", "a\"b", "\u{10FFFF}"]),
    ])
    func customFieldsComeByWhatTheirValuesAre(values: [String], expected: [String]) throws {
        let store = try scratch.makeStore()
        let name = "It's \"here\""
        for (number, value) in values.enumerated() {
            try store.add(
                sample(number) { item in
                    item.name = value
                    item.customFields = [CustomField(name: "other", value: "x"), CustomField(name: name, value: value)]
                }, owner)
        }
        try store.add(sample(50) { $0.name = "none" }, owner)
        try store.add(
            sample(51) { ($0.name, $0.customFields) = ("empty", [CustomField(name: name, value: "")]) }, owner)
        let key = ItemOrder.Key(.customField(name))
        #expect(try store.names(order: ItemOrder(keys: [key])) == expected + ["none", "empty"])
        let backwards = ItemOrder(keys: [.init(key.column, descending: true)])
        #expect(try store.names(order: backwards) == expected.reversed() + ["none", "empty"])
    }

    @Test func wordsOfTheOwnerNeverBecomeSQL() throws {
        let (store, items) = try makeStore(20)
        for words in ["' OR 1=1 --", "\"); DROP TABLE items; --", "%", "_", "?1"] {
            let selection = try Selection(
                parsing: "archived:any \"\(words.replacing("\"", with: "\\\""))\"", currency: usd,
                today: today)
            let expected = items.filter(PlainSelection(selection: selection, items: items).takes).count
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

extension Item {
    /// What an item is sorted by.
    fileprivate func value(in column: ReportColumn) -> FieldValue {
        switch column {
        case .field(let field): self[field]
        case .computed: .none
        case .customField(let name):
            .text(customFields.filter { $0.name == name && !$0.value.isEmpty }.map(\.value).joined(separator: ", "))
        }
    }
}
