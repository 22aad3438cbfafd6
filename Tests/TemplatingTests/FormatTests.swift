import Testing

@testable import Templating

@Suite("Escaping in XML, CSV, JSON, Typst and text")
struct FormatTests {
    static let context = ContextDeclaration([
        ("text", .text), ("number", .number), ("flag", .flag), ("absent", .text), ("markup", .markup),
        ("url", .trustedURL),
    ])

    static func render(_ template: String, _ text: String, _ type: ContentType, number: String = "-1.50") throws
        -> String
    {
        let record = Record(context)
        record.set(context.slot("text"), text: text)
        record.set(context.slot("number"), text: number)
        record.set(context.slot("flag"), flag: false)
        record.set(context.slot("markup"), markup: Markup(trusted: "<i/>"))
        record.set(context.slot("url"), url: TrustedURL(image: [0xFF, 0xD8, 0xFF, 0x00], mediaType: "image/jpeg"))
        return try Template(template, context: context, options: TemplateOptions(contentType: type)).render(record)
    }

    @Test(
        "XML text and attributes carry every character XML has",
        arguments: [
            ("<a>{{text}}</a>", "a<b>&\"'\u{301}", "<a>a&lt;b&gt;&amp;&quot;&#39;\u{301}</a>"),
            ("<a>{{text}}</a>", "a\r\nb\tc", "<a>a&#13;\nb\tc</a>"),
            ("<a b=\"{{text}}\"/>", "a\r\nb\tc", "<a b=\"a&#13;&#10;b&#9;c\"/>"),
            (
                "<a>{{text}}</a>", "\0\u{8}\u{FFFE}\u{FFFF}\u{85}]]>",
                "<a>\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{85}]]&gt;</a>"
            ),
            ("<a>{{{markup}}}{{markup}}</a>", "", "<a><i/><i/></a>"),
            ("<a n=\"{{number}}\">{{flag}}{{absent}}</a>", "", "<a n=\"-1.50\">false</a>"),
            ("<!-- c --><?p x?><a b='{{text}}'/>", "'", "<!-- c --><?p x?><a b='&#39;'/>"),
        ])
    func xml(template: String, text: String, expected: String) throws {
        #expect(try Self.render(template, text, .xml) == expected)
    }

