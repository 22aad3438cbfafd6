import Testing

@testable import Templating

/// Every message of a rendering that fails, word for word, with its place.
@Suite("Errors while rendering")
struct RenderErrorTests {
    struct Case: CustomTestStringConvertible {
        let template: String
        let data: TemplateValue
        let kind: RenderError.Kind
        let message: String
        var type = ContentType.html
        var limits = TemplateLimits.standard
        var testDescription: String { template }
    }

    static func limits(_ change: (inout TemplateLimits) -> Void) -> TemplateLimits {
        var limits = TemplateLimits.standard
        change(&limits)
        return limits
    }

    static let library = TemplateLibrary(["bad": "{{#a}}", "row": "\n {{ picky(a) }}", "self": "{{> *name}}"])
    static let picky = Formatter("picky", [.init(.any)], summary: "Refuses.", example: "{{ picky(name) }}") { _, _ in
        throw FormatterError("takes nothing")
    }

    static let cases = [
        Case(
            template: "a\n {{ picky(a) }}", data: ["a": "x"], kind: .formatter,
            message: "page:2:2: picky: takes nothing"),
        Case(
            template: "{{#list}}{{> row}}{{/list}}", data: ["list": ["x"], "a": "x"], kind: .formatter,
            message: "row:2:2: picky: takes nothing"),
        Case(
            template: "é {{{a}}}", data: ["a": "x"], kind: .notMarkup,
            message: "page:1:3: a value printed by {{{…}}} is not safe markup; write {{…}} or give it as markup"),
        Case(
            template: "{{> *a}}", data: ["a": "nothing"], kind: .badTemplate,
            message: "page:1:1: the data names a partial here that does not exist; "
                + "see that the library has one of each name"),
        Case(
            template: "x{{> *a}}", data: ["a": "bad"], kind: .badTemplate,
            message: """
                page:1:2: a template known only while rendering does not compile:
                bad:1:1: error: "a" is opened here and never closed [unclosed-section]
                 1 | {{#a}}
                   | ^^^^^^
                   = add {{/a}} where it should end
                """),
        Case(
            template: "[{{a}}]", data: ["a": .number("1,5")], kind: .notANumber,
            message: "page:1:2: a number in a JSON template must be written like 1234.50", type: .json),
        Case(
            template: "[{{#rows}}{\"a\": {{x}}}{{^@last}},{{/@last}}{{/rows}}]",
            data: ["rows": [["x": 1], ["x": ["b": 1]]]], kind: .notPrintable,
            message: "page:1:17: a list or an object is not a single JSON value; "
                + "open a section over it and write its parts",
            type: .json),
        Case(
            template: "{ {{k}}: 1 }", data: ["k": 5], kind: .notAName,
            message: "page:1:3: the name of a member in JSON must be a text; write the name out, or give a text",
            type: .json),
        Case(
            template: "<script type=\"application/json\">{{x}}</script>", data: ["x": [1]], kind: .notPrintable,
            message: "page:1:33: a list or an object is not a single JSON value; "
                + "open a section over it and write its parts"),
        Case(
            template: "{{#a}}{{.}}{{/a}}\n", data: ["a": ["b", "c"]], kind: .valuesRunTogether,
            message: "page:1:1: the rows of this list would run together; write a comma or a line's end between them",
            type: .csv),
        Case(
            template: "{{> *name}}", data: ["name": "self"], kind: .partialsTooDeep,
            message: "self:1:1: partials stand too deep inside each other; "
                + "let each that includes itself end with the data"),
        Case(
            template: "{{#list}}x{{/list}}", data: ["list": ["a", "b", "c"]], kind: .tooManySteps,
            message: "page:1:1: the rendering takes more steps than allowed; "
                + "use fewer sections inside each other, or fewer rows",
            limits: limits { $0.steps = 2 }),
        Case(
            template: "{{a}}", data: ["a": .text(String(repeating: "x", count: 200_000))], kind: .outputTooLarge,
            message: "page:1:1: the output is larger than allowed; use fewer rows",
            limits: limits { $0.outputSize = 100 }),
    ]

    @Test("Each error states its place, the problem and the remedy", arguments: cases)
    func message(of test: Case) throws {
        let options = TemplateOptions(
            contentType: test.type, formatters: FormatterSet([Self.picky]), limits: test.limits)
        let template = try Template(test.template, name: "page", library: Self.library, options: options)
        do {
            _ = try template.render(test.data)
            Issue.record("it was rendered")
        } catch {
            let error = try #require(error as? RenderError)
            #expect(error.kind == test.kind)
            #expect(error.description == test.message)
        }
    }

    @Test("A stream that is used twice, and a wrong context")
    func records() throws {
        let twice = try Template(
            "{{#items}}{{name}}{{/items}}\n{{#items}}{{name}}{{/items}}", name: "page", context: RecordTests.report)
        #expect { try twice.render(RecordTests.record()) } throws: {
            ($0 as? RenderError)?.description
                == "page:2:1: a streamed list can be read only once; use a list in memory"
        }
        #expect { try twice.render(["items": []]) } throws: {
            ($0 as? RenderError)?.description == "the template was compiled for records, not for data"
        }
    }

    @Test("Every kind of error is in the table")
    func complete() {
        let missing = Set(RenderError.Kind.allCases).subtracting(Self.cases.map(\.kind))
        #expect(missing == [.wrongContext, .streamUsedTwice])
    }
}
