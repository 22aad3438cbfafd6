import Files
import Inventory
import InventoryStore
import JSON
import Reports
import Templating

/// Renders pages of series from the index and a snapshot, on one thread.
///
/// A class, because the closures that read items would copy its many parts for each.
final class PageRenderer {
    private let index: SiteIndex
    private let rowCache: RowCache
    private let archived: Int64
    private var items: ItemRenderer
    private let rowLookup: ItemLookup
    private let searchLookup: ItemLookup
    private var lists: ListPageRenderer
    private var links: ListPageRenderer
    private let nameLookup: ItemLookup
    private var redirects: ListPageRenderer

    /// - Parameters:
    ///   - rowCache: shared by all threads, whose snapshots are of the same state.
    ///   - archived: the number of archived items.
    init(
        design: SiteDesign, index: SiteIndex, snapshot: StoreSnapshot, rowCache: RowCache, archived: Int64
    ) throws {
        self.index = index
        self.rowCache = rowCache
        self.archived = archived
        items = ItemRenderer(design)
        rowLookup = try snapshot.lookup(
            fields: design.row.item.fields.union(PageRenderer.rowFields + design.fields.ofCells),
            atOnce: PageRenderer.rowsAtOnce)
        searchLookup = try snapshot.lookup(
            fields: design.search.item.fields.union(PageRenderer.rowFields + design.fields.ofCells),
            atOnce: PageRenderer.rowsAtOnce)
        nameLookup = try snapshot.lookup(fields: ItemFieldSet([.name]))
        lists = ListPageRenderer(design, head: design.scripts.head(.list, root: ""))
        links = ListPageRenderer(design, head: design.scripts.head(.item, root: ""))
        redirects = ListPageRenderer(design, head: design.scripts.plainHead)
    }

    /// The fields that are read besides those that the template uses.
    private static let rowFields: [ItemField] = [.name, .quantity, .url, .photos, .documents]

    /// The number of a page's rows that the database is asked for at once.
    private static let rowsAtOnce = 128

    /// Renders a page of a series.
    func page(_ content: SeriesPage) throws -> [UInt8] {
        switch content.series.key.kind {
        case .search: return try search(content)
        case .searchParts: return parts(content)
        case .locations, .tags: return try links(content)
        case .all, .location, .tag, .letter: return try list(content)
        case .overview: return try overview(content)
        case .parts: throw IndexError.outOfSync
        }
    }

    /// Renders the page that leads to the last one of a series.
    func redirect(to file: String) throws -> [UInt8] { try redirects.redirect(to: file) }

    private func list(_ content: SeriesPage) throws -> [UInt8] {
        let orderKeys = content.entries.map(\.target)
        var page = ListPage(content)
        page.names = (try name(at: orderKeys.first), try name(at: orderKeys.last))
        page.hasRows = !content.entries.isEmpty
        if page.isFirst {
            page.totals = content.series.totals
            if content.series.key.kind == .location { page.links = try index.locations(in: content.series.key) }
        }
        return try lists.list(page, rows: try rows(at: orderKeys))
    }

    private func name(at orderKey: Int64?) throws -> String? {
        var name: String?
        guard let orderKey else { return nil }
        _ = try nameLookup.find(orderKey) { cursor in
            name = cursor.text(.name).map { String(decoding: $0, as: UTF8.self) }
        }
        return name
    }

    /// The rows of items one after the other.
    /// - Throws: `outOfSync` if no item has one of the order keys.
    private func rows(at orderKeys: [Int64]) throws -> [UInt8] {
        var rows = rowCache.rows(at: orderKeys)
        let missing = rows.indices.filter { rows[$0] == nil }
        let isWhole = try rowLookup.find(missing.map { orderKeys[$0] }) { number, cursor in
            rows[missing[number]] = try items.row(cursor)
        }
        guard isWhole else { throw IndexError.outOfSync }
        rowCache.keep(missing.compactMap { number in rows[number].map { (orderKeys[number], $0) } })
        var all: [UInt8] = []
        for row in rows { all += row ?? [] }
        return all
    }

