import JSON
import Testing

@Suite struct JSONWriterTests {
    @Test func prettyTextIsExactAndEscaped() {
        var json = JSONWriter(.pretty)
        json.object { json in
            json.add("text", .string("a\"b\\c\n\u{1}é茶\u{2028}"))
            json.add("number", .number("0.10"))
            json.array("list") { json in
                json.add(.bool(true))
                json.add(.null)
            }
            json.array("empty") { _ in }
        }
        #expect(
            json.text == """
                {
                  "text": "a\\"b\\\\c\\n\\u0001é茶\u{2028}",
                  "number": 0.10,
                  "list": [
                    true,
                    null
                  ],
                  "empty": []
                }

                """)
    }

    @Test func compactTextHasNoWhiteSpace() {
        var json = JSONWriter()
        json.object { json in
            json.add("list", .array([.number(1), .object([JSONMember(name: "a", value: .null)])]))
            json.add("raw", raw: "[1,2]".utf8)
            json.object("empty") { _ in }
            json.add("text", .optional("a"))
        }
        #expect(json.text == #"{"list":[1,{"a":null}],"raw":[1,2],"empty":{},"text":"a"}"#)
    }

    @Test(arguments: [JSONWriter.Layout.compact, .pretty]) func aTextIsReadBackAsWritten(layout: JSONWriter.Layout)
        throws
    {
        let value = JSONValue.object([
            JSONMember(
                name: "b\n\u{1f}\"", value: .array([.string("é🛋\\"), .number("1e3"), .bool(false), .array([])])),
            JSONMember(name: "a", value: .object([])),
        ])
        var json = JSONWriter(layout)
        json.add(value)
        #expect(try JSONValue(parsing: json.bytes) == value)
    }

    @Test func drainedPiecesAddUpToTheText() throws {
        var (whole, drained) = (JSONWriter(.pretty), JSONWriter(.pretty))
        var pieces = ""
        whole.open(.array)
        drained.open(.array)
        for number in 0..<5 {
            whole.add(.number(number))
            drained.add(.number(number))
            pieces += drained.drain()
        }
        whole.close(.array)
        drained.close(.array)
        #expect(pieces + drained.drain() == whole.text)
    }
}
