import Testing

@testable import Templating

/// Templates that two readings could understand in two ways, and what a browser would run in one of them.
@Suite("Places that only seem safe")
struct HostileEscapingTests {
    static let context = ContextDeclaration([
        ("x", .text), ("y", .text), ("flag", .flag), ("picture", .trustedURL), ("n", .number),
        ("rows", .list(ContextDeclaration([("x", .text), ("w", .text)]))),
    ])

    static func compiles(_ template: String, _ type: ContentType = .html) -> Bool {
        (try? Template(template, context: context, options: TemplateOptions(contentType: type))) != nil
    }

    static let refusedHTML = [
        // A scheme that is written out
        "<a href=\"javascript:show('{{x}}')\">x</a>", "<form action=\"javascript:f('{{x}}')\"></form>",
        "<a href=\"java\tscript:f('{{x}}')\">x</a>", "<a href=\" \u{1}JavaScript:{{x}}\">x</a>",
        "<a href=\"javascript&#58;f('{{x}}')\">x</a>", "<a href=\"javascript&#0058f('{{x}}')\">x</a>",
        "<a href=\"java&Tab;script&colon;{{x}}\">x</a>", "<a href=\"&#x6a;avascript:{{x}}\">x</a>",
        "<iframe src=\"data:text/html,{{x}}\"></iframe>", "<a href=\"vbscript:{{x}}\">x</a>",
        "<a href=\"{{#flag}}java{{/flag}}script:{{x}}\">x</a>", "<img srcset=\"data:image/png,{{x}} 1x\">",
        // A scheme that a value would be
        "<a href=\"{{x}}&#58;{{y}}\">x</a>", "<a href=\"{{x}}&colon;{{y}}\">x</a>",
        "<a href=\"{{x}}&#x3a;{{y}}\">x</a>", "<a href=\"{{x}}&#{{y}}\">x</a>", "<a href=\"javascript&#{{x}}\">x</a>",
        "<a href=\"{{#flag}}{{x}}{{/flag}}:{{y}}\">x</a>",
        // White space that is none in HTML
        "<p\u{B}title=\"{{x}}\">", "<script>/*</script\u{B}>{{x}}</script>", "<p title\u{B}=\"{{x}}\" {{y}}>",
        // Pictures inside pictures, and what ends them
        "<svg><svg></svg><textarea><script>{{x}}</script></textarea></svg>",
        "<svg><svg></svg><textarea><a href=\"{{x}}\">x</a></textarea></svg>",
        "<svg><foreignObject><svg></svg></foreignObject><textarea><script>{{x}}</script></textarea></svg>",
        "<svg/><xmp><p title=\"</xmp><script>{{x}}</script>\"></p>",
        "<svg><desc><xmp><p title=\"</xmp><script>{{x}}</script>\"></desc></svg>",
        "<svg><p><xmp><i title=\"</xmp><script>{{x}}</script>\"></i></svg>",
        "<svg><title><style></title>{{x}}</svg>", "<svg></g>{{x}}</svg>",
        "<svg><g></svg>{{x}}", "<svg><foreignObject><div></foreignObject></svg>{{x}}",
        "<math><annotation-xml encoding=\"text/html\"><p>{{x}}</p></annotation-xml></math>",
        "<math><mi><mglyph>{{x}}</mglyph></mi></math>", "<svg><noscript>{{x}}</noscript></svg>",
        "<svg><script type=\"application/json\">{{x}}</script></svg>", "<svg><script/><b>{{x}}</b></svg>",
        // Text that hides the end of something
        "<!--!><p title=\"--><script>{{x}}</script>\"></p>", "<!---!><p title=\"--><script>{{x}}</script>\"></p>",
        "<noscript><p title=\"</noscript><script>{{x}}</script>\"></p></noscript>",
        "<noscript><!-- </noscript > --><p>{{x}}</p></noscript>",
        "<noscript><textarea></noscript>{{x}}</textarea></noscript>",
        // Elements that browsers leave out in some places
        "<select><title><script>{{x}}</script></title></select>", "<frameset><title>{{x}}</title></frameset>",
        "<template><col><title></template><script>{{x}}</script></title></template>",
        "<select><template><textarea>{{x}}</textarea></template></select>",
        // Attributes
        "<link rel=\"stylesheet\" href=\"{{x}}\">", "<link href=\"{{x}}\" rel=\"icon\">",
        "<link rel=\"icon stylesheet\" href=\"{{x}}\">", "<link rel=icon rel=x href=\"a\" imagesrcset={{x}}>",
        "<script type=\"\" type=\"application/json\">{{x}}</script>",
        "<script type type=\"application/json\">{{x}}</script>", "<template shadowrootmode=\"{{x}}\"></template>",
        "<p {{#flag}}data{{/flag}}onclick=\"{{x}}\">", "<p title{{#flag}} style{{/flag}}=\"{{x}}\">",
        "<p{{#flag}} a{{/flag}}onclick=\"{{x}}\">", "<link{{#flag}} rel=\"icon\"{{/flag}} href=\"{{x}}\">",
        "<meta {{#flag}}http-equiv=\"refresh\"{{/flag}} content=\"{{x}}\">",
        "<script{{#flag}} type=\"application/json\"{{/flag}}>{{x}}</script>",
    ]

