import Testing

@testable import Templating

/// Names that data brings along, and those that a program declares.
@Suite("Names")
struct NameTests {
    static let data: TemplateValue = [
        "@id": "i", "@type": ["name": "t"], "a(b": "1", "c\"d": "2", "shout(x)": "3", "list": [1, 2],
    ]

    @Test(
        "Plain Mustache takes every name",
        arguments: [
            ("{{@id}}{{@type.name}}", "it"), ("{{a(b}}{{c\"d}}", "12"), ("{{#shout(x)}}{{.}}{{/shout(x)}}", "3"),
            ("{{^no(}}-{{/no(}}{{@nothing}}", "-"), ("{{#list}}{{@index}}{{/list}}{{ upper(@id) }}", "01I"),
        ])
    func trusting(text: String, wanted: String) throws {
        #expect(try Template(text, options: TemplateOptions(isTrusting: true)).render(Self.data) == wanted)
    }

    @Test("A name with @ that the data is known to have is not a position")
    func known() throws {
        #expect(try Template("{{@id}}{{@type.name}}", checkedAgainst: Self.data).render(Self.data) == "it")
        #expect(throws: TemplateError.self) { try Template("{{@ix}}", checkedAgainst: Self.data) }
    }

    @Test(
        "Names are checked in sections over single values and lists of them",
        arguments: [
            ("{{#flag}}{{titel}}{{/flag}}", "titel"), ("{{#flag}}a{{else}}b{{/flag}}", nil),
            ("{{#title}}{{ownr.city}}{{/title}}", "ownr"), ("{{#count}}{{cout}}{{/count}}", "cout"),
            ("{{#tags}}{{titel}}{{/tags}}", "titel"), ("{{#mixed}}{{titel}}{{/mixed}}", "titel"),
            ("{{#items}}{{#name}}{{serialNumbr}}{{/name}}{{/items}}", "serialNumbr"),
            ("{{#items}}{{#tags}}{{nam}}{{/tags}}{{/items}}", "nam"),
        ] as [(String, String?)])
    func insideSingleValues(template: String, name: String?) throws {
        let diagnostics = LimitTests.diagnostics { try Template(template, checkedAgainst: Self.example) }
        #expect(diagnostics.count == 1)
        if let name { #expect(diagnostics.first?.message == "there is nothing named \"\(name)\" here") }
    }

    @Test("A name outside of its rows: the remedy names the list")
    func outsideItsRows() {
        let diagnostics = LimitTests.diagnostics { try Template("{{serialNumber}}", checkedAgainst: Self.example) }
        #expect(
            diagnostics.map(\.remedy) == [
                "the rows of \"items\" have that name: write {{#items}}…{{serialNumber}}…{{/items}}"
            ])
    }

    static let example: TemplateValue = [
        "title": "T", "flag": true, "count": 1, "owner": ["city": "X"], "tags": ["a", "b"], "mixed": [1, "a", nil],
        "items": [["name": "D", "serialNumber": "1", "tags": []], ["name": "E", "tags": ["x"]]],
    ]

    @Test(
        "Outer names are seen in sections over single values, and a dot is the value",
        arguments: [
            ("{{#flag}}{{title}}{{.}}{{/flag}}", "Ttrue"), ("{{#title}}{{owner.city}}{{.}}{{/title}}", "XT"),
            ("{{#tags}}{{.}}{{title}}{{@number}} {{/tags}}", "aT1 bT2 "),
            ("{{#items}}{{#serialNumber}}{{name}}{{#flag}}{{.}}{{/flag}}{{/serialNumber}}{{/items}}", "Dtrue"),
            ("{{#flag}}{{#title}}{{#flag}}{{> again}}{{/flag}}{{/title}}{{/flag}}", "T"),
        ])
    func outsideSingleValues(template: String, wanted: String) throws {
        let library = TemplateLibrary(["again": "{{#title}}{{title}}{{/title}}"])
        #expect(
            try Template(template, checkedAgainst: Self.example, library: library).render(Self.example) == wanted)
    }

    @Test("A section that holds a whole attribute may be over a single value, which then must not be a list")
    func optionalAttribute() throws {
        let data: TemplateValue = ["s": true, "t": "x", "u": nil]
        for (template, wanted) in [
            ("<option {{#s}}selected{{/s}}>", "<option selected>"),
            ("<input {{#t}}checked{{/t}} name=\"a\">", "<input checked name=\"a\">"),
            ("<option {{#u}}selected{{/u}}>", "<option >"),
        ] {
            let compiled = try Template(template, checkedAgainst: data)
            #expect(try compiled.render(data) == wanted)
            let lists: TemplateValue = ["s": [1, 2], "t": [1, 2], "u": [1, 2]]
            #expect(LimitTests.kinds { _ = try compiled.render(lists) } == ["values-run-together"])
        }
        #expect(LimitTests.kinds { _ = try Template("<a {{#l}}b{{/l}}>", checkedAgainst: ["l": ["x"]]) } != [])
    }

    @Test(
        "A blank may be before the mark of a tag",
        arguments: [
            ("{{ #flag }}{{ & title }}{{ /flag }}{{ ! no }}{{ ^flag }}x{{/ flag }}{{ > p }}", "Tp"),
            ("{{ < box }}{{ $ body }}b{{ / body }}{{ / box }}", "<b>"), (" {{ #flag }}\n a\n {{ /flag }}\n", " a\n"),
        ])
    func blankBeforeTheMark(template: String, wanted: String) throws {
        let library = TemplateLibrary(["p": "p", "box": "<{{$body}}{{/body}}>"])
        let data: TemplateValue = ["title": "T", "flag": true]
        let options = TemplateOptions(contentType: .text)
        #expect(try Template(template, checkedAgainst: data, library: library, options: options).render(data) == wanted)
    }

    @Test("A list that is not there has no elements, in data as in records")
    func countOfNothing() throws {
        let inner = ContextDeclaration([("l", .list(ContextDeclaration([("n", .text)])))])
        let context = ContextDeclaration([("m", .record(inner))])
        let text = "[{{ count(m.l) }}]"
        #expect(try Template(text, context: context).render(Record(context)) == "[0]")
        for data: TemplateValue in [["m": .null], ["m": ["l": .null]], ["m": ["l": .list([])]], [:]] {
            #expect(try Template(text).render(data) == "[0]")
        }
    }

    @Test("What no template can write is neither declared nor called")
    func writable() {
        for name in ["", "a.b", "a(", "@x", "#a", " a", "a b", "a,", "a\"", "*a"] {
            #expect(!ContextDeclaration.isWritable(name), "\(name)")
            #expect(!Formatter.isCallable(name), "\(name)")
        }
        for name in ["a", "serialNumber", "名", "_x1"] {
            #expect(ContextDeclaration.isWritable(name) && Formatter.isCallable(name), "\(name)")
        }
        #expect(!Formatter.isCallable("1a") && !Formatter.isCallable("a-b"))
        #expect(Formatter.isInOrder([.init(.text), .init(.any, isOptional: true)]))
        #expect(!Formatter.isInOrder([.init(.any, isOptional: true), .init(.text)]))
    }
}
