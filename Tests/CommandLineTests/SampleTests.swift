import FoundationEssentials
import Inventory
import Testing

@testable import homepwner

@Suite struct SampleTests {
    private let now = Timestamp(clampedMilliseconds: 1_790_000_000_000)

    private func items(_ count: Int, seed: UInt64?, rich: Bool, currencies: [String] = ["USD"]) throws -> [Item] {
        var maker = SampleItems(
            seed: seed, now: now, currencies: try currencies.map { try Currency(code: $0) }, isRich: rich)
        return (0..<count).map { _ in maker.next() }
    }

    @Test func theOldAppsItemsAreMade() throws {
        for item in try items(300, seed: nil, rich: false) {
            let words = item.name.split(separator: " ")
            #expect(["Fluffy", "Rusty", "Shiny"].contains(words[0]) && ["Bear", "Spork", "Mac"].contains(words[1]))
            #expect(try #require(item.serialNumber).wholeMatch(of: /[0-9][A-Z][0-9][A-Z][0-9]/) != nil)
            let value = try #require(item.value)
            #expect(value.minorUnits % 100 == 0 && (0..<10_000).contains(value.minorUnits))
            #expect(item.dateCreated == now)
        }
    }

    @Test(arguments: [false, true]) func theSameSeedMakesTheSameItems(rich: Bool) throws {
        #expect(try items(500, seed: 7, rich: rich) == items(500, seed: 7, rich: rich))
        #expect(try items(500, seed: 7, rich: rich) != items(500, seed: 8, rich: rich))
        #expect(try items(10, seed: nil, rich: rich) != items(10, seed: nil, rich: rich))
    }

    @Test(arguments: [false, true]) func keysAreUniqueVersionSevenAndInOrder(rich: Bool) throws {
        let keys = try items(10_000, seed: 3, rich: rich).map { $0.id.uuidString }
        #expect(keys == keys.sorted() && Set(keys).count == keys.count)
        #expect(keys.allSatisfy { Array($0.utf8)[14] == UInt8(ascii: "7") })
    }

    @Test func richItemsUseEveryField() throws {
        var used = ItemFieldSet()
        for item in try items(2000, seed: 1, rich: true) {
            for field in ItemField.allCases where item[field] != .none && item[field] != .flag(false) {
                used.insert(field)
            }
        }
        #expect(ItemField.csvColumns.filter { !used.contains($0) } == [])
    }

    @Test func richItemsAreAsVariedAsHouseholds() throws {
        let made = try items(5000, seed: 2, rich: true)
        func share(_ test: (Item) -> Bool) -> Double { Double(made.count(where: test)) / 50 }
        #expect((5.0...11.0).contains(share(\.archived)))
        #expect((25.0...36.0).contains(share { !$0.name.utf8.allSatisfy { $0 < 0x80 } && $0.name.contains(/[^’]/) }))
        #expect((3.0...7.0).contains(share { $0.value == nil }))
        #expect(share { $0.quantity.millionths % Quantity.scale != 0 } > 0.5)
        #expect(Set(made.compactMap(\.location)).count >= 20)
        #expect(Set(made.compactMap(\.category)).count >= 12)
        #expect(
            made.contains { $0.notes?.contains("<b>") == true } && made.contains { $0.notes?.contains("]]>") == true })
        #expect(made.allSatisfy { $0.archived || $0.sale == Sale() })
        let known = Set(made.map(\.id))
        #expect(made.allSatisfy { $0.parent.map(known.contains) ?? true })
    }

    @Test func severalCurrenciesComeOnlyWhenAsked() throws {
        #expect(Set(try items(500, seed: 4, rich: true).compactMap { $0.value?.currency.code }) == ["USD"])
        let mixed = try items(500, seed: 4, rich: true, currencies: ["USD", "EUR", "JPY"])
        #expect(Set(mixed.compactMap { $0.value?.currency.code }) == ["USD", "EUR", "JPY"])
    }
}
