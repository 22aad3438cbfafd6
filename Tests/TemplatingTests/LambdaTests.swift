import Synchronization
import Testing

@testable import Templating

/// The specification's ten lambda cases, with its lambdas written in Swift.
@Suite("Lambdas", .enabled(if: SharedFiles.hasSpecification, "mustache-spec is not beside the checkout"))
struct LambdaTests {
    final class Counter: Sendable {
        private let calls = Mutex(0)
        func next() -> String {
            calls.withLock {
                $0 += 1; return String($0)
            }
        }
    }

    static func lambda(_ name: String) -> TemplateValue {
        let counter = Counter()
        let bodies: [String: @Sendable (String) -> TemplateValue] = [
            "Interpolation": { _ in "world" },
            "Interpolation - Expansion": { _ in "{{planet}}" },
            "Interpolation - Alternate Delimiters": { _ in "|planet| => {{planet}}" },
            "Interpolation - Multiple Calls": { _ in .text(counter.next()) },
            "Escaping": { _ in ">" },
            "Section": { .text($0 == "{{x}}" ? "yes" : "no") },
            "Section - Expansion": { .text($0 + "{{planet}}" + $0) },
            "Section - Alternate Delimiters": { .text($0 + "{{planet}} => |planet|" + $0) },
            "Section - Multiple Calls": { .text("__" + $0 + "__") },
            "Inverted Section": { _ in false },
        ]
        let body = bodies[name]
        return .lambda(TemplateLambda { section in body?(section ?? "") ?? "no such lambda" })
    }

    @Test("Every lambda case of the specification renders as specified")
    func specification() throws {
        let cases = try SpecificationTests.cases("optional-lambdas")
        var passed = 0
        for test in cases {
            guard case .object(var data) = test.data else { continue }
            data["lambda"] = Self.lambda(test.name)
            let output = try SpecificationTests.render(test, .object(data))
            #expect(output == test.expected, "\(test.name)")
            if output == test.expected { passed += 1 }
        }
        print("mustache-spec optional-lambdas: \(passed) of \(cases.count) cases pass")
        #expect(cases.count == 10)
    }

    @Test("A lambda's result is escaped for the context of its tag")
    func places() throws {
        let lambda = TemplateValue.lambda(TemplateLambda { _ in "{{name}}" })
        let template = try Template(#"<a href="{{lambda}}" title="{{lambda}}">{{#lambda}}x{{/lambda}}</a>"#)
        let output = try template.render(["lambda": lambda, "name": "javascript:\"<b>"])
        #expect(output.hasPrefix(#"<a href="about:invalid" title=""#))
        #expect(!output.contains("<b>"))
    }

    @Test("A lambda whose text does not compile in its context is an error")
    func badText() throws {
        let lambda = TemplateValue.lambda(TemplateLambda { _ in "<b {{name}}>" })
        let template = try Template("{{#lambda}}x{{/lambda}}")
        #expect { try template.render(["lambda": lambda, "name": "x"]) } throws: {
            ($0 as? RenderError)?.kind == .badTemplate
        }
    }
}
