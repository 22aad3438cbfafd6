import Testing

@testable import Templating

/// The cases of the Mustache specification, as they are published.
@Suite(
    "The Mustache specification", .enabled(if: SharedFiles.hasSpecification, "mustache-spec is not beside the checkout")
)
struct SpecificationTests {
    struct Case {
        let name: String
        let template: String
        let partials: [String: String]
        let data: TemplateValue
        let expected: String
    }

    static func cases(_ file: String) throws -> [Case] {
        let bytes = try #require(SharedFiles.bytes("mustache-spec/\(file).json"))
        guard case .object(let root) = try TemplateValue(json: bytes), case .list(let tests)? = root["tests"] else {
            return []
        }
        return tests.compactMap { test in
            guard case .object(let fields) = test, case .text(let name)? = fields["name"],
                case .text(let template)? = fields["template"], case .text(let expected)? = fields["expected"]
            else { return nil }
            var partials: [String: String] = [:]
            if case .object(let texts)? = fields["partials"] {
                for case (let name, .text(let text)) in texts { partials[name] = text }
            }
            return Case(
                name: name, template: template, partials: partials, data: fields["data"] ?? .null, expected: expected)
        }
    }

    static func render(_ test: Case, _ data: TemplateValue) throws -> String {
        try Template(
            test.template, library: TemplateLibrary(test.partials), options: TemplateOptions(isTrusting: true)
        ).render(data)
    }

    @Test(
        "Every case of the core files and of inheritance and dynamic names renders as specified",
        arguments: [
            ("comments", 12), ("delimiters", 14), ("interpolation", 42), ("inverted", 22), ("partials", 12),
            ("sections", 34), ("optional-inheritance", 27), ("optional-dynamic-names", 21),
        ])
    func core(file: String, count: Int) throws {
        let cases = try Self.cases(file)
        var passed = 0
        for test in cases {
            let output = try Self.render(test, test.data)
            #expect(output == test.expected, "\(file): \(test.name)")
            if output == test.expected { passed += 1 }
        }
        print("mustache-spec \(file): \(passed) of \(cases.count) cases pass")
        #expect(cases.count == count)
    }
}