    private func overview(_ content: SeriesPage) throws -> [UInt8] {
        var page = ListPage(content)
        page.totals = try index.totals()
        page.overview = try index.overview(archived: archived)
        return try links.overview(page)
    }

    private func links(_ content: SeriesPage) throws -> [UInt8] {
        var page = ListPage(content)
        page.links = try index.series(content.entries.map(\.target))
        page.names = (page.links.first?.key.name, page.links.last?.key.name)
        return try links.links(page)
    }

    /// A part of the search index: a list for each field, as values of one kind are compressed best side by side.
    private func search(_ content: SeriesPage) throws -> [UInt8] {
        var entries: [[UInt8]] = content.entries.map { _ in [] }
        let isWhole = try searchLookup.find(content.entries.map(\.target)) { number, cursor in
            entries[number] = try items.entry(cursor)
        }
        guard isWhole else { throw IndexError.outOfSync }
        var columns: [[UInt8]] = []
        for (number, entry) in entries.enumerated() {
            // The template has each value on a line of its own, and values have no line breaks.
            let cells = entry.dropFirst().dropLast().split(separator: UInt8(ascii: "\n"))
            for (column, cell) in cells.enumerated() {
                if number == 0 { columns.append([]) } else { columns[column].append(UInt8(ascii: ",")) }
                columns[column] += cell.last == UInt8(ascii: ",") ? cell.dropLast() : cell
            }
        }
        var part: [UInt8] = []
        for (number, column) in columns.enumerated() { part += (number == 0 ? "[[" : "],\n[").utf8 + column }
        return part + (columns.isEmpty ? "[]\n" : "]]\n").utf8
    }

    /// The names of parts of the search index, and of the file that lists further ones.
    private func parts(_ content: SeriesPage) -> [UInt8] {
        let parts = content.entries.map { JSONValue.string("\($0.target).json") }
        var members = [JSONMember(name: "parts", value: .array(parts))]
        if let next = content.next { members.append(JSONMember(name: "next", value: .string("index-\(next).json"))) }
        return JSONValue.object(members).encoded + "\n".utf8
    }
}

/// A page of a series with its entries and neighbours, as the index has it.
struct SeriesPage {
    let series: Series
    let range: PageRange
    let entries: [SeriesEntry]
    let previous: Int64?
    let next: Int64?

    var file: String { series.key.file(range.page) }
}

extension ListPage {
    /// The page without anything that is read from items.
    init(_ content: SeriesPage) {
        key = content.series.key
        file = content.file
        previous = content.previous.map(content.series.key.file)
        next = content.next.map(content.series.key.file)
        hasPages = content.previous != nil || content.next != nil
        isFirst = content.range.page == PageRange.first
    }
}

extension ItemFieldSet {
    func union(_ fields: [ItemField]) -> ItemFieldSet {
        var all = self
        for field in fields { all.insert(field) }
        return all
    }
}

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

/// A page of a series of lists or links, without its rows.
struct ListPage {
    let key: SeriesKey
    /// The page's own file and those that its pager leads to; nil at the ends.
    let file: String
    var previous: String?
    var next: String?
    /// Whether the series has more than one page.
    var hasPages = false
    var isFirst: Bool
    /// The first and the last name on the page; nil for an item without a name.
    var names: (first: String?, last: String?) = (nil, nil)
    /// The totals of the series, on the first page only, so that a change of them affects one page.
    var totals: RunningTotals?
    var hasRows = false
    var overview: Overview?
    /// On a page of links, the lists that it links to; on the first page of a location, the locations in it.
    var links: [Series] = []

    /// The content of the overview besides totals.
    struct Overview {
        var archived: Int
        var links: [SeriesKey.Kind: Links] = [:]
        var charts: [Chart] = []
    }

    /// Links to lists of one kind.
    struct Links {
        var lists: [Series]
        /// The number of all lists, if there are more than are shown.
        var all: Int?
    }

    /// The locations of the greatest value in one currency.
    struct Chart {
        let currency: Currency
        let locations: [(name: String?, amount: Money)]
        /// The number of locations that have an amount.
        let count: Int
    }
}
