import Inventory
import Localization
import Reports
import Templating

extension Command {
    static let template = Command(
        name: "template",
        options: [.help],
        subcommands: [checkTemplate, renderTemplate, templateNames])

    private static let checkTemplate = Command(
        name: "check",
        operands: [Operand("FILE")],
        options: [TemplateOptionsOfCalls.context] + TemplateOptionsOfCalls.all + [.json, .help],
        examples: [
            "template check page.html --data page.json",
            "template check list.html.mustache --context inventory",
        ],
        run: { call in
            try call.arguments.allowOnlyOne(of: [TemplateOptionsOfCalls.context, TemplateOptionsOfCalls.data])
            let source = try TemplateSource(call)
            do throws(TemplateError) {
                _ = try source.compile()
            } catch {
                if call.arguments.has(.json) {
                    try call.console.write(json(error.mistakes, file: source.name))
                } else {
                    call.console.warn("\(error)\n")
                }
                throw Failure.faultyTemplate(source.name, mistakes: error.mistakes.count)
            }
            try call.arguments.has(.json)
                ? call.console.write(json([], file: source.name))
                : call.console.say(said("commands.hasNoMistakes", source.name.onOneLine))
        })

    private static let renderTemplate = Command(
        name: "render",
        operands: [Operand("FILE")],
        options: TemplateOptionsOfCalls.all + [.templateOutput, .help],
        examples: ["template render page.html --data page.json -o out.html"],
        run: { call in
            let output = call.arguments.text(.templateOutput)
            let inputs = [call.arguments.operand("FILE"), call.arguments.text(TemplateOptionsOfCalls.data)]
            try OutputGuard.check(
                output, word: Option.templateOutput.spelling, inputs: inputs.compactMap(\.self), store: nil)
            let source = try TemplateSource(call)
            let template = try source.compile()
            var sink = DestinationSink(destination: try Destination(output, console: call.console))
            try template.render(source.data ?? .object([:]), into: &sink)
            try sink.destination.commit()
        })

    private static func json(_ mistakes: [TemplateMistake], file: String) -> String {
        var json = JSONText()
        json.object { json in
            json.add("file", .text(file))
            json.add("valid", .flag(mistakes.isEmpty))
            json.array("mistakes") { json in
                for mistake in mistakes {
                    json.object { json in
                        json.add("kind", .text(mistake.kind.rawValue))
                        json.add("message", .text(mistake.message))
                        json.add("remedy", .text(mistake.remedy))
                        json.add("file", .text(mistake.file))
                        json.add("line", .number(mistake.line))
                        json.add("column", .number(mistake.column))
                        json.add("length", .number(mistake.length))
                        if let place = mistake.includedFrom { json.add("includedFrom", .text(place)) }
                    }
                }
            }
        }
        return json.text
    }
}

/// The options that templates are compiled with.
enum TemplateOptionsOfCalls {
    static let context = Option.value("context", "NAME", choices: TemplateContext.names)
    static let data = Option.value("data", "FILE.json")
    static let partials = Option.value("partials", "DIR")
    static let contentType = Option.value("content-type", "TYPE", choices: ContentType.allCases.map(\.rawValue))
    static let trusting = Option.flag("trusting")
    static let untrusted = Option.flag("untrusted")

    static let all = [data, partials, contentType, trusting, untrusted]
}

extension Option {
    static let templateOutput = value("output", "PATH", letter: "o")
}

/// Hands a template's bytes to where the command writes.
private struct DestinationSink: Templating.ByteSink {
    let destination: Destination

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws { try destination.write(bytes) }
}
