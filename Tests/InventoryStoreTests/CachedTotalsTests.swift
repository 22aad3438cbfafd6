import Inventory
import Testing

@testable import InventoryStore

/// The totals that an import leaves behind.
@Suite struct CachedTotalsTests {
    private let scratch = Scratch()

    private func item(_ number: Int) -> Item {
        sample(number) { item in
            item.value = number % 3 == 0 ? nil : Money(minorUnits: Int64(number), currency: number % 2 == 0 ? usd : jpy)
            item.quantity = Quantity(millionths: Int64(number % 4) * 500_000)
            item.serialNumber = number % 5 == 0 ? "S\(number)" : ""
            item.archived = number % 7 == 0
        }
    }

    private func take(_ numbers: Range<Int>, into store: InventoryStore) throws {
        try store.importItems(owner) { importer in
            for number in numbers { try importer.put(IncomingItem(item: item(number), stated: .all, row: number)) }
        }
    }

    @Test func areThoseOfTheItemsAfterAnImportIntoAnEmptyStore() throws {
        let store = try scratch.makeStore()
        #expect(try store.snapshot().cachedSummary() == nil)
        try take(0..<70, into: store)
        let snapshot = try store.snapshot()
        let cached = try #require(try snapshot.cachedSummary())
        #expect(try cached == snapshot.summary())
        #expect(cached.totals.items == 60 && cached.archived == 10 && cached.totals.amounts.count == 2)
        #expect(try snapshot.cachedSummary(matching: .everything) == nil)
        #expect(try store.verify() == [])
        // Items that are added later are not added to cached totals: an error in them would persist.
        try take(70..<80, into: store)
        #expect(try store.snapshot().cachedSummary() == nil)
    }

    @Test func areStaleAfterAnyOtherChange() throws {
        let store = try scratch.makeStore()
        try take(0..<10, into: store)
        try store.edit(sample(1).id, ItemEdit([.quantity: .quantity(.one)]), owner)
        #expect(try store.snapshot().cachedSummary() == nil)
        try take(10..<20, into: store)
        #expect(try store.snapshot().cachedSummary() == nil)
        // An import that changes items counts no more than the others.
        let other = try InventoryStore.create(at: scratch.path + "/other", settings: InventorySettings(currency: usd))
        try take(0..<10, into: other)
        try other.importItems(owner) { importer in
            try importer.put(IncomingItem(item: sample(1), stated: .all, row: 1))
            try importer.put(IncomingItem(item: item(30), stated: .all, row: 2))
        }
        #expect(try other.snapshot().cachedSummary() == nil)
        try other.undo(owner)
        #expect(try other.snapshot().cachedSummary() == nil)
    }

    @Test func areHeldAgainstTheItemsByVerifyAndByWhoeverUsesThem() throws {
        let store = try scratch.makeStore()
        try take(0..<10, into: store)
        try store.configure("UPDATE items SET value = value + 1 WHERE value IS NOT NULL")
        #expect(try store.verify() == [.totals])
        let snapshot = try store.snapshot()
        var check = TotalsCheck(of: try #require(try snapshot.cachedSummary()), in: snapshot)
        let cursor = try snapshot.items()
        while try cursor.next() { try check.count(cursor) }
        #expect(throws: StoreError.cachedTotals(path: scratch.store)) { try check.finish() }
        // The next change of an item puts it right.
        try store.edit(sample(1).id, ItemEdit([.name: .text("other")]), owner)
        #expect(try store.verify() == [])
    }

    @Test(arguments: [
        "", "1 2 3", "1 2 3 4 5 6 7", "1 2 3 4 5 -6", "1 9223372036854775807 3 4 5 6", "1 2 3 4 5 6 7 ZZZ",
        "1 2 3 4 5 x",
    ])
    func whatIsNoneIsLeftAlone(text: String) { #expect(CachedTotals(text: text) == nil) }
}
