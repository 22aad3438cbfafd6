import Templating

/// Renders any bytes as the values of a page that has every kind of place, and checks that its structure is kept.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let record = Record(Page.context)
    let parts = bytes.split(separator: 0xFF, maxSplits: Page.names.count - 1, omittingEmptySubsequences: false)
    for (name, part) in zip(Page.names, parts) {
        record.set(Page.context.slot(name), borrowing: UnsafeBufferPointer(rebasing: part))
    }
    for (type, template) in Page.templates {
        var sink = MemorySink()
        do {
            try template.render(record, into: &sink)
        } catch {
            preconditionFailure("\(error)")
        }
        let marks = sink.bytes.count { $0 == UInt8(ascii: "<") }
        if type == .html || type == .xml { precondition(marks == Page.marks[type], "a value became markup") }
        precondition(Array(String(decoding: sink.bytes, as: UTF8.self).utf8) == sink.bytes, "the output is not UTF-8")
    }
    return 0
}

enum Page {
    static let names = (0..<8).map { "v\($0)" }
    static let context = ContextDeclaration(names.map { ($0, .text) })
    static let sources: [ContentType: String] = [
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
    static let templates: [(ContentType, Template)] = sources.map { type, source in
        do {
            return (type, try Template(source, context: context, options: TemplateOptions(contentType: type)))
        } catch {
            preconditionFailure("\(error)")
        }
    }
    static let marks = sources.mapValues { source in source.utf8.count { $0 == UInt8(ascii: "<") } }
}
