import Inventory
import JSON
import Localization
import Message
import Reports
import Templating

extension Command {
    static let template = Command(
        name: "template",
        options: [.help],
        subcommands: [checkTemplate, renderTemplate, templateNames, copyTemplate])

    private static let checkTemplate = Command(
        name: "check",
        operands: [PositionalArgument("FILE")],
        options: [TemplateCommandOptions.context] + TemplateCommandOptions.all + [.json, .help],
        examples: [
            "template check page.html --data page.json",
            "template check list.html.mustache --context inventory",
        ],
        run: { invocation in
            try invocation.arguments.allowOnlyOne(of: [TemplateCommandOptions.context, TemplateCommandOptions.data])
            let source = try TemplateSource(invocation)
            do throws(TemplateError) {
                _ = try source.compile()
            } catch {
                if invocation.arguments.has(.json) {
                    try invocation.console.write(json(error.diagnostics, file: source.name))
                } else {
                    invocation.console.warn("\(error)\n")
                }
                throw CommandError.faultyTemplate(source.name, diagnostics: error.diagnostics.count)
            }
            try invocation.arguments.has(.json)
                ? invocation.console.write(json([], file: source.name))
                : invocation.console.summarize(words(source))
        })

    /// A template without errors, and against which names it was checked.
    private static func words(_ source: TemplateSource) -> String {
        let file = Message.Argument.text(source.name.onOneLine)
        if let report = source.contextName {
            return localized("template.valid.context", ["file": file, "report": .text(report)])
        }
        return localized(source.data == nil ? "template.valid.unchecked" : "template.valid", ["file": file])
    }

    private static let renderTemplate = Command(
        name: "render",
        operands: [PositionalArgument("FILE")],
        options: TemplateCommandOptions.all + [TemplateCommandOptions.strict, .templateOutput, .help],
        examples: ["template render page.html --data page.json -o out.html"],
        run: { invocation in
            try invocation.arguments.allowOnlyOne(of: [TemplateCommandOptions.trusting, TemplateCommandOptions.strict])
            let output = invocation.arguments.text(.templateOutput)
            let inputs = [invocation.arguments.operand("FILE"), invocation.arguments.text(TemplateCommandOptions.data)]
            try OutputPathCheck.check(
                output, word: Option.templateOutput.spelling, inputs: inputs.compactMap(\.self), store: nil)
            let isStrict = invocation.arguments.has(TemplateCommandOptions.strict)
            let source = try TemplateSource(invocation, warnsOfMissingNames: !isStrict)
            let template = try source.compile(rendering: true)
            warn(of: template.warnings, in: source.name, on: invocation.console)
            var sink = DestinationSink(destination: try OutputDestination(output, console: invocation.console))
            try template.render(source.data ?? .object([:]), into: &sink)
            try sink.destination.commit()
        })

    /// Shows the names that the data lacks: they are empty in the output, which nothing else would tell.
    private static func warn(of missing: [TemplateDiagnostic], in file: String, on console: Console) {
        guard !missing.isEmpty else { return }
        console.warn(missing.map(\.warning).joined(separator: "\n\n") + "\n")
        console.complain(
            localized(
                "template.missingNames",
                ["file": .text(file.onOneLine), "names": .text(Phrases.count(missing.count, "name"))]))
    }

    private static func json(_ diagnostics: [TemplateDiagnostic], file: String) -> String {
        var json = JSONWriter(.pretty)
        json.object { json in
            json.add("file", .string(file))
            json.add("valid", .bool(diagnostics.isEmpty))
            json.array("mistakes") { json in
                for diagnostic in diagnostics {
                    json.object { json in
                        json.add("kind", .string(diagnostic.kind.rawValue))
                        json.add("message", .string(diagnostic.message))
                        json.add("remedy", .string(diagnostic.remedy))
                        json.add("file", .string(diagnostic.file))
                        json.add("line", .number(diagnostic.line))
                        json.add("column", .number(diagnostic.column))
                        json.add("length", .number(diagnostic.length))
                        if let place = diagnostic.includedFrom { json.add("includedFrom", .string(place)) }
                    }
                }
            }
        }
        return json.text
    }
}

/// The options that templates are compiled with.
enum TemplateCommandOptions {
    static let context = Option.value("context", "NAME", choices: TemplateContext.names)
    static let data = Option.value("data", "FILE.json")
    static let partials = Option.value("partials", "DIR")
    static let contentType = Option.value("content-type", "TYPE", choices: ContentType.allCases.map(\.rawValue))
    static let trusting = Option.flag("trusting")
    static let strict = Option.flag("strict")
    static let untrusted = Option.flag("untrusted")

    static let all = [data, partials, contentType, trusting, untrusted]
}

extension Option {
    static let templateOutput = value("output", "PATH", letter: "o")
}
