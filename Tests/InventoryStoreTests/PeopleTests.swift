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
        #expect(try store.people()[0].role() == .owner && store.people()[0].since == since)
        let later = Timestamp(clampedMilliseconds: Timestamp.now.milliseconds + 60_000)
        try store.add(code: "one", for: "Ben", until: later)
        try store.add(code: "two", for: nil, until: later)
        try store.add(code: "old", for: "Ben", until: Timestamp(clampedMilliseconds: 1))
        #expect(try store.take(token: "old") == nil)
        #expect(try store.take(token: "other") == nil)
        #expect(try store.take(token: "two") == .owner)
        #expect(try store.take(token: "one") == .person("Ben"))
        #expect(try store.take(token: "one") == nil)
        try store.add(code: "three", for: "Ben", until: later)
        try store.remove(person: "Ben")
        #expect(try store.take(token: "three") == nil)
        #expect(try store.people().map(\.name) == ["Ana Silva"])
        // Neither is a setting that documents or undo see.
        #expect(try store.snapshot().revision.rawValue == 0)
    }

    @Test("a person of a server has the role of the closest pattern, and of equally close ones the lesser")
    func grants() throws {
        let store = try scratch.makeStore()
        func grant(_ role: Role?, _ pattern: String) throws {
            try store.set("Ana", role: role, in: pattern, endsSessions: false)
        }
        func role(_ inventory: String) throws -> Role? { try store.people()[0].role(in: inventory) }
        try grant(.reader, "main-*")
        #expect(try role("main-5") == .reader && role("main-") == .reader && role("Main-5") == nil && role("a") == nil)
        try grant(.editor, "main-street-*")
        try grant(nil, "main-street-7")
        try grant(.owner, "main-street-5")
        #expect(try role("main-street-4") == .editor && role("main-street-7") == nil && role("main-street-5") == .owner)
        #expect(try role("main-5") == .reader && store.people()[0].grants.count == 4)
        // Characters of the stored form are letters of a name like others.
        try grant(.recorder, "a,b=c 100%")
        try grant(.editor, "[x]")
        #expect(try role("a,b=c 100%") == .recorder && role("[x]") == .editor && role("x") == .editor)
        try grant(.recorder, "*-end")
        try grant(.reader, "end-*")
        #expect(try role("end-a-end") == .reader)
        try grant(nil, "*-end")
        #expect(try role("end-a-end") == nil)
        try grant(.owner, "*")
        #expect(try role("b") == .owner && role("main-street-7") == nil)
    }

    @Test("names differ in more than case, in all scripts", arguments: [("ς", "Σ"), ("ß", "SS"), ("É", "e\u{301}")])
    func folding(one: String, other: String) throws {
        let store = try scratch.makeStore()
        try store.set(one, role: .reader, endsSessions: true)
        let person = try store.people()[0]
        #expect(person.isNamed(other) && !person.isNamed(other + "x"))
        // At a proxy they may be two users.
        #expect(person.isUser(one) && !person.isUser(other))
    }

    @Test("a person keeps an account, which is theirs by its verified address or its subject alone")
    func accounts() throws {
        let store = try scratch.makeStore()
        func isAna(_ subject: String, _ mail: String?) throws -> Bool {
            try store.people()[0].has(Account(subject: subject, mail: mail))
        }
        try store.set("kim@example.org", role: .reader, endsSessions: true)
        #expect(try isAna("1", "Kim@EXAMPLE.org"))
        #expect(try !isAna("kim@example.org", nil))
        // The Kelvin sign is k in lower case, and another letter at a provider.
        #expect(try !isAna("1", "\u{212A}im@example.org"))
        try store.set("kim@example.org", role: .reader, account: "k@example.org", endsSessions: true)
        #expect(try isAna("1", "k@example.org") && !isAna("1", "kim@example.org"))
        try store.set("kim@example.org", role: .editor, account: "sub:A b", endsSessions: false)
        try store.set("kim@example.org", role: .owner, endsSessions: true)
        #expect(try store.people()[0].account == "sub:A b" && store.people()[0].role() == .owner)
        #expect(try isAna("A b", nil) && !isAna("a b", nil) && !isAna("1", "sub:A b"))
        #expect(try store.people()[0].sharesAccount("sub:A b") && !store.people()[0].sharesAccount("sub:a b"))
        try store.set("kim@example.org", role: .owner, account: "", endsSessions: false)
        #expect(try store.people()[0].account == nil && isAna("1", "kim@example.org"))
    }

    @Test(
        "a share link has its filter whatever it is made of, counts visits, and ends",
        arguments: ["", "tag:loan", "name:\"a  b\" or  tag:c", " 1 2 3 4 5 6 7 ", "a\nb", "Ä 🔑"])
    func shareLinks(filter: String) throws {
        let store = try scratch.makeStore()
        let later = Timestamp(clampedMilliseconds: Timestamp.now.milliseconds + 60_000)
        let digest = String(repeating: "ab", count: 32)
        let link = try store.addShareLink(token: digest, filter: filter, hasDocuments: true, until: later)
        #expect(try store.shareLinks() == [link])
        #expect(link.filter == filter && link.hasDocuments && link.until == later && link.visits == nil)
        #expect(try store.take(token: link.id) == nil)
        for number in 1...3 {
            #expect(try store.take(token: digest) == .visitor(link.id))
            #expect(try store.shareLinks().first?.visits?.count == Int64(number))
            #expect(try store.shareLinks().first?.filter == filter)
        }
        let over = String(repeating: "cd", count: 32)
        _ = try store.addShareLink(token: over, filter: filter, hasDocuments: false, until: .now)
        #expect(try store.take(token: over) == nil)
        #expect(try store.shareLinks().count == 2 && store.admissions().links.count == 2)
        let long = Timestamp(clampedMilliseconds: Timestamp.now.milliseconds - 91 * Timestamp.millisecondsPerDay)
        let old = try store.addShareLink(token: "ef", filter: filter, hasDocuments: false, until: long)
        #expect(try store.shareLinks().contains(old))
        _ = try store.addShareLink(token: over, filter: filter, hasDocuments: false, until: .now)
        #expect(try store.shareLinks().count == 2 && !store.shareLinks().contains(old))
        #expect(try store.removeShareLink(link.id) && !store.removeShareLink(link.id))
        #expect(try store.take(token: digest) == nil)
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
