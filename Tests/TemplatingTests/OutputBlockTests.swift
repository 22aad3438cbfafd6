import Testing

@testable import Templating

/// Output comes in whole blocks, which files take quickest.
@Suite("Blocks of output")
struct OutputBlockTests {
    struct Blocks: ByteSink {
        var sizes: [Int] = []
        var bytes: [UInt8] = []

        mutating func write(_ bytes: Span<UInt8>) {
            sizes.append(bytes.count)
            bytes.withUnsafeBufferPointer { self.bytes.append(contentsOf: $0) }
        }
    }

    static let block = 1 << 16

    static func blocks(_ source: String, _ text: String) throws -> Blocks {
        var sink = Blocks()
        let options = TemplateOptions(contentType: .text)
        let list = TemplateValue.list(Array(repeating: .text(text), count: 40))
        try Template(source, options: options).render(["list": list], into: &sink)
        return sink
    }

    @Test(
        "All blocks but the last are whole, whatever is written",
        arguments: [1, 1000, 1024, 1025, block - 1, block, block + 1, 3 * block + 7])
    func whole(length: Int) throws {
        let text = String(repeating: "x", count: length)
        let literal = String(repeating: "-", count: 3 * Self.block / 2)
        for (source, row) in [
            ("{{#list}}{{.}};{{/list}}", text + ";"), ("{{#list}}\(literal){{.}}{{/list}}", literal + text),
        ] {
            let sink = try Self.blocks(source, text)
            #expect(sink.sizes.dropLast().allSatisfy { $0 == Self.block })
            #expect(try #require(sink.sizes.last) <= Self.block)
            #expect(sink.bytes == Array(String(repeating: row, count: 40).utf8))
        }
    }
}
