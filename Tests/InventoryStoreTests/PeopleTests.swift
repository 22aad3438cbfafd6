import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@Suite("People")
struct PeopleTests {
    let scratch = Scratch()

    @Test("people are listed by name, and codes are good once and until their end")
    func people() throws {
        let store = try scratch.makeStore()
        try store.set("Ben", role: .reader, endsSessions: true)
        try store.set("Ana Silva", role: .editor, endsSessions: true)
        #expect(try store.people().map(\.name) == ["Ana Silva", "Ben"])
        let since = try store.people()[0].since
        try store.set("Ana Silva", role: .owner, endsSessions: false)
        #expect(try store.people()[0].role == .owner && store.people()[0].since == since)
        let later = Timestamp(clampedMilliseconds: Timestamp.now.milliseconds + 60_000)
        try store.add(code: "one", for: "Ben", until: later)
        try store.add(code: "two", for: nil, until: later)
        try store.add(code: "old", for: "Ben", until: Timestamp(clampedMilliseconds: 1))
        #expect(try store.take(code: "old") == nil)
        #expect(try store.take(code: "other") == nil)
        #expect(try store.take(code: "two") == "")
        #expect(try store.take(code: "one") == "Ben")
        #expect(try store.take(code: "one") == nil)
        try store.add(code: "three", for: "Ben", until: later)
        try store.remove(person: "Ben")
        #expect(try store.take(code: "three") == nil)
        #expect(try store.people().map(\.name) == ["Ana Silva"])
        // Neither is a setting that documents or undo see.
        #expect(try store.snapshot().revision.rawValue == 0)
    }

    @Test(
        "a role decides which changes are taken",
        arguments: [
            (Role.reader, [false, false, false, false, false]), (.recorder, [true, true, false, false, false]),
            (.editor, [true, true, true, true, true]), (.owner, [true, true, true, true, true]),
        ])
    func roles(role: Role, allowed: [Bool]) throws {
        let store = try scratch.makeStore()
        let others = sample(1)
        try store.add(others, owner)
        let context = ChangeContext(actor: "Ana", role: role)
        let own = sample(2)
        func isTaken(_ change: () throws -> Void) throws -> Bool {
            do { try change() } catch StoreError.notAllowed { return false }
            return true
        }
        let notes = try edit([.notes: .text("new")])
        let results = [
            try isTaken { try store.add(own, context) },
            allowed[0] ? try isTaken { try store.edit(own.id, notes, context) } : false,
            try isTaken { try store.edit(others.id, notes, context) },
            try isTaken { try store.move(others.id, to: .last, context) },
            try isTaken { try store.remove(others.id, context) },
        ]
        #expect(results == allowed)
    }

    @Test(
        "names",
        arguments: [
            ("Ana", true), ("Ana Silva", true), ("小林", true), ("", false), (" Ana", false), ("a\nb", false),
            (String(repeating: "é", count: 51), false),
        ])
    func names(name: String, isGood: Bool) { #expect(Person.isName(name) == isGood) }
}
