import Foundation
import Inventory
import JSON
import Testing

@testable import InventoryFormats

/// The forms of an item in JSON agree member by member.
@Suite struct ItemJSONTests {
    /// An item with every field, photos and documents among them.
    private func richItem() throws -> Item {
        var item = Item(id: UUID(high: 0x4000, low: 0x8000_0000_0000_0001), name: "Tea set", dateCreated: testMoment)
        for field in ItemField.texts where field != .name { try item.set(field, to: .text("the \(field.name)")) }
        for field in ItemField.allCases where field.kind == .money {
            try item.set(field, to: .money(Money("12.34", currency: currency("USD"))))
        }
        for field in ItemField.allCases where field.kind == .flag { try item.set(field, to: .flag(true)) }
        for field in ItemField.allCases where field.kind == .date {
            try item.set(field, to: .date(CalendarDate("2014-04-30".utf8)))
        }
        item.quantity = try Quantity("1.5".utf8)
        item.depreciation = try Percentage("12.5".utf8)
        item.parent = UUID(high: 0x4000, low: 0x8000_0000_0000_0002)
        item.tags = ["a", "\"b\"\n"]
        item.customFields = [CustomField(name: "Glaze", value: "celadon"), CustomField(name: "Glaze", value: "")]
        let hash = try #require(ContentHash(String(repeating: "0a", count: 32)))
        item.photos = [
            PhotoReference(
                hash: hash, mediaType: "image/jpeg", fileName: "a.jpg", bytes: 12, width: 3, height: 4,
                caption: "front",
                isPrimary: true)
        ]
        item.documents = [
            DocumentReference(
                hash: hash, kind: .receipt, title: "Bill", number: "7", date: try CalendarDate("2014-05-01".utf8),
                mediaType: "application/pdf", fileName: "b.pdf", bytes: 34)
        ]
        return item
    }

    private func written(_ item: Item, _ layout: JSONWriter.Layout, revision: Int64? = nil) -> [UInt8] {
        var json = JSONWriter(layout)
        ItemJSON.write(item, revision: revision, to: &json)
        return json.bytes
    }

