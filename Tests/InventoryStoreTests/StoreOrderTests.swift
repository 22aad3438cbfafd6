import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@Suite struct StoreOrderTests {
    let scratch = Scratch()

    func makeStore(_ count: Int) throws -> InventoryStore {
        let store = try scratch.makeStore()
        try store.importItems(owner) { importer in
            for number in 0..<count { try importer.put(IncomingItem(item: sample(number), stated: .all, row: number)) }
        }
        return store
    }

    @Test(arguments: [
        (ListPosition.first, [2, 0, 1, 3, 4]), (.last, [0, 1, 3, 4, 2]), (.before(sample(1).id), [0, 2, 1, 3, 4]),
        (.after(sample(4).id), [0, 1, 3, 4, 2]), (.index(0), [2, 0, 1, 3, 4]), (.index(3), [0, 1, 3, 2, 4]),
        (.index(4), [0, 1, 3, 4, 2]),
    ])
    func aMovedItemStandsWhereItWasPut(place: ListPosition, expected: [Int]) throws {
        let store = try makeStore(5)
        let outcome = try store.move(sample(2).id, to: place, owner)
        #expect(try store.names() == expected.map { "Item \($0)" })
        #expect(try store.item(sample(2).id)?.revision == outcome.revision)
        for number in [0, 1, 3, 4] { #expect(try store.item(sample(number).id)?.revision == Revision(rawValue: 1)) }
    }

    @Test(arguments: [
        ListPosition.index(2), .before(sample(2).id), .after(sample(2).id), .after(sample(1).id), .before(sample(3).id),
    ])
    func aMoveToWhereTheItemStandsIsNoChange(place: ListPosition) throws {
        let store = try makeStore(5)
        #expect(try store.move(sample(2).id, to: place, owner).revision == Revision(rawValue: 1))
        #expect(try store.journal(limit: 10).count == 1)
    }

    @Test func aGapThatIsUsedUpIsOpenedAgainWithoutTouchingRevisions() throws {
        let store = try makeStore(4)
        for number in 100..<400 { try store.add(sample(number), at: .after(sample(0).id), owner) }
        let expected = [0] + (100..<400).reversed() + [1, 2, 3]
        #expect(try store.names() == expected.map { "Item \($0)" })
        for number in 0..<4 { #expect(try store.item(sample(number).id)?.revision == Revision(rawValue: 1)) }
        #expect(try store.verify().isEmpty)
    }

    @Test(arguments: [
        [2, 3, 4, 5], [5, 4, 3, 2], [3, 5, 2, 4], [0, 1, 2], [9, 8, 7], [4, 3, 5, 2, 6], [1, 8, 2, 7, 3], Array(0..<10),
        Array((0..<10).reversed()),
    ])
    func neighboursThatAreRemovedInAnyOrderReturnToTheirPlaces(numbers: [Int]) throws {
        let store = try makeStore(10)
        let all = (0..<10).map { "Item \($0)" }
        let left = (0..<10).filter { !numbers.contains($0) }
        let removal = try store.write { writer in try writer.remove(numbers.map { sample($0).id }, owner).revision }
        let undo = try store.undo(removal, owner).revision
        #expect(try store.names() == all)
        let redo = try store.undo(undo, owner).revision
        #expect(try store.names() == left.map { "Item \($0)" })
        if let first = left.first {
            // Uses up the gap, so that keys are assigned anew and only the recorded neighbours tell the places.
            for number in 100..<400 { try store.add(sample(number), at: .after(sample(first).id), owner) }
            try store.write { writer in _ = try writer.remove((100..<400).map { sample($0).id }, owner) }
        }
        try store.undo(redo, owner)
        #expect(try store.names() == all)
        #expect(try store.verify().isEmpty)
    }

    @Test func thousandsOfMovesInANarrowPlaceKeepTheOrder() throws {
        let count = 40
        let store = try makeStore(count)
        var model = Array(0..<count)
        var dice = SeededStoreGenerator(3)
        try store.write { writer in
            for _ in 0..<3000 {
                // Nearly always the same two neighbours, which uses gaps up as fast as can be.
                let from = dice.below(count)
                let to = dice.below(10) == 0 ? dice.below(count) : count / 2
                let number = model.remove(at: from)
                model.insert(number, at: to)
                try writer.move(sample(number).id, to: .index(to), owner)
            }
        }
        #expect(try store.names() == model.map { "Item \($0)" })
        #expect(try store.verify().isEmpty)
    }
}
