import Foundation
import InventoryModel
import Testing

@testable import Interchange

@Suite struct ArchiveTests {
    private struct Expected: Decodable {
        let name: String
        let serial: String
        let created: String
        let value: Int64
        let key: String
    }

    @Test(
        .enabled(if: Shared.has("homepwner-bnritem.archive"), "the shared fixtures are not beside the checkout"),
        arguments: ["homepwner-bnritem", "homepwner-hqlitem"])
    func readsTheSharedArchives(name: String) throws {
        let reading = try read(try Shared.bytes("\(name).archive"), nil, options())
        let expected = try JSONDecoder().decode(
            [Expected].self, from: Data(try Shared.bytes("\(name).expected.json")))
        #expect(reading.format == .archive)
        #expect(reading.faults.isEmpty)
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
}