    @Test func anItemInJSONHasTheNamesAndNestingOfTheModel() throws {
        var item = Item(
            id: UUID(high: 0x1111_2222_3333_4444, low: 0x8555_6666_7777_8888), name: "Bear",
            dateCreated: try Timestamp("2014-05-01T09:30:00.123Z".utf8)
        )
        item.value = Money(minorUnits: 1234, currency: try Currency(code: "USD"))
        item.purchase.place = "Shop"
        item.warranty.lifetime = true
        item.tags = ["a"]
        var json = JSONWriter(.pretty)
        ItemJSON.write(item, to: &json)
        #expect(
            json.text == """
                {
                  "id": "11112222-3333-4444-8555-666677778888",
                  "name": "Bear",
                  "quantity": 1,
                  "value": {
                    "amount": "12.34",
                    "currency": "USD"
                  },
                  "dateCreated": "2014-05-01T09:30:00.123Z",
                  "tags": [
                    "a"
                  ],
                  "purchase": {
                    "place": "Shop"
                  },
                  "warranty": {
                    "lifetime": true
                  }
                }

                """)
    }

    @Test func everyFieldOfARichItemIsAMember() throws {
        let item = try richItem()
        let json = try JSONValue(parsing: written(item, .compact))
        for field in ItemField.allCases {
            let value = field.path.reduce(json as JSONValue?) { $0?[$1] }
            #expect(value != nil && value != .null, "\(field)")
        }
        let names = json.object?.map(\.name) ?? []
        let expected = ItemField.allCases.map { $0.path[0] }
        #expect(names == expected.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
    }

    @Test func fieldsWithoutAValueAndFalseFlagsAreOmitted() throws {
        let json = try JSONValue(parsing: written(Item(id: UUID(), name: "", dateCreated: testMoment), .compact))
        #expect(json.object?.map(\.name) == ["id", "name", "quantity", "dateCreated"])
    }

    @Test func theEnvelopeAddsOnlyTheRevision() throws {
        let item = try richItem()
        let plain = try JSONValue(parsing: written(item, .pretty))
        let stored = try JSONValue(parsing: written(item, .compact, revision: 7))
        #expect(stored.object?.last == JSONMember(name: "revision", value: .number("7")))
        #expect(stored.object?.dropLast() == plain.object?[...])
    }

    @Test func aRichItemIsImportedAndReadStrictly() throws {
        let item = try richItem()
        let reading = try read(Array("[".utf8) + written(item, .pretty) + Array("]".utf8), nil, options())
        #expect(reading.faults.map(\.description) == [])
        #expect(reading.items.map(\.item) == [item])
        try expectStrictReading(of: item)
    }

    @Test(arguments: 1...3) func randomItemsAreImportedAndReadStrictly(seed: Int) throws {
        var random = RandomItems(
            generator: SeededGenerator(seed: UInt64(seed)), currencies: try ["USD", "JPY"].map(currency))
        let items = (0..<100).map { _ in random.item() }.filter(\.hasExactLineValue)
        var json = JSONWriter()
        json.array { json in
            for item in items { ItemJSON.write(item, to: &json) }
        }
        let reading = try read(json.bytes, nil, options())
        #expect(reading.faults.map(\.description) == [])
        #expect(reading.items.map(\.item) == items)
        for item in items { try expectStrictReading(of: item) }
    }

    private func expectStrictReading(of item: Item) throws {
        let members = try #require(try JSONValue(parsing: written(item, .compact)).object)
        let read = ItemJSON.Members(members, allowsNull: false)
        #expect(read.diagnostics.isEmpty)
        var copy = Item(id: UUID(), name: "", dateCreated: testMoment)
        for (field, value) in read.values { try copy.set(field, to: value) }
        #expect(copy == item)
    }

    @Test func strictReadingNamesEveryMemberAtFault() throws {
        let text = """
            {"id": "x", "colourless": 1, "purchase": [], "sale": {"date": "2014-02-30", "who": "me"}, "quantity": "2",
             "insured": null, "photos": [], "value": {"amount": "1"}}
            """
        let members = try #require(try JSONValue(parsing: Array(text.utf8)).object)
        let read = ItemJSON.Members(members, allowsNull: false, excluding: [.photos])
        #expect(read.values.isEmpty)
        #expect(
            read.diagnostics == [
                ItemJSONDiagnostic(path: "id", reason: .wrongForm(.identifier)),
                ItemJSONDiagnostic(path: "colourless", reason: .unknownField),
                ItemJSONDiagnostic(path: "purchase", reason: .expectedObject),
                ItemJSONDiagnostic(path: "sale.date", reason: .value(.noSuchDate)),
                ItemJSONDiagnostic(path: "sale.who", reason: .unknownField),
                ItemJSONDiagnostic(path: "quantity", reason: .wrongForm(.quantity)),
                ItemJSONDiagnostic(path: "insured", reason: .wrongForm(.flag)),
                ItemJSONDiagnostic(path: "photos", reason: .unknownField),
                ItemJSONDiagnostic(path: "value", reason: .wrongForm(.money)),
            ])
    }

    @Test func nullClearsFieldsAndGroupsInAPatch() throws {
        let members = try #require(try JSONValue(parsing: Array(#"{"sale": null, "name": null}"#.utf8)).object)
        let read = ItemJSON.Members(members, allowsNull: true)
        #expect(read.diagnostics.isEmpty)
        #expect(
            read.values == [
                .saleDate: FieldValue.none, .salePrice: FieldValue.none, .saleTo: FieldValue.none,
                .saleNotes: FieldValue.none, .name: FieldValue.none,
            ])
    }
}
