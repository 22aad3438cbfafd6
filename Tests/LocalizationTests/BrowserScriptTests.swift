import Testing

@testable import Localization

@Suite("Scripts as browsers get them")
struct BrowserScriptTests {
    private func minified(_ source: String) -> String {
        String(decoding: BrowserScript.minified(Array(source.utf8)), as: UTF8.self)
    }

    @Test("comments, indentation and line breaks without meaning are removed")
    func lines() {
        let source = """
            // A comment.
            /** @param {string} text */
            export function say(text) {
            \tif (!text) return;

            \tconst parts = [
            \t\ttext, "// no comment",
            \t];
            \treturn parts
            \t\t.join(" ")
            }
            say("a")
            """
        #expect(
            minified(source) == """
                export function say(text){if(!text)return;const parts=[text,"// no comment",];return parts
                .join(" ")}
                say("a")

                """)
    }

    @Test(
        "blanks inside texts, templates and regular expressions stay",
        arguments: [
            ("a = \"x = \\\" y\" + ' ( ' ;", "a=\"x = \\\" y\"+' ( ';"),
            ("a = `x = ${ f(\"} ` \", `in ${ b } = `) } = ` ;", "a=`x = ${ f(\"} ` \", `in ${ b } = `) } = `;"),
            ("a = /x = [/ ] \\/ y/g.test(b) ;", "a=/x = [/ ] \\/ y/g.test(b);"),
            ("if (!/[\"'] = /.test(a)) b ( / , / ) ;", "if(!/[\"'] = /.test(a))b(/ , /);"),
            (
                "for (const a of /x = \" y/g.exec(b)) return /z , \"/ ;",
                "for(const a of /x = \" y/g.exec(b))return /z , \"/;"
            ),
            ("a = b / c * d / e ;", "a=b / c*d / e;"),
            ("a = b - -c + +d ;", "a=b - -c + +d;"),
            ("for (const a of b) if (a in c) return [a] ;", "for(const a of b)if(a in c)return[a];"),
            ("const { a, ...b } = { c : d ? e : f } ;", "const{a,...b}={c:d?e:f};"),
        ])
    func blanks(source: String, made: String) {
        #expect(minified(source) == made + "\n")
    }
}
