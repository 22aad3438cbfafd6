import Foundation
import Inventory
import Testing

@testable import InventoryFormats

@Suite struct ArchiveTests {
    private struct Expected: Decodable {
        let name: String
        let serial: String
        let created: String
        let value: Int64
        let key: String
    }

    @Test(
        .enabled(
            if: SharedFixtures.has("homepwner-bnritem.archive"), "the shared fixtures are not beside the checkout"),
        arguments: ["homepwner-bnritem", "homepwner-hqlitem"])
    func readsTheSharedArchives(name: String) throws {
        let reading = try read(try SharedFixtures.bytes("\(name).archive"), nil, options())
        let expected = try JSONDecoder().decode(
            [Expected].self, from: Data(try SharedFixtures.bytes("\(name).expected.json")))
        #expect(reading.format == .archive)
        #expect(reading.rejectedRows.isEmpty)
        #expect(reading.items.count == expected.count)
        for (incoming, wanted) in zip(reading.items, expected) {
            let item = incoming.item
            #expect(item.name == wanted.name)
            #expect(item.serialNumber == wanted.serial)
            #expect(item.value == Money(minorUnits: wanted.value * 100, currency: try currency("USD")))
            #expect(item.id.uuidString == wanted.key)
            #expect(item.dateCreated == (try Timestamp(wanted.created.utf8)))
            #expect(incoming.stated.contains(.id) && incoming.stated.contains(.dateCreated))
        }
    }

    private func archive(_ members: String, class name: String = "BNRItem", classes: String = "") -> String {
        func uid(_ place: Int) -> String { "<dict><key>CF$UID</key><integer>\(place)</integer></dict>" }
        return """
            <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string>
            <key>$version</key><integer>100000</integer><key>$top</key><dict><key>root</key>\(uid(1))</dict>
            <key>$objects</key><array><string>$null</string>
            <dict><key>$class</key>\(uid(2))<key>NS.objects</key><array>\(uid(3))</array></dict>
            <dict><key>$classname</key><string>NSArray</string></dict>
            <dict><key>$class</key>\(uid(4))\(members)</dict>
            <dict><key>$classname</key><string>\(name)</string></dict>
            <string>text</string><dict><key>NS.string</key><string>inner</string></dict>
            </array></dict></plist>
            """
    }

    private func reference(_ place: Int) -> String { "<dict><key>CF$UID</key><integer>\(place)</integer></dict>" }

    @Test(arguments: ["HQLItem", "BNRItem", "JXItem", "Item", "Homepwner.Item"])
    func takesEveryClassTheAppHasHad(name: String) throws {
        let text = archive("<key>itemName</key>\(reference(5))<key>serialNumber</key>\(reference(6))", class: name)
        let reading = try read(text, nil, options())
        #expect(reading.items.first?.item.name == "text")
        #expect(reading.items.first?.item.serialNumber == "inner")
    }

    @Test(arguments: [(0, "0.00 USD"), (-7, "-7.00 USD"), (Int64.max / 100, "92233720368547758.00 USD")])
    func keepsIntegersAsTheyAre(value: Int64, expected: String) throws {
        let text = archive("<key>valueInDollars</key><integer>\(value)</integer>")
        #expect(try read(text, nil, options()).items.first?.item.value?.description == expected)
    }

    @Test func missingKeysAndNothingAreNotStated() throws {
        let text = archive("<key>itemName</key>\(reference(0))<key>dateCreated</key>\(reference(0))")
        let incoming = try #require(try read(text, nil, options()).items.first)
        #expect(incoming.item == Item(id: incoming.item.id, name: "", dateCreated: testMoment))
        #expect(incoming.stated == ItemFieldSet([.name]))
    }

    @Test func otherKeysAreFaultsUnlessMapped() throws {
        let text = archive("<key>colour</key>\(reference(5))")
        #expect(try read(text, nil, options()).rejectedRows.count == 1)
        let mapped = try read(text, nil, options { $0.columns = [ColumnMapping(column: "colour", field: .notes)] })
        #expect(mapped.items.first?.item.notes == "text")
        let own = try read(text, nil, options { $0.columns = [ColumnMapping(column: "colour", customField: "Colour")] })
        #expect(own.items.first?.item.customFields == [CustomField(name: "Colour", value: "text")])
        let ignored = try read(text, nil, options { $0.columns = [ColumnMapping(ignoring: "colour")] })
        #expect(ignored.items.count == 1)
    }

    @Test func aReferenceToItselfIsNoLoop() throws {
        let text = archive("<key>itemName</key>\(reference(3))")
        #expect(try read(text, nil, options()).rejectedRows.count == 1)
    }
}
