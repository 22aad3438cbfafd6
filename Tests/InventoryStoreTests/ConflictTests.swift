import FoundationEssentials
import Inventory
import Testing

@testable import InventoryStore

@Suite struct ConflictTests {
    let scratch = Scratch()
    let id = sample(1).id

    func makeStore() throws -> InventoryStore {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        return store
    }

    @Test func editsOfDifferentFieldsAreMerged() throws {
        let store = try makeStore()
        let base = try store.revision
        try store.edit(id, edit([.name: .text("Theirs")]), basedOn: base, owner)
        try store.edit(id, edit([.notes: .text("Yours")]), basedOn: base, owner)
        let item = try #require(try store.item(id)).item
        #expect(item.name == "Theirs")
        #expect(item.notes == "Yours")
    }

    @Test func editsOfTheSameFieldAreAConflictThatShowsBothValues() throws {
        let store = try makeStore()
        let base = try store.revision
        try store.edit(id, edit([.name: .text("Theirs"), .category: .text("Same")]), basedOn: base, owner)
        let current = try store.revision
        let field = ItemConflict.Field(
            field: .name, base: .text("Item 1"), theirs: .text("Theirs"), yours: .text("Yours"))
        #expect(throws: StoreError.conflict(ItemConflict(item: id, revision: current, fields: [field]))) {
            try store.edit(
                id, edit([.name: .text("Yours"), .category: .text("Same"), .notes: .text("n")]), basedOn: base, owner)
        }
        #expect(try store.item(id)?.item.notes == nil)
        try store.edit(id, edit([.name: .text("Yours")]), basedOn: current, owner)
        #expect(try store.item(id)?.item.name == "Yours")
    }

    @Test func aFieldThatWasChangedBackIsNoConflict() throws {
        let store = try makeStore()
        let base = try store.revision
        try store.edit(id, edit([.name: .text("Theirs")]), owner)
        try store.undo(owner)
        try store.edit(id, edit([.name: .text("Yours")]), basedOn: base, owner)
        #expect(try store.item(id)?.item.name == "Yours")
    }

    @Test func whatAnImportChangedIsAConflictToo() throws {
        let store = try makeStore()
        let base = try store.revision
        try store.importItems(owner) { importer in
            try importer.put(
                IncomingItem(item: sample(1) { $0.name = "Imported" }, stated: ItemFieldSet([.id, .name]), row: 2))
        }
        #expect(throws: StoreError.self) {
            try store.edit(id, edit([.name: .text("Yours")]), basedOn: base, owner)
        }
        try store.edit(id, edit([.notes: .text("Yours")]), basedOn: base, owner)
        #expect(try store.item(id)?.item.name == "Imported")
    }

    @Test func ownChangesConflictWithNothingAndHideNoneOfOthers() throws {
        let store = try makeStore()
        let base = try store.revision
        let own = try store.edit(id, edit([.name: .text("Mine")]), basedOn: base, owner).revision
        func again(_ changes: [ItemField: FieldValue], own: Set<Revision>) throws {
            _ = try store.write { writer in
                try writer.edit(id, ItemEdit.checked(changes), basedOn: base, own: own, owner)
            }
        }
        #expect(throws: StoreError.self) { try again([.name: .text("Mine too")], own: []) }
        try again([.name: .text("Mine too")], own: [own])
        let theirs = try store.edit(id, edit([.category: .text("Theirs")]), owner).revision
        try again([.notes: .text("n")], own: [own])
        #expect(throws: StoreError.self) { try again([.category: .text("Mine")], own: [own]) }
        // Another user changed the same field.
        try store.edit(id, edit([.name: .text("Theirs")]), owner)
        #expect(throws: StoreError.self) { try again([.name: .text("Mine")], own: [own, theirs]) }
        func remove(own: Set<Revision>) throws {
            _ = try store.write { writer in try writer.remove(id, basedOn: base, own: own, owner) }
        }
        #expect(throws: StoreError.self) { try remove(own: [own]) }
        try remove(own: Set((1...(try store.revision.rawValue)).map(Revision.init)))
        #expect(try store.names().isEmpty)
    }

    @Test func anEditOfAnotherItemOrAMoveStalesNothing() throws {
        let store = try makeStore()
        let base = try store.revision
        try store.add(sample(2), owner)
        try store.edit(sample(2).id, edit([.name: .text("Other")]), owner)
        try store.move(id, to: .last, owner)
        try store.edit(id, edit([.name: .text("Yours")]), basedOn: base, owner)
        #expect(try store.item(id)?.item.name == "Yours")
    }

    @Test func removingWhatWasChangedSinceIsAConflict() throws {
        let store = try makeStore()
        let base = try store.revision
        try store.edit(id, edit([.name: .text("Theirs")]), owner)
        #expect(throws: StoreError.self) { try store.remove(id, basedOn: base, owner) }
        #expect(try store.names() == ["Theirs"])
        try store.remove(id, basedOn: store.revision, owner)
        #expect(try store.names().isEmpty)
    }
}

