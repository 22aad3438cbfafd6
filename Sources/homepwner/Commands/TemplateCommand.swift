import InventoryModel
import Reporting
import Templating

extension Command {
    static let template = Command(
        name: "template",
        summary: "checks or renders a template of your own, and lists what it may name",
        description: "Templates are written in Mustache, with formatters such as {{ money(total) }}.",
        options: [.help],
        subcommands: [checkTemplate, renderTemplate, templateNames])

    private static let checkTemplate = Command(
        name: "check",
        summary: "finds the mistakes in a template",
        description: """
            Every mistake is shown with its line and a caret. With --context names are checked \
            against what a report offers, with --data against the data; 'template names' lists what a report offers.
            """,
        operands: [Operand("FILE", .one, "the template; - for standard input")],
        options: [TemplateOptionsOfCalls.context] + TemplateOptionsOfCalls.all + [.json, .help],
        examples: [
            .init("template check page.html --data page.json", "checks names against the data too"),
            .init(
                "template check list.html.mustache --context inventory",
                "checks names against what the report 'inventory' offers"),
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
                : call.console.say("\(source.name.onOneLine) has no mistakes")
        })

    private static let renderTemplate = Command(
        name: "render",
        summary: "renders a template with JSON data",
        operands: [Operand("FILE", .one, "the template; - for standard input")],
        options: TemplateOptionsOfCalls.all + [.templateOutput, .help],
        examples: [.init("template render page.html --data page.json -o out.html", "writes out.html")],
        run: { call in
            let source = try TemplateSource(call)
            let template = try source.compile()
            var sink = DestinationSink(
                destination: try Destination(call.arguments.text(.templateOutput), console: call.console))
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
    static let context = Option.value(
        "context", "NAME", "the report whose names the template may use", choices: TemplateContext.names)
    static let data = Option.value("data", "FILE.json", "the data, as JSON; - for standard input")
    static let partials = Option.value("partials", "DIR", "the folder of the partials", initially: "the template's own")
    static let contentType = Option.value(
        "content-type", "TYPE", "what is written, for the escaping", choices: ContentType.allCases.map(\.rawValue),
        initially: "told by the ending of the template's name, else html")
    static let trusting = Option.flag(
        "trusting", "plain Mustache as specified: missing names and partials are empty, no checks of places")
    static let untrusted = Option.flag(
        "untrusted", "a stranger's template: closer bounds on its size, its depth, its work and its output")

    static let all = [data, partials, contentType, trusting, untrusted]
}

extension Option {
    static let templateOutput = value(
        "output", "PATH", "the file to write; - for standard output", letter: "o", initially: "standard output")
}

/// Hands a template's bytes to where the command writes.
private struct DestinationSink: Templating.ByteSink {
    let destination: Destination

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws { try destination.write(bytes) }
}