    @Test("What a browser could run does not compile", arguments: refusedHTML)
    func refused(template: String) {
        #expect(!Self.compiles(template))
    }

    static let acceptedHTML: [(String, String)] = [
        ("<a href=\"https&colon;//{{x}}/\">x</a>", "<a href=\"https&colon;//v/\">x</a>"),
        ("<a href=\"/a&amp;{{x}}\">x</a>", "<a href=\"/a&amp;v\">x</a>"),
        ("<a href=\"?a=1&{{x}}=2\">x</a>", "<a href=\"?a=1&v=2\">x</a>"),
        ("<a href=\"mailto:{{x}}\">x</a>", "<a href=\"mailto:v\">x</a>"),
        ("<a href=\"{{picture}}\">x</a>", "<a href=\"data:image/png;base64,\">x</a>"),
        ("<a href=\"javascript:f()\" title=\"{{x}}\">x</a>", "<a href=\"javascript:f()\" title=\"v\">x</a>"),
        ("<link rel=icon href=\"{{x}}\">", "<link rel=icon href=\"v\">"),
        ("<link rel=\"stylesheet\" href=\"{{picture}}\">", "<link rel=\"stylesheet\" href=\"data:image/png;base64,\">"),
        ("<svg><style/></svg>{{x}}", "<svg><style/></svg>v"),
        ("<svg><script href=\"a.js\"/><text>{{x}}</text></svg>", "<svg><script href=\"a.js\"/><text>v</text></svg>"),
        (
            "<svg><svg></svg><title>{{x}}</title><g><a xlink:href=\"{{x}}\"/></g></svg><textarea>{{x}}</textarea>",
            "<svg><svg></svg><title>v</title><g><a xlink:href=\"v\"/></g></svg><textarea>\nv</textarea>"
        ),
        (
            "<svg><foreignObject><p>{{x}}</p><br></foreignObject></svg>{{x}}",
            "<svg><foreignObject><p>v</p><br></foreignObject></svg>v"
        ),
        ("<math><mi>{{x}}</mi></math>", "<math><mi>v</mi></math>"),
        ("<p data-security=\"{{x}}: 5\" data-maturity=\"{{x}}\">", "<p data-security=\"v: 5\" data-maturity=\"v\">"),
        ("<script>if(a<!b)c</script>{{x}}", "<script>if(a<!b)c</script>v"),
        ("<noscript><p title=\"{{x}}\">{{x}}</p></noscript>", "<noscript><p title=\"v\">v</p></noscript>"),
        ("<input{{#flag}} checked{{/flag}}>", "<input checked>"),
        ("<a href=\"x\"{{#flag}} class=\"{{x}}\"{{/flag}} title=\"{{x}}\">", "<a href=\"x\" class=\"v\" title=\"v\">"),
        ("<a href=\"{{#x}}{{x}}{{/x}}{{^x}}#{{/x}}\">", "<a href=\"v\">"),
        (
            "<img srcset=\"{{#rows}}{{x}} {{w}}w{{^@last}}, {{/@last}}{{/rows}}\">",
            "<img srcset=\"a 1w, b 2w\">"
        ),
        ("<a href=\"{{#rows}}{{x}}/{{/rows}}\">", "<a href=\"a/b/\">"),
        ("<pre>{{#rows}}{{x}}{{/rows}}</pre>", "<pre>\nab</pre>"),
        ("<!--a--!><p>{{x}}</p>", "<!--a--!><p>v</p>"),
        ("\u{FEFF}<p>{{x}}</p>", "\u{FEFF}<p>v</p>"),
    ]

