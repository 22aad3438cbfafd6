import Testing

@testable import Templating

@Suite("Rendering declared contexts")
struct RecordTests {
    static let item = ContextDeclaration([
        ("name", .text), ("serialNumber", .text), ("value", .number), ("insured", .flag), ("picture", .markup),
    ])
    static let owner = ContextDeclaration([("name", .text), ("city", .text)])
    static let tag = ContextDeclaration([("label", .text)])
    static let report = ContextDeclaration([
        ("title", .text), ("count", .number), ("isDraft", .flag), ("logo", .markup), ("owner", .record(owner)),
        ("tags", .list(tag)), ("items", .stream(item)),
    ])

    /// Rows made on the fly, with text borrowed from its own memory.
    struct Rows: RowSource {
        let names: [String]
        var position = 0
        let name = RecordTests.item.slot("name")
        let value = RecordTests.item.slot("value")
        let insured = RecordTests.item.slot("insured")

        mutating func next(into row: Record) throws -> Bool {
            guard position < names.count else { return false }
            row.set(name, text: names[position])
            row.set(value, number: Int64(position))
            row.set(insured, flag: position.isMultiple(of: 2))
            position += 1
            return true
        }
    }

    static func record(_ rows: [String] = ["a", "b", "c"]) -> Record {
        let record = Record(report)
        record.set(report.slot("title"), text: "A & B")
        record.set(report.slot("count"), number: 3)
        record.set(report.slot("isDraft"), flag: true)
        record.set(report.slot("logo"), markup: Markup(trusted: "<svg/>"))
        let owner = record.record(report.slot("owner"))
        owner.set(Self.owner.slot("name"), text: "Ann")
        for label in ["x", "<y>"] {
            record.append(to: report.slot("tags")).set(tag.slot("label"), text: label)
        }
        record.set(report.slot("items"), stream: Rows(names: rows))
        return record
    }

    @Test(
        "Each kind of field is printed and opened as Mustache asks",
        arguments: [
            ("{{title}}", "A &amp; B"), ("{{count}}", "3"), ("{{isDraft}}", "true"), ("{{{logo}}}", "<svg/>"),
            ("{{logo}}", "<svg/>"), ("{{owner.name}}|{{owner.city}}|", "Ann||"),
            ("{{#owner}}{{name}} of {{title}}{{/owner}}", "Ann of A &amp; B"),
            ("{{#owner.name}}[{{.}}]{{/owner.name}}{{#owner.city}}no{{/owner.city}}", "[Ann]"),
            ("{{^owner.city}}no city{{/owner.city}}", "no city"),
            ("{{#tags}}<i>{{label}}</i>{{/tags}}{{^tags}}none{{/tags}}", "<i>x</i><i>&lt;y&gt;</i>"),
            ("{{#items}}{{name}}={{value}}{{#insured}}*{{/insured}};{{/items}}", "a=0*;b=1;c=2*;"),
            (
                "{{#items}}{{#tags}}{{name}}{{label}} {{/tags}}{{/items}}",
                "ax a&lt;y&gt; bx b&lt;y&gt; cx c&lt;y&gt; "
            ),
            ("{{#items}}{{serialNumber}}{{^serialNumber}}?{{/serialNumber}}{{/items}}", "???"),
            ("{{^items}}none{{/items}}{{#items}}{{name}}{{/items}}{{^items}}none{{/items}}", "abc"),
            ("{{#title}}{{.}}{{/title}}{{#isDraft}}draft {{.}}{{/isDraft}}", "A &amp; Bdraft true"),
        ])
    func fields(template: String, expected: String) throws {
        #expect(try Template(template, context: Self.report).render(Self.record()) == expected)
    }

    @Test("A stream without rows is falsey before and after it is read")
    func emptyStream() throws {
        let template = try Template(
            "{{^items}}none {{/items}}{{#items}}{{name}}{{/items}}{{^items}}none{{/items}}", context: Self.report)
        #expect(try template.render(Self.record([])) == "none none")
    }

    @Test("A record is filled again for the next rendering")
    func reuse() throws {
        let template = try Template("{{title}}{{#tags}} {{label}}{{/tags}}", context: Self.report)
        let record = Self.record()
        #expect(try template.render(record) == "A &amp; B x &lt;y&gt;")
        record.clear()
        record.append(to: Self.report.slot("tags")).set(Self.tag.slot("label"), text: "z")
        #expect(try template.render(record) == " z")
    }

    @Test("One record may fill two slots, and each has a record of its own after clearing")
    func sharedRecord() throws {
        let inner = ContextDeclaration([("name", .text)])
        let outer = ContextDeclaration([("one", .record(inner)), ("two", .record(inner))])
        let template = try Template("{{#one}}{{name}}{{/one}} {{#two}}{{name}}{{/two}}", context: outer)
        let record = Record(outer)
        record.record(outer.slot("one")).set(inner.slot("name"), text: "a")
        record.set(outer.slot("two"), sameRecordAs: outer.slot("one"))
        #expect(try template.render(record) == "a a")
        record.clear()
        record.record(outer.slot("two")).set(inner.slot("name"), text: "b")
        #expect(try template.render(record) == " b")
    }

    @Test("A second section over a stream that cannot go back is an error")
    func streamTwice() throws {
        let template = try Template(
            "{{#items}}{{name}}{{/items}}{{#items}}{{name}}{{/items}}", context: Self.report)
        #expect { try template.render(Self.record()) } throws: {
            ($0 as? RenderError)?.kind == .streamUsedTwice
        }
    }

    @Test("Partials see the context they are included in")
    func partials() throws {
        let library = TemplateLibrary(["row": "{{name}} of {{title}}\n", "rows": "{{#items}}\n{{> row}}\n{{/items}}\n"])
        let template = try Template("<ul>\n  {{> rows}}\n</ul>\n", context: Self.report, library: library)
        #expect(
            try template.render(Self.record())
                == "<ul>\n  a of A &amp; B\n  b of A &amp; B\n  c of A &amp; B\n</ul>\n")
    }

    @Test("Output larger than the window reaches the sink whole and in order")
    func largeOutput() throws {
        let names = (0..<20_000).map { "name <\($0)> 象印 \"quoted\"" }
        let template = try Template("{{#items}}{{name}}\n{{/items}}", context: Self.report)
        let expected = names.map {
            $0.replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;") + "\n"
        }.joined()
        #expect(try template.render(Self.record(names)) == expected)
    }
}
