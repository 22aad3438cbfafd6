import Templating

/// Templates of strangers, and data for them.
enum TemplateTargets {
    /// Compiles any bytes as a template of any format, with and without a declared context.
    ///
    /// The first byte picks the format; the rest is the template. Partials are cut from it at `\0`.
    @Sendable static func compile(_ bytes: FuzzTarget.Input) {
        guard let first = bytes.first else { return }
        let type = ContentType.allCases[Int(first & 7) % ContentType.allCases.count]
        let texts = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
        let names = ["main", "a", "b", "c"]
        let library = TemplateLibrary(names: names) { name in
            names.firstIndex(of: name).flatMap { $0 < texts.count ? texts[$0] : nil }
        }
        let item = ContextDeclaration([("name", .text), ("value", .number)])
        let context = ContextDeclaration([
            ("a", .text), ("n", .number), ("f", .flag), ("m", .markup), ("u", .trustedURL), ("r", .record(item)),
            ("l", .list(item)), ("s", .stream(item)),
        ])
        let options = TemplateOptions(contentType: type, isTrusting: first & 0x80 != 0, limits: .untrusted)
        do {
            _ = try Template(named: "main", in: library, context: first & 0x40 == 0 ? nil : context, options: options)
        } catch {
            precondition(!error.diagnostics.isEmpty && !error.description.isEmpty)
        }
    }

    /// Reads any bytes as a template and, after `\0`, as the JSON data it is rendered from.
    @Sendable static func renderData(_ bytes: FuzzTarget.Input) {
        guard let end = bytes.firstIndex(of: 0) else { return }
        let source = String(decoding: bytes[..<end], as: UTF8.self)
        guard let data = try? TemplateValue(json: bytes[(end + 1)...]) else { return }
        var limits = TemplateLimits.untrusted
        limits.outputSize = 1 << 20
        limits.steps = 1 << 14
        let library = TemplateLibrary(["self": source, "row": "{{name}}"])
        for isTrusting in [false, true] {
            let options = TemplateOptions(isTrusting: isTrusting, limits: limits)
            _ = try? Template(source, library: library, options: options).render(data)
            _ = try? Template(source, checkedAgainst: data, library: library, options: options).render(data)
        }
    }
}

/// A page that has every kind of place.
enum TemplatePage {
    /// Renders any bytes as the page's values, and checks that its structure is kept.
    @Sendable static func render(_ bytes: FuzzTarget.Input) {
        let record = Record(context)
        let parts = bytes.split(separator: 0xFF, maxSplits: names.count - 1, omittingEmptySubsequences: false)
        for (name, part) in zip(names, parts) {
            record.set(context.slot(name), borrowing: UnsafeBufferPointer(rebasing: part))
        }
        for (type, template) in templates {
            var sink = MemorySink()
            do {
                try template.render(record, into: &sink)
            } catch {
                preconditionFailure("\(error)")
            }
            let count = sink.bytes.count { $0 == UInt8(ascii: "<") }
            if type == .html || type == .xml { precondition(count == marks[type], "a value became markup") }
            precondition(
                Array(String(decoding: sink.bytes, as: UTF8.self).utf8) == sink.bytes, "the output is not UTF-8")
        }
    }

    private static let names = (0..<8).map { "v\($0)" }
    private static let context = ContextDeclaration(names.map { ($0, .text) })
    private static let sources: [ContentType: String] = [
        .html: """
        <!DOCTYPE html><title>{{v0}}</title><p class="{{v1}}" title='{{v2}}'>{{v3}}</p><a href="{{v4}}">x</a>
        <a href="/a/{{v5}}?b={{v6}}">x</a><img alt="{{v7}}" srcset="{{v0}} 2x"><textarea>{{v1}}</textarea>
        <script type="application/json">{"a": {{v2}}, "b": [{{v3}}]}</script>{{#v4}}{{.}}{{/v4}}
        """,
        .xml: "<a b=\"{{v0}}\" c='{{v1}}'>{{v2}}<d>{{v3}}</d></a>",
        .csv: "{{v0}},{{v1}},{{v2}}\n{{v3}}\n",
        .json: "{\"a\": {{v0}}, \"b\": [{{v1}}, {{v2}}]}",
        .typst: "#text(\"{{v0}}\")",
    ]
    private static let templates: [(ContentType, Template)] = sources.map { type, source in
        do {
            return (type, try Template(source, context: context, options: TemplateOptions(contentType: type)))
        } catch {
            preconditionFailure("\(error)")
        }
    }
    private static let marks = sources.mapValues { source in source.utf8.count { $0 == UInt8(ascii: "<") } }
}