    static func record(_ value: String = "v") -> Record {
        let record = Record(context)
        for name in ["x", "y"] { record.set(context.slot(name), text: value) }
        record.set(context.slot("flag"), flag: true)
        record.set(context.slot("n"), text: "-1")
        record.set(context.slot("picture"), url: TrustedURL(image: [], mediaType: "image/png"))
        for (x, w) in [("a", "1"), ("b", "2")] {
            let row = record.append(to: context.slot("rows"))
            guard let declaration = rowDeclaration else { continue }
            row.set(declaration.slot("x"), text: x)
            row.set(declaration.slot("w"), text: w)
        }
        return record
    }

    static var rowDeclaration: ContextDeclaration? {
        if case .list(let declaration)? = context.field("rows")?.type { declaration } else { nil }
    }

    static let data: TemplateValue = [
        "x": "v", "y": "v", "flag": true, "n": -1,
        "picture": .trustedURL(TrustedURL(image: [], mediaType: "image/png")),
        "rows": [["x": "a", "w": "1"], ["x": "b", "w": "2"]],
    ]

    @Test("What is safe compiles, and records and data write the same", arguments: acceptedHTML)
    func accepted(template: String, expected: String) throws {
        #expect(try Template(template, context: Self.context).render(Self.record()) == expected)
        #expect(try Template(template).render(Self.data) == expected)
        #expect(try Template(template, checkedAgainst: Self.data).render(Self.data) == expected)
    }

    @Test(
        "The first value of a URL is a URL, whatever it is inside of",
        arguments: [
            ("<a href=\"{{#url}}{{.}}{{/url}}\">", "https://x/y?a=b"),
            ("<a href=\"{{#url}}{{url}}{{/url}}{{^url}}#{{/url}}\">", "https://x/y?a=b"),
            ("<a href=\"{{#o}}{{url}}{{/o}}\">", "https://x/y?a=b"),
            ("<a href=\"{{#list}}{{.}}{{/list}}\">", "about:invalidjavascript%3Ay"),
        ])
    func firstOfURL(template: String, expected: String) throws {
        let data: TemplateValue = [
            "url": "https://x/y?a=b", "o": ["url": "https://x/y?a=b"], "list": ["javascript:x", "javascript:y"],
        ]
        let wanted = "<a href=\"\(expected)\">"
        #expect(try Template(template).render(data) == wanted)
        #expect(try Template(template, checkedAgainst: data).render(data) == wanted)
    }

    @Test("A lambda does not move what follows a pair of sections")
    func lambda() {
        let template = "<p title={{#a}}\"{{/a}}{{^a}}\"{{/a}}{{x}}\">"
        #expect(throws: TemplateError.self) { try Template(template) }
    }

    @Test(
        "XML that browsers run has the rules of HTML",
        arguments: [
            ("<svg onload=\"{{x}}\"/>", ContentType.svg), ("<svg><script>{{x}}</script></svg>", .svg),
            ("<g onload=\"{{x}}\"/>", .svg), ("<svg><style>{{x}}</style></svg>", .xml),
            ("<s:svg onload=\"{{x}}\"/>", .xml), ("<g xmlns=\"http://www.w3.org/2000/svg\" onload=\"{{x}}\"/>", .xml),
            ("<g onload=\"{{x}}\" xmlns=\"http://www.w3.org/2000/svg\"/>", .xml),
            ("<x:p xmlns:x='http://www.w3.org/1999/xhtml' style=\"{{x}}\"/>", .xml),
            ("<list xmlns=\"{{x}}\"/>", .xml), ("<svg><s{{#flag}} a=\"b\"{{/flag}}cript>{{x}}</script></svg>", .xml),
            ("<svg><a href=\"javascript:{{x}}\"/></svg>", .xml),
            ("<svg><script><script/>{{x}}</script></svg>", .xml), ("<html><iframe srcdoc=\"{{x}}\"/></html>", .xml),
            ("<svg><animate attributeName=\"href\" to=\"{{x}}\"/></svg>", .xml),
            ("<!DOCTYPE a [<!ENTITY b \"c\"> {{x}} ]>", .xml), ("<!DOCTYPE a SYSTEM \"a>{{x}}\"><a/>", .xml),
            ("<?xml-stylesheet href=\"{{x}}\"?>", .xml),
        ])
    func activeXML(template: String, type: ContentType) {
        #expect(!Self.compiles(template, type))
    }

