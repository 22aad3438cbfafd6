import FoundationEssentials
import Inventory
import InventoryStore
import Reports

/// How items are dealt out to threads: block after block, each thread taking its turn.
struct Deal: Sendable {
    static let block = 64
    let workers: Int

    func worker(of row: Int) -> Int { row / Deal.block % workers }

    /// The row's place among those of its worker.
    func place(of row: Int) -> Int { row / Deal.block / workers * Deal.block + row % Deal.block }
}

/// What one thread does with its share of the items: pages rendered, compared and written, rows kept for the lists.
final class ItemPass {
    /// An item's page as the manifest tells it.
    struct PageEntry {
        let id: UUID
        let hash: Fingerprint
        let row: UInt32
    }

    private let number: Int
    private let deal: Deal
    private var renderer: ItemRenderer
    private let writer: PageWriter
    private let shelf: PhotoShelf
    /// Pages of items that did not change after this revision stand as they should.
    private let base: Revision?
    private(set) var gatherer = ListGatherer()
    private(set) var total = Tally()
    /// How many photos the inventory does not hold.
    private(set) var lacking = 0
    private(set) var pages: [PageEntry] = []
    private var rows: RowSpool
    private var rowPlaces: [RowSpool.Place] = []
    private var entries: RowSpool
    private var entryPlaces: [RowSpool.Place] = []
    /// Whether rows can be found again in a page that was published; see ``RowMarks``.
    private(set) var hasMarkedRows = true

    init(
        _ number: Int, deal: Deal, design: SiteDesign, folder: SiteFolder, writer: PageWriter, shelf: PhotoShelf,
        base: Revision?
    ) {
        self.shelf = shelf
        self.number = number
        self.deal = deal
        self.writer = writer
        self.base = base
        renderer = ItemRenderer(design)
        rows = RowSpool(in: folder)
        entries = RowSpool(in: folder)
    }

    /// Goes through all items of a snapshot and works on this thread's share.
    func run(_ snapshot: StoreSnapshot, progress: (Int) -> Void) throws {
        let cursor = try snapshot.items()
        var row = 0
        while try cursor.next() {
            defer { row += 1 }
            guard deal.worker(of: row) == number else { continue }
            try take(cursor, row: row)
            if number == 0, row & 0x3FF == 0 { progress(row) }
        }
    }

    private func take(_ cursor: ItemCursor, row: Int) throws {
        let id = cursor.id
        let name = PageName.item(id)
        var standing: Fingerprint?
        try renderer.findPhotos(cursor)
        lacking += renderer.lacking
        // A page may show photos that are there no more.
        if let base, cursor.revision <= base, renderer.lacking == 0 { standing = writer.standing(name) }
        let line = try renderer.render(cursor, withPage: standing == nil)
        // A page leads to nothing that is not there yet.
        for picture in renderer.pictures { try shelf.place(picture, worker: number) }
        try total.add(line)
        for key in renderer.keys { try gatherer.add(line, to: key, row: UInt32(row)) }
        let hash = try standing ?? writer.put(renderer.page.bytes, named: name)
        pages.append(PageEntry(id: id, hash: hash, row: UInt32(row)))
        hasMarkedRows = hasMarkedRows && RowMarks.isMarked(renderer.row.bytes, id: id)
        rowPlaces.append(try rows.append(renderer.row.bytes))
        entryPlaces.append(try entries.append(renderer.entry.bytes))
    }

    /// Appends the rendered row of an item that this thread worked on.
    func copyRow(_ row: Int, to page: inout [UInt8]) throws {
        try rows.copy(rowPlaces[deal.place(of: row)], to: &page)
    }

    /// Appends the search entry of an item that this thread worked on.
    func copyEntry(_ row: Int, to page: inout [UInt8]) throws {
        try entries.copy(entryPlaces[deal.place(of: row)], to: &page)
    }
}

/// The names of pages.
enum PageName {
    /// An item's page.
    static func item(_ id: UUID) -> String { "item/\(text(id)).html" }

    /// A key in lower case, as RFC 9562 writes it.
    static func text(_ id: UUID) -> String {
        id.text
    }
}
