import Foundation
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Testing

@testable import HTTPServer
@testable import InventoryServer

@Suite("The API's item is the command line's")
struct ItemJSONAgreementTests {
    /// A value of each kind of field; some texts need escapes.
    private static func value(of field: ItemField, _ number: Int) throws -> FieldValue? {
        switch field.kind {
        case .text:
            guard field != .externalReference else { return .text("reference-\(number)") }
            return .text("\(field.name) \(number) \"quoted\" \\ \u{1}\n漢字 ä")
        case .money: return .money(try Money(amount: "\(number).50".utf8, currency: try Currency(code: "USD")))
        case .quantity: return .quantity(try Quantity("\(number + 1)".utf8))
        case .percentage: return .percentage(try Percentage("\(number % 100)".utf8))
        case .timestamp: return .timestamp(try Timestamp("2014-05-01T09:30:00.123Z".utf8))
        case .date: return .date(try CalendarDate("2014-05-01".utf8))
        case .flag: return .flag(number % 2 == 0)
        case .tags: return .tags(["tag \(number)", "b"])
        case .customFields: return .customFields([CustomField(name: "Colour", value: "red \(number)")])
        case .identifier, .photos, .documents: return nil
        }
    }

    private static func hash(_ text: String) throws -> ContentHash {
        try #require(ContentHash(bytes: Array((text.utf8 + Array(repeating: 0, count: 32)).prefix(32))))
    }

    /// Adds an item that states about two thirds of its fields, with photos and documents.
    private static func add(_ number: Int, partOf parent: UUID?, to store: InventoryStore) throws -> UUID {
        var item = Item(id: UUID(), name: "Item \(number)", dateCreated: .now)
        for (index, field) in ItemField.csvColumns.enumerated() where field != .id && (number + index) % 3 != 0 {
            // Rules between fields, such as a date of sale before the purchase, refuse some values.
            if let value = try value(of: field, number) { try? item.set(field, to: value) }
        }
        item.parent = parent
        let context = ChangeContext(actor: "test")
        try store.add(item, context)
        let photos = try (0..<number % 4).map { index in
            PhotoReference(
                hash: try hash("p\(number)-\(index)"), mediaType: "image/jpeg",
                fileName: index == 0 ? nil : "IMG_\(index).jpg", bytes: 1000 + index, width: 40, height: 30,
                caption: index == 1 ? "left \"side\"" : nil)
        }
        let documents = try (0..<number % 3).map { index in
            DocumentReference(
                hash: try hash("d\(number)-\(index)"), kind: index == 0 ? .receipt : .manual,
                title: index == 0 ? "Receipt" : nil, number: index == 0 ? "R-\(number)" : nil,
                date: index == 0 ? try CalendarDate("2014-05-01".utf8) : nil, mediaType: "application/pdf",
                fileName: "a.pdf", bytes: 12)
        }
        _ = try store.write { writer in
            if !photos.isEmpty { _ = try writer.add(photos: photos, to: item.id, context) }
            if !documents.isEmpty { _ = try writer.add(documents: documents, to: item.id, context) }
        }
        return item.id
    }

    @Test("500 items with photos and documents agree member by member, one by one and in lists")
    func agreement() throws {
        let server = try TestServer()
        var ids: [UUID] = []
        for number in 0..<500 {
            ids.append(try Self.add(number, partOf: number % 3 == 1 ? ids.last : nil, to: server.store))
        }
        let snapshot = try server.store.snapshot()
        var shown: [UUID: JSONValue] = [:]
        let client = try server.client()
        for id in ids {
            let stored = try #require(try snapshot.item(id))
            var json = JSONWriter(.pretty)
            ItemJSON.write(stored.item, revision: stored.revision.rawValue, to: &json)
            let expected = try JSONValue(parsing: json.bytes)
            shown[id] = expected
            client.send(
                "GET /api/items/\(id.text) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                    + "Authorization: Bearer \(server.bearer)\r\n\r\n")
            #expect(try JSONValue(parsing: Array(client.response().body.utf8)) == expected)
        }
        // Each number of photos, 0 to 3, with each of documents, 0 to 2.
        #expect(shown.values.count { $0["photos"] != nil } == 375)
        #expect(shown.values.count { $0["documents"] != nil } == 333)
        #expect(shown.values.count { $0["photos"] != nil && $0["documents"] != nil } == 250)
        for field in ItemField.allCases {
            #expect(shown.values.contains { $0[field.path[0]] != nil }, "\(field.name)")
        }
        let list = try JSONValue(
            parsing: Array(try server.api("GET", "/api/items?limit=500&where=archived:any").body.utf8))
        #expect(list["items"]?.array?.count == 500)
        for item in list["items"]?.array ?? [] {
            let id = try #require(item["id"]?.string.flatMap { UUID(text: $0) })
            #expect(item == shown[id])
        }
    }
}