    @Test(
        "Links in SVG files are looked at, and other XML is left as it is",
        arguments: [
            (
                "<svg><a href=\"{{x}}\" xlink:href=\"{{x}}\" id=\"{{x}}\">{{x}}</a></svg>", ContentType.svg,
                "<svg><a href=\"about:invalid\" xlink:href=\"about:invalid\" id=\"javascript:x\">javascript:x</a></svg>"
            ),
            (
                "<order onHold=\"{{x}}\" href=\"{{x}}\" style=\"{{x}}\"><script>{{x}}</script></order>", .xml,
                "<order onHold=\"javascript:x\" href=\"javascript:x\" style=\"javascript:x\"><script>javascript:x</script></order>"
            ),
            ("<a{{#flag}} b=\"{{x}}\"{{/flag}} c=\"1\"/>", .xml, "<a b=\"javascript:x\" c=\"1\"/>"),
            (
                "<svg><script>1</script><style/><text>{{x}}</text></svg>", .xml,
                "<svg><script>1</script><style/><text>javascript:x</text></svg>"
            ),
        ])
    func xml(template: String, type: ContentType, expected: String) throws {
        let compiled = try Template(template, context: Self.context, options: TemplateOptions(contentType: type))
        #expect(try compiled.render(Self.record("javascript:x")) == expected)
    }

