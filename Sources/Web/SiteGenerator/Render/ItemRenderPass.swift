import FoundationEssentials
import Inventory
import InventoryStore
import Reports

/// How items are dealt out to threads: block after block, each thread taking its turn.
struct RoundRobinPartition: Sendable {
    static let block = 64
    let workers: Int

    func worker(of row: Int) -> Int { row / RoundRobinPartition.block % workers }

    /// The row's place among those of its worker.
    func place(of row: Int) -> Int {
        row / RoundRobinPartition.block / workers * RoundRobinPartition.block + row % RoundRobinPartition.block
    }
}

/// What one thread does with its share of the items: pages rendered, compared and written, rows kept for the lists.
final class ItemRenderPass {
    /// An item's page as the manifest tells it.
    struct PageEntry {
        let id: UUID
        let hash: Fingerprint
        let row: UInt32
    }

    private let number: Int
    private let partition: RoundRobinPartition
    private var renderer: ItemRenderer
    private let writer: PageWriter
    private let photoFiles: PublishedPhotoFiles
    /// Pages of items that did not change after this revision stand as they should.
    private let base: Revision?
    private(set) var listBuilder = ListBuilder()
    private(set) var total = RunningTotals()
    /// How many photos the inventory does not hold.
    private(set) var missingPhotos = 0
    private(set) var pages: [PageEntry] = []
    private var rows: RowSpool
    private var rowPlaces: [RowSpool.Extent] = []
    private var entries: RowSpool
    private var entryPlaces: [RowSpool.Extent] = []
    /// Whether rows can be found again in a page that was published; see ``RowMarks``.
    private(set) var hasMarkedRows = true

    init(
        _ number: Int, partition: RoundRobinPartition, design: SiteDesign, folder: SiteFolder, writer: PageWriter,
        photoFiles: PublishedPhotoFiles,
        base: Revision?
    ) {
        self.photoFiles = photoFiles
        self.number = number
        self.partition = partition
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
            guard partition.worker(of: row) == number else { continue }
            try take(cursor, row: row)
            if number == 0, row & 0x3FF == 0 { progress(row) }
        }
    }

    private func take(_ cursor: ItemCursor, row: Int) throws {
        let id = cursor.id
        let name = PageName.item(id)
        var existing: Fingerprint?
        try renderer.loadPhotos(cursor)
        missingPhotos += renderer.missingPhotos
        // A page may show photos that are there no more.
        if let base, cursor.revision <= base, renderer.missingPhotos == 0 { existing = writer.existing(name) }
        let line = try renderer.render(cursor, withPage: existing == nil)
        // A page leads to nothing that is not there yet.
        for picture in renderer.pictures { try photoFiles.place(picture, worker: number) }
        try total.add(line)
        for key in renderer.keys { try listBuilder.add(line, to: key, row: UInt32(row)) }
        let hash = try existing ?? writer.put(renderer.page.bytes, named: name)
        pages.append(PageEntry(id: id, hash: hash, row: UInt32(row)))
        hasMarkedRows = hasMarkedRows && RowMarkers.isMarked(renderer.row.bytes, id: id)
        rowPlaces.append(try rows.append(renderer.row.bytes))
        entryPlaces.append(try entries.append(renderer.entry.bytes))
    }

    /// Appends the rendered row of an item that this thread worked on.
    func copyRow(_ row: Int, to page: inout [UInt8]) throws {
        try rows.copy(rowPlaces[partition.place(of: row)], to: &page)
    }

    /// Appends the search entry of an item that this thread worked on.
    func copyEntry(_ row: Int, to page: inout [UInt8]) throws {
        try entries.copy(entryPlaces[partition.place(of: row)], to: &page)
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
