import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@Suite("Changes of many items at once")
struct BatchTests {
    let scratch = Scratch()
    let ids = (0..<4).map { sample($0).id }

    func makeStore(_ count: Int = 4) throws -> InventoryStore {
        let store = try scratch.makeStore()
        for number in 0..<count {
            try store.add(
                sample(number) { $0.location = number % 2 == 0 ? "Home / Office" : "Home/Office / Desk" }, owner)
        }
        return store
    }

    @discardableResult
    func edit(
        _ ids: [UUID], in store: InventoryStore, _ edit: ItemEdit, except edits: [UUID: ItemEdit] = [:]
    ) throws -> ChangeOutcome {
        try store.write { writer in try writer.edit(ids, owner) { item in edits[item.id] ?? edit } }
    }

    @Test("are one change, one entry of the journal and one undo")
    func once() throws {
        let store = try makeStore()
        let before = try store.items()
        let tagged = try ItemEdit([.insured: .flag(true), .tags: .tags(["a"])])
        let outcome = try edit(
            ids + [sample(9).id], in: store, tagged, except: [ids[0]: try ItemEdit([.insured: .flag(true)])])
        #expect(outcome.revision == Revision(rawValue: 5))
        #expect(outcome.counts?.updated == 4)
        #expect(try store.items().map(\.tags) == [[], ["a"], ["a"], ["a"]])
        let entry = try #require(try store.journal(limit: 1).first)
        #expect(entry.kind == .edit && entry.item == nil && entry.counts?.updated == 4)
        #expect(try store.snapshot().changes(since: Revision(rawValue: 4)).items == ids)
        #expect(try store.verify().isEmpty)
        try store.undo(owner)
        #expect(try store.items() == before)
        try store.undo(Revision(rawValue: 6), owner)
        #expect(try store.items().allSatisfy { $0.insured })
        #expect(try store.verify().isEmpty)
    }

    @Test("are in the history of each item with its own values")
    func history() throws {
        let store = try makeStore()
        try edit(
            ids, in: store, try ItemEdit([.insured: .flag(true)]), except: [ids[1]: try ItemEdit([.tags: .tags(["a"])])]
        )
        try store.undo(owner)
        let first = try store.snapshot().journal(of: ids[0], limit: 9)
        #expect(first.map(\.kind) == [.undo, .edit, .add])
        #expect(
            first[1].edit?.changes == [.insured: .flag(true)] && first[1].inverse?.changes == [.insured: .flag(false)])
        #expect(first[1].undoneBy == first[0].revision && first[1].item == nil && first[2].item == ids[0])
        #expect(try store.snapshot().journal(of: ids[1], limit: 2).last?.edit?.fields == [.tags])
    }

    @Test("are made whole or not at all, and leave no trace if there is nothing to do")
    func whole() throws {
        let store = try makeStore()
        let notes = try ItemEdit([.notes: .text("x")])
        // The last one would be its own parent.
        #expect(throws: StoreError.self) {
            try edit(ids, in: store, notes, except: [ids[3]: try ItemEdit([.parent: .identifier(ids[3])])])
        }
        #expect(try store.items().allSatisfy { $0.notes == nil })
        let same = try edit(ids, in: store, try ItemEdit([.insured: .flag(false)]))
        #expect(same.revision == Revision(rawValue: 4) && same.counts?.unchanged == 4)
        #expect(try store.journal(limit: 9).count == 4)
    }

    @Test("are recognised by key and fingerprint when they are sent again")
    func repeated() throws {
        let store = try makeStore()
        let key = IdempotencyKey(rawValue: "k")
        func remove(_ fingerprint: String) throws -> ChangeOutcome {
            try store.write { writer in
                try writer.remove(ids, ChangeContext(actor: "owner", key: key, requestFingerprint: fingerprint))
            }
        }
        #expect(try !remove("these four").isRepeat)
        let outcome = try remove("these four")
        #expect(outcome.isRepeat && outcome.counts?.updated == 4)
        #expect(throws: StoreError.keyReused(key)) { try remove("others") }
        try store.undo(owner)
        #expect(try store.names() == ["Item 0", "Item 1", "Item 2", "Item 3"])
        #expect(try store.verify().isEmpty)
    }

    @Test("restore parents and parts that were removed together")
    func family() throws {
        let store = try makeStore(0)
        try store.add(sample(0), owner)
        try store.add(sample(1) { $0.parent = ids[0] }, owner)
        try store.write { writer in _ = try writer.remove(Array(ids.prefix(2)), owner) }
        #expect(try store.names().isEmpty)
        try store.undo(owner)
        #expect(try store.items()[1].parent == ids[0])
        #expect(try store.verify().isEmpty)
    }

    @Test("rename and merge locations with all that is below")
    func relocated() throws {
        let store = try makeStore()
        try store.add(sample(5) { $0.location = "Homestead" }, owner)
        try store.add(
            sample(6) {
                $0.location = "Study"
                $0.archived = true
            }, owner)
        func relocate(_ from: [String], _ to: [String]) throws -> Int? {
            try store.write { writer in try writer.relocate(from, to: to, owner) }.counts?.updated
        }
        #expect(try relocate(["Home", "Office"], ["Study"]) == 4)
        #expect(
            try store.items().map(\.location) == [
                "Study", "Study / Desk", "Study", "Study / Desk", "Homestead", "Study",
            ])
        #expect(try relocate(["Study"], ["Study", "Old"]) == 5)
        #expect(try store.items()[1].location == "Study / Old / Desk")
        #expect(try relocate(["Nowhere"], ["Study"]) == 0)
        for _ in 0..<2 { try store.undo(owner) }
        #expect(try store.items()[1].location == "Home/Office / Desk")
        #expect(try store.verify().isEmpty)
    }
}