    @Test(
        "CSV fields are quoted as RFC 4180 asks and never read as formulas",
        arguments: [
            ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("=1+1", "'=1+1"),
            ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "\"'\tx\""), ("\rx", "\"'\rx\""),
            ("=a,\"b\"", "\"'=a,\"\"b\"\"\""), ("a;=1+1", "\"a;'=1+1\""), ("a\t=1+1", "\"a\t'=1+1\""),
            ("a|+1", "\"a|'+1\""), ("a\r\n@x", "\"a\r\n'@x\""), ("a;\"=1\"", "\"a;'\"\"=1\"\"\""),
            ("=1;=2,=3", "\"'=1;'=2,'=3\""), ("12,-", "\"12,'-\""), ("a|b", "\"a|b\""),
            ("\u{FEFF}=1+1", "'\u{FEFF}=1+1"), ("\u{FEFF}x", "\u{FEFF}x"), ("＝1", "'＝1"), ("＋1", "'＋1"),
            ("－1", "'－1"), ("＠x", "'＠x"),
            ("", ""), ("象印", "象印"),
        ])
    func csv(text: String, expected: String) throws {
        #expect(
            try Self.render("{{text}},{{number}},{{flag}},{{absent}}\n", text, .csv) == expected + ",-1.50,false,\n")
    }

    @Test("A number with a decimal comma is quoted in CSV and is not a formula")
    func csvNumber() throws {
        #expect(try Self.render("{{number}}\n", "", .csv, number: "-1,5") == "\"-1,5\"\n")
    }

    @Test(
        "JSON values are whole and read back as they were",
        arguments: ["plain", "\"\\/\u{8}\u{c}\n\r\t\0\u{1f}", "</script><!--", "\u{2028}象印 👩‍👧\u{FFFF}", ""])
    func json(text: String) throws {
        let output = try Self.render(
            #"{"t": {{text}}, "n": {{number}}, "f": {{flag}}, "a": {{absent}}}"#, text, .json)
        guard case .object(let fields) = try TemplateValue(json: output.utf8), case .text(let read)? = fields["t"],
            case .number("-1.50")? = fields["n"], case .bool(false)? = fields["f"], case .null? = fields["a"]
        else {
            Issue.record("\(output)")
            return
        }
        #expect(read.unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(!output.contains("<"))
    }

    @Test("A number slot that holds no number is an error in JSON")
    func jsonNumber() {
        #expect { try Self.render("{{number}}", "", .json, number: "1,234.50") } throws: {
            ($0 as? RenderError)?.kind == .notANumber
        }
    }

    @Test("Typst strings hold nothing that Typst would run")
    func typst() throws {
        #expect(
            try Self.render("#text(\"{{text}}\")", "a\"b\\c #eval[x]\n", .typst)
                == "#text(\"a\\u{22}b\\u{5c}c \\u{23}eval\\u{5b}x\\u{5d}\\u{a}\")")
    }

    @Test("Sections may be used inside a Typst string")
    func typstSections() throws {
        #expect(
            try Self.render("#text(\"a{{#text}}, {{text}} + {{/text}}{{^text}}no{{/text}}b\")", "x", .typst)
                == "#text(\"a, x + b\")")
    }

    @Test("Plain text is written as it is")
    func text() throws {
        #expect(try Self.render("{{text}} {{{text}}}", "<&>\"\u{1}", .text) == "<&>\"\u{1} <&>\"\u{1}")
    }

    @Test(
        "Bytes that are not UTF-8 become U+FFFD in every format",
        arguments: [ContentType.html, .xml, .csv, .json, .typst])
    func invalid(type: ContentType) throws {
        let template = type == .typst ? "#text(\"{{text}}\")" : "{{text}}"
        let compiled = try Template(template, context: Self.context, options: TemplateOptions(contentType: type))
        for bytes: [UInt8] in [
            [0x61, 0xFF, 0x62], [0x61, 0xC3], [0xE4, 0xB8], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80],
            Array("aaaaaaaaaaaa".utf8) + [0x80], [0xE8, 0xB1], [0xE0, 0x80, 0x80, 0x61], [0xF4, 0x90, 0x80, 0x80],
        ] {
            let record = Record(Self.context)
            var sink = MemorySink()
            try bytes.withUnsafeBufferPointer { bytes in
                record.set(Self.context.slot("text"), borrowing: bytes)
                try compiled.render(record, into: &sink)
            }
            #expect(UTF8Sequence.firstInvalidIndex(in: sink.bytes) == nil)
            #expect(sink.text.contains("\u{FFFD}"))
        }
    }

    @Test("Escaping eight bytes at a time and byte by byte have the same result, at every offset")
    func words() throws {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "<", ">", "&", "\"", "'", "#", "a", " ", "\u{1}", "\u{7F}", "é", "象", "👩", "\u{85}", "\u{FFFF}", "~", "\n",
        ]
        for _ in 0..<2000 {
            let parts = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }
            let expected = parts.map { part in
                switch part {
                case "<": "&lt;"
                case ">": "&gt;"
                case "&": "&amp;"
                case "\"": "&quot;"
                case "'": "&#39;"
                case "\u{1}", "\u{7F}", "\u{85}", "\u{FFFF}": "\u{FFFD}"
                default: part
                }
            }
            let output = try Self.render("{{text}}", parts.joined(), .html)
            #expect(output.utf8.elementsEqual(expected.joined().utf8))
        }
    }

    @Test("A picture inside the page is a trusted URL, and text never is one")
    func trustedURL() throws {
        #expect(
            try Self.render("<img alt=\"\" src=\"{{url}}\">", "", .html)
                == "<img alt=\"\" src=\"data:image/jpeg;base64,/9j/AA==\">")
        #expect(
            try Self.render("<img alt=\"\" src=\"{{text}}\">", "data:image/png;base64,AAAA", .html)
                == "<img alt=\"\" src=\"about:invalid\">")
        #expect(try Self.render("<script src=\"{{url}}\"></script>", "", .html).contains("src=\"data:image/jpeg"))
    }
}
