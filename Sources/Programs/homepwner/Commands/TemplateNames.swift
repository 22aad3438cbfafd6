import JSON
import Localization
import Message
import Reports

extension Command {
    static let templateNames = Command(
        name: "names",
        operands: [PositionalArgument("CONTEXT", .optional)],
        options: [.json, .help],
        examples: ["template names inventory"],
        run: { invocation in
            let asked = invocation.arguments.operand("CONTEXT")
            if let asked, !TemplateContext.names.contains(asked) {
                throw UsageError.badOperand(
                    "CONTEXT",
                    problem: localized(
                        "template.contexts", ["names": .text(TemplateContext.names.joined(separator: ", "))]))
            }
            let reader = try ReportLocale(language: "en", timeZone: "UTC")
            let offers = try (asked.map { [$0] } ?? TemplateContext.names).map { name in
                (name, try TemplateContext(of: name, for: reader).templateVariables)
            }
            if invocation.arguments.has(.json) { return try invocation.console.write(json(offers)) }
            var table = TextTable(
                [.init(localized("column.name")), .init(localized("column.type"))], on: invocation.console)
            for (index, (context, names)) in offers.enumerated() {
                if asked == nil { try table.add(line: "\(context):", spaced: index > 0) }
                for name in names { try table.add([name.name, localized("template.type.\(name.kind)")]) }
            }
            try table.finish()
        })

    private static func json(_ offers: [(String, [TemplateVariable])]) -> String {
        var json = JSONWriter(.pretty)
        json.array { json in
            for (context, names) in offers {
                for name in names {
                    json.object { json in
                        json.add("context", .string(context))
                        json.array("path") { json in
                            for part in name.path { json.add(.string(part)) }
                        }
                        json.add("type", .string(name.kind.rawValue))
                    }
                }
            }
        }
        return json.text
    }
}
