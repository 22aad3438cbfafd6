import ByteSearch
import InventoryModel
import Reporting
import Templating

/// Renders what stands around the rows of a list page.
struct ListRenderer {
    /// Stands for the rows while the rest of the page is rendered; values are escaped and cannot hold it.
    private static let marker = "<!--rows-->"

    private let design: SiteDesign
    private let record: Record
    private var format: ReaderFormat?
    private var buffer = PageBuffer()

    init(_ design: SiteDesign) {
        self.design = design
        record = Record(design.listContext.declaration)
        format = ReaderFormat(design.options.locale)
        design.listContext.facts.fill(record, head: design.scripts.head(.list, root: ""), root: "")
    }

    /// What stands before the rows and what stands after them.
    mutating func frame(
        _ list: ItemList, page: Int, index: SiteIndex
    ) throws -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
        try design.listContext.fill(
            record, list, page: page, index: index, marker: ListRenderer.marker, format: &format)
        try design.list.render(record, over: &buffer)
        let marker = Array(ListRenderer.marker.utf8)
        guard let place = ByteSearch.first(marker, in: buffer.bytes, from: 0) else {
            return (buffer.bytes[...], [])
        }
        return (buffer.bytes[..<place], buffer.bytes[(place + marker.count)...])
    }
}
