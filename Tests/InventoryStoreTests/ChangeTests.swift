import FoundationEssentials
import InventoryModel
import InventoryStore
import Testing

@Suite struct ChangeTests {
    let scratch = Scratch()

    @Test func whatIsAddedIsThereAfterOpeningAgain() throws {
        let full = try fullItem()
        do {
            let store = try scratch.makeStore()
            try store.add(full, owner)
        }
        let store = try InventoryStore.open(at: scratch.store)
        let stored = try #require(try store.item(full.id))
        #expect(stored.item == full)
        #expect(stored.revision == Revision(rawValue: 1))
        #expect(try store.items() == [full])
    }

    @Test func importedItemsStandInTheOrderOfTheFile() throws {
        let store = try scratch.makeStore()
        let outcome = try store.importItems(owner, source: "file.csv") { importer in
            for number in 0..<100 {
                try importer.put(IncomingItem(item: sample(99 - number), stated: .all, row: number + 2))
            }
        }
        #expect(outcome.counts.added == 100)
        #expect(try store.names() == (0..<100).map { "Item \(99 - $0)" })
        #expect(try store.snapshot().summary().totals.items == 100)
    }
}

/// An item in which every field says something.
func fullItem() throws -> Item {
    try sample(7) { item in
        item.name = "Lampe \"A\" \u{301}\u{0}\u{1F}"
        item.serialNumber = "0A0A0"
        item.value = Money(minorUnits: 1234, currency: usd)
        item.quantity = try Quantity("2.5".utf8)
        item.location = "Home / 书房"
        item.category = "Lights"
        item.tags = ["a", "b\"c\\", "書"]
        item.assetIdentifier = "000-001"
        item.url = "https://example.com/?a=b&c"
        item.parent = UUID(high: 1, low: 2)
        item.manufacturer = "Maker"
        item.modelNumber = "M-1"
        item.description = "line one\r\nline two"
        item.notes = "]]> {{x}}"
        item.condition = "good"
        item.purchase.date = try CalendarDate("2020-02-29".utf8)
        item.purchase.place = "Shop"
        item.purchase.price = Money(minorUnits: -5, currency: jpy)
        item.purchase.receiptNumber = "R1"
        item.replacementValue = Money(minorUnits: .max, currency: usd)
        item.depreciation = try Percentage("12.5".utf8)
        item.warranty.expires = try CalendarDate("0001-01-01".utf8)
        item.warranty.lifetime = true
        item.warranty.details = ""
        item.insured = true
        item.archived = true
        item.sale.date = try CalendarDate("9999-12-31".utf8)
        item.sale.price = Money(minorUnits: 0, currency: usd)
        item.sale.to = "Someone"
        item.sale.notes = "cash"
        item.customFields = [CustomField(name: "n", value: "v"), CustomField(name: "n", value: "\n")]
        item.externalReference = "ref-1"
    }
}