    @Test(
        "Values that would run together in CSV and JSON do not compile",
        arguments: [
            ("{{#rows}}{{x}}{{/rows}}\n", ContentType.csv), ("{{#flag}}{{x}}{{/flag}}{{#n}}{{n}}{{/n}}\n", .csv),
            ("{{#flag}}a{{/flag}}\"{{x}}", .csv), ("{{#flag}}{{x}}{{/flag}}a", .csv),
            ("[{{#rows}}{{x}}{{/rows}}]", .json), ("{\"a\":{{#flag}}1{{/flag}}{{y}}}", .json),
            ("{\"a\":{{#flag}}{{x}}{{/flag}}{{y}}}", .json), ("{\"a\":{}{{x}}}", .json),
            ("{{#rows}}[{{#rows}}{{x}}{{/rows}}],{{/rows}}", .json),
            // A separator must not follow the last row. Only @last guarantees that another row comes after it.
            ("{{#rows}}{{x}}{{^@last}},{{/@last}}{{/rows}}{{y}}\n", .csv),
            ("{{#rows}}{{x}}{{^@first}},{{/@first}}{{/rows}}\n", .csv),
            ("{{#rows}}{{x}}{{#@last}},{{/@last}}{{/rows}}\n", .csv),
        ])
    func runTogether(template: String, type: ContentType) {
        #expect(!Self.compiles(template, type))
        // Of data without an example it is known only when rendering what is a list.
        #expect(throws: (any Error).self) {
            try Template(template, options: TemplateOptions(contentType: type)).render(Self.data)
        }
    }

    @Test("A section over data that turns out to be a list is refused at its second row")
    func secondRow() throws {
        let template = try Template("{{#a}}{{.}}{{/a}},x\n", options: TemplateOptions(contentType: .csv))
        #expect(try template.render(["a": "=1"]) == "'=1,x\n")
        #expect(try template.render(["a": ["b"]]) == "b,x\n")
        #expect { try template.render(["a": ["b", "\n=1"]]) } throws: {
            ($0 as? RenderError)?.kind == .valuesRunTogether
        }
        #expect(throws: TemplateError.self) {
            try Template(
                "{{#a}}{{b}}{{/a}},x\n", checkedAgainst: ["a": [["b": "c"]]],
                options: TemplateOptions(contentType: .csv))
        }
    }

    @Test(
        "Values with a separator compile in CSV and JSON",
        arguments: [
            ("{{#rows}}{{x}},{{/rows}}\n", ContentType.csv, "a,b,\n"),
            ("{{#flag}}{{x}}{{/flag}}{{^flag}}none{{/flag}},{{n}}\n", .csv, "v,-1\n"),
            ("\u{FEFF}{{x}},{{#flag}}yes{{/flag}},{{y}}\n", .csv, "\u{FEFF}v,yes,v\n"),
            ("{{n}},{{#rows}}{{x}}{{^@last}},{{/@last}}{{/rows}},{{y}}\n", .csv, "-1,a,b,v\n"),
            ("{{#rows}}{{x}},{{^@last}}{{x}},{{/@last}}{{/rows}}\n", .csv, "a,a,b,\n"),
            ("[{{#rows}}{{^@first}}, {{/@first}}{{x}}{{/rows}}]", .json, "[\"a\", \"b\"]"),
            ("[{{#rows}}{{x}}{{^@last}}, {{/@last}}{{/rows}}]", .json, "[\"a\", \"b\"]"),
            (
                "{\"a\": {{#flag}}{{x}}{{/flag}}{{^flag}}null{{/flag}}, \"n\": {{ default(n, 0) }}}", .json,
                "{\"a\": \"v\", \"n\": -1}"
            ),
        ])
    func separated(template: String, type: ContentType, expected: String) throws {
        let options = TemplateOptions(contentType: type)
        #expect(try Template(template, context: Self.context, options: options).render(Self.record()) == expected)
        #expect(try Template(template, options: options).render(Self.data) == expected)
    }

    @Test(
        "A number slot of CSV that holds no number is text",
        arguments: [
            ("=1+1", "'=1+1"), ("-1+1", "'-1+1"), ("+A1", "'+A1"), ("-12.50", "-12.50"), ("1.2e-5", "1.2e-5"),
            ("-1,5", "\"-1,5\""), ("\u{FF1D}1", "'\u{FF1D}1"), ("\n=1", "\"'\n'=1\""), ("1 234,5", "\"1 234,5\""),
        ])
    func csvNumbers(number: String, expected: String) throws {
        let record = Record(Self.context)
        record.set(Self.context.slot("n"), text: number)
        let template = try Template("{{n}}", context: Self.context, options: TemplateOptions(contentType: .csv))
        #expect(try template.render(record) == expected)
        let data = try Template("{{ default(n, 0) }}", options: TemplateOptions(contentType: .csv))
        #expect(try data.render(["n": .number(number)]) == expected)
    }

    @Test(
        "In Typst values stand in strings of code only",
        arguments: [
            "Screen (\"): #calc.abs({{x}}), depth (\")", "#let x = 1 // (\"\n#f({{x}}) // \"", "\"{{x}}\"",
            "#f(/* \" */ {{x}})", "`(\"` #f({{x}}) `\"`", "```\n#f(\"\n``` {{x}} \")", "#f[\"{{x}}\"]", "$ {{x}} $",
            "#$x$(\"#g({{x}}\")", "[t](\"#g({{x}}\")", "https://x#f(\"\n#g({{x}})", "#if a { } (\"#g({{x}}\")",
            "#let x = 1\n(\"#g({{x}}\")", "#{{x}}", "#f[[a](\"{{x}}\")]", "#x é(\"#g({{x}}\")", "\\#f(\"{{x}}\")",
            "#text(\"a\"){{#flag}} x{{/flag}}(\"{{x}}\")",
            // Strings that are run, or that name files.
            "#eval(\"{{x}}\")", "#std.eval(\"{{x}}\")", "#eval(\"1 + \" + f(\"{{x}}\"))",
            "#eval.with(mode: \"code\")(\"{{x}}\")",
            "#{ let a = eval(\"{{x}}\") }", "#f(eval(\"{{x}}\"))", "#include \"{{x}}\"", "#import \"{{x}}\": a",
            "#{ include \"{{x}}\" }", "#{ import /* a */ \"{{x}}\" }", "#{ include \"a\" + \"{{x}}\" }",
            "#{ include(\"{{x}}\") }", "#read(\"{{x}}\")", "#let a = json(\"{{x}}\")", "#plugin(\"{{x}}\")",
            "#f({{#flag}}eval{{/flag}}{{^flag}}text{{/flag}}(\"{{x}}\"))", "#f({{#flag}}eval{{/flag}}(\"{{x}}\"))",
            // Addresses of links.
            "#link(\"javascript:{{x}}\")[a]", "#link(\"{{x}}:{{y}}\")[a]", "#link(\"{{x}}\\u{3a}a\")[a]",
            "#link(\"java\\u{73}cript:{{x}}\")[a]", "#{ std.link(\"data:{{x}}\", [a]) }",
        ])
    func typstRefused(template: String) {
        #expect(!Self.compiles(template, .typst))
    }

    @Test(
        "What Typst reads as a string takes values",
        arguments: [
            "= #text(\"{{x}}\")", "// don't say \"\n#text(\"{{x}}\")", "#f(a, [b \" c], (\"{{x}}\", 1))",
            "#let t = \"{{x}}\"\n\"", "#if a > 0 { f(\"{{x}}\") }\ntext \"", "#context text(\"{{x}}\")",
            "See https://example.org/a?b=c. #text(\"{{x}}\")",
            "#set document(title: \"{{x}}\"{{#flag}}, a: 1{{/flag}})",
            "#a.b(\"{{x}}\")[c].d(\"{{x}}\")", "#figure(read(\"a\"), [#text(\"{{x}}\")], \"{{x}}\")",
            "#eval(\"1\") #text(\"{{x}}\")", "#import \"a.typ\": b\n#text(\"{{x}}\")", "#json.decode(\"{{x}}\")",
            "#{ include \"a.typ\"\n text(\"{{x}}\") }", "#evaluate(\"{{x}}\")", "#image(\"{{x}}\")",
            "#f({{#flag}}a, {{/flag}}\"{{x}}\")",
            "#let w(t) = if t { t.r(regex(\"[^\\s]{1}\")) } else { t }\n#text(\"{{x}}\")",
            "```\n\"\n```\n#text(\"{{x}}\") /* \" /* */ \" */ #text(\"{{y}}\")",
        ])
    func typstAccepted(template: String) throws {
        let options = TemplateOptions(contentType: .typst)
        let text = try Template(template, context: Self.context, options: options).render(Self.record("a\"b"))
        #expect(text.contains("a\\u{22}b"))
    }

    @Test(
        "The address of a link in Typst has a scheme that is harmless",
        arguments: [
            ("#link(\"{{x}}\")[a]", "javascript:alert(1)", "#link(\"about:invalid\")[a]"),
            ("#link(\"{{x}}\")[a]", "JaVa\tScRiPt:x", "#link(\"about:invalid\")[a]"),
            ("#link(\"{{x}}\")[a]", "file:///etc/passwd", "#link(\"about:invalid\")[a]"),
            ("#link(\"{{x}}\")[a]", " https://a.b/?c=d", "#link(\"https:\\u{2f}\\u{2f}a.b\\u{2f}?c\\u{3d}d\")[a]"),
            ("#link(\"https://a.b/{{x}}\", \"{{x}}\")", "c:d e", "#link(\"https://a.b/c%3Ad%20e\", \"c:d e\")"),
            ("#link(\"homepwner:item-1?{{x}}\")[a]", "b c:d", "#link(\"homepwner:item-1?b c:d\")[a]"),
            ("#link(\"mailto:{{x}}\")[#text(\"{{x}}\")]", "c@d", "#link(\"mailto:c@d\")[#text(\"c\\u{40}d\")]"),
            (
                "#{ f(link(g(\"{{x}}\"), \"{{x}}\"), \"{{x}}\") }", "x:y",
                "#{ f(link(g(\"about:invalid\"), \"x:y\"), \"x:y\") }"
            ),
        ])
    func typstLinks(template: String, value: String, expected: String) throws {
        let options = TemplateOptions(contentType: .typst)
        #expect(try Template(template, context: Self.context, options: options).render(Self.record(value)) == expected)
        #expect(try Template(template, options: options).render(["x": .text(value)]) == expected)
    }

    @Test("The name of a member in JSON is a text")
    func jsonNames() throws {
        let names = [
            "{ {{x}}: 1 }", "{\"a\": 1, {{x}}: [1, {{x}}], \"b\": {\"c\": {{x}}}}",
            "{ {{#rows}}{{x}}: {{x}}{{^@last}}, {{/@last}}{{/rows}} }",
            "<script type=\"application/json\">{ {{x}}: 1 }</script>",
        ]
        for template in names {
            let type: ContentType = template.hasPrefix("<") ? .html : .json
            let options = TemplateOptions(contentType: type)
            #expect(Self.compiles(template, type))
            let compiled = try Template(template, options: options)
            let text: TemplateValue = ["x": "v", "rows": [["x": "v"], ["x": "w"]]]
            #expect(try compiled.render(text).contains("\"v\": "))
            for value: TemplateValue in [.number("5"), .bool(true), .null, ["b": 1], [1]] {
                let data: TemplateValue = ["x": value, "rows": [["x": value]]]
                #expect { try compiled.render(data) } throws: {
                    [.notAName, .notPrintable].contains(($0 as? RenderError)?.kind)
                }
            }
        }
        // The compiler knows that a number or a flag cannot be a name.
        for template in ["{ {{n}}: 1 }", "{\"a\": 1, {{flag}} : 1 }", "{ {{ count(rows) }}: 1 }"] {
            #expect(!Self.compiles(template, .json))
        }
        #expect(Self.compiles("[{{n}}, {\"a\": {{n}}, \"b\": [{{n}}, {{flag}}]}, {{n}}]", .json))
    }
}
