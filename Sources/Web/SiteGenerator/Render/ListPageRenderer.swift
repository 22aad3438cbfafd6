import Files
import Reports
import Templating

/// Renders pages of lists and links one after the other, from one record.
struct ListPageRenderer {
    /// Replaced by the rows when the rest of the page is rendered; values are escaped and cannot contain it.
    private static let marker = "<!--rows-->"

    private let design: SiteDesign
    private let record: Record
    private var format: LocaleFormatter?

    /// - Parameter head: the policy and the scripts of the pages.
    init(_ design: SiteDesign, head: String) {
        self.design = design
        record = Record(design.listContext.declaration)
        format = LocaleFormatter(design.options.locale)
        design.listContext.site.fill(record, head: head, root: "")
    }

    /// Renders a page of a list around its rows.
    mutating func list(_ page: ListPage, rows: [UInt8]) throws -> [UInt8] {
        try fill(page)
        let page = try TemplateRenderer(design.list).page(record)
        let marker = Array(ListPageRenderer.marker.utf8)
        guard let start = ByteSearch.first(marker, in: page, from: 0) else { return page }
        return page[..<start] + rows + page[(start + marker.count)...]
    }

    /// Renders a page of links.
    mutating func links(_ page: ListPage) throws -> [UInt8] {
        try fill(page)
        return try TemplateRenderer(design.directory).page(record)
    }

    /// Renders the overview.
    mutating func overview(_ page: ListPage) throws -> [UInt8] {
        try fill(page)
        return try TemplateRenderer(design.overview).page(record)
    }

    /// Renders a page that leads to another.
    mutating func redirect(to file: String) throws -> [UInt8] {
        design.listContext.fill(record, refreshTo: file)
        return try TemplateRenderer(design.redirect).page(record)
    }

    private mutating func fill(_ page: ListPage) throws {
        try design.listContext.fill(record, page, marker: ListPageRenderer.marker, format: &format)
    }
}
