import FoundationEssentials
import Templating
import Testing

/// The guide for template authors shows what the engine says.
@Suite("The guide for template authors")
struct GuideTests {
    static let guide: String = {
        let path =
            "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            + "/Sources/Documents/Templating/Templating.docc/WritingTemplates.md"
        return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }()

    /// What stands between ``` marks under "Mistakes".
    static func blocks() throws -> [String] {
        let section = try #require(guide.split(separator: "## Mistakes\n").last)
        return section.split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }
            .map { String($0.element.drop { $0 != "\n" }.dropFirst()) }
    }

    @Test("The engine prints the guide's diagnostics for its templates")
    func diagnostics() throws {
        let blocks = try Self.blocks()
        try #require(blocks.count == 2)
        let item = ContextDeclaration([("serialNumber", .text)])
        let context = ContextDeclaration([("title", .text), ("items", .stream(item))])
        let error = #expect(throws: TemplateError.self) {
            try Template(blocks[0], name: "page.html", context: context)
        }
        #expect(error?.diagnostics.count == 3)
        #expect(error.map { "\($0)\n" } == blocks[1])
    }
}
