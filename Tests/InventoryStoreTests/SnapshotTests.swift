import FoundationEssentials
import Inventory
import Testing

@testable import InventoryStore

@Suite struct SnapshotTests {
    let scratch = Scratch()

    @Test func aSnapshotStaysAsItIsWhileOthersWrite() throws {
        let store = try scratch.makeStore()
        for number in 0..<5 { try store.add(sample(number), owner) }
        let snapshot = try store.snapshot()
        let cursor = try snapshot.items()
        #expect(try cursor.next())
        let other = try InventoryStore.open(at: scratch.store, for: .writing)
        try other.remove(sample(3).id, owner)
        try other.edit(sample(4).id, edit([.name: .text("New")]), owner)
        var names: [String] = []
        repeat { names.append(try cursor.item().name) } while try cursor.next()
        #expect(names == (0..<5).map { "Item \($0)" })
        #expect(try snapshot.count == 5)
        #expect(try snapshot.item(sample(4).id)?.item.name == "Item 4")
        #expect(try snapshot.summary().totals.items == 5)
        #expect(snapshot.revision == Revision(rawValue: 5))
        #expect(try store.revision == Revision(rawValue: 7))
    }

    @Test func aCursorPastItsEndStaysThere() throws {
        let store = try scratch.makeStore()
        try store.add(sample(0), owner)
        let cursor = try store.snapshot().items()
        #expect(try cursor.next())
        for _ in 0..<3 { #expect(try !cursor.next()) }
    }

    @Test func itemsAreFoundByTheirKeysSeveralAtOnce() throws {
        let store = try scratch.makeStore()
        for number in 0..<7 { try store.add(sample(number), owner) }
        let snapshot = try store.snapshot()
        var keys: [Int64] = []
        let cursor = try snapshot.items()
        while try cursor.next() { keys.append(cursor.orderKey) }
        for atOnce in [1, 3, 7, 10] {
            let lookup = try snapshot.lookup(fields: ItemFieldSet([.name]), atOnce: atOnce)
            func names(_ keys: [Int64]) throws -> (found: [Int: String], isWhole: Bool) {
                var found: [Int: String] = [:]
                let isWhole = try lookup.find(keys) { place, cursor in
                    found[place] = cursor.text(.name).map { String(decoding: $0, as: UTF8.self) }
                }
                return (found, isWhole)
            }
            for order in [keys, keys.reversed(), [keys[4]], []] {
                let (found, isWhole) = try names(order)
                #expect(isWhole)
                #expect(found.count == order.count)
                for (place, key) in order.enumerated() {
                    #expect(try found[place] == "Item \(#require(keys.firstIndex(of: key)))")
                }
            }
            #expect(try names([keys[1], -5, keys[2]]) == ([0: "Item 1", 2: "Item 2"], false))
            #expect(try !names([keys[1], keys[1]]).isWhole || atOnce == 1)
        }
    }

    @Test func partsAreFoundByTheKeysOfTheirItems() throws {
        let store = try scratch.makeStore()
        for number in 0..<7 { try store.add(sample(number), owner) }
        for (part, parent) in [(6, 0), (1, 0), (2, 4), (3, 6)] {
            try store.edit(
                sample(part).id, ItemEdit([.parent: .identifier(sample(parent).id)]), basedOn: nil, owner)
        }
        let snapshot = try store.snapshot()
        var keys: [Int64] = []
        let cursor = try snapshot.items()
        while try cursor.next() { keys.append(cursor.orderKey) }
        for atOnce in [1, 3, 7, 10] {
            let lookup = try snapshot.lookupParts(fields: ItemFieldSet([.name, .parent]), atOnce: atOnce)
            func parts(_ keys: [Int64]) throws -> [UUID: [String]] {
                var parts: [UUID: [String]] = [:]
                try lookup.findParts(ofItemsAt: keys) { cursor in
                    let name = cursor.text(.name).map { String(decoding: $0, as: UTF8.self) }
                    parts[try #require(cursor.parent), default: []].append(try #require(name))
                }
                return parts
            }
            let all = [
                sample(0).id: ["Item 1", "Item 6"], sample(4).id: ["Item 2"], sample(6).id: ["Item 3"],
            ]
            #expect(try parts(keys) == all)
            #expect(try parts([keys[6], keys[1]]) == [sample(6).id: ["Item 3"]])
            #expect(try parts([-5]).isEmpty && parts([]).isEmpty)
        }
    }

    /// Writers in several connections shift value between two items; every snapshot sees the same sum.
    @Test func nobodySeesATornState() async throws {
        let store = try scratch.makeStore()
        let total: Int64 = 1000
        try store.add(sample(0) { $0.value = Money(minorUnits: total, currency: usd) }, owner)
        try store.add(sample(1) { $0.value = Money(minorUnits: 0, currency: usd) }, owner)
        let path = scratch.store
        try await withThrowingTaskGroup { group in
            for writer in 0..<3 {
                group.addTask {
                    let store = try InventoryStore.open(at: path, for: .writing)
                    var dice = SeededStoreGenerator(UInt64(writer))
                    for _ in 0..<40 {
                        let share = Int64(dice.below(Int(total)))
                        try store.write { writer in
                            for (number, units) in [share, total - share].enumerated() {
                                var edit = ItemEdit()
                                try? edit.set(.value, to: .money(Money(minorUnits: units, currency: usd)))
                                try writer.edit(sample(number).id, edit, owner)
                            }
                        }
                        await Task.yield()
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    let store = try InventoryStore.open(at: path, for: .writing)
                    var last = Revision.zero
                    for _ in 0..<60 {
                        let snapshot = try store.snapshot()
                        let amounts = try snapshot.summary().totals.amounts
                        #expect(amounts == [Money(minorUnits: total, currency: usd)])
                        #expect(snapshot.revision >= last)
                        last = snapshot.revision
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.verify().isEmpty)
    }

    @Test func writersInManyConnectionsWaitForOneAnother() async throws {
        _ = try scratch.makeStore()
        let path = scratch.store
        try await withThrowingTaskGroup { group in
            for writer in 0..<6 {
                group.addTask {
                    let store = try InventoryStore.open(at: path, for: .writing)
                    for number in 0..<15 { try store.add(sample(writer * 100 + number), owner) }
                }
            }
            try await group.waitForAll()
        }
        let store = try InventoryStore.open(at: path, for: .writing)
        #expect(try store.names().count == 90)
        #expect(try store.revision == Revision(rawValue: 90))
        #expect(try store.verify().isEmpty)
    }

    @Test func changesSinceARevisionNameWhatToReadAnew() throws {
        let store = try scratch.makeStore()
        for number in 0..<4 { try store.add(sample(number), owner) }
        let base = try store.revision
        #expect(try store.changes(since: base) == StoreChanges.none(at: base))
        // A page that saw changes which a restored store lost.
        #expect(try store.changes(since: Revision(rawValue: base.rawValue + 1)).requiresFullReload)
        try store.edit(sample(0).id, edit([.name: .text("A")]), owner)
        try store.remove(sample(1).id, owner)
        try store.edit(sample(2).id, edit([.name: .text("C")]), owner)
        try store.edit(sample(0).id, edit([.name: .text("AA")]), owner)
        var changes = try store.changes(since: base)
        #expect(changes.items == [sample(2).id, sample(0).id])
        #expect(changes.removed == [sample(1).id])
        #expect(!changes.isReordered)
        #expect(!changes.requiresFullReload)
        try store.add(sample(9), owner)
        #expect(try !store.changes(since: base).isReordered)
        try store.move(sample(3).id, to: .first, owner)
        var settings = try store.settings
        settings[.owner] = "Ann"
        try store.update(settings: settings, owner)
        changes = try store.changes(since: base)
        #expect(changes.isReordered)
        #expect(changes.changesSettings)
        #expect(try changes.revision == store.revision)
        #expect(try store.changes(since: base, limit: 3).requiresFullReload)
        try store.importItems(owner) { try $0.put(IncomingItem(item: sample(20), stated: .all, row: 2)) }
        #expect(try store.changes(since: base).requiresFullReload)
        let imported = try store.revision
        try store.undo(owner)
        #expect(try store.changes(since: imported).removed == [sample(20).id])
    }

    @Test func changesThatFollowOneAnotherAreThoseSinceTheFirst() throws {
        let store = try scratch.makeStore()
        for number in 0..<6 { try store.add(sample(number), owner) }
        let base = try store.revision
        var changes = try store.changes(since: base)
        for step in 0..<40 {
            let number = step * 5 % 8
            let id = sample(number).id
            let isThere = try store.snapshot().contains(id)
            switch step % 4 {
            case 0 where isThere: try store.remove(id, owner)
            case 1 where isThere: try store.move(id, to: .first, owner)
            case _ where isThere: try store.edit(id, edit([.name: .text("\(step)")]), owner)
            default: try store.add(sample(number), owner)
            }
            changes = changes.followed(by: try store.changes(since: changes.revision))
            #expect(try changes == store.changes(since: base))
        }
        try store.importItems(owner) { try $0.put(IncomingItem(item: sample(20), stated: .all, row: 2)) }
        changes = changes.followed(by: try store.changes(since: changes.revision))
        #expect(changes.requiresFullReload && changes.items.isEmpty)
        #expect(try changes == store.changes(since: base))
    }

    @Test func moreChangedItemsThanAreAskedForAtOnceAreFound() throws {
        let store = try scratch.makeStore()
        let base = try store.revision
        for number in 0..<150 { try store.add(sample(number), owner) }
        for number in stride(from: 0, to: 150, by: 7) { try store.remove(sample(number).id, owner) }
        let changes = try store.changes(since: base)
        #expect(changes.removed == stride(from: 0, to: 150, by: 7).map { sample($0).id })
        #expect(changes.items == (0..<150).filter { $0 % 7 != 0 }.map { sample($0).id })
    }
}

extension StoreChanges {
    static func none(at revision: Revision) -> StoreChanges { StoreChanges(base: revision, revision: revision) }
}

@Suite struct LinesOfAListTests {
    private let scratch = Scratch()

    private func store() throws -> InventoryStore {
        let store = try scratch.makeStore()
        for number in 0..<10 {
            try store.add(
                sample(number) {
                    $0.location = ["Attic", "Cellar"][number % 2]
                    $0.value = Money(minorUnits: Int64(number), currency: try Currency(code: "USD"))
                    $0.archived = number == 4
                }, owner)
        }
        return store
    }

    @Test(arguments: [0..<0, 0..<3, 3..<9, 8..<20, 9..<9]) func aCursorReadsSomeLines(lines: Range<Int>) throws {
        let snapshot = try store().snapshot()
        let cursor = try snapshot.items(grouping: .location, lines: lines)
        var names: [String] = []
        while try cursor.next() { names.append(try cursor.item().name) }
        let all = [0, 2, 6, 8, 1, 3, 5, 7, 9].map { "Item \($0)" }
        #expect(names == Array(all[lines.clamped(to: 0..<all.count)]))
        #expect(try !cursor.next())
    }

    @Test func theTotalsOfTheLinesAddUpToThoseOfTheList() throws {
        let snapshot = try store().snapshot()
        let whole = try snapshot.summary(grouping: .location)
        var sum = ValueTotals()
        var items: [String?: Int] = [:]
        for lines in [0..<3, 3..<6, 6..<9] {
            let part = try snapshot.summary(
                ofLines: lines, matching: .current, order: .ownerDefined, grouping: .location)
            try sum.add(part.totals)
            for group in part.groups { items[group.name, default: 0] += group.totals.items }
        }
        #expect(sum == whole.totals)
        #expect(items == Dictionary(uniqueKeysWithValues: whole.groups.map { ($0.name, $0.totals.items) }))
    }
}
