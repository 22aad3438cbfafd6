import Reporting
import Templating

/// Renders pages that lead to all lists of a kind.
struct DirectoryRenderer {
    private let design: SiteDesign
    private let record: Record
    private var format: ReaderFormat?
    private var buffer = PageBuffer()

    init(_ design: SiteDesign) {
        self.design = design
        record = Record(design.listContext.declaration)
        format = ReaderFormat(design.options.locale)
        // Nothing on them changes but the language.
        design.listContext.facts.fill(record, head: design.scripts.head(.item, root: ""), root: "")
    }

    mutating func render(_ directory: Directory) throws -> [UInt8] {
        design.listContext.fill(record, directory, format: &format)
        try design.directory.render(record, over: &buffer)
        return Array(buffer.bytes)
    }
}
