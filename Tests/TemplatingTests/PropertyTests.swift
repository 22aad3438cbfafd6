import FoundationEssentials
import TestSupport
import Testing

@testable import Templating

@Suite("Structure preservation")
struct PropertyTests {
    /// How many pages are made; raised by the long run.
    static let rounds = Rounds.times(300)

    static let pieces = [
        "<", ">", "\"", "'", "&", "/", "=", "`", " ", "\n", "\r", "\t", "\0", "-->", "<!--", "]]>", "</script>",
        "<script>", "</title>",
        "</textarea>", "</style>", "javascript:", "data:", ":", "//", "?", "#", "%", "\\", "\\u0022", "&quot;",
        "&#x22;", "{{", "}}", "\u{301}",
        "\u{338}", "\u{FE0F}", "\u{2028}", "\u{FFFF}", "é", "象", "👩‍👧", "a", "on", "onclick=", "src=", "\u{85}",
        "\u{202E}", ",", ";",
    ]
    static let names = (0..<14).map { "v\($0)" }
    static let context = ContextDeclaration(names.map { ($0, .text) })
    static let template = """
        <!DOCTYPE html><html><head><title>{{v0}}</title><meta name="x" content="{{v1}}">
        <script type="application/json">{"a": {{v2}}, "b": [{{#v3}}{{.}}{{/v3}}{{^v3}}0{{/v3}}]}</script></head><body class="{{v4}}">
        <p title='{{v5}}'>{{v6}}</p><a href="{{v7}}">x</a><a href="/a/{{v8}}?b={{v9}}#{{v10}}">x</a>
        <img alt="{{v11}}" srcset="{{v12}} 2x"><textarea>{{v13}}</textarea><pre>{{v0}}</pre></body></html>
        """

    @Test("Random hostile values never change which elements and attributes a page has")
    func shape() throws {
        let template = try Template(Self.template, context: Self.context)
        let record = Record(Self.context)
        func page(_ value: () -> String) throws -> MiniHTML {
            record.clear()
            for name in Self.names { record.set(Self.context.slot(name), text: value()) }
            return MiniHTML(try template.render(record))
        }
        let harmless = try page { "x" }.shape
        for _ in 0..<Self.rounds {
            let hostile = try page {
                (0..<Int.random(in: 1...6)).map { _ in Self.pieces.randomElement() ?? "" }.joined()
            }
            #expect(hostile.shape == harmless)
            let link = hostile.elements.first { $0.name == "a" }?.attributes.first { $0.name == "href" }?.value ?? ""
            #expect(EscapingContextTests.isHarmlessURL(link) || link == "about:invalid")
        }
    }
}
