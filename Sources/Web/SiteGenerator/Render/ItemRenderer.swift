import FoundationEssentials
import Inventory
import InventoryStore
import Reports
import Templating

/// Renders pages, rows and search entries of items one after the other, on one thread.
struct ItemRenderer {
    private let design: SiteDesign
    private let record: Record
    private var format: LocaleFormatter?
    private var page = PageBuffer()
    /// The first files of lists, by their key.
    private var files: [SeriesKey: String] = [:]

    init(_ design: SiteDesign) {
        self.design = design
        record = Record(design.itemContext.declaration)
        format = LocaleFormatter(design.options.locale)
        design.itemContext.facts.fill(record, head: design.scripts.head(.item, root: "../"), root: "../")
    }

    private var isPublic: Bool { design.options.profile == .public }

    /// Renders the page of the cursor's item.
    /// - Throws: `photo` if a picture cannot be made.
    mutating func page(_ cursor: ItemCursor) throws -> (bytes: [UInt8], pictures: [PublishedPicture], missing: Int) {
        let photos = try fill(cursor, design.item)
        let lists = ItemFacts.lists(cursor).map { (key: $0, file: file(of: $0)) }
        design.itemContext.fill(record, lists: lists)
        record.set(design.itemContext.page, text: PageName.item(cursor.id))
        try design.item.template.render(record, over: &page)
        return (page.bytes, photos.shown.flatMap(\.files), photos.missingPhotos)
    }

    /// Appends the row of the cursor's item.
    mutating func row(_ cursor: ItemCursor, to bytes: inout [UInt8]) throws {
        _ = try fill(cursor, design.row)
        try design.row.template.render(record, over: &page)
        bytes += page.bytes
    }

    /// Appends the search entry of the cursor's item, without a line break.
    mutating func entry(_ cursor: ItemCursor, to bytes: inout [UInt8]) throws {
        _ = try fill(cursor, design.search)
        try design.search.template.render(record, over: &page)
        bytes += page.bytes
        while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    }

    private mutating func fill(
        _ cursor: ItemCursor, _ template: ItemTemplate
    ) throws -> (shown: [GalleryPhoto], missingPhotos: Int) {
        let photos = try GalleryPhoto.all(of: cursor, from: design.options.pictures, isPublic: isPublic)
        try design.itemContext.fill(
            record, cursor, for: template, isPublic: isPublic, photos: photos.shown, format: &format)
        return photos
    }

    private mutating func file(of key: SeriesKey) -> String {
        if let file = files[key] { return file }
        let file = key.file(PageRange.first)
        files[key] = file
        return file
    }
}

/// The names of pages.
enum PageName {
    /// An item's page.
    static func item(_ id: UUID) -> String { "item/\(text(id)).html" }

    /// An id in lower case (RFC 9562, 4).
    static func text(_ id: UUID) -> String { id.text }
}
