import Database
import Dispatch
import FoundationEssentials
import Inventory
import InventoryStore
import Reports
import Synchronization

/// Renders the affected pages, compares each with what was published, and writes what changed.
final class PageBuilder: Sendable {
    /// Work that one thread does at a time.
    private enum Job {
        /// The pages of the items of some order keys.
        case items([Int64])
        case page(AffectedPages.Page)
        case last(Int64)
    }

    /// Result of the pages' publication.
    struct Results {
        /// By item id; empty if everything was published, because the index has the records then.
        var items: [UUID: ItemPageRecord] = [:]
        var files: [String: (fingerprint: Fingerprint, content: FileTable.Content)] = [:]
    }

    private let design: SiteDesign
    private let index: SiteIndex
    let writer: PageWriter
    private let photos: PublishedPhotoFiles
    /// Some 15,000 rows of the program's own template.
    private let rowCache = RowCache(bytes: 4 << 20)
    private let hasFailed = Atomic(false)
    private let results = Mutex(Results())

    init(design: SiteDesign, index: SiteIndex, writer: PageWriter) {
        self.design = design
        self.index = index
        self.writer = writer
        photos = PublishedPhotoFiles(writer)
    }

    /// Publishes the pages of all items, and fills the index.
    /// - Parameter snapshots: of the same state; one thread works for each.
    /// - Returns: the number of archived items.
    func publishItems(_ loader: IndexLoader, _ snapshots: [StoreSnapshot]) throws -> Int64 {
        let queue = ItemPageQueue()
        let archived = Atomic<Int64>(0)
        // The loader belongs to the first thread.
        nonisolated(unsafe) let loader = loader
        try onThreads(snapshots) { number, snapshot in
            defer { if number == 0 { queue.end() } }
            let publisher: ItemPagePublisher
            do { publisher = try self.publisher(snapshot, worker: number) } catch {
                queue.fail(error)
                throw error
            }
            guard number == 0 else { return queue.work(publisher) }
            archived.store(try loader.load(snapshot, queue, publisher), ordering: .relaxed)
        }
        return archived.load(ordering: .relaxed)
    }

    /// Publishes pages: the affected ones, or those of all series.
    /// - Parameters:
    ///   - archived: the number of archived items.
    ///   - snapshots: of the same state; one thread works for each.
    func build(_ affected: AffectedPages?, archived: Int64, _ snapshots: [StoreSnapshot]) throws -> Results {
        let jobs = try affected.map(jobs) ?? allJobs()
        let next = Atomic(0)
        try onThreads(Array(snapshots.prefix(jobs.count))) { number, snapshot in
            let renderer = try PageRenderer(
                design: design, index: index, snapshot: snapshot, rowCache: rowCache, archived: archived)
            let items = try affected.map { _ in try publisher(snapshot, worker: number) }
            while !hasFailed.load(ordering: .relaxed) {
                let job = next.add(1, ordering: .relaxed).oldValue
                guard job < jobs.count else { return }
                try run(jobs[job], renderer, items, worker: number)
            }
        }
        var all = results.withLock { $0 }
        for (name, fingerprint) in photos.files {
            all.files["\(PublishedPicture.folder)/\(name)"] = (fingerprint, .fixed)
        }
        return all
    }

    private func publisher(_ snapshot: StoreSnapshot, worker: Int) throws -> ItemPagePublisher {
        try ItemPagePublisher(
            design: design, index: index, writer: writer, photos: photos, rowCache: rowCache, snapshot: snapshot,
            worker: worker)
    }

