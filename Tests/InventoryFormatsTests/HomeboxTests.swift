import Foundation
import Inventory
import Testing

@testable import InventoryFormats

@Suite struct HomeboxTests {
    private struct Expected: Decodable {
        let rows: Int
        let archived: Int
        let zeroPriced: Int
        let total: String
        let units: String
        let byLocation: [String: String]
        let names: [String]
        let serials: [String]

        enum CodingKeys: String, CodingKey {
            case rows, archived, names, serials
            case zeroPriced = "priced_at_zero"
            case total = "active_total"
            case units = "active_units"
            case byLocation = "total_by_location"
        }
    }

    @Test(.enabled(if: SharedFixtures.has("homebox-120.csv"), "the shared fixtures are not beside the checkout"))
    func readsTheSharedExportWithItsTotals() throws {
        let reading = try read(try SharedFixtures.bytes("homebox-120.csv"), nil, options())
        let expected = try JSONDecoder().decode(
            Expected.self, from: Data(try SharedFixtures.bytes("homebox-120.expected.json")))
        #expect(reading.format == .homebox)
        #expect(reading.rejectedRows.isEmpty)
        #expect(reading.items.count == expected.rows)
        let items = reading.items.map(\.item)
        let active = items.filter { !$0.archived }
        #expect(items.count - active.count == expected.archived)
        #expect(items.filter { $0.value == nil }.count == expected.zeroPriced)
        #expect(active.map(\.name) == expected.names)
        #expect(active.map { $0.serialNumber ?? "" } == expected.serials)
        var total = Money(minorUnits: 0, currency: try currency("USD"))
        var units = Quantity.zero
        var places: [String: Money] = [:]
        for item in active {
            units = try units.adding(item.quantity)
            guard let value = try item.lineValue(), let location = item.location else { continue }
            total = try total.adding(value)
            places[location] = try places[location]?.adding(value) ?? value
        }
        #expect(total.amountText == expected.total)
        #expect(units.description == expected.units)
        #expect(places.mapValues(\.amountText) == expected.byLocation)
    }

    private let header =
        "HB.import_ref,HB.name,HB.purchase_price,HB.quantity,HB.tags,HB.parent_import_ref,HB.field.Size\n"

    @Test func readsFieldsPricesTagsParentsAndCustomFields() throws {
        let reading = try read(header + "r1,'=Bear,12.5,2,a; b ;;c,r0,XL\nr2,'90s lamp,0,0.5,,,\n", nil, options())
        #expect(reading.rejectedRows.isEmpty)
        let first = try #require(reading.items.first)
        #expect(first.item.name == "=Bear")
        #expect(first.item.value?.description == "12.50 USD")
        #expect(first.item.purchase.price == first.item.value)
        #expect(first.item.tags == ["a", "b", "c"])
        #expect(first.parentReference == "r0")
        #expect(first.item.customFields == [CustomField(name: "Size", value: "XL")])
        #expect(first.item.externalReference == "r1")
        #expect(first.row == 2)
        #expect(first.item.dateCreated == testMoment)
        #expect(first.stated.contains(.value) && !first.stated.contains(.dateCreated) && !first.stated.contains(.id))
        let second = reading.items[1]
        #expect(second.item.name == "'90s lamp")
        #expect(second.item.value == nil)
        #expect(second.item.quantity.description == "0.5")
        #expect(!second.stated.contains(.value) && !second.stated.contains(.purchasePrice))
    }

    @Test(arguments: [
        "-1", "NaN", "1e3", "1,234.50", "$10", "12,34", "+5", "5.", ".5", "1.234", "99999999999999999999", "Inf",
        "0x10", "１２", "12.34 USD",
    ])
    func refusesAmountsHomeboxNeverWrites(amount: String) throws {
        let reading = try read(header + "r1,Bear,\"\(amount)\",1,,,\nr2,Mac,1,1,,,\n", nil, options())
        #expect(reading.items.map(\.item.name) == ["Mac"])
        let row = try #require(reading.rejectedRows.first)
        #expect(row.row == 2)
        #expect(row.diagnostics.first?.location == .column(3, name: "HB.purchase_price"))
        #expect(row.source == Array("r1,Bear,\"\(amount)\",1,,,\n".utf8))
    }

    @Test(arguments: ["05.03.2024", "25/12/2024", "2024-02-30", "2024-1-5", "20240105", "2024-01-05T00:00:00Z"])
    func refusesDatesHomeboxNeverWrites(date: String) throws {
        let reading = try read("HB.name,HB.purchase_date\nBear,\(date)\n", nil, options())
        #expect(reading.items.isEmpty)
        #expect(reading.rejectedRows.first?.diagnostics.first?.location == .column(2, name: "HB.purchase_date"))
    }

    @Test func takesOlderNamesAndTabsAndNewerColumns() throws {
        let reading = try read(
            "HB.name\tHB.purchase_time\tHB.sold_time\tHB.labels\tHB.low_stock_threshold\r\n"
                + "Bear\t2024-02-29\t2024-03-01\ta;b\t3\r\n",
            nil, options())
        let item = try #require(reading.items.first?.item)
        #expect(item.purchase.date?.description == "2024-02-29")
        #expect(item.sale.date?.description == "2024-03-01")
        #expect(item.tags == ["a", "b"])
        #expect(item.customFields == [CustomField(name: "Low stock threshold", value: "3")])
    }

    @Test(arguments: [
        "HB.quantity,HB.tags\n1,a\n", "HB.name,HB.name\na,b\n", "HB.name,HB.tags,HB.labels\na,b,c\n",
        "HB.name,colour\na,b\n",
    ])
    func refusesAHeaderThatIsNotHomeboxes(text: String) throws {
        let reason = failure(text, nil, try options())?.reason
        switch reason {
        case .missingColumn, .duplicateColumn, .conflictingColumns, .unknownColumns: break
        default: Issue.record("\(String(describing: reason))")
        }
    }
}
