import Files
import Reports
import Templating

/// Renders pages of lists and links one after the other, from one record into one buffer.
struct ListPageDraft {
    /// Replaced by the rows when the rest of the page is rendered; values are escaped and cannot contain it.
    private static let marker = "<!--rows-->"

    private let design: SiteDesign
    private let record: Record
    private var format: LocaleFormatter?
    private var buffer = PageBuffer()

    /// - Parameter head: the policy and the scripts of the pages.
    init(_ design: SiteDesign, head: String) {
        self.design = design
        record = Record(design.listContext.declaration)
        format = LocaleFormatter(design.options.locale)
        design.listContext.facts.fill(record, head: head, root: "")
    }

    /// Renders a page of a list around its rows.
    mutating func list(_ page: ListPage, rows: [UInt8]) throws -> [UInt8] {
        try fill(page)
        try design.list.render(record, over: &buffer)
        let marker = Array(ListPageDraft.marker.utf8)
        guard let place = ByteSearch.first(marker, in: buffer.bytes, from: 0) else { return buffer.bytes }
        return buffer.bytes[..<place] + rows + buffer.bytes[(place + marker.count)...]
    }

    /// Renders a page of links.
    mutating func links(_ page: ListPage) throws -> [UInt8] {
        try fill(page)
        try design.directory.render(record, over: &buffer)
        return buffer.bytes
    }

    /// Renders a page that leads to another.
    mutating func redirect(to file: String) throws -> [UInt8] {
        design.listContext.fill(record, refreshTo: file)
        try design.redirect.render(record, over: &buffer)
        return buffer.bytes
    }

    private mutating func fill(_ page: ListPage) throws {
        try design.listContext.fill(record, page, marker: ListPageDraft.marker, format: &format)
    }
}