@Suite struct IdempotencyTests {
    let scratch = Scratch()

    func context(_ key: String) -> ChangeContext {
        ChangeContext(actor: "owner", key: IdempotencyKey(rawValue: key))
    }

    @Test func everyKindOfChangeIsMadeOncePerKey() throws {
        let store = try scratch.makeStore()
        var settings = try store.settings
        settings[.owner] = "Ann"
        let id = sample(1).id
        let changes: [(InventoryStore, ChangeContext) throws -> ChangeOutcome] = [
            { try $0.add(sample(1), $1) }, { try $0.add(sample(2), $1) },
            { try $0.edit(id, edit([.name: .text("Once")]), $1) }, { try $0.move(id, to: .last, $1) },
            { try $0.update(settings: settings, $1) }, { try $0.remove(id, $1) }, { try $0.undo($1) },
        ]
        var outcomes: [ChangeOutcome] = []
        for (number, change) in changes.enumerated() { outcomes.append(try change(store, context("key \(number)"))) }
        let names = try store.names()
        for (number, change) in changes.enumerated() {
            let again = try change(store, context("key \(number)"))
            #expect(again.isRepeat)
            #expect(again.revision == outcomes[number].revision)
            #expect(again.item == outcomes[number].item)
        }
        #expect(try store.names() == names)
        #expect(try store.revision == outcomes.last?.revision)
    }

    @Test func anImportIsMadeOncePerKey() throws {
        let store = try scratch.makeStore()
        let first = try store.importItems(context("i")) { importer in
            try importer.put(IncomingItem(item: sample(1), stated: .all, row: 2))
        }
        let second = try store.importItems(context("i")) { _ in Issue.record("the body was called again") }
        #expect(second.isRepeat)
        #expect(second.revision == first.revision)
        #expect(second.counts == first.counts)
    }

    @Test func aKeyIsKnownEvenIfThereWasNothingToDo() throws {
        let store = try scratch.makeStore()
        let id = sample(1).id
        try store.add(sample(1), owner)
        try store.edit(id, edit([.name: .text("Item 1")]), context("k"))
        try store.edit(id, edit([.name: .text("Later")]), owner)
        #expect(try store.edit(id, edit([.name: .text("Item 1")]), context("k")).isRepeat)
        #expect(try store.names() == ["Later"])
        #expect(try store.undo(owner).item == id)
        #expect(try store.names() == ["Item 1"])
        #expect(try store.verify().isEmpty)
    }

