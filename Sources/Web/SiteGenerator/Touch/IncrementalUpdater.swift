import Files
import FoundationEssentials
import Inventory
import InventoryStore

/// Publishes edits of a few items: their pages, their rows in the lists they stand in, and the totals above these.
struct IncrementalUpdater {
    /// The publication is not as it was left; all lists have to be put together anew.
    struct OutOfSyncError: Error {}

    private struct PageKey: Hashable {
        let list: SiteList.Key
        let page: Int
    }

    private let design: SiteDesign
    private let folder: SiteFolder
    private(set) var manifest: SiteManifest
    private var index: SiteIndex
    private var renderer: ItemRenderer
    private var lists: ListRenderer?
    /// Pages whose totals changed.
    private var pagesWithChangedTotals: Set<PageKey> = []
    private var rows: [PageKey: [(id: UUID, row: [UInt8])]] = [:]
    private var entries: [Int: [(id: UUID, entry: [UInt8])]] = [:]
    private(set) var written = 0

    /// - Throws: `OutOfSyncError` where the lists are not what the manifest says.
    init(_ design: SiteDesign, folder: SiteFolder, manifest: SiteManifest) throws {
        self.design = design
        self.folder = folder
        self.manifest = manifest
        guard try self.manifest.openLists(in: folder) else { throw OutOfSyncError() }
        index = self.manifest.index
        renderer = ItemRenderer(design)
    }

    /// - Throws: `OutOfSyncError` before anything was written, where the folder does not hold what the manifest says.
    mutating func run(_ changes: ChangedItems, in snapshot: StoreSnapshot) throws {
        var pages: [(name: String, bytes: [UInt8])] = []
        for change in changes.changes {
            let cursor = try snapshot.items(withID: change.id)
            guard try cursor.next(), !cursor.flag(.archived) else { continue }
            pages.append(try take(change, cursor))
        }
        for (key, rows) in rows { pages.append(try list(key, with: rows)) }
        for (part, entries) in entries { pages.append(try search(part, with: entries)) }
        for page in pages {
            guard try manifest.open(for: page.name, in: folder) else { throw OutOfSyncError() }
        }
        for page in pages.sorted(by: { $0.name < $1.name }) { try put(page.bytes, named: page.name) }
        manifest.lists = [index.total] + index.lists
    }

    private mutating func take(
        _ change: ChangedItems.Change, _ cursor: ItemCursor
    ) throws -> (name: String, bytes: [UInt8]) {
        try renderer.loadPhotos(cursor)
        guard renderer.missingPhotos == 0 else { throw OutOfSyncError() }
        let line = try renderer.render(cursor)
        let name = PageName.item(change.id)
        guard try manifest.open(for: name, in: folder), change.initial(cursor) == NameInitial.of(cursor.text(.name)),
            let page = manifest.page(of: name),
            RowMarkers.isMarked(renderer.row.bytes, id: change.id)
        else { throw OutOfSyncError() }
        let before = try change.line(cursor, isPublic: design.options.profile == .public)
        try count(before, line, in: .all, row: (change.id, page))
        for key in renderer.keys { try count(before, line, in: key, row: (change.id, nil)) }
        entries[(page - 1) * SiteList.rowsPerPage / SearchIndex.itemsPerPart + 1, default: []].append(
            (change.id, renderer.entry.bytes))
        return (name, renderer.page.bytes)
    }

    private mutating func count(
        _ before: RunningTotals.Contribution, _ after: RunningTotals.Contribution, in key: SiteList.Key,
        row: (id: UUID, page: Int?)
    ) throws {
        let isTotal = key == .all
        guard let place = isTotal ? 0 : index.lists.firstIndex(where: { $0.key == key }) else { throw OutOfSyncError() }
        var list = isTotal ? index.total : index.lists[place]
        if before != after {
            try list.runningTotals.remove(before)
            try list.runningTotals.add(after)
            if isTotal { index.total = list } else { index.lists[place] = list }
            // Totals stand on the first page.
            markTotalsChanged(PageKey(list: key, page: 1))
            // The overview shows what each location comes to.
            if key.kind == .location { markTotalsChanged(PageKey(list: .all, page: 1)) }
        }
        guard let page = try row.page ?? self.page(of: row.id, in: list) else { throw OutOfSyncError() }
        rows[PageKey(list: key, page: page), default: []].append((row.id, renderer.row.bytes))
    }

    private mutating func markTotalsChanged(_ key: PageKey) {
        pagesWithChangedTotals.insert(key)
        rows[key, default: []] += []
    }

    /// The page of a list on which an item stands: since lists keep the order of the whole, about as far from the start.
    private func page(of id: UUID, in list: SiteList) throws(FileError) -> Int? {
        if list.pageCount == 1 { return 1 }
        let whole = manifest.page(of: PageName.item(id)) ?? 1
        let guess = (2 * whole - 1) * list.pageCount / (2 * index.total.pageCount) + 1
        for page in (1...list.pageCount).sorted(by: { abs($0 - guess) < abs($1 - guess) }) {
            let bytes = try folder.read(list.file(page: page)) ?? []
            if RowMarkers.row(of: id, in: bytes) != nil { return page }
        }
        return nil
    }

    private mutating func list(
        _ key: PageKey, with rows: [(id: UUID, row: [UInt8])]
    ) throws -> (name: String, bytes: [UInt8]) {
        let list = key.list == .all ? index.total : index.lists.first { $0.key == key.list } ?? index.total
        let name = list.file(page: key.page)
        var old = try published(name)
        for (id, row) in rows {
            guard let range = RowMarkers.row(of: id, in: old) else { throw OutOfSyncError() }
            old.replaceSubrange(range, with: row)
        }
        guard pagesWithChangedTotals.contains(key) else { return (name, old) }
        guard let kept = RowMarkers.rows(in: old) else { throw OutOfSyncError() }
        var frames = lists ?? ListRenderer(design)
        let (before, after) = try frames.frame(list, page: key.page, index: index)
        lists = frames
        return (name, Array(before) + old[kept] + after)
    }

    /// What stands in a file, which has to be what was published: what others wrote into it is not carried on.
    private mutating func published(_ name: String) throws -> [UInt8] {
        guard try manifest.open(for: name, in: folder), let bytes = try folder.read(name),
            manifest.hash(of: name) == Fingerprint(bytes)
        else { throw OutOfSyncError() }
        return bytes
    }

    private mutating func search(
        _ part: Int, with entries: [(id: UUID, entry: [UInt8])]
    ) throws -> (name: String, bytes: [UInt8]) {
        let name = SearchIndex.file(part)
        var bytes = try published(name)
        for (id, entry) in entries {
            let start = Array("\n[\"\(PageName.text(id))\"".utf8)
            guard let first = ByteSearch.first(start, in: bytes, from: 0),
                let end = ByteSearch.first([UInt8(ascii: "\n")], in: bytes, from: first + 1)
            else { throw OutOfSyncError() }
            var line = [UInt8(ascii: "\n")] + entry
            while line.last == UInt8(ascii: "\n") { line.removeLast() }
            if bytes[end - 1] == UInt8(ascii: ",") { line.append(UInt8(ascii: ",")) }
            bytes.replaceSubrange(first..<end, with: line)
        }
        return (name, bytes)
    }

    private mutating func put(_ page: [UInt8], named name: String) throws(FileError) {
        let hash = Fingerprint(page)
        guard manifest.hash(of: name) != hash else { return }
        try folder.write(page, to: name)
        manifest.replace(hash, of: name)
        written += 1
    }
}
