import Testing

@testable import Templating

/// Every message a template's author may read, word for word.
@Suite("Mistakes in templates")
struct MistakeTests {
    static let item = ContextDeclaration([("name", .text), ("value", .number)])
    static let context = ContextDeclaration([
        ("name", .text), ("serialNumber", .text), ("total", .number), ("isNew", .flag), ("logo", .markup),
        ("owner", .record(ContextDeclaration([("city", .text)]))), ("rooms", .list(item)), ("items", .stream(item)),
    ])
    static let library = TemplateLibrary([
        "header": "<h1>{{name}}</h1>", "a": "{{> a}}", "box": "<i>{{$body}}{{/body}}</i>", "b": "{{#isNew}}{{> b}}{{/isNew}}",
    ])
    static let choosy = Formatter(
        "date", [.init(.text), .init(.choice(["short", "long"]), isOptional: true)], summary: "Writes a date.",
        example: "{{ date(created) }}"
    ) { _, _ in }

    struct Case: CustomTestStringConvertible {
        let template: String
        let kind: TemplateMistake.Kind
        let message: String
        let remedy: String
        var type = ContentType.html
        var testDescription: String { template }
    }

    static let cases = [
        Case(
            template: "Hello {{name", kind: .unclosedTag, message: "this tag is never closed",
            remedy: "end it with \"}}\""),
        Case(
            template: "{{{name}}", kind: .unclosedTag, message: "this tag is never closed",
            remedy: "end it with \"}}}\""),
        Case(
            template: "{{ }}", kind: .emptyTag, message: "this tag names nothing",
            remedy: "put a name in it, or take it out"),
        Case(
            template: "{{=<%=}}", kind: .badDelimiters,
            message: "new delimiters must be two marks without blanks or \"=\"",
            remedy: "write them like {{=<% %>=}}"),
        Case(
            template: "{{ upper(name }}", kind: .badExpression, message: "the call of \"upper\" is never closed",
            remedy: "end it with \")\""),
        Case(
            template: "{{ upper(name) x }}", kind: .badExpression, message: "this does not belong here",
            remedy: "write a name, or a call like money(total)"),
        Case(
            template: "{{ upper(,) }}", kind: .badExpression, message: "an argument is missing here",
            remedy: "put a name, a number or \"text\" here"),
        Case(
            template: "{{ upper(\"x) }}", kind: .badExpression, message: "this text is never closed",
            remedy: "end it with a \" mark"),
        Case(
            template: "{{ upper(1x) }}", kind: .badExpression, message: "\"1x\" is not a number",
            remedy: "write digits like 10 or 0.5; text goes in \" marks"),
        Case(
            template: "{{ " + String(repeating: "upper(", count: 17) + "name" + String(repeating: ")", count: 17)
                + " }}",
            kind: .badExpression, message: "calls stand too deep inside each other",
            remedy: "keep to 16 levels or fewer"),
        Case(
            template: "{{#items}}{{name}}", kind: .unclosedSection,
            message: "\"items\" is opened here and never closed",
            remedy: "add {{/items}} where it should end"),
        Case(
            template: "{{/items}}", kind: .unopenedSection, message: "\"items\" is closed here but not open",
            remedy: "open it before this with {{#items}}, or take this tag out"),
        Case(
            template: "{{#items}}{{#name}}{{/items}}", kind: .crossedSection,
            message: "\"items\" is closed here while \"name\" inside it is still open", remedy: "close \"name\" first"),
        Case(
            template: "{{serialNumbr}}", kind: .unknownName, message: "there is nothing named \"serialNumbr\" here",
            remedy: "did you mean \"serialNumber\"?"),
        Case(
            template: "{{owner.town}}", kind: .unknownName, message: "there is nothing named \"town\" here",
            remedy: "there are \"city\""),
        Case(
            template: "{{#items}}{{@lst}}{{/items}}", kind: .unknownName, message: "there is nothing named \"@lst\"",
            remedy: "did you mean \"@last\"?"),
        Case(
            template: "{{> heder}}", kind: .unknownPartial, message: "there is no partial named \"heder\"",
            remedy: "did you mean \"header\"?"),
        Case(
            template: "{{ uper(name) }}", kind: .unknownFormatter, message: "there is no formatter named \"uper\"",
            remedy: "did you mean \"upper\"?"),
        Case(
            template: "{{ upper() }}", kind: .wrongArgumentCount, message: "\"upper\" takes 1 argument, not 0",
            remedy: "write it like {{ upper(name) }}"),
        Case(
            template: "{{ date(name, \"long\", 1) }}", kind: .wrongArgumentCount,
            message: "\"date\" takes 1 to 2 arguments, not 3", remedy: "write it like {{ date(created) }}"),
        Case(
            template: "{{# first(items) }}{{/first}}", kind: .wrongArgumentCount,
            message: "\"first\" takes 2 arguments, not 1", remedy: "write it like {{# first(items, 10) }}"),
        Case(
            template: "{{ upper(rooms) }}", kind: .wrongArgumentType,
            message: "\"rooms\" is a list, which is not what \"upper\" takes", remedy: "give it text"),
        Case(
            template: "{{ date(name, \"big\") }}", kind: .wrongArgumentType,
            message: "this is not one of the words \"date\" takes here", remedy: "write one of \"short\", \"long\""),
        Case(
            template: "{{# first(name, 1) }}{{/first}}", kind: .wrongArgumentType,
            message: "\"first\" takes a list, and \"name\" is none", remedy: "give it the name of a list"),
        Case(
            template: "{{# first(items, 0) }}{{/first}}", kind: .wrongArgumentType,
            message: "\"first\" takes a whole number from 1 here", remedy: "write it like first(items, 10)"),
        Case(
            template: "{{# sorted(rooms, name) }}{{/sorted}}", kind: .wrongArgumentType,
            message: "\"sorted\" takes a name in quotation marks here", remedy: "write it like sorted(rooms, \"total\")"
        ),
        Case(
            template: "{{# sorted(items, \"name\") }}{{/sorted}}", kind: .needsWholeList,
            message: "\"sorted\" needs the whole list, and \"items\" is streamed row by row",
            remedy: "let the program order or count it, or use a list in memory"),
        Case(
            template: "{{items}}", kind: .notPrintable,
            message: "\"items\" holds further names or rows and has no text of its own",
            remedy: "open it with {{#items}} and print what is inside"),
        Case(
            template: "{{ first(items, 2) }}", kind: .notPrintable,
            message: "this is a list and has no text of its own",
            remedy: "open it with # and print what is inside"),
        Case(
            template: "{{name.length}}", kind: .noParts, message: "\"name\" has no parts",
            remedy: "leave out what follows \"name\""),
        Case(
            template: "{{@index}}", kind: .positionOutsideList,
            message: "\"@index\" tells of a row, and no list is open here",
            remedy: "move it inside a section over a list"),
        Case(
            template: "{{> a}}", kind: .endlessRecursion,
            message: "\"a\" includes itself here with nothing that could end it",
            remedy: "include it inside a section over a list that gets shorter"),
        Case(
            template: "{{> b}}", kind: .endlessRecursion,
            message: "partials stand more than 100 deep inside each other here",
            remedy: "check whether \"b\" includes itself without end, or raise the limit partialDepth"),
        Case(
            template: "{{> *name}}", kind: .dynamicName,
            message: "a partial named by data cannot be checked before rendering",
            remedy: "write the partial's name, one in a section for each case"),
        Case(
            template: "{{{name}}}", kind: .unsafeMarkup,
            message: "\"name\" is not known to be safe markup and cannot be printed unescaped",
            remedy: "write {{name}}; only values that the program declares as markup may stand in {{{…}}}"),
        Case(
            template: "<p title=\"{{logo}}\">", kind: .unsafeMarkup,
            message: "\"logo\" is markup, which can be printed between tags only",
            remedy: "move it there, or declare the value as text"),
        Case(
            template: "<p {{#isNew}}>{{/isNew}}", kind: .placeChanges,
            message: "this section ends in another place of the document than it begins",
            remedy: "let each branch hold whole tags, attributes and quotation marks"),
        Case(
            template: "<p title=\"", kind: .placeChanges,
            message: "the template ends inside the attribute title, which is opened here and never closed",
            remedy: "close it where it should end"),
        Case(
            template: String(repeating: "{{#isNew}}", count: 101), kind: .limit,
            message: "sections stand more than 100 deep inside each other",
            remedy: "move the inner ones into a partial, or raise the limit nesting"),
        Case(
            template: String(repeating: "x", count: 1 << 20 + 1), kind: .limit,
            message: "the template is larger than 1048576 bytes", remedy: "split it, or raise the limit templateSize"),
        Case(
            template: "<script>let a = {{name}}</script>", kind: .unsafePlace,
            message: "a value cannot be printed safely in a script",
            remedy: "put the value in a data block and read it from the script, for example "
                + "<script type=\"application/json\">{\"name\": {{name}}}</script>"),
        Case(
            template: "<style>p { color: {{name}} }</style>", kind: .unsafePlace,
            message: "a value cannot be printed safely in a style sheet",
            remedy:
                "choose a class with a section, or set a width or fill attribute, for example <p class=\"{{kind}}\">"),
        Case(
            template: "<p style=\"width: {{total}}px\">", kind: .unsafePlace,
            message: "a value cannot be printed safely in a style attribute",
            remedy: "choose between written-out values with sections, or keep the value in a data- attribute, "
                + "for example <p data-name=\"{{name}}\">"),
        Case(
            template: "<p onclick=\"{{name}}\">", kind: .unsafePlace,
            message: "a value cannot be printed safely in a script attribute (onclick)",
            remedy: "choose between written-out values with sections, or keep the value in a data- attribute, "
                + "for example <p data-name=\"{{name}}\">"),
        Case(
            template: "<iframe srcdoc=\"{{name}}\">", kind: .unsafePlace,
            message: "a value cannot be printed safely in a srcdoc attribute",
            remedy: "choose between written-out values with sections, or keep the value in a data- attribute, "
                + "for example <p data-name=\"{{name}}\">"),
        Case(
            template: "<p title={{name}}>", kind: .unsafePlace,
            message: "a value cannot be printed safely in an attribute without quotation marks",
            remedy: "put the value in quotation marks, for example <p title=\"{{name}}\">"),
        Case(
            template: "<{{name}}>", kind: .unsafePlace, message: "a value cannot be printed safely in a tag's name",
            remedy:
                "write the tag out, one in a section for each case, for example {{#isBold}}<b>{{name}}</b>{{/isBold}}"),
        Case(
            template: "<p {{name}}>", kind: .unsafePlace,
            message: "a value cannot be printed safely in an attribute's name",
            remedy:
                "write the attribute out, in a section if it is optional, for example <input{{#isDone}} checked{{/isDone}}>"
        ),
        Case(
            template: "<!-- {{name}} -->", kind: .unsafePlace, message: "a value cannot be printed safely in a comment",
            remedy: "use a template comment, or print the value as text, for example {{! … }}"),
        Case(
            template: "<!DOCTYPE {{name}}>", kind: .unsafePlace,
            message: "a value cannot be printed safely in a comment",
            remedy: "use a template comment, or print the value as text, for example {{! … }}"),
        Case(
            template: "<!{{name}}>", kind: .unsafePlace, message: "a value cannot be printed safely in a declaration",
            remedy: "write the declaration out, for example <!DOCTYPE html>"),
        Case(
            template: "<iframe>{{name}}</iframe>", kind: .unsafePlace,
            message: "a value cannot be printed safely in raw text (iframe)",
            remedy: "print the value outside of this element, for example <p>{{name}}</p>"),
        Case(
            template: "<script src=\"{{name}}\"></script>", kind: .unsafePlace,
            message: "a value cannot be printed safely in a URL that brings in code (src of script)",
            remedy: "write the URL out, or declare the value as a trusted URL, for example <script src=\"page.js\">"),
        Case(
            template: "<script type=\"{{name}}\"></script>", kind: .unsafePlace,
            message: "a value cannot be printed safely in a script's type",
            remedy: "write the type out, for example <script type=\"application/json\">"),
        Case(
            template: "<script type=\"application/json\">{\"a\": \"{{name}}\"}</script>", kind: .unsafePlace,
            message: "a value cannot be printed safely in a JSON string",
            remedy: "let the tag stand for the whole value, without quotation marks, for example {\"name\": {{name}}}"),
        Case(
            template: "<meta http-equiv=\"refresh\" content=\"0; url={{name}}\">", kind: .unsafePlace,
            message: "a value cannot be printed safely in a meta element with http-equiv",
            remedy: "write its content out, or use a meta element with a name"),
        Case(
            template: "<a href=\"{{name}}:x\">", kind: .unsafePlace,
            message: "the value before this colon could become the URL's scheme",
            remedy: "write the scheme out, for example https://{{host}}/"),
        Case(
            template: "<![CDATA[x]]>", kind: .unsafePlace,
            message: "browsers do not agree on where a CDATA section ends in HTML",
            remedy: "take away \"<![CDATA[\" and \"]]>\", and write &lt; for <"),
        Case(
            template: "<script>a <!-- b</script>", kind: .unsafePlace,
            message: "browsers do not end a script that holds \"<!--\" where they seem to",
            remedy: "leave \"<!--\" out of scripts"),
        Case(
            template: "<svg><style><p></style></svg>", kind: .unsafePlace,
            message: "inside svg and math this is read as a tag",
            remedy: "move the style or script outside, or write &lt; for <"),
        Case(
            template: "a{{name}},", kind: .unsafePlace,
            message: "a value cannot be printed safely in the middle of a CSV field",
            remedy: "let the tag stand for the whole field, without quotation marks, for example {{name}},{{value}}",
            type: .csv),
        Case(
            template: "\"{{name}}\"", kind: .unsafePlace,
            message: "a value cannot be printed safely in quotation marks",
            remedy: "let the tag stand for the whole field, without quotation marks, for example {{name}},{{value}}",
            type: .csv),
        Case(
            template: "{{name}} x", kind: .unsafePlace,
            message: "the tag before this stands for a whole CSV field, and this would be part of it",
            remedy: "let a comma or a line's end follow the tag", type: .csv),
        Case(
            template: "[1{{total}}]", kind: .unsafePlace,
            message: "a value cannot be printed safely in the middle of a JSON value",
            remedy: "let the tag stand for the whole value, without quotation marks, for example {\"name\": {{name}}}",
            type: .json),
        Case(
            template: "{{<box}}stray{{/box}}", kind: .strayText,
            message: "this is not printed: of what stands in \"box\", only blocks are",
            remedy: "put it in a block like {{$title}}…{{/title}}, or take it out"),
        Case(
            template: "<a><![CDATA[{{name}}]]></a>", kind: .unsafePlace,
            message: "a value cannot be printed safely in a CDATA section",
            remedy: "take away \"<![CDATA[\" and \"]]>\": values are escaped in text", type: .xml),
        Case(
            template: "<a {{name}}=\"1\"/>", kind: .unsafePlace,
            message: "a value cannot be printed safely in a tag, outside an attribute's quotation marks",
            remedy:
                "put the value in text or in a quoted attribute, for example <name code=\"{{code}}\">{{name}}</name>",
            type: .xml),
        Case(
            template: "#let a = {{name}}", kind: .unsafePlace,
            message: "a value cannot be printed safely in Typst markup or code",
            remedy: "put the value in a string of a call, for example #text(\"{{name}}\")", type: .typst),
    ]

