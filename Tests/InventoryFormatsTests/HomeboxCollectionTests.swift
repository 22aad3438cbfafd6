import Files
import Foundation
import Glibc
import Inventory
import JSON
import TestSupport
import Testing

@testable import InventoryFormats

/// Writes the tables of a collection into an archive; the id of a row is its number.
struct TestCollection {
    var tables: [String: String] = [
        "manifest": #"{"schemaVersion":1,"groupId":"00000000-0000-4000-8000-00000000000f","counts":{}}"#,
        "entity_types":
            #"[{"id":"\#(id(1))","name":"Item","is_location":0},{"id":"\#(id(2))","name":"Location","is_location":1}]"#,
    ]
    var blobs: [String: String] = [:]

    static func id(_ number: Int) -> String { "00000000-0000-4000-8000-" + String(format: "%012d", number) }

    /// Writes the archive and reads it.
    func read(_ options: ImportOptions, attached: [String: AttachedFile] = [:]) throws -> (
        collection: HomeboxCollection, result: ReadResult
    ) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [ZipWriter.File] = []
        for (name, text) in tables.map({ ("\($0.key).json", $0.value) }) + blobs.map({ ($0.key, $0.value) }) {
            let path = folder.appendingPathComponent(UUID().uuidString).path
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            files.append(ZipWriter.File(name: name, path: path, isPacked: true))
        }
        let archive = folder.appendingPathComponent("test.zip").path
        try ZipWriter.write(files, to: archive, timestamp: 1_780_000_000)
        #expect(try HomeboxCollection.isCollection(at: archive))
        let collection = try HomeboxCollection(path: archive, name: "test.zip", currency: options.currency)
        var reader = try InventoryReader(collection, attached: attached, options: options)
        return (collection, try drain(&reader))
    }
}

@Suite struct HomeboxCollectionTests {
    private func id(_ number: Int) -> String { TestCollection.id(number) }

    private func entity(_ number: Int, _ more: String, type: Int = 1) -> String {
        #"{"id":"\#(id(number))","entity_type_entities":"\#(id(type))",\#(more)}"#
    }

