import Reports
import Templating

/// What pages of lists are rendered from and into, one after the other.
struct ListPageDraft {
    let record: Record
    var format: LocaleFormatter?
    private var buffer = PageBuffer()

    /// - Parameter entry: the script that the pages start with.
    init(_ design: SiteDesign, _ entry: ScriptPolicy.Entry) {
        record = Record(design.listContext.declaration)
        format = LocaleFormatter(design.options.locale)
        design.listContext.facts.fill(record, head: design.scripts.head(entry, root: ""), root: "")
    }

    /// The page as its record is filled.
    mutating func render(_ template: Template) throws -> [UInt8] {
        try template.render(record, over: &buffer)
        return buffer.bytes
    }
}