    static func mistakes(_ template: String, _ options: TemplateOptions) -> [TemplateMistake] {
        do {
            _ = try Template(template, name: "page.html", context: context, library: library, options: options)
            return []
        } catch {
            return error.mistakes
        }
    }

    @Test("Each mistake is found, named and given a remedy", arguments: cases)
    func message(of test: Case) throws {
        let options = TemplateOptions(contentType: test.type, formatters: FormatterSet([Self.choosy]))
        let found = Self.mistakes(test.template, options)
        let mistake = try #require(found.first { $0.kind == test.kind })
        #expect(mistake.message == test.message)
        #expect(mistake.remedy == test.remedy)
    }

    @Test("Every kind of mistake that a text can have stands in the table")
    func complete() {
        let missing = Set(TemplateMistake.Kind.allCases).subtracting(Self.cases.map(\.kind))
        #expect(missing == [.notUTF8])
    }

    @Test("A template that is not UTF-8 is refused with the place of the fault")
    func notUTF8() {
        let library = TemplateLibrary(names: ["a"]) { _ in [0x61, 0x0A, 0xC3, 0x28] }
        #expect { try Template(named: "a", in: library) } throws: { error in
            guard let mistake = (error as? TemplateError)?.mistakes.first else { return false }
            return mistake.kind == .notUTF8 && mistake.line == 2 && mistake.column == 1
        }
    }

    @Test("A mistake is shown with its source line, a caret as wide as the mistake, and the remedy")
    func picture() throws {
        let found = Self.mistakes("<ul>\n\t<li>象印 {{serialNumbr}}</li>\n</ul>\n", TemplateOptions())
        #expect(
            try #require(found.first).description == """
                page.html:2:11: error: there is nothing named "serialNumbr" here [unknown-name]
                 2 | \t<li>象印 {{serialNumbr}}</li>
                   | \t           ^^^^^^^^^^^
                   = did you mean "serialNumber"?
                """)
    }

    @Test("All mistakes are found at once, in the order of the source, and each only once")
    func all() {
        let found = Self.mistakes(
            "{{nam}}\n{{> heder}}\n<p style=\"{{name}}\">\n{{#rooms}}{{nme}}{{/rooms}}{{> header}}{{> header}}",
            TemplateOptions())
        #expect(found.map(\.line) == [1, 2, 3, 4])
    }

    @Test("A mistake in a partial is shown in the partial")
    func partial() throws {
        let library = TemplateLibrary(["row": "<td>\n  {{nam}}\n</td>"])
        #expect { try Template("{{#rooms}}{{> row}}{{/rooms}}", context: Self.context, library: library) } throws: {
            let mistake = ($0 as? TemplateError)?.mistakes.first
            return mistake?.file == "row" && mistake?.line == 2 && mistake?.column == 5
        }
    }

    @Test("Names are checked against an example of the data")
    func data() {
        let data: TemplateValue = ["items": [["name": "a"], ["serial": nil]], "tags": ["a"]]
        let good = "{{#items}}{{name}}{{serial}}{{/items}}{{#tags}}{{.}}{{/tags}}"
        #expect(throws: Never.self) { try Template(good, checkedAgainst: data) }
        #expect { try Template("{{#items}}{{nmae}}{{/items}}{{itms}}", checkedAgainst: data) } throws: {
            ($0 as? TemplateError)?.mistakes.map(\.remedy) == ["did you mean \"name\"?", "did you mean \"items\"?"]
        }
    }
}
