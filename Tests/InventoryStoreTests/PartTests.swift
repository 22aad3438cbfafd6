import Inventory
import Testing

@testable import InventoryStore

@Suite struct PartTests {
    let scratch = Scratch()

    private func ids(_ snapshot: StoreSnapshot, _ selection: Selection, _ keys: OrderKeyRange = .all) throws -> [String]
    {
        let cursor = try snapshot.items(matching: selection, keys: keys)
        var ids: [String] = []
        while try cursor.next() { ids.append("\(cursor.id)") }
        return ids
    }

    @Test(arguments: [0, 1, 2, 10])
    func everyItemIsInOnePart(items: Int) throws {
        let store = try scratch.makeStore()
        for number in 0..<items {
            try store.add(
                sample(number) {
                    $0.archived = number % 3 == 2
                    $0.name = number % 2 == 0 ? "Lamp" : "Chair"
                }, owner)
        }
        // The order keys are no row of numbers.
        if items > 5 { try store.remove(sample(4).id, owner) }
        let snapshot = try store.snapshot()
        let words = try Selection(parsing: "lamp", currency: usd, today: today)
        for selection in [.everything, .current, words] {
            let all = try ids(snapshot, selection)
            for count in [1, 2, 3, 7] {
                var joined: [String] = []
                for number in 1...count {
                    let part = try snapshot.part(number, of: count)
                    #expect(try snapshot.count(matching: selection, before: part) == joined.count)
                    let own = try ids(snapshot, selection, part)
                    if selection == .everything {
                        #expect([all.count / count, all.count / count + 1].contains(own.count))
                    }
                    joined += own
                }
                #expect(joined == all)
            }
        }
    }

    @Test func aSharedStateIsReadByOthersWhateverIsChanged() throws {
        let store = try scratch.makeStore()
        try store.add(sample(1), owner)
        let snapshot = try store.snapshot()
        guard testServer != nil else {
            let error = StoreError.unsharedSnapshot(path: scratch.store)
            #expect(throws: error) { try snapshot.share() }
            #expect(throws: error) { try store.snapshot(sharedAs: "1") }
            return
        }
        let id = try snapshot.share()
        try store.add(sample(2), owner)
        let other = try InventoryStore.open(at: scratch.store, for: .reading)
        let shared = try other.snapshot(sharedAs: id)
        #expect(try shared.revision == Revision(rawValue: 1) && shared.count == 1)
        #expect(try other.snapshot().count == 2)
        try snapshot.checkIsHeld()
        for unknown in ["", "1", "00000003-0000001B-1", "'; DROP TABLE items; --"] {
            #expect(throws: StoreError.missingSnapshot(unknown, path: scratch.store)) {
                try other.snapshot(sharedAs: unknown)
            }
        }
        #expect(try other.snapshot().count == 2)
    }
}
