import Files
import FoundationEssentials
import Inventory
import InventoryStore
import Reports
import Synchronization
import Templating

/// Renders pages, rows and search entries of items one after the other, on one thread.
struct ItemRenderer {
    private let design: SiteDesign
    private let record: Record
    /// Of rows and search entries. They never see what only an item's page has, such as its parts: a row is the same
    /// whichever page was rendered before.
    private let rowRecord: Record
    private var format: LocaleFormatter?
    private let pages, rows, entries: TemplateRenderer
    /// The first files of lists, by their key.
    private var files: [SeriesKey: String] = [:]

    init(_ design: SiteDesign) {
        self.design = design
        record = Record(design.itemContext.declaration)
        format = LocaleFormatter(design.options.locale)
        pages = TemplateRenderer(design.item.template)
        rows = TemplateRenderer(design.row.template)
        entries = TemplateRenderer(design.search.template)
        rowRecord = Record(design.itemContext.declaration)
        for record in [record, rowRecord] {
            design.itemContext.site.fill(record, head: design.scripts.head(.item, root: "../"), root: "../")
        }
    }

    /// Renders the page of the cursor's item.
    /// - Throws: `photo` if a picture cannot be made.
    mutating func page(
        _ cursor: ItemCursor, relations: ItemRelations
    ) throws -> (bytes: [UInt8], pictures: [PublishedPicture], missing: Int) {
        let photos = try fill(record, cursor, design.item)
        let lists = ItemFacts.lists(cursor, design.fields).map { (key: $0, file: file(of: $0)) }
        design.itemContext.fill(record, lists: lists)
        design.itemContext.fill(record, relations)
        record.set(design.itemContext.page, text: PageName.item(cursor.id))
        return (try pages.page(record), photos.shown.flatMap(\.files), photos.missingPhotos)
    }

    /// Renders the row of the cursor's item.
    mutating func row(_ cursor: ItemCursor) throws -> [UInt8] {
        _ = try fill(rowRecord, cursor, design.row)
        return try rows.page(rowRecord)
    }

    /// Renders the search entry of the cursor's item, without a line break at its end.
    mutating func entry(_ cursor: ItemCursor) throws -> [UInt8] {
        _ = try fill(rowRecord, cursor, design.search)
        var entry = try entries.page(rowRecord)
        while entry.last == UInt8(ascii: "\n") { entry.removeLast() }
        return entry
    }

    private mutating func fill(
        _ record: Record, _ cursor: ItemCursor, _ template: ItemTemplate
    ) throws -> (shown: [GalleryPhoto], missingPhotos: Int) {
        let photos = try GalleryPhoto.all(of: cursor, from: design.options.photos, design.fields)
        try design.itemContext.fill(record, cursor, for: template, photos: photos.shown, format: &format)
        return photos
    }

    private mutating func file(of key: SeriesKey) -> String {
        if let file = files[key] { return file }
        let file = key.file(PageRange.first)
        files[key] = file
        return file
    }
}

/// The items that an item's page names: its parent and its parts.
struct ItemRelations {
    struct Item {
        let id: UUID
        let name: String?
        /// Whether it has a page; an archived item has none.
        let hasPage: Bool
    }

    var parent: Item?
    var parts: [Item] = []
}

/// The names of pages.
enum PageName {
    /// An item's page.
    static func item(_ id: UUID) -> String { "item/\(text(id)).html" }

    /// An id in lower case (RFC 9562, 4).
    static func text(_ id: UUID) -> String { id.text }
}

/// The bytes of one page.
///
/// A class: a template is given its sink and returns it, and a copy of an array in between would be made again for
/// every row.
final class PageBuffer: ByteSink {
    private(set) var bytes: [UInt8] = []

    func write(_ piece: Span<UInt8>) { bytes += piece }

    func write(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }
}

extension TemplateRenderer {
    /// Renders a page of its own.
    func page(_ record: Record) throws -> [UInt8] {
        var buffer = PageBuffer()
        try render(record, into: &buffer)
        return buffer.bytes
    }
}

/// Keeps rendered rows for the other lists that the same items are in, up to a number of bytes. It changes no page: a row
/// that is not kept is rendered again.
final class RowCache: Sendable {
    private struct Rows {
        var byOrderKey: [Int64: [UInt8]] = [:]
        var freeBytes: Int
    }

    /// The bytes that a row takes besides its own, about.
    private static let overhead = 64
    private let rows: Mutex<Rows>

    /// - Parameter bytes: the most that all rows together may have.
    init(bytes: Int) { rows = Mutex(Rows(freeBytes: bytes)) }

    /// Whether another row of the usual size can be kept.
    var hasRoom: Bool { rows.withLock { $0.freeBytes > 1024 } }

    /// The rows of items; nil for those that are to be rendered.
    func rows(at orderKeys: [Int64]) -> [[UInt8]?] {
        rows.withLock { rows in orderKeys.map { rows.byOrderKey[$0] } }
    }

    /// Keeps rows as long as there is room.
    func keep(_ new: [(orderKey: Int64, row: [UInt8])]) {
        rows.withLock { rows in
            for (orderKey, row) in new where row.count + RowCache.overhead <= rows.freeBytes {
                guard rows.byOrderKey.updateValue(row, forKey: orderKey) == nil else { continue }
                rows.freeBytes -= row.count + RowCache.overhead
            }
        }
    }
}
