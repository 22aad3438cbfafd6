/// Renders pages that lead to all lists of a kind.
struct DirectoryRenderer {
    private let design: SiteDesign
    private var draft: ListPageDraft

    init(_ design: SiteDesign) {
        self.design = design
        // Nothing on them changes but the language.
        draft = ListPageDraft(design, .item)
    }

    mutating func render(_ directory: LinkDirectory) throws -> [UInt8] {
        design.listContext.fill(draft.record, directory, format: &draft.format)
        return try draft.render(design.directory)
    }
}
