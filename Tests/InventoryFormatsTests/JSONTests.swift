import Foundation
import Inventory
import Localization
import TestSupport
import Testing

@testable import InventoryFormats

@Suite struct JSONTests {
    @Test func readsAPlainListAndAnObjectOfItems() throws {
        for text in [
            #"[{"name":"a"},{"name":"b"}]"#, #"{"items":[{"name":"a"},{"name":"b"}],"summary":{}}"#,
            "\u{FEFF} [ {\"name\":\"a\"} , {\"name\":\"b\"} ] ",
        ] {
            let reading = try read(text, nil, options())
            #expect(reading.format == .json)
            #expect(reading.items.map(\.item.name) == ["a", "b"])
            #expect(reading.items.map(\.row) == [1, 2])
        }
        #expect(try read("[]", nil, options()).items.isEmpty)
    }

    @Test func rejectsHoldTheTextOfTheItem() throws {
        let reading = try read("[{\"name\": \"a\"}, {\"x\": \"\\\"\"}]", nil, options())
        let problems = reading.rejectedRows.first?.diagnostics.map { MessageCatalogue.english.text($0.message) } ?? []
        let line = reading.rejectedRows.first?.rejectsLine(problems: problems.joined(separator: "; "))
        let rejected = String(decoding: line ?? [], as: UTF8.self)
        #expect(String(decoding: reading.rejectsHeader, as: UTF8.self) == "item,fault,source\n")
        #expect(rejected.hasPrefix("2,\"x: an item has no such member"))
        #expect(rejected.hasSuffix(",\"{\"\"x\"\": \"\"\\\"\"\"\"}\"\n"))
    }

    @Test func onlyStatedMembersAreStated() throws {
        let reading = try read(#"[{"name":"a","notes":null,"purchase":{"date":null}}]"#, nil, options())
        let incoming = try #require(reading.items.first)
        #expect(incoming.stated == ItemFieldSet([.name, .notes, .purchaseDate]))
    }

    @Test func aDateOfCreationMayBeADay() throws {
        let texts = ["2024-07-01", "2024-02-29", "2024-07-01T00:00:00+02:00", "2023-02-29", "01.07.2024", "2024-07"]
        let list = texts.map { #"{"name":"\#($0)","dateCreated":"\#($0)"}"# }.joined(separator: ",")
        let reading = try read("[\(list)]", nil, options())
        #expect(
            reading.items.map(\.item.dateCreated.description) == [
                "2024-07-01T00:00:00Z", "2024-02-29T00:00:00Z", "2024-06-30T22:00:00Z",
            ])
        #expect(reading.rejectedRows.map(\.row) == [4, 5, 6])
    }

    @Test func manyItemsStreamThroughPieces() throws {
        let count = 20_000
        let text =
            "["
            + (0..<count).map { #"{"name":"Item \#($0)","value":{"amount":"\#($0).5","currency":"EUR"}}"# }.joined(
                separator: ",\n") + "]"
        let path = NSTemporaryDirectory() + "/many-\(UUID().uuidString).json"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var reader = try InventoryReader(TableSource(path: path), options: options())
        let reading = try drain(&reader)
        #expect(reading.items.count == count)
        #expect(reading.items.last?.item.name == "Item \(count - 1)")
    }

    static let tooLarge = [
        (#"{"name":"a","notes":"LONG"}"#, "a text holds at most 1 MiB"),
        (#"{"LONG":1}"#, "a text holds at most 1 MiB"), (#""LONG""#, "a text holds at most 1 MiB"),
        (#"{"name":"a","value":LONG}"#, "a number in it is too long"), ("LONG", "a number in it is too long"),
        (#"{"name":"a","tags":[MANY1]}"#, "it has too many parts"),
        (#"{"name":"a",SPACES"value":1}"#, "it holds too many spaces"),
    ]

    @Test(arguments: Rounds.size(tooLarge, few: Array(tooLarge.prefix(1))))
    func whatIsTooLargeIsGonePastAndTold(item: String, problem: String) throws {
        let text = item.replacing("LONG", with: String(repeating: "1", count: 7 << 20))
            .replacing("MANY", with: String(repeating: "1,", count: 300_000))
            .replacing("SPACES", with: String(repeating: " ", count: 3 << 20))
        let path = NSTemporaryDirectory() + "/large-\(UUID().uuidString).json"
        try "[{\"name\":\"first\"},\n\(text),\n{\"name\":\"last\"}]".write(
            toFile: path, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var reader = try InventoryReader(TableSource(path: path), options: options())
        let reading = try drain(&reader)
        #expect(reading.items.map(\.item.name) == ["first", "last"])
        let fault = try #require(reading.rejectedRows.first)
        #expect(reading.rejectedRows.count == 1 && fault.row == 2 && fault.line == 2 && fault.source == nil)
        #expect(words(fault).contains("\(problem); shorten the item, or take it out"), "\(fault)")
    }

    @Test func manySpacesBetweenItemsAreNoItem() throws {
        let spaces = String(repeating: " \n", count: 3 << 20)
        let reading = try read("[\(spaces){\"name\":\"a\"}\(spaces),{\"name\":\"b\"},{}\(spaces)]", nil, options())
        #expect(reading.items.map(\.item.name) == ["a", "b"])
        #expect(reading.rejectedRows.first?.line == 6 << 20 + 1)
    }

    @Test(.enabled(if: Rounds.areAll, "\(Rounds.absence)")) func aTextOfManyEscapesIsReadUpToItsLimit() throws {
        let escapes = String(repeating: "\\u0041", count: 1 << 20)
        #expect(try read("[{\"name\":\"\(escapes)\"}]", nil, options()).items.first?.item.name.utf8.count == 1 << 20)
        let faults = try read("[{\"name\":\"\(escapes)A\"}]", nil, options()).rejectedRows
        #expect(faults.first.map(words)?.contains("a text holds at most 1 MiB") == true)
    }

    @Test(arguments: [
        ("[{\"a\":[1}]", "1:9: expected a comma or ']'"), ("[{\"name\":\"a\nb\"}]", "1:12: a control character"),
        ("[\n{\"name\": tru}]", "2:13: expected true"), ("[,1]", "1:2: expected a value"), ("[{\"a\"", "1:6: "),
        ("[\"a", "1:4: the file ends inside a string"), ("[{}{}]", "1:4: expected a comma or ']'"),
        ("[\u{FEFF}1]", "1:2: expected a value"), ("{\"summary\":{\"a\":}}", "1:17: expected a value"),
        ("{a:1}", "1:2: expected a name in quotes"), ("[{}", "1:4: "), ("[1 2]", "1:4: expected a comma or ']'"),
    ])
    func faultsAreToldWhereTheyAre(text: String, words: String) throws {
        let error = try #require(failure(text, .json, options()))
        #expect(MessageCatalogue.english.text(error.message).hasPrefix("test:\(words)"), "\(error)")
    }
}
