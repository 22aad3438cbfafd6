import InventoryModel

extension Command {
    static let template = Command(
        name: "template",
        summary: "checks or renders a template of your own",
        description: "Templates are written in Mustache.",
        options: [.help],
        subcommands: [
            Command(
                name: "check",
                summary: "finds the mistakes in a template",
                operands: [Operand("FILE", .one, "the template; - for standard input")],
                options: TemplateOptions.all + [.json, .help],
                examples: [.init("template check page.html --data page.json", "checks names against the data too")]),
            Command(
                name: "render",
                summary: "renders a template with JSON data",
                operands: [Operand("FILE", .one, "the template; - for standard input")],
                options: TemplateOptions.all + [.templateOutput, .help],
                examples: [
                    .init("template render page.html --data page.json -o out.html", "writes out.html")
                ]),
        ])
}

/// The options that templates are compiled with.
enum TemplateOptions {
    static let data = Option.value("data", "FILE.json", "the data, a JSON object")
    static let partials = Option.value("partials", "DIR", "the folder of the partials", initially: "the template's own")
    static let contentType = Option.value(
        "content-type", "TYPE", "what is written, for the escaping", choices: ["html", "xml", "text", "csv", "json"],
        initially: "told by the ending of the template's name, else html")
    static let trusting = Option.flag(
        "trusting", "plain Mustache as specified: missing names and partials are empty, no checks of places")

    static let all = [data, partials, contentType, trusting]
}

extension Option {
    static let templateOutput = value(
        "output", "PATH", "the file to write; - for standard output", letter: "o", initially: "standard output")
}
