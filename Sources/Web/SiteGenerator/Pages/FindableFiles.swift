import FoundationEssentials
import Inventory
import InventoryStore
import Reports
import Templating

/// The files that lead search engines and feed readers to the pages: a sitemap (sitemaps.org), and a feed of the items
/// that changed last (Atom, RFC 4287).
///
/// Both are read from the inventory alone. They take a pass over the items, in every publication of a profile that asks to be
/// found.
struct FindableFiles {
    static let sitemapName = "sitemap.xml"
    static let feedName = "feed.xml"

    private static let entry = ContextDeclaration([
        ("id", .text), ("name", .text), ("updated", .text), ("description", .text),
        ("cells", .list(PublishedCells.declaration)),
    ])

    /// The most addresses of a sitemap, and the most entries of the feed.
    private static let maxAddresses = 49_999
    private static let maxEntries = 100

    private let design: SiteDesign
    private let snapshot: StoreSnapshot
    private let items: [(id: UUID, revision: Revision)]

    init(_ design: SiteDesign, _ snapshot: StoreSnapshot) throws {
        self.design = design
        self.snapshot = snapshot
        let cursor = try snapshot.items(
            matching: design.selection ?? .current, fields: ItemFieldSet([.archived]))
        var items: [(UUID, Revision)] = []
        while try cursor.next() {
            if !cursor.flag(.archived) { items.append((cursor.id, cursor.revision)) }
        }
        self.items = items
    }

    /// The names of a file.
    static func declaration(_ site: SiteContext) -> ContextDeclaration {
        ContextDeclaration(site.fields + [("updated", .text), ("entries", .list(entry))])
    }

    func sitemap() throws -> [UInt8] {
        try render(try design.sitemap) { record, entries in
            for item in items.prefix(FindableFiles.maxAddresses) {
                record.append(to: entries).set(FindableFiles.entry.slot("id"), text: PageName.text(item.id))
            }
        }
    }

    func feed() throws -> [UInt8] {
        try render(try design.feed) { record, entries in
            let slot = FindableFiles.entry.slot
            let fields = ItemFieldSet([.name, .description, .dateCreated] + design.fields.ofCells)
            let lookup = try snapshot.lookupByID(fields: fields)
            let cells = PublishedCells(design.fields.cells, design.words, in: FindableFiles.entry)
            var format = LocaleFormatter(design.options.locale) as LocaleFormatter?
            let latest = items.sorted { $0.revision > $1.revision }.prefix(FindableFiles.maxEntries)
            for item in latest {
                let entry = record.append(to: entries)
                _ = try lookup.find(item.id) { cursor in
                    let changed = try snapshot.timestamp(of: item.revision) ?? cursor.dateCreated
                    // A time of day tells when the owner was at home.
                    let day = "\(design.options.locale.day(of: changed))T00:00:00Z"
                    entry.set(slot("id"), text: PageName.text(item.id))
                    entry.set(slot("updated"), text: day)
                    if item.id == latest.first?.id { record.set(record.declaration.slot("updated"), text: day) }
                    func text(_ field: ItemField) -> String? {
                        cursor.text(field).map { String(decoding: $0, as: UTF8.self) }
                    }
                    entry.set(slot("name"), text: text(.name).flatMap { $0.isEmpty ? nil : $0 })
                    entry.set(slot("description"), text: design.fields.shows(.description) ? text(.description) : nil)
                    try cells.fill(entry, cursor, format: &format)
                }
            }
        }
    }

    private func render(
        _ template: Template, _ fill: (Record, ContextDeclaration.Slot) throws -> Void
    ) throws -> [UInt8] {
        let record = Record(design.findableContext)
        design.itemContext.site.fill(record, head: "", root: "")
        // Of a feed without entries, which never changed.
        record.set(record.declaration.slot("updated"), text: "1970-01-01T00:00:00Z")
        try fill(record, record.declaration.slot("entries"))
        return try TemplateRenderer(template).page(record)
    }
}
