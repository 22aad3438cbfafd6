import FoundationEssentials
import Templating
import Testing

/// The examples of the guide for embedding do what it says.
@Suite("The guide for embedding")
struct EmbeddingTests {
    struct Countdown: RowSource {
        let number: ContextDeclaration.Slot
        var left = 3

        mutating func next(into row: Record) -> Bool {
            guard left > 0 else { return false }
            row.set(number, number: Int64(left))
            left -= 1
            return true
        }
    }

    struct Counter: ByteSink {
        var count = 0

        mutating func write(_ bytes: Span<UInt8>) { count += bytes.count }
    }

    @Test("A custom row source and sink")
    func sourceAndSink() throws {
        let row = ContextDeclaration(["number": .number])
        let context = ContextDeclaration(["rows": .stream(row)])
        let template = try Template("{{#rows}}{{number}} {{/rows}}", context: context)
        let record = Record(context)
        record.set(context.slot("rows"), stream: Countdown(number: row.slot("number")))
        #expect(try template.render(record) == "3 2 1 ")
        record.set(context.slot("rows"), stream: Countdown(number: row.slot("number")))
        var counter = Counter()
        try template.render(record, into: &counter)
        #expect(counter.count == 6)
    }

    @Test("Markup, trusted URLs and lambdas")
    func vouchedFor() throws {
        let data: TemplateValue = [
            "icon": .markup(Markup(trusted: "<svg viewBox=\"0 0 1 1\"></svg>")),
            "picture": .trustedURL(TrustedURL(image: [0x89, 0x50], mediaType: "image/png")),
            "shout": .lambda(TemplateLambda { section in .text((section ?? "").uppercased()) }),
        ]
        let template = try Template("{{{icon}}}<img src=\"{{picture}}\" alt=\"\">{{#shout}}hey{{/shout}}")
        #expect(
            try template.render(data)
                == "<svg viewBox=\"0 0 1 1\"></svg><img src=\"data:image/png;base64,iVA=\" alt=\"\">HEY")
    }

    @Test("The table of rendering errors names every kind")
    func kinds() throws {
        let path =
            "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            + "/Sources/Documents/Templating/Templating.docc/Embedding.md"
        let guide = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        for kind in RenderError.Kind.allCases { #expect(guide.contains("`\(kind.rawValue)`"), "\(kind)") }
    }
}
