import Database
import Dispatch
import FoundationEssentials
import InventoryStore
import Synchronization

/// Renders the affected pages, compares each with what was published, and writes what changed.
final class PageBuilder: Sendable {
    /// Work that one thread does at a time.
    private enum Job {
        case item(Int64)
        /// A page of a series, with the pages of its items.
        case page(AffectedPages.Page, withItems: Bool)
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
    private let isEverything: Bool
    private let results = Mutex(Results())
    private let progress: @Sendable (Int) -> Void

    init(
        design: SiteDesign, index: SiteIndex, writer: PageWriter, isEverything: Bool,
        progress: @escaping @Sendable (Int) -> Void
    ) {
        self.design = design
        self.index = index
        self.writer = writer
        self.isEverything = isEverything
        self.progress = progress
        photos = PublishedPhotoFiles(writer)
    }

    /// Publishes pages.
    /// - Parameter snapshots: of the same state; one thread works for each.
    func build(_ affected: AffectedPages, fixedFiles: Bool, _ snapshots: [StoreSnapshot]) throws -> Results {
        // First, so that a page of a new design leads only to files of that design.
        if fixedFiles { try writeFixedFiles() }
        let jobs = isEverything ? try allJobs() : jobs(affected)
        let workers = min(jobs.count, snapshots.count)
        let failure = Mutex<(any Error)?>(nil)
        let next = Atomic(0)
        // Each snapshot belongs to one thread only.
        nonisolated(unsafe) let snapshots = snapshots
        DispatchQueue.concurrentPerform(iterations: workers) { number in
            do {
                let renderer = try PageRenderer(design: design, index: index, snapshot: snapshots[number])
                while failure.withLock({ $0 == nil }) {
                    let job = next.add(1, ordering: .relaxed).oldValue
                    guard job < jobs.count else { return }
                    try run(jobs[job], renderer, worker: number)
                }
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        var all = results.withLock { $0 }
        for (name, fingerprint) in photos.files {
            all.files["\(PublishedPicture.folder)/\(name)"] = (fingerprint, .fixed)
        }
        return all
    }

    private func jobs(_ affected: AffectedPages) -> [Job] {
        affected.items.sorted().map(Job.item)
            + affected.pages.sorted { ($0.series, $0.page) < ($1.series, $1.page) }.map { .page($0, withItems: false) }
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
                jobs += pages.map { .page(AffectedPages.Page(series: id, page: $0.page), withItems: kind == .all) }
                if kind.hasPager, pages.count > 1 { jobs.append(.last(id)) }
            }
            return jobs
        }
    }

    private func run(_ job: Job, _ renderer: PageRenderer, worker: Int) throws {
        switch job {
        case .item(let orderKey):
            let (id, record) = try item(orderKey, with: renderer, worker: worker)
            results.withLock { $0.items[id] = record }
        case .page(let page, let withItems):
            let content = try index.page(page)
            if withItems {
                try record(
                    content.entries.map { entry in
                        (entry.target, try item(entry.target, with: renderer, worker: worker).record)
                    })
                progress(content.entries.count)
            }
            try put(try renderer.page(content), named: content.file, content: .page(page), worker: worker)
        case .last(let series):
            let (file, target) = try index.last(of: series)
            guard let target else { return }
            try put(try renderer.redirect(to: target), named: file, content: .last(series), worker: worker)
        }
    }

    private func item(
        _ orderKey: Int64, with renderer: PageRenderer, worker: Int
    ) throws -> (id: UUID, record: ItemPageRecord) {
        let (id, bytes, pictures, missing) = try renderer.item(orderKey)
        // A page leads to nothing that is not there yet.
        for picture in pictures {
            try photos.place(picture, worker: worker) { name in
                try index.with { connection, _ in try FileTable(connection: connection).fingerprint(of: name) }
            }
        }
        let fingerprint = try writer.put(bytes, named: PageName.item(id), worker: worker) {
            try index.with { connection, _ in
                try IndexedItemTable(connection: connection).find(id)?.page.fingerprint
            }
        }
        var names: [String] = []
        for picture in pictures where !names.contains(picture.name) { names.append(picture.name) }
        return (id, ItemPageRecord(fingerprint: fingerprint, photos: names, missingPhotos: missing))
    }

    /// Records the pages of items while everything is published.
    private func record(_ pages: [(orderKey: Int64, record: ItemPageRecord)]) throws {
        try index.with { connection, _ in
            let items = IndexedItemTable(connection: connection)
            for (orderKey, page) in pages { try items.load(page, ofItemAt: orderKey) }
        }
    }

    /// Writes one file and notes it.
    private func put(_ bytes: [UInt8], named name: String, content: FileTable.Content, worker: Int = 0) throws {
        let fingerprint = try writer.put(bytes, named: name, worker: worker) {
            try index.with { connection, _ in try FileTable(connection: connection).fingerprint(of: name) }
        }
        results.withLock { $0.files[name] = (fingerprint, content) }
    }

    private func writeFixedFiles() throws {
        let isEditable = design.options.isEditable
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