    @Test func anItemHasWhatItsRowsState() throws {
        var collection = TestCollection()
        collection.tables["entities"] =
            "["
            + [
                entity(10, #""name":"Home""#, type: 2),
                entity(11, #""name":"Kitchen","entity_children":"\#(id(10))""#, type: 2),
                entity(
                    20,
                    #""name":"Kettle","entity_children":"\#(id(11))","quantity":2.5,"purchase_price":19.989999999999998,"sold_price":0,"insured":1,"archived":false,"asset_id":42,"purchase_date":"2024-03-05T00:00:00Z","warranty_expires":"0001-01-01T00:00:00Z","notes":"blue","created_at":"2024-03-06T10:00:00.5Z""#
                ),
                entity(21, #""name":"Lid","entity_children":"\#(id(20))","import_ref":"R-1""#),
                entity(22, #""name":"Knob","entity_children":"\#(id(21))""#),
            ].joined(separator: ",") + "]"
        collection.tables["tags"] = #"[{"id":"\#(id(30))","name":"a;b"}]"#
        collection.tables["tag_entities"] = #"[{"tag_id":"\#(id(30))","entity_id":"\#(id(20))"}]"#
        collection.tables["entity_fields"] =
            #"[{"id":"\#(id(40))","name":"Fabric","type":"text","text_value":"linen","entity_fields":"\#(id(20))"},{"id":"\#(id(41))","name":"Works","type":"boolean","boolean_value":1,"entity_fields":"\#(id(20))"}]"#
        collection.tables["maintenance_entries"] =
            #"[{"id":"\#(id(50))","name":"Descaled","date":"2025-01-02","cost":3.5,"description":"with vinegar","entity_id":"\#(id(20))"}]"#
        let items = try collection.read(options()).result.items
        #expect(items.map(\.item.name) == ["Kettle", "Lid", "Knob"])
        let kettle = items[0].item
        #expect(kettle.id.text == id(20))
        #expect(kettle.location == "Home / Kitchen")
        #expect(kettle.value?.description == "19.99 USD")
        #expect(kettle.purchase.price == kettle.value)
        #expect(kettle.quantity.description == "2.5")
        #expect(kettle.insured && !kettle.archived)
        #expect(kettle.assetIdentifier == "000-042")
        #expect(kettle.purchase.date?.description == "2024-03-05")
        #expect(kettle.warranty.expires == nil)
        #expect(kettle.dateCreated.description == "2024-03-06T10:00:00.500Z")
        #expect(kettle.notes == "blue\n\n[2025-01-02] Descaled (3.50 USD)\n    with vinegar")
        #expect(kettle.tags == ["a;b"])
        #expect(
            kettle.customFields == [
                CustomField(name: "Fabric", value: "linen"), CustomField(name: "Works", value: "true"),
            ])
        // A part lies where the item lies that contains it, and is known by its reference.
        #expect(items[1].item.parent == kettle.id && items[1].item.location == "Home / Kitchen")
        #expect(items[1].item.externalReference == "R-1" && !items[1].stated.contains(.id))
        #expect(items[2].parentReference == "R-1" && items[2].item.location == "Home / Kitchen")
        // A price of 0 leaves the field as it is.
        #expect(!items[0].stated.contains(.salePrice))
    }

    @Test func aFileThatCannotBeReadIsNoOtherKindOfFile() throws {
        let error = #expect(throws: InventoryFileError.self) {
            try HomeboxCollection.isCollection(at: "/nonexistent/homebox.zip")
        }
        guard case .unreadable(code: ENOENT)? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try !HomeboxCollection.isCollection(at: "-"))
    }

    @Test func whatIsNotTakenOverIsNamed() throws {
        var collection = TestCollection()
        collection.tables["manifest"] = #"{"schemaVersion":1,"counts":{"entities":7}}"#
        collection.tables["entities"] =
            "["
            + [
                entity(10, #""name":"Hall","notes":"cold""#, type: 2),
                entity(20, #""name":"Lamp","import_ref":"same","purchase_price":0.005,"shine":1"#),
                entity(21, #""name":"Shade","import_ref":"same""#),
            ].joined(separator: ",") + "]"
        collection.tables["notifiers"] = #"[{"id":"x","url":"secret"}]"#
        collection.tables["loans"] = "[]"
        func attachment(_ number: Int, _ more: String) -> String {
            #"{"id":"\#(id(number))","entity_attachments":"\#(id(20))",\#(more)}"#
        }
        collection.tables["attachments"] =
            "["
            + [
                attachment(60, #""type":"photo","title":"lamp.jpg","attachment_thumbnail":"\#(id(61))""#),
                #"{"id":"\#(id(61))","type":"thumbnail","path":"x","entity_attachments":null}"#,
                attachment(62, #""type":"manual","title":"lost.pdf""#),
                attachment(63, #""title":"Shop","path":"https://shop.example/lamp","mime_type":"link/url""#),
            ].joined(separator: ",") + "]"
        collection.blobs = ["attachments/\(id(60))": "photo", "attachments/\(id(61))": "thumb", "attachments/x": "?"]
        let (read, result) = try collection.read(options())
        #expect(read.files.map(\.title) == ["lamp.jpg"])
        #expect(
            read.notices == [
                .count(.entities, stated: 7, found: 3), .repeatedReferences(["same"]), .roundedAmounts(1),
                .missingFiles(["lost.pdf"]), .links(1), .locationDetails(["Hall"]), .leftOut(.notifiers, count: 1),
                .unknownColumns(.entities, ["shine"]), .unknownFiles(["attachments/x", "loans.json"]),
            ])
        #expect(
            result.items[0].item.customFields == [CustomField(name: "Shop", value: "https://shop.example/lamp")])
        #expect(result.items.map { $0.stated.contains(.id) } == [true, true])
    }

    @Test(arguments: [
        (#"{}"#, "malformedManifest"), (#"[]"#, "malformedManifest"), (#"{"schemaVersion":2}"#, "version"),
        (#"{"schemaVersion":"1"}"#, "malformedManifest"), ("{", "malformedManifest"),
    ]) func anotherManifestIsRefused(manifest: String, reason: String) throws {
        var collection = TestCollection()
        collection.tables["manifest"] = manifest
        collection.tables["entities"] = "[]"
        do {
            _ = try collection.read(options())
            Issue.record("It was read.")
        } catch let error as InventoryFileError {
            #expect("\(error.reason)".contains(reason))
        }
    }

    @Test(arguments: [
        "[{}]", "[1]", "{}", "[", #"[{"id":"1"}]"#,
        #"[{"id":"00000000-0000-4000-8000-000000000020","entity_type_entities":"00000000-0000-4000-8000-000000000003"}]"#,
        #"[{"id":"00000000-0000-4000-8000-000000000020","entity_type_entities":"00000000-0000-4000-8000-000000000001","entity_children":"00000000-0000-4000-8000-000000000099"}]"#,
        #"[{"id":"00000000-0000-4000-8000-000000000020","entity_type_entities":"00000000-0000-4000-8000-000000000002","entity_children":"00000000-0000-4000-8000-000000000020"}]"#,
    ]) func aDamagedTableIsRefused(entities: String) throws {
        var collection = TestCollection()
        collection.tables["entities"] = entities
        #expect(throws: InventoryFileError.self) { try collection.read(options()) }
    }

    @Test func costsAndQuantitiesThatAreRoundedAreCounted() throws {
        var collection = TestCollection()
        collection.tables["entities"] =
            "[" + entity(20, #""name":"Lamp","quantity":0.12345678,"created_at":"0001-01-01T00:00:00Z""#) + "]"
        collection.tables["maintenance_entries"] =
            #"[{"id":"\#(id(50))","name":"Bulb","cost":3.505,"entity_id":"\#(id(20))"}]"#
        #expect(try collection.read(options()).collection.notices == [.roundedAmounts(2)])
    }

    @Test(arguments: [
        ("2025-08-14 22:40:00", "2025-08-14T22:40:00Z"), ("2025-08-14 22:40:00.123456789", "2025-08-14T22:40:00.123Z"),
        ("2025-08-14 22:40:00.5 +0000 UTC", "2025-08-14T22:40:00.500Z"),
        ("2025-08-14 22:40:00+02", "2025-08-14T20:40:00Z"), ("2025-08-14T22:40:00-0530", "2025-08-15T04:10:00Z"),
        ("2025-08-14 22:40:00 +0200 CEST", "2025-08-14T20:40:00Z"), ("2025-08-14 10:40 PM", "2025-08-14T22:40:00Z"),
    ])
    func momentsAreReadAsDatabasesWriteThem(text: String, moment: String) throws {
        var collection = TestCollection()
        collection.tables["entities"] = "[" + entity(20, #""name":"Lamp","created_at":"\#(text)""#) + "]"
        let expected = try Timestamp(moment.utf8)
        #expect(try collection.read(options()).result.items.map(\.item.dateCreated) == [expected])
        let table = try read("name,dateCreated\nLamp,\(text)\n", nil, options())
        #expect(table.items.map(\.item.dateCreated) == [expected])
    }

    @Test(arguments: [
        "2025-08-14 22:40:00 CEST", "2025-08-14 22:40:00 +2", "2025-08-14 22:40:00 +0200 CEST x", "2025-08-14 25:40:00",
        "2025-02-30 22:40:00", "2025-08-14 22:40:00.", "2025-08-14 13:40 PM x", "2025-08-14 00:10 AM",
    ])
    func otherMomentsAreFaults(text: String) throws {
        let id = "7d718d73-3ff9-4ff3-87c5-6473a7a83ee0"
        let table = try read("id,name,dateCreated\n\(id),Lamp,\(text)\n", nil, options())
        #expect(table.items.isEmpty && table.rejectedRows.count == 1)
    }

    @Test func locationsThatLieTooDeepAreRefused() throws {
        func read(_ depth: Int) throws -> [String?] {
            var collection = TestCollection()
            let places = (0..<depth).map { number in
                let parent = number == 0 ? "null" : "\"\(id(99 + number))\""
                return entity(100 + number, #""name":"P","entity_children":\#(parent)"#, type: 2)
            }
            let lamp = entity(20, #""name":"Lamp","entity_children":"\#(id(99 + depth))""#)
            collection.tables["entities"] = "[" + (places + [lamp]).joined(separator: ",") + "]"
            return try collection.read(options()).result.items.map(\.item.location)
        }
        #expect(try read(64) == [Array(repeating: "P", count: 64).joined(separator: " / ")])
        #expect(throws: InventoryFileError.self) { try read(65) }
    }

    @Test func aFaultyValueIsAFaultOfItsRow() throws {
        var collection = TestCollection()
        let faults = [
            #""name":7"#, #""name":"x","purchase_price":-1"#, #""name":"x","quantity":"two""#,
            #""name":"x","purchase_price":1e300"#, #""name":"x","purchase_date":"soon""#,
            #""name":"x","insured":"maybe""#,
            #""name":"x","quantity":-1"#, #""name":"x","sold_price":[]"#, #""name":"x","created_at":"soon""#,
            #""name":"x","created_at":5"#,
        ]
        collection.tables["entities"] =
            "[" + faults.enumerated().map { entity(20 + $0, $1) }.joined(separator: ",") + "]"
        let result = try collection.read(options()).result
        #expect(result.items.isEmpty)
        #expect(result.rejectedRows.map(\.row) == Array(1...faults.count))
    }

    // MARK: Maintenance

    @Test func maintenanceComesBackFromNotes() throws {
        let euros = try Money("49.90", currency: currency("EUR"))
        let entries = [
            MaintenanceEntry(
                name: "Oil changed", description: "5W-30\n\nwith filter", done: try CalendarDate("2024-03-05".utf8),
                planned: try CalendarDate("2024-03-01".utf8), cost: euros),
            MaintenanceEntry(
                name: "Next (12 EUR)", description: nil, done: nil, planned: try CalendarDate("2025-03-05".utf8),
                cost: nil),
            MaintenanceEntry(name: "", description: nil, done: nil, planned: nil, cost: nil),
        ]
        for notes in [nil, "blue", "two\n\nparagraphs", "[not an entry"] {
            let text = MaintenanceEntry.append(entries, to: notes)
            let (rest, found) = MaintenanceEntry.split(text)
            #expect(rest == notes)
            #expect(found == entries)
        }
        for text in ["[2024-03-05] x (0.00 EUR)", "a\n[2024-03-05] x", "[2025-01-01] b\n[2024-01-01] a", "[-]x", "\n"] {
            #expect(MaintenanceEntry.split(text).notes == text)
        }
    }

    // MARK: Round trip

    @Test(arguments: 1...Rounds.size(5, few: 2)) func aCollectionLosesNothing(seed: Int) throws {
        let usd = try currency("USD")
        var random = RandomItems(
            generator: SeededGenerator(seed: UInt64(seed)), currencies: [usd, try currency("EUR"), try currency("JPY")])
        var written: [Item] = []
        for number in 0..<300 {
            var item = random.item()
            item.parent = number % 3 == 2 ? written.last?.id : nil
            if item.externalReference != nil { item.externalReference = "ref-\(number)" }
            if item.hasExactLineValue { written.append(item) }
        }
        let items = written
        let byID = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
        let writer = try HomeboxCollectionWriter(
            group: UUID(), currency: usd, timestamp: testMoment, isExported: { byID[$0] != nil },
            rootLocation: { id in
                var item = byID[id]
                while let parent = item?.parent { item = byID[parent] }
                return item?.location
            }, original: { _ in nil })
        for item in items { try writer.write(item) }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).zip").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ZipWriter.write(writer.finish(), to: path, timestamp: 1_780_000_000)
        let collection = try HomeboxCollection(path: path, currency: usd)
        #expect(collection.notices == [])
        var reader = try InventoryReader(collection, attached: [:], options: options())
        let result = try drain(&reader)
        #expect(result.rejectedRows.map(words) == [])
        #expect(result.items.count == items.count)
        for (incoming, other) in zip(result.items, items) {
            var one = incoming.item
            if other.externalReference != nil { one.id = other.id }
            if let reference = incoming.parentReference {
                one.parent = byID.values.first { $0.externalReference == reference }?.id
            }
            var expected = other
            expected.tags = other.tags.enumerated().filter { other.tags.firstIndex(of: $1) == $0 }.map(\.element)
            for field in ItemField.allCases where one[field] != expected[field] {
                Issue.record("\(field.name): \(one[field]) instead of \(expected[field])")
            }
        }
    }
}
