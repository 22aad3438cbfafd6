import Files

/// Renders what stands around the rows of a list page.
struct ListRenderer {
    /// Stands for the rows while the rest of the page is rendered; values are escaped and cannot hold it.
    private static let marker = "<!--rows-->"

    private let design: SiteDesign
    private var draft: ListPageDraft

    init(_ design: SiteDesign) {
        self.design = design
        draft = ListPageDraft(design, .list)
    }

    /// What stands before the rows and what stands after them.
    mutating func frame(
        _ list: SiteList, page: Int, index: SiteIndex
    ) throws -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
        try design.listContext.fill(
            draft.record, list, page: page, index: index, marker: ListRenderer.marker, format: &draft.format)
        let bytes = try draft.render(design.list)
        let marker = Array(ListRenderer.marker.utf8)
        guard let place = ByteSearch.first(marker, in: bytes, from: 0) else { return (bytes[...], []) }
        return (bytes[..<place], bytes[(place + marker.count)...])
    }
}
