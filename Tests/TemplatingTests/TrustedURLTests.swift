import Templating
import Testing

/// A template may be checked against data that has a trusted URL and then render text in its place.
@Suite("Trusted URLs in data")
struct TrustedURLTests {
    static let picture = TrustedURL(image: [0x89, 0x50], mediaType: "image/png")
    static let hostile: TemplateValue = "javascript:alert(1)"

    @Test(
        "Other data with text in place of the checked trusted URL",
        arguments: [
            ("<a href=\"{{u}}\">x</a>", "<a href=\"about:invalid\">x</a>"),
            ("<img srcset=\"{{u}}\">", "<img srcset=\"about:invalid\">"),
            ("<script src=\"{{u}}\"></script>", "<script src=\"about:invalid\"></script>"),
            ("<a href=\"{{o.u}}\">x</a>", "<a href=\"about:invalid\">x</a>"),
            ("{{#u}}<a href=\"{{u}}{{.}}\">x</a>{{/u}}", "<a href=\"about:invalidjavascript%3Aalert%281%29\">x</a>"),
            ("<a href=\"{{ default(u, u) }}\">x</a>", "<a href=\"about:invalid\">x</a>"),
            ("<a href=\"{{ default(o.u, default(u, u)) }}\">x</a>", "<a href=\"about:invalid\">x</a>"),
            (
                "{{# default(u, u) }}<a href=\"{{.}}\">x</a>{{/ default(u, u) }}",
                "<a href=\"about:invalid\">x</a>"
            ),
        ])
    func otherData(source: String, expected: String) throws {
        let checked: TemplateValue = ["u": .trustedURL(Self.picture), "o": ["u": .trustedURL(Self.picture)]]
        let template = try Template(source, checkedAgainst: checked)
        #expect(try template.render(["u": Self.hostile, "o": ["u": Self.hostile]]) == expected)
        let lambda = TemplateValue.lambda(TemplateLambda { _ in Self.hostile })
        #expect(!(try template.render(["u": lambda, "o": ["u": lambda]]).contains("\"javascript:")))
    }

    @Test("SVG attributes follow the rules of HTML")
    func vectorGraphics() throws {
        let template = try Template(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><a href=\"{{u}}\"/></svg>",
            checkedAgainst: ["u": .trustedURL(Self.picture)], options: TemplateOptions(contentType: .svg))
        #expect(try template.render(["u": Self.hostile]).contains("href=\"about:invalid\""))
    }

    @Test("A row without the trusted URL that the other rows have does not take the outer text as one")
    func rowWithoutTheName() throws {
        let data: TemplateValue = [
            "u": "https://evil.example/x.js", "rows": [["u": .trustedURL(Self.picture)], [:]],
        ]
        let template = try Template(
            "{{#rows}}<script src=\"{{u}}\"></script>{{/rows}}", checkedAgainst: data)
        #expect(
            try template.render(data)
                == "<script src=\"\(Self.picture.text)\"></script><script src=\"about:invalid\"></script>")
    }

    @Test("A formatter's result is text, so it brings in no code")
    func formatterInCode() {
        #expect(throws: TemplateError.self) {
            try Template(
                "<script src=\"{{ default(u, u) }}\"></script>", checkedAgainst: ["u": .trustedURL(Self.picture)])
        }
    }

    @Test("The trusted URL itself is written as it is")
    func trusted() throws {
        let data: TemplateValue = ["u": .trustedURL(Self.picture)]
        for source in ["<img src=\"{{u}}\">", "<script src=\"{{u}}\"></script>", "<img srcset=\"{{u}}\">"] {
            let expected = source.replacing("{{u}}", with: Self.picture.text)
            #expect(try Template(source, checkedAgainst: data).render(data) == expected)
        }
    }
}
