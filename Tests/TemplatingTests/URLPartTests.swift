import Testing

@testable import Templating

/// What a value keeps in each part of a URL.
@Suite("Parts of URLs")
struct URLPartTests {
    @Test(
        "Hosts keep their port, mail addresses their @, and nothing else has a meaning",
        arguments: [
            ("https://{{x}}/", "x.org:80", "https://x.org:80/"), ("//{{x}}/", "x.org:80", "//x.org:80/"),
            ("https://{{x}}/", "a@b/c?d#e", "https://a%40b%2Fc%3Fd%23e/"),
            ("https://example.org{{x}}", "@evil.example", "https://example.org%40evil.example"),
            ("HTTPS:&#x2F;/a.{{x}}", "b:1", "HTTPS:&#x2F;/a.b:1"), ("https://h/{{x}}", "a:b", "https://h/a%3Ab"),
            ("https://h?{{x}}", "a:b", "https://h?a%3Ab"), ("https://h#{{x}}", "a:b", "https://h#a%3Ab"),
            ("https:{{x}}", "//a:b", "https:%2F%2Fa%3Ab"), ("https:/{{x}}", "/a:b", "https:/%2Fa%3Ab"),
            ("/{{x}}", "/a:b", "/%2Fa%3Ab"), ("tel:{{x}}", "+1:2", "tel:+1%3A2"),
            ("mailto:{{x}}", "a+c@b.org", "mailto:a+c@b.org"),
            ("mailto:{{x}}", "a@b?bcc=c&d", "mailto:a@b%3Fbcc%3Dc%26d"),
            ("mailto:a?subject={{x}}", "a@b", "mailto:a?subject=a%40b"),
            ("https://{{x}}{{x}}/{{x}}", "a:1", "https://a:1a:1/a%3A1"),
            ("https:/{{#x}}/{{/x}}{{x}}", "a:1", "https://a%3A1"),
        ])
    func parts(url: String, value: String, wanted: String) throws {
        let template = try Template("<a href=\"\(url)\">")
        #expect(try template.render(["x": .text(value)]) == "<a href=\"\(wanted)\">")
    }

    @Test(
        "A whole URL keeps its parameters, with & as a character reference",
        arguments: [
            ("<a href=\"{{x}}\">", "https://x.org/i?a=1&b=2", "<a href=\"https://x.org/i?a=1&amp;b=2\">"),
            ("<a href=\"{{x}}\">", "mailto:a@b?subject=x&body=y", "<a href=\"mailto:a@b?subject=x&amp;body=y\">"),
            ("<a href=\"{{x}}\">", "/a&amp;b&#58;", "<a href=\"/a&amp;amp;b&amp;#58;\">"),
            ("<img srcset=\"{{x}} 2x\">", "/i?a=1&b=2", "<img srcset=\"/i?a=1&amp;b=2 2x\">"),
        ])
    func parameters(template: String, value: String, wanted: String) throws {
        #expect(try Template(template).render(["x": .text(value)]) == wanted)
        let vectorGraphics = TemplateOptions(contentType: .svg)
        #expect(
            try Template("<svg:a xmlns:svg=\"http://www.w3.org/2000/svg\" href=\"{{x}}\"/>", options: vectorGraphics)
                .render(["x": "?a&b"]).contains("?a&amp;b"))
    }

    @Test(
        "What browsers leave out before a URL is left out",
        arguments: [
            (" https://x.org", "https://x.org"), ("\n\t/a", "/a"), ("\u{1} javascript:x", "about:invalid"), ("  ", ""),
        ])
    func leadingBlanks(value: String, wanted: String) throws {
        #expect(try Template("<a href=\"{{x}}\">").render(["x": .text(value)]) == "<a href=\"\(wanted)\">")
    }
}
