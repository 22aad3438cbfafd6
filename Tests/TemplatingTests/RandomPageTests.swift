import FoundationEssentials
import Testing

@testable import Templating

/// Random pieces of markup around values; a browser test reads the recorded pages and compares what they are made of.
@Suite("Random pages")
struct RandomPageTests {
    static let pieces = [
        "<p>", "</p>", "<p ", "<a href=\"", "<a href='", "\"", "'", ">", "/>", " title=\"", " title=", " title='",
        "{{x}}",
        "{{x}}", "{{x}}", "{{x}}", "<!--", "-->", "--!>", "--", "!", "<", "</", "/", "=", "<title>", "</title>",
        "</title",
        "<textarea>", "</textarea>", "<script>", "</script>", "<script type=\"application/json\">", "<style>",
        "</style>",
        "<b", "<b>", "</b>", " ", "\n", "\t", "\u{B}", "\u{C}", "a", "&", "&amp;", "&#", "x=", "<!", "<!DOCTYPE ", "<?",
        "-",
        "]]>", "<iframe>", "</iframe>", "<xmp>", "</xmp>", "<pre>", "<table>", "<td>", "</table>", "<br/", "{", "}",
        "[", "]",
        ",", ":", "1", "{{#x}}", "{{/x}}", "<input value=\"", "//", "<svg>", "</svg>", "<svg/>", "<g>", "</g>",
        "<style/>",
        "<foreignObject>", "</foreignObject>", "<desc>", "</desc>", "<math>", "</math>", "<mi>", "</mi>", "<template>",
        "</template>", "<col>", "<select>", "</select>", "<noscript>", "</noscript>", "<option>", "<noembed>",
        "</noembed>",
    ]
    static let hostile = [
        "\"><i a=b>", "'><i a=b>", "--><i>", "</script><i>", "</title></textarea></style></xmp></iframe><i>", " i=1 ",
        "`><i>",
        "x y=z>", "&lt;i&gt;", "!--", "javascript:alert(1)",
    ]
    static let context = ContextDeclaration([("x", .text)])
    static let count = 150

    static func pages() throws -> [TemplateValue] {
        var random = SeededGenerator(seed: 3)
        var pages: [TemplateValue] = []
        while pages.count < count {
            let text = (0..<Int.random(in: 2...14, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            guard text.contains("{{x}}"), let template = try? Template(text, context: context) else { continue }
            func page(_ value: String) throws -> TemplateValue {
                let record = Record(context)
                record.set(context.slot("x"), text: value)
                return .text(try template.render(record))
            }
            pages.append([
                "template": .text(text), "harmless": try page("x1"), "hostile": .list(try hostile.map { try page($0) }),
            ])
        }
        return pages
    }

    @Test("The engine writes the recorded pages")
    func recorded() throws {
        let source = """
            [
            {{#pages}}
            {"template": {{template}}, "harmless": {{harmless}},
             "hostile": [{{#hostile}}{{^@first}}, {{/@first}}{{.}}{{/hostile}}]}{{^@last}},{{/@last}}
            {{/pages}}
            ]

            """
        let text = try Template(source, options: TemplateOptions(contentType: .json)).render([
            "pages": .list(try Self.pages())
        ])
        let path = EscapingContextTests.folder + "random-pages.expected.json"
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: URL(filePath: path)) }
        let recorded = try #require(FileManager.default.contents(atPath: path))
        #expect(Array(recorded) == Array(text.utf8))
    }
}
