import Testing

@testable import JSON

@Suite struct JSONSyntaxTests {
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
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test func errorsNameLineAndColumn() throws {
        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: Array("{\n  \"a\": tru\n}".utf8))
        }
        #expect(error?.line == 2)
        #expect(error?.column == 11)
        #expect(error?.kind == .expected(.true))
    }

    @Test(
        arguments: [
            ("[", .endOfText(inside: .value)), ("[1", .endOfText(inside: .list)),
            ("{\"a\":1", .endOfText(inside: .object)), ("{\"a\":1,\"a\":2}", .duplicateName("a")),
            ("[[[1]]]", .tooDeep(maximum: 2)), ("01", .leadingZero), ("\"\u{1}\"", .controlCharacter),
        ] as [(String, JSONError.Kind)])
    func errorsAreData(text: String, kind: JSONError.Kind) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8), maximumDepth: 2) }
        #expect(error?.kind == kind)
    }

    @Test func listsAreWalkedWithoutMakingValues() {
        let text = Array(#" [ "a" , "b\u00e9\n", "" ] "#.utf8)
        text.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            var scratch: [UInt8] = []
            var texts: [String] = []
            guard scanner.skip(UInt8(ascii: "[")) else { return }
            repeat {
                switch scanner.rawText(&scratch) {
                case .slice(let bytes): texts.append(String(decoding: bytes, as: UTF8.self))
                case .unescaped: texts.append(String(decoding: scratch, as: UTF8.self))
                case nil: Issue.record("no text")
                }
            } while scanner.skip(UInt8(ascii: ","))
            if !scanner.skip(UInt8(ascii: "]")) || !scanner.isAtEnd { Issue.record("the list does not end") }
            #expect(texts == ["a", "bé\n", ""])
        }
    }

    @Test(arguments: ["", "1", "\"a", "\"\\", "\"\\x\"", "\"\\ud800\""])
    func whatIsNoTextIsNotHandedOut(text: String) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            var scratch: [UInt8] = []
            if scanner.rawText(&scratch) != nil { Issue.record("\(text)") }
        }
    }

    @Test(arguments: [
        (JSONString.Controls.named, #""a\"\\/\n\r\t\u0008\u001fé""#),
        (.numbered, #""a\"\\/\u000a\u000d\u0009\u0008\u001fé""#),
    ]) func aStringIsWrittenInQuotes(controls: JSONString.Controls, expected: String) throws {
        let text = "a\"\\/\n\r\t\u{8}\u{1f}é"
        var bytes: [UInt8] = []
        JSONString.append(text, to: &bytes, controls: controls)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(try JSONValue(parsing: bytes) == .string(text))
    }

    /// Every ASCII character, at every place of eight and beside letters of two, three and four bytes.
    @Test(arguments: ["", "é", "書", "🛋"]) func whatIsEscapedIsFoundWhereverItStands(beside: String) throws {
        for code in UInt8(0)..<0x80 {
            for before in 0...17 {
                let text = String(repeating: "x", count: before) + beside + String(UnicodeScalar(code)) + beside + "yz"
                var bytes: [UInt8] = []
                JSONString.append(text, to: &bytes, controls: .named)
                let inner = bytes.dropFirst().dropLast()
                #expect(inner.allSatisfy { $0 >= 0x20 } && inner.count >= text.utf8.count)
                #expect(try JSONValue(parsing: bytes) == .string(text))
            }
        }
    }
}
