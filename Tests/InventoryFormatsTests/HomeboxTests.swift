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
        "-1", "NaN", "1e3", "+5", "1.234", "99999999999999999999", "Inf", "0x10", "about 5", "1/2",
    ])
    func refusesAmountsHomeboxNeverWrites(amount: String) throws {
        let reading = try read(header + "r1,Bear,\"\(amount)\",1,,,\nr2,Mac,1,1,,,\n", nil, options())
        #expect(reading.items.map(\.item.name) == ["Mac"])
        let row = try #require(reading.rejectedRows.first)
        #expect(row.row == 2)
        #expect(row.diagnostics.first?.location == .column(3, name: "HB.purchase_price"))
        #expect(row.source == Array("r1,Bear,\"\(amount)\",1,,,\n".utf8))
    }

    @Test(arguments: ["2024-02-30", "2024-13-05", "30.30.2024", "yesterday"])
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
        ("HB.name,HB.name\na,b\n", ["HB.name"]), ("HB.name,colour\na,b\n", ["colour"]),
        ("HB.purchase_date,HB.name,HB.purchase_time\n2024-05-01,a,2024-05-02\n", ["HB.purchase_time"]),
    ])
    func columnsThatHomeboxDoesNotWriteAreKept(text: String, names: [String]) throws {
        #expect(try TableSource(bytes: Array(text.utf8), name: "test").programReading() == nil)
        let item = try #require(try read(text, nil, options()).items.first?.item)
        #expect(item.name == "a" && item.customFields.map(\.name) == names)
    }

    @Test func aFileWithoutItsColumnOfNamesIsRefused() throws {
        let reason = failure("HB.quantity,HB.tags\n1,a\n", nil, try options())?.reason
        #expect(reason == .missingNames(header: ["HB.quantity", "HB.tags"]))
    }
}