    /// Calls the body for each snapshot, on threads of their own. The call of the first snapshot begins before the others,
    /// so they may wait for it.
    private func onThreads(_ snapshots: [StoreSnapshot], _ body: @Sendable (Int, StoreSnapshot) throws -> Void) throws {
        let failure = Mutex<(any Error)?>(nil)
        // Each snapshot belongs to one thread only.
        nonisolated(unsafe) let snapshots = snapshots
        DispatchQueue.concurrentPerform(iterations: snapshots.count) { number in
            do { try body(number, snapshots[number]) } catch {
                hasFailed.store(true, ordering: .relaxed)
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func jobs(_ affected: AffectedPages) -> [Job] {
        let items = affected.items.sorted()
        // Few at a time, so that all threads have some.
        return stride(from: 0, to: items.count, by: 16).map { .items(Array(items[$0...].prefix(16))) }
            + affected.pages.sorted { ($0.series, $0.page) < ($1.series, $1.page) }.map(Job.page)
            + affected.lastFiles.sorted().map(Job.last)
    }

    private func allJobs() throws -> [Job] {
        try index.with { connection, table in
            var ids: [Int64] = []
            try connection.forEach(
                "SELECT series FROM site_series WHERE inventory = ?1 AND site = ?2 ORDER BY series"
            ) { ids.append($0.integer(0)) }
            var jobs: [Job] = []
            for id in ids {
                guard let series = try table.find(id) else { throw IndexError.outOfSync }
                let kind = series.key.kind
                let pages = try PageTable(connection: connection).pages(id)
                jobs += pages.map { .page(AffectedPages.Page(series: id, page: $0.page)) }
                if kind.hasPager, pages.count > 1 { jobs.append(.last(id)) }
            }
            return jobs
        }
    }

    private func run(_ job: Job, _ renderer: PageRenderer, _ publisher: ItemPagePublisher?, worker: Int) throws {
        switch job {
        case .items(let orderKeys):
            let pages = try publisher?.publish(orderKeys) ?? []
            results.withLock { results in
                for page in pages { results.items[page.id] = page.record }
            }
        case .page(let page):
            let content = try index.page(page)
            guard design.fields.hasPages(content.series.key.kind) else { return }
            try put(try renderer.page(content), named: content.file, content: .page(page), worker: worker)
        case .last(let series):
            let (file, target) = try index.last(of: series)
            guard let target else { return }
            try put(try renderer.redirect(to: target), named: file, content: .last(series), worker: worker)
        }
    }

    /// Writes one file and notes it.
    private func put(_ bytes: [UInt8], named name: String, content: FileTable.Content, worker: Int = 0) throws {
        let fingerprint = try writer.put(bytes, named: name, worker: worker) {
            try index.with { connection, _ in try FileTable(connection: connection).fingerprint(of: name) }
        }
        results.withLock { $0.files[name] = (fingerprint, content) }
    }

    /// Writes the sitemap and the feed, if the profile asks to be found. They change with the items.
    func writeFindableFiles(_ snapshot: StoreSnapshot) throws {
        guard design.options.profile.isFindable else { return }
        let files = try FindableFiles(design, snapshot)
        try put(try files.sitemap(), named: FindableFiles.sitemapName, content: .fixed)
        try put(try files.feed(), named: FindableFiles.feedName, content: .fixed)
    }

    /// Writes the files that do not depend on items. To be called first, so that a page of a new design leads only to files
    /// of that design.
    func writeFixedFiles() throws {
        let isEditable = design.options.isEditable
        try put(design.robots, named: SiteDesign.robotsName, content: .fixed)
        for file in try design.assets.files where isEditable || file.name != SiteAssets.worker {
            try put(file.bytes, named: file.path, content: .fixed)
        }
        // On another host, a file takes the place of the server's response: the style that shows its links.
        if isEditable {
            try put([], named: "companion.css", content: .fixed)
            try put(design.appManifest, named: "app.webmanifest", content: .fixed)
        }
        // Pages of the whole list had numbers once; their addresses lead to the first page.
        try writer.folder.forEachName(in: "") { name in
            guard SitePath.isNumberedPage(name) else { return }
            var redirects = ListPageRenderer(design, head: design.scripts.plainHead)
            let target = SeriesKey(.all).file(PageRange.first)
            if writer.existing.isPresumedOwn(name) {
                try put(try redirects.redirect(to: target), named: name, content: .fixed)
            }
        }
    }
}

/// Renders the pages of items and writes those that changed, with the pictures that they show; on one thread.
///
/// The content of the pages is read from the inventory alone, so that they can be published before the index is filled.
final class ItemPagePublisher {
    /// The number of items that the database is asked for at once.
    static let itemsAtOnce = 128

    private let index: SiteIndex
    private let writer: PageWriter
    private let photos: PublishedPhotoFiles
    private let rowCache: RowCache
    private let worker: Int
    private let design: SiteDesign
    private var renderer: ItemRenderer
    private let pageLookup, partLookup, parentLookup: ItemLookup

    /// - Parameters:
    ///   - index: asked for the fingerprints of files that were published before.
    ///   - worker: the number of the thread.
    init(
        design: SiteDesign, index: SiteIndex, writer: PageWriter, photos: PublishedPhotoFiles, rowCache: RowCache,
        snapshot: StoreSnapshot, worker: Int
    ) throws {
        self.index = index
        self.writer = writer
        self.photos = photos
        self.rowCache = rowCache
        self.worker = worker
        self.design = design
        renderer = ItemRenderer(design)
        let related = ItemFieldSet([.name, .archived, .parent])
        pageLookup = try snapshot.lookup(atOnce: ItemPagePublisher.itemsAtOnce)
        partLookup = try snapshot.lookupParts(
            fields: related, atOnce: ItemPagePublisher.itemsAtOnce, matching: design.selection)
        parentLookup = try snapshot.lookupByID(fields: related, matching: design.selection)
    }

    /// Publishes the pages of items.
    /// - Returns: the items' ids and what was published, in the order of the keys.
    /// - Throws: `outOfSync` if no item has one of the order keys.
    func publish(_ orderKeys: [Int64]) throws -> [(id: UUID, record: ItemPageRecord)] {
        var parts: [UUID: [ItemRelations.Item]] = [:]
        let hasRelations = design.fields.shows(.parent)
        try partLookup.findParts(ofItemsAt: hasRelations ? orderKeys : []) { cursor in
            // An archived item has no page, and no other page names it as a part.
            guard let parent = cursor.parent, !cursor.flag(.archived) else { return }
            parts[parent, default: []].append(ItemRelations.Item(cursor))
        }
        var published: [(id: UUID, record: ItemPageRecord)?] = orderKeys.map { _ in nil }
        let isWhole = try pageLookup.find(orderKeys) { number, cursor in
            var relations = ItemRelations(parts: parts[cursor.id] ?? [])
            if hasRelations, let parent = cursor.parent {
                _ = try parentLookup.find(parent) { relations.parent = ItemRelations.Item($0) }
            }
            // Pages for anyone do not name archived items.
            if design.fields.isPublic, relations.parent?.hasPage == false { relations.parent = nil }
            published[number] = (cursor.id, try publish(cursor, relations))
            // It is read once for its page and its lists.
            guard rowCache.hasRoom else { return }
            rowCache.keep([(orderKeys[number], try renderer.row(cursor))])
        }
        guard isWhole else { throw IndexError.outOfSync }
        return published.compactMap(\.self)
    }

    private func publish(_ cursor: ItemCursor, _ relations: ItemRelations) throws -> ItemPageRecord {
        let (bytes, pictures, missing) = try renderer.page(cursor, relations: relations)
        // A page leads to nothing that is not there yet.
        for picture in pictures {
            try photos.place(picture, worker: worker) { name in
                try index.with { connection, _ in try FileTable(connection: connection).fingerprint(of: name) }
            }
        }
        let id = cursor.id
        let fingerprint = try writer.put(bytes, named: PageName.item(id), worker: worker) {
            try index.with { connection, _ in
                try IndexedItemTable(connection: connection).find(id)?.page.fingerprint
            }
        }
        var names: [String] = []
        for picture in pictures where !names.contains(picture.name) { names.append(picture.name) }
        return ItemPageRecord(fingerprint: fingerprint, photos: names, missingPhotos: missing)
    }
}

extension ItemRelations.Item {
    fileprivate init(_ cursor: ItemCursor) {
        id = cursor.id
        name = cursor.text(.name).map { String(decoding: $0, as: UTF8.self) }
        hasPage = !cursor.flag(.archived)
    }
}
