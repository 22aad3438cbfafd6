import Testing

@testable import Templating

/// Every message a template's author may read, word for word.
@Suite("Mistakes in templates")
struct DiagnosticTests {
    static let item = ContextDeclaration([("name", .text), ("value", .number)])
    static let context = ContextDeclaration([
        ("name", .text), ("serialNumber", .text), ("total", .number), ("isNew", .flag), ("logo", .markup),
        ("owner", .record(ContextDeclaration([("city", .text)]))), ("rooms", .list(item)), ("items", .stream(item)),
    ])
    static let library = TemplateLibrary([
        "header": "<h1>{{name}}</h1>", "a": "{{> a}}", "box": "<i>{{$body}}{{/body}}</i>",
        "b": "{{#isNew}}{{> b}}{{/isNew}}",
    ])
    static let choosy = Formatter(
        "date", [.init(.text), .init(.choice(["short", "long"]), isOptional: true)], summary: "Writes a date.",
        example: "{{ date(created) }}"
    ) { _, _ in }

    struct Case: CustomTestStringConvertible {
        let template: String
        let kind: TemplateDiagnostic.Kind
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
            message: "\"@index\" describes a row, and no list is open here",
            remedy: "move it inside a section over a list"),
        Case(
            template: "{{> a}}", kind: .endlessRecursion,
            message: "\"a\" includes itself here with nothing that could end it",
            remedy: "include it inside a section over a list that gets shorter"),
        Case(
            template: "{{> b}}", kind: .endlessRecursion,
            message: "partials stand more than 100 deep inside each other here",
            remedy: "check whether \"b\" includes itself without end, or include fewer partials in partials"),
        Case(
            template: "{{> *name}}", kind: .dynamicName,
            message: "a partial named by data cannot be checked before rendering",
            remedy: "write the partial's name, one in a section for each case"),
        Case(
            template: "{{{name}}}", kind: .unsafeMarkup,
            message: "\"name\" is not known to be safe markup and cannot be printed unescaped",
            remedy: "write {{name}}; only values that the program declares as markup are allowed in {{{…}}}"),
        Case(
            template: "<p title=\"{{logo}}\">", kind: .unsafeMarkup,
            message: "\"logo\" is markup, which can be printed between tags only",
            remedy: "move it there, or declare the value as text"),
        Case(
            template: "<p {{#isNew}}>{{/isNew}}", kind: .contextChanges,
            message: "this section ends in another place of the document than it begins",
            remedy: "let each branch hold whole tags, attributes and quotation marks"),
        Case(
            template: "<p title=\"", kind: .contextChanges,
            message: "the template ends inside the attribute title, which is opened here and never closed",
            remedy: "close it where it should end"),
        Case(
            template: String(repeating: "{{#isNew}}", count: 101), kind: .limit,
            message: "sections stand more than 100 deep inside each other",
            remedy: "move the inner ones into a partial"),
        Case(
            template: String(repeating: "x", count: 1 << 20 + 1), kind: .limit,
            message: "the template is larger than 1048576 bytes", remedy: "split it into partials"),
        Case(
            template: "<script>let a = {{name}}</script>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a script",
            remedy: "put the value in a data block and read it from the script, for example "
                + "<script type=\"application/json\">{\"name\": {{name}}}</script>"),
        Case(
            template: "<style>p { color: {{name}} }</style>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a style sheet",
            remedy:
                "choose a class with a section, or set a width or fill attribute, for example <p class=\"{{kind}}\">"),
        Case(
            template: "<p style=\"width: {{total}}px\">", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a style attribute",
            remedy: "choose between written-out values with sections, or keep the value in a data- attribute, "
                + "for example <p data-name=\"{{name}}\">"),
        Case(
            template: "<p onclick=\"{{name}}\">", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a script attribute (onclick)",
            remedy: "choose between written-out values with sections, or keep the value in a data- attribute, "
                + "for example <p data-name=\"{{name}}\">"),
        Case(
            template: "<iframe srcdoc=\"{{name}}\">", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a srcdoc attribute",
            remedy: "choose between written-out values with sections, or keep the value in a data- attribute, "
                + "for example <p data-name=\"{{name}}\">"),
        Case(
            template: "<p title={{name}}>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in an attribute without quotation marks",
            remedy: "put the value in quotation marks, for example <p title=\"{{name}}\">"),
        Case(
            template: "<{{name}}>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a tag's name",
            remedy:
                "write the tag out, one in a section for each case, for example {{#isBold}}<b>{{name}}</b>{{/isBold}}"),
        Case(
            template: "<p {{name}}>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in an attribute's name",
            remedy:
                "write the attribute out, in a section if it is optional, for example <input{{#isDone}} checked{{/isDone}}>"
        ),
        Case(
            template: "<!-- {{name}} -->", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a comment",
            remedy: "use a template comment, or print the value as text, for example {{! … }}"),
        Case(
            template: "<!DOCTYPE {{name}}>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a comment",
            remedy: "use a template comment, or print the value as text, for example {{! … }}"),
        Case(
            template: "<!{{name}}>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a declaration",
            remedy: "write the declaration out, for example <!DOCTYPE html>"),
        Case(
            template: "<iframe>{{name}}</iframe>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in raw text (iframe)",
            remedy: "print the value outside of this element, for example <p>{{name}}</p>"),
        Case(
            template: "<script src=\"{{name}}\"></script>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a URL that brings in code (src of script)",
            remedy: "write the URL out, or declare the value as a trusted URL, for example <script src=\"page.js\">"),
        Case(
            template: "<script type=\"{{name}}\"></script>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a script's type",
            remedy: "write the type out, for example <script type=\"application/json\">"),
        Case(
            template: "<script type=\"application/json\">{\"a\": \"{{name}}\"}</script>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a JSON string",
            remedy: "let the tag stand for the whole value, without quotation marks, for example {\"name\": {{name}}}"),
        Case(
            template: "<meta http-equiv=\"refresh\" content=\"0; url={{name}}\">", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a meta element with http-equiv",
            remedy: "write its content out, or use a meta element with a name"),
        Case(
            template: "<a href=\"{{name}}:x\">", kind: .forbiddenContext,
            message: "the value before this colon could become the URL's scheme",
            remedy: "write the scheme out, for example https://{{host}}/"),
        Case(
            template: "<![CDATA[x]]>", kind: .forbiddenContext,
            message: "browsers do not agree on where a CDATA section ends in HTML",
            remedy: "take away \"<![CDATA[\" and \"]]>\", and write &lt; for <"),
        Case(
            template: "<script>a <!-- b</script>", kind: .forbiddenContext,
            message: "browsers do not end a script that holds \"<!--\" where they seem to",
            remedy: "leave \"<!--\" out of scripts"),
        Case(
            template: "<svg><style><p></style></svg>", kind: .forbiddenContext,
            message: "inside svg and math this is read as a tag",
            remedy: "move the style or script outside, or write &lt; for <"),
        Case(
            template: "a{{name}},", kind: .forbiddenContext,
            message: "a value cannot be printed safely in the middle of a CSV field",
            remedy: "let the tag stand for the whole field, without quotation marks, for example {{name}},{{value}}",
            type: .csv),
        Case(
            template: "\"{{name}}\"", kind: .forbiddenContext,
            message: "a value cannot be printed safely in quotation marks",
            remedy: "let the tag stand for the whole field, without quotation marks, for example {{name}},{{value}}",
            type: .csv),
        Case(
            template: "{{name}} x", kind: .forbiddenContext,
            message: "the tag before this stands for a whole CSV field, and this would be part of it",
            remedy: "let a comma or a line's end follow the tag", type: .csv),
        Case(
            template: "[1{{total}}]", kind: .forbiddenContext,
            message: "a value cannot be printed safely in the middle of a JSON value",
            remedy: "let the tag stand for the whole value, without quotation marks, for example {\"name\": {{name}}}",
            type: .json),
        Case(
            template: "{{<box}}stray{{/box}}", kind: .strayText,
            message: "this is not printed: only blocks inside \"box\" are",
            remedy: "put it in a block like {{$title}}…{{/title}}, or take it out"),
        Case(
            template: "{{else}}", kind: .badExpression,
            message: "else means nothing here",
            remedy: "close the section and open the opposite one, {{^name}}…{{/name}}"),
        Case(
            template: "{{#if isNew}}x{{/if isNew}}", kind: .badExpression,
            message: "if means nothing here",
            remedy: "a name is enough: {{#isNew}}…{{/isNew}}"),
        Case(
            template: "{{#if isNew}}x{{/if}}", kind: .badExpression,
            message: "if means nothing here",
            remedy: "a name is enough: {{#isNew}}…{{/isNew}}"),
        Case(
            template: "{{this}}", kind: .badExpression, message: "this means nothing here",
            remedy: "write {{.}}, the element itself"),
        Case(
            template: "{{this.name}}", kind: .badExpression, message: "this. means nothing here",
            remedy: "write {{name}}"),
        Case(
            template: "{{.name}}", kind: .badExpression, message: ". means nothing here", remedy: "write {{name}}"),
        Case(
            template: "{{!-- {{name}} --}}", kind: .badExpression,
            message: "this comment ends where the tag inside it ends", remedy: "leave the marks of tags out of comments"
        ),
        Case(
            template: "{ {{total}}: 1 }", kind: .forbiddenContext,
            message: "a value cannot be printed safely in the name of a JSON member: it is not a text",
            remedy: "write the name out, or give a text, for example {\"name\": {{total}}}", type: .json),
        Case(
            template: "{{#unless isNew}}x{{/unless isNew}}", kind: .badExpression,
            message: "unless means nothing here",
            remedy: "write {{^isNew}}…{{/isNew}}"),
        Case(
            template: "{{#if isNew}}x{{/if}}", kind: .badExpression,
            message: "if means nothing here",
            remedy: "a name is enough: {{#isNew}}…{{/isNew}}"),
        Case(
            template: "{{#each rooms}}x{{/each rooms}}", kind: .badExpression,
            message: "each means nothing here",
            remedy: "a name is enough: {{#rooms}}…{{/rooms}}"),
        Case(
            template: "{{name | upper}}", kind: .badExpression,
            message: "| means nothing here",
            remedy: "call formatters like upper(name)"),
        Case(
            template: "{{ upper name }}", kind: .badExpression,
            message: "a blank means nothing here",
            remedy: "write it like {{ upper(name) }}"),
        Case(
            template: "{{ upper }}", kind: .badExpression,
            message: "\"upper\" is a formatter",
            remedy: "write it like {{ upper(name) }}"),
        Case(
            template: "{{'long'}}", kind: .badExpression,
            message: "the mark ' means nothing here",
            remedy: "put text in \" marks"),
        Case(
            template: "{{“long”}}", kind: .badExpression,
            message: "the mark “ means nothing here",
            remedy: "put text in \" marks"),
        Case(
            template: "{{../name}}", kind: .badExpression,
            message: "../ means nothing here",
            remedy: "outer names are seen from inside: write name"),
        Case(
            template: "{{true}}", kind: .badExpression,
            message: "true means nothing here",
            remedy: "print the word outside of a tag, or use a section over a flag"),
        Case(
            template: "{{name of it}}", kind: .badExpression,
            message: "a blank inside a name means nothing here",
            remedy: "write one name, or a call like money(total)"),
        Case(
            template: "{{ default(name \"x\") }}", kind: .badExpression,
            message: "a comma is missing before this",
            remedy: "part arguments by commas"),
        Case(
            template: "Hello {{name\n<p>{{total}}</p>", kind: .unclosedTag,
            message: "this tag is never closed",
            remedy: "end it with \"}}\""),
        Case(
            template: "{{#rooms}}{{name}}{{/room}}", kind: .unopenedSection,
            message: "\"room\" is closed here while \"rooms\" is open",
            remedy: "write {{/rooms}}"),
        Case(
            template: "{{<box}}{{$bdy}}x{{/bdy}}{{/box}}", kind: .unknownName,
            message: "\"box\" has no block named \"bdy\"",
            remedy: "did you mean \"body\"?"),
        Case(
            template: "{{#items}}{{#items}}{{name}}{{/items}}{{/items}}", kind: .needsWholeList,
            message: "\"items\" is streamed row by row, and a section around this goes through it already",
            remedy: "close that section first, or use a list in memory"),
        Case(
            template: "<title>a</titel>{{name}}", kind: .contextChanges,
            message: "the template ends inside title, which is opened here and never closed",
            remedy: "close it where it should end"),
        Case(
            template: "<p class=\"a {{name}}>text</p>\n<p id=\"{{name}}\">", kind: .forbiddenContext,
            message: "a value cannot be printed safely in an attribute's name",
            remedy: "close the quotation marks of the attribute before it, whose value holds \"<\" or a line's end"),
        Case(
            template: "<a href=\"javascript:{{name}}\">", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a URL with this scheme",
            remedy:
                "let the URL begin with http:, https:, mailto: or tel:, or with the value as a whole, for example <a href=\"{{link}}\">"
        ),
        Case(
            template: "<a href=\"a&{{name}}\">", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a character reference of a URL",
            remedy: "write &amp; for &, for example <a href=\"?a=1&amp;{{name}}=2\">"),
        Case(
            template: "<link rel=\"stylesheet\" href=\"{{name}}\">", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a URL that brings in code (href of link)",
            remedy:
                "write rel=\"icon\" or the like before it, write the URL out, or declare the value as a trusted URL, for example <link rel=\"stylesheet\" href=\"page.css\">"
        ),
        Case(
            template: "<svg><g></svg>", kind: .forbiddenContext,
            message: "svg is closed here while g is open, inside svg or math",
            remedy: "close the elements inside svg and math in order, each by a tag of its own"),
        Case(
            template: "<svg><p></p></svg>", kind: .forbiddenContext,
            message: "browsers do not agree on what p means inside svg or math",
            remedy: "move it outside, and close what is open before it"),
        Case(
            template: "<frameset>", kind: .forbiddenContext,
            message: "browsers ignore the content of a frameset",
            remedy: "use iframe, or no frames"),
        Case(
            template: "<noscript><p title=\"</noscript>\"></p></noscript>", kind: .forbiddenContext,
            message: "a browser that runs scripts ends noscript here",
            remedy: "leave \"</noscript\" out of attributes, comments and texts inside it"),
        Case(
            template: "<p{{#isNew}} a{{/isNew}}b>", kind: .forbiddenContext,
            message: "the section before this may end in a name that this would go on with",
            remedy: "write a blank before or after the section's text"),
        Case(
            template: "{{#rooms}}{{name}}{{/rooms}}", kind: .forbiddenContext,
            message: "a value cannot be printed safely in the same CSV field as another value",
            remedy: "write a comma or a line's end between them, for example "
                + "{{#tags}}{{name}}{{^@last}},{{/@last}}{{/tags}}",
            type: .csv),
        Case(
            template: "[{{#rooms}}{{name}}{{/rooms}}]", kind: .forbiddenContext,
            message: "a value cannot be printed safely in the same place as another value",
            remedy: "write a comma between them, for example [{{#rooms}}{{name}}{{^@last}}, {{/@last}}{{/rooms}}]",
            type: .json),
        Case(
            template: "{{#isNew}}a{{/isNew}}\"b\"", kind: .forbiddenContext,
            message: "whether this quotation mark begins a CSV field depends on the section before it",
            remedy: "let each branch hold whole fields", type: .csv),
        Case(
            template: "[{{total}} x]", kind: .forbiddenContext,
            message: "the tag before this stands for a whole JSON value, and this would be part of it",
            remedy: "let a comma or a closing bracket follow the tag", type: .json),
        Case(
            template: "<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", kind: .forbiddenContext,
            message: "declarations inside a document type are not followed",
            remedy: "remove the part in [ ], or put it in a file of its own", type: .xml),
        Case(
            template: "<g onload=\"{{name}}\" xmlns=\"http://www.w3.org/2000/svg\"/>", kind: .forbiddenContext,
            message: "this makes the tag one that browsers run, after a value in it",
            remedy: "write the namespace before the other attributes", type: .xml),
        Case(
            template: "<a xmlns=\"{{name}}\"/>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a namespace",
            remedy: "write the namespace out, for example <list xmlns=\"urn:example:list\">", type: .xml),
        Case(
            template: "<script>{{name}}</script>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a script",
            remedy: "print the value outside of this element, for example <text>{{name}}</text>", type: .svg),
        Case(
            template: "<a><![CDATA[{{name}}]]></a>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a CDATA section",
            remedy: "take away \"<![CDATA[\" and \"]]>\": values are escaped in text", type: .xml),
        Case(
            template: "<a {{name}}=\"1\"/>", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a tag, outside an attribute's quotation marks",
            remedy:
                "put the value in text or in a quoted attribute, for example <name code=\"{{code}}\">{{name}}</name>",
            type: .xml),
        Case(
            template: "#let a = {{name}}", kind: .forbiddenContext,
            message: "a value cannot be printed safely in Typst markup or code",
            remedy: "put the value in a string of a call, for example #text(\"{{name}}\")", type: .typst),
        Case(
            template: "#eval(\"{{name}}\")", kind: .forbiddenContext,
            message: "a value cannot be printed safely in a string that Typst runs as code or reads a file by",
            remedy: "write it out, or put the value in a string of another call, for example #text(\"{{name}}\")",
            type: .typst),
    ]

    static func diagnostics(_ template: String, _ options: TemplateOptions) -> [TemplateDiagnostic] {
        do {
            _ = try Template(template, name: "page.html", context: context, library: library, options: options)
            return []
        } catch {
            return error.diagnostics
        }
    }

    @Test("Each mistake is found, named and given a remedy", arguments: cases)
    func message(of test: Case) throws {
        let options = TemplateOptions(contentType: test.type, formatters: FormatterSet([Self.choosy]))
        let found = Self.diagnostics(test.template, options)
        let diagnostic = try #require(found.first { $0.kind == test.kind })
        #expect(diagnostic.message == test.message)
        #expect(diagnostic.remedy == test.remedy)
    }

    @Test("Every kind of diagnostic that a text can cause is in the table")
    func complete() {
        let missing = Set(TemplateDiagnostic.Kind.allCases).subtracting(Self.cases.map(\.kind))
        #expect(missing == [.notUTF8, .unreadablePartial])
    }

    @Test("A partial that cannot be read is named at its tag, even if missing partials are allowed")
    func unreadable() throws {
        struct Refusal: Error, CustomStringConvertible { let description = "Permission denied" }
        let library = TemplateLibrary(names: ["row"]) { name in
            if name == "row" { throw Refusal() }
            return nil
        }
        for isTrusting in [false, true] {
            let options = TemplateOptions(isTrusting: isTrusting)
            for text in ["<p>\n{{> row}}", "<p>\n{{< row}}{{/row}}"] {
                let error = #expect(throws: TemplateError.self) {
                    try Template(text, library: library, options: options)
                }
                let diagnostic = try #require(error?.diagnostics.first)
                #expect(diagnostic.kind == .unreadablePartial)
                #expect(diagnostic.message == "the template \"row\" cannot be read: Permission denied")
                #expect(diagnostic.line == 2)
            }
        }
        let error = #expect(throws: TemplateError.self) { try Template(named: "row", in: library) }
        #expect(error?.diagnostics.map(\.kind) == [.unreadablePartial])
        let named = try Template("\n{{>*part}}", library: library)
        let refused = #expect(throws: RenderError.self) { try named.render(["part": "row"]) }
        #expect(refused?.kind == .badTemplate)
        #expect(refused?.message.contains("Permission denied") == true)
        #expect(refused?.location?.line == 2)
    }

    @Test("A template that is not UTF-8 is refused with the place of the fault")
    func notUTF8() {
        let library = TemplateLibrary(names: ["a"]) { _ in [0x61, 0x0A, 0xC3, 0x28] }
        #expect { try Template(named: "a", in: library) } throws: { error in
            guard let diagnostic = (error as? TemplateError)?.diagnostics.first else { return false }
            return diagnostic.kind == .notUTF8 && diagnostic.line == 2 && diagnostic.column == 1
        }
    }

    @Test("A mistake is shown with its source line, a caret as wide as the mistake, and the remedy")
    func picture() throws {
        let found = Self.diagnostics("<ul>\n\t<li>象印 {{serialNumbr}}</li>\n</ul>\n", TemplateOptions())
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
        let found = Self.diagnostics(
            "{{nam}}\n{{> heder}}\n<p style=\"{{name}}\">\n{{#rooms}}{{nme}}{{/rooms}}{{> header}}{{> header}}",
            TemplateOptions())
        #expect(found.map(\.line) == [1, 2, 3, 4])
    }

    @Test("A diagnostic in a partial names the including tag and is reported once for each remedy")
    func includedFrom() throws {
        let library = TemplateLibrary(["row": "<td>{{nam}}</td>"])
        #expect {
            try Template(
                "{{> row}}{{> row}}\n{{#owner}}{{> row}}{{/owner}}", name: "page", context: Self.context,
                library: library)
        } throws: { error in
            let diagnostics = (error as? TemplateError)?.diagnostics ?? []
            let shown = "\(error)"
            return diagnostics.map(\.includedFrom) == ["page:1:1"] && shown.hasSuffix("\n   = included from page:1:1")
        }
        let context = ContextDeclaration([("rooms", .list(Self.item))])
        let rooms = "{{> row}}\n{{#rooms}}{{> row}}{{/rooms}}"
        #expect { try Template(rooms, name: "page", context: context, library: library) } throws: { error in
            ((error as? TemplateError)?.diagnostics ?? []).map(\.includedFrom) == ["page:1:1", "page:2:11"]
        }
    }

    @Test("A mistake in a partial is shown in the partial")
    func partial() throws {
        let library = TemplateLibrary(["row": "<td>\n  {{nam}}\n</td>"])
        #expect { try Template("{{#rooms}}{{> row}}{{/rooms}}", context: Self.context, library: library) } throws: {
            let diagnostic = ($0 as? TemplateError)?.diagnostics.first
            return diagnostic?.file == "row" && diagnostic?.line == 2 && diagnostic?.column == 5
        }
    }

    @Test("An unclosed tag is reported alone, and the text after it is still parsed")
    func unclosed() {
        let found = Self.diagnostics("Hello {{nme\n<p>{{totl}}</p>\n{{{ {{name}} }}}", TemplateOptions())
        #expect(found.map(\.line) == [1, 2, 3])
        #expect(found.map(\.kind) == [.unclosedTag, .unknownName, .unclosedTag])
        #expect(found.allSatisfy { !$0.message.contains("\n") })
    }

    @Test("A misspelt name does not hide that no value is allowed in its context")
    func both() {
        let found = Self.diagnostics("<p style=\"{{nam}}\">", TemplateOptions())
        #expect(Set(found.map(\.kind)) == [.unknownName, .forbiddenContext])
    }

    @Test("What is never closed is shown where it was opened")
    func open() throws {
        let found = Self.diagnostics("<p>\n<title>{{name}}</titel>\n{{name}}\n", TemplateOptions())
        let diagnostic = try #require(found.first)
        #expect((diagnostic.line, diagnostic.column) == (2, 1))
    }

    @Test("The part of a dotted name that is unknown has the caret")
    func part() throws {
        let diagnostic = try #require(Self.diagnostics("{{owner.town}}", TemplateOptions()).first)
        #expect((diagnostic.column, diagnostic.length) == (9, 4))
    }

    @Test("After 100 mistakes the rest is left, and a long line is shown in part")
    func many() throws {
        let template = String(repeating: "{{}}", count: 60_000)
        do {
            _ = try Template(template, options: TemplateOptions(limits: .untrusted))
            Issue.record("it compiled")
        } catch {
            #expect(error.diagnostics.count == 100)
            #expect(!error.isComplete)
            #expect(error.description.utf8.count < 100_000)
            #expect(error.description.hasSuffix("These are the first 100 mistakes found; there may be more."))
        }
        let long = String(repeating: "é", count: 1000) + "{{nme}}" + String(repeating: "x", count: 1000)
        let diagnostic = try #require(Self.diagnostics(long, TemplateOptions()).first)
        #expect(diagnostic.column == 1003)
        let lines = diagnostic.description.split(separator: "\n")
        #expect(lines[1].count < 400)
        let caret = try #require(lines[2].firstIndex(of: "^"))
        let shown = lines[1].dropFirst(lines[2].distance(from: lines[2].startIndex, to: caret))
        #expect(shown.hasPrefix("nme}}"))
    }

    @Test("A byte order mark counts as no column, so that tags after it are standalone")
    func byteOrderMark() throws {
        #expect(try #require(Self.diagnostics("\u{FEFF}{{nme}}", TemplateOptions()).first).column == 3)
        let template = try Template("\u{FEFF}{{#a}}\nx\n{{/a}}\n")
        #expect(try template.render(["a": true]) == "\u{FEFF}x\n")
    }

    @Test("Names are checked against an example of the data")
    func data() {
        let data: TemplateValue = ["items": [["name": "a"], ["serial": nil]], "tags": ["a"]]
        let good = "{{#items}}{{name}}{{serial}}{{/items}}{{#tags}}{{.}}{{/tags}}"
        #expect(throws: Never.self) { try Template(good, checkedAgainst: data) }
        #expect { try Template("{{#items}}{{nmae}}{{/items}}{{itms}}", checkedAgainst: data) } throws: {
            ($0 as? TemplateError)?.diagnostics.map(\.remedy) == ["did you mean \"name\"?", "did you mean \"items\"?"]
        }
    }
}