    @Test func aKeyOfAnotherKindOfChangeOrAnotherItemIsRefused() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), context("k"))
        try store.add(sample(2), owner)
        #expect(throws: StoreError.keyReused(IdempotencyKey(rawValue: "k"))) {
            try store.remove(sample(1).id, context("k"))
        }
        try store.edit(sample(1).id, edit([.name: .text("A")]), context("e"))
        #expect(throws: StoreError.keyReused(IdempotencyKey(rawValue: "e"))) {
            try store.edit(sample(2).id, edit([.name: .text("A")]), context("e"))
        }
    }

    @Test func aKeyOfTheSameChangeWithOtherContentsIsRefused() throws {
        let store = try scratch.makeStore()
        func reused(_ key: String) -> StoreError { .keyReused(IdempotencyKey(rawValue: key)) }
        try store.add(sample(1), context("a"))
        #expect(throws: reused("a")) { try store.add(sample(1) { $0.notes = "more" }, context("a")) }
        let id = sample(1).id
        let change = try edit([.name: .text("A"), .quantity: .quantity(.one)])
        try store.edit(id, change, context("e"))
        let others: [[ItemField: FieldValue]] = [
            [.name: .text("B"), .quantity: .quantity(.one)], [.quantity: .quantity(.one)],
            [.name: .text("A"), .quantity: .quantity(Quantity(millionths: 2_000_000))],
            [.name: .text("A"), .notes: .text("x")],
        ]
        for other in others {
            #expect(throws: reused("e"), "\(other)") { try store.edit(id, edit(other), context("e")) }
        }
        let added = try store.add(sample(2), owner)
        let undone = try store.undo(added.revision, context("u"))
        #expect(throws: reused("u")) { try store.undo(undone.revision, context("u")) }
        #expect(try store.undo(added.revision, context("u")).isRepeat)
        #expect(try store.edit(id, change, context("e")).isRepeat)
        #expect(try store.names() == ["A"])
    }

    @Test func aKeyOfAMoveAnImportOrSettingsIsForThatRequestAlone() throws {
        let store = try scratch.makeStore()
        for number in 1...4 { try store.add(sample(number), owner) }
        let id = sample(3).id
        @discardableResult
        func move(_ place: ListPosition, _ key: String) throws -> ChangeOutcome {
            try store.write { writer in try writer.move(id, to: place, context(key)) }
        }
        @discardableResult
        func step(_ direction: MoveDirection, _ key: String) throws -> ChangeOutcome {
            try store.write { writer in try writer.move(id, oneStep: direction, context(key)) }
        }
        func reused(_ key: String) -> StoreError { .keyReused(IdempotencyKey(rawValue: key)) }
        try move(.first, "m")
        // Where it stands already.
        try move(.index(0), "n")
        try step(.down, "d")
        let order = try store.names()
        #expect(try move(.first, "m").isRepeat && move(.index(0), "n").isRepeat && step(.down, "d").isRepeat)
        #expect(throws: reused("m")) { try move(.last, "m") }
        #expect(throws: reused("n")) { try move(.first, "n") }
        #expect(throws: reused("d")) { try step(.up, "d") }
        #expect(throws: reused("d")) { try move(.after(sample(1).id), "d") }
        #expect(try store.names() == order)

        @discardableResult
        func settings(_ owner: String?, _ insurer: String?, _ key: String) throws -> ChangeOutcome {
            var settings = try store.settings
            (settings[.owner], settings[.insurer]) = (owner, insurer)
            return try store.write { [settings] writer in
                try writer.update(settings: settings, context(key))
            }
        }
        try settings("Ann", nil, "s")
        #expect(throws: reused("s")) { try settings("Ann", "Sure", "s") }
        #expect(throws: reused("s")) { try settings("Bob", nil, "s") }
        try settings("Bob", "Sure", "t")
        #expect(try settings("Ann", nil, "s").isRepeat)

        @discardableResult
        func take(_ source: String, _ key: String) throws -> ImportOutcome {
            try store.importItems(context(key), source: source) { importer in
                try importer.put(IncomingItem(item: sample(9), stated: .all, row: 2))
            }
        }
        try take("one.csv", "i")
        #expect(try take("one.csv", "i").isRepeat)
        #expect(throws: reused("i")) { try take("two.csv", "i") }
        #expect(try store.verify().isEmpty)
    }

    @Test func aKeyIsKnownWhateverBecameOfTheItemSince() throws {
        let store = try scratch.makeStore()
        try store.add(parentOfFullItem, owner)
        let full = try fullItem()
        try store.add(full, context("a"))
        let before = sample(8)
        try store.add(before, owner)
        // Every field, some of them to what the item holds already.
        var changes: [ItemField: FieldValue] = [:]
        for field in ItemField.allCases where ![.id, .externalReference].contains(field) {
            changes[field] = full[field]
        }
        let change = try edit(changes)
        try store.edit(before.id, change, context("e"))
        func check() throws {
            #expect(try store.add(full, context("a")).isRepeat)
            #expect(try store.edit(before.id, change, context("e")).isRepeat)
        }
        try check()
        try store.edit(before.id, edit([.name: .text("Later"), .notes: .none, .archived: .flag(false)]), owner)
        try store.remove(parentOfFullItem.id, owner)
        try check()
        try store.remove(before.id, owner)
        try check()
        try store.undo(owner)
        try check()
        let incoming = sample(8) { $0.name = "Imported" }
        try store.importItems(owner) { try $0.put(IncomingItem(item: incoming, stated: .all, row: 2)) }
        try check()
        try store.undo(owner)
        try check()
        try store.remove(before.id, owner)
        try store.add(sample(8) { $0.name = "Anew" }, owner)
        try check()
    }
}
