import Templating
import Testing

@Suite("A renderer that is used again")
struct TemplateRendererTests {
    private let context = ContextDeclaration([
        ("name", .text), ("tags", .list(ContextDeclaration([("tag", .text)]))),
    ])

    private func record(_ name: String?, tags: [String]) -> Record {
        let record = Record(context)
        record.set(context.slot("name"), text: name)
        record.setEmpty(context.slot("tags"))
        for tag in tags {
            let element = record.append(to: context.slot("tags"))
            element.set(element.declaration.slot("tag"), text: tag)
        }
        return record
    }

    @Test("renders each record like a separate rendering")
    func repeats() throws {
        let template = try Template(
            "{{^name}}none{{/name}}{{name}}:{{#tags}} {{@number}} {{tag}}{{/tags}};", context: context)
        let renderer = TemplateRenderer(template)
        let records = [
            record("Drill", tags: ["tool", "lent & out"]), record(nil, tags: []), record("<Vase>", tags: ["gift"]),
        ]
        var all = MemorySink()
        for record in records + records { try renderer.render(record, into: &all) }
        let each = try records.map { try template.render($0) }.joined()
        #expect(all.text == each + each)
    }

    @Test("forgets a rendering that failed")
    func recovers() throws {
        var options = TemplateOptions()
        options.limits.outputSize = 16
        let template = try Template("{{name}}{{#tags}}{{tag}}{{/tags}}", context: context, options: options)
        let renderer = TemplateRenderer(template)
        var sink = MemorySink()
        #expect(throws: RenderError.self) {
            try renderer.render(record("A", tags: ["much longer than", "the limit allows"]), into: &sink)
        }
        sink = MemorySink()
        try renderer.render(record("B", tags: ["b"]), into: &sink)
        #expect(sink.text == "Bb")
    }
}
