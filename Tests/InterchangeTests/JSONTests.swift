import Foundation
import InventoryModel
import Testing

@testable import Interchange

@Suite struct JSONTests {
    @Test func keepsNumbersAsTheyAreWritten() throws {
        let value = try JSONValue(
            parsing: Array(#"{"a": [1, -0.10, 1e3, 12345678901234567890.5E-2], "b": {"c": null}}"#.utf8))
        #expect(
            value["a"]
                == .array([.number("1"), .number("-0.10"), .number("1e3"), .number("12345678901234567890.5E-2")]))
        #expect(value["b"]?["c"] == .null)
        #expect(value["x"] == nil)
    }

    @Test func readsEveryEscape() throws {
        let value = try JSONValue(parsing: Array(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\udc3b\u0000é""#.utf8))
        #expect(value == .string("\"\\/\u{8}\u{c}\n\r\t\u{e9}🐻\0é"))
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "1.", ".5", "+1", "-", "1e", "tru", "nul",
        "'a'",
        "\"a", "\"\\x\"", "\"\\u12\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\u{1}\"", "[] []", "{\"a\":1,\"a\":2}",
        "NaN",
        "\u{FEFF}\u{FEFF}1", "// c\n1",
    ])
    func refusesWhatIsNoJSON(text: String) {
        #expect(throws: InterchangeError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test func errorsNameLineAndColumn() throws {
        let error = #expect(throws: InterchangeError.self) {
            try JSONValue(parsing: Array("{\n  \"a\": tru\n}".utf8), file: "data.json")
        }
        #expect(error?.line == 2)
        #expect(error?.column == 11)
        #expect(error?.description.hasPrefix("data.json:2:11: expected true") == true)
    }

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
        let rejected = String(decoding: reading.faults.first?.rejected ?? [], as: UTF8.self)
        #expect(String(decoding: reading.rejectsHeader, as: UTF8.self) == "item,fault,source\n")
        #expect(rejected.hasPrefix("2,\"x: an item has no such member"))
        #expect(rejected.hasSuffix(",\"{\"\"x\"\": \"\"\\\"\"\"\"}\"\n"))
    }

    @Test func onlyStatedMembersAreStated() throws {
        let reading = try read(#"[{"name":"a","notes":null,"purchase":{"date":null}}]"#, nil, options())
        let incoming = try #require(reading.items.first)
        #expect(incoming.stated == ItemFields([.name, .notes, .purchaseDate]))
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
        var reader = try InventoryReader.open(path, options: options())
        let reading = try drain(&reader)
        #expect(reading.items.count == count)
        #expect(reading.items.last?.item.name == "Item \(count - 1)")
    }
}
