import Dispatch
import Files
import FoundationEssentials
import Inventory
import InventoryStore
import Reports
import Synchronization

/// Renders every page, compares it with what stands, and writes what changed; on every thread that is given.
final class SiteBuilder {
    private let design: SiteDesign
    private let fingerprint: String
    private let folder: SiteFolder
    private let existing: ExistingOutput
    private let writers: [PageWriter]
    private let photoFiles: PublishedPhotoFiles
    private let partition: RoundRobinPartition
    private let passes: [ItemRenderPass]

    var written: Int { writers.reduce(photoFiles.written) { $0 + $1.written } }
    var unchanged: Int { writers.reduce(photoFiles.unchanged) { $0 + $1.unchanged } }

    /// - Parameters:
    ///   - fingerprint: the design's.
    ///   - base: the revision up to which pages of items stand as they should.
    init(
        _ design: SiteDesign, fingerprint: String, folder: SiteFolder, existing: ExistingOutput, base: Revision?,
        workers: Int
    ) throws {
        self.design = design
        self.fingerprint = fingerprint
        self.folder = folder
        self.existing = existing
        let partition = RoundRobinPartition(workers: workers)
        self.partition = partition
        writers = (0..<workers).map { PageWriter(folder, existing: existing, worker: $0) }
        let photoFiles = PublishedPhotoFiles(folder, existing: existing)
        self.photoFiles = photoFiles
        passes = zip(0..., writers).map { number, writer in
            ItemRenderPass(
                number, partition: partition, design: design, folder: folder, writer: writer, photoFiles: photoFiles,
                base: base)
        }
    }

    func run(
        _ snapshots: [StoreSnapshot], store: InventoryStore, progress: @escaping @Sendable (Int, Int) -> Void
    ) throws -> SiteManifest {
        let snapshot = snapshots[0]
        let count = try snapshot.count
        try renderItems(snapshots, count: count, progress: progress)
        var total = SiteList(.all)
        var listBuilder = ListBuilder()
        for pass in passes {
            try total.runningTotals.add(pass.total)
            try listBuilder.merge(pass.listBuilder)
        }
        let index = SiteIndex(
            total: total, lists: listBuilder.lists.sorted { $0.key < $1.key },
            archived: count - total.runningTotals.items)
        var builder = ManifestBuilder()
        for pass in passes { builder.add(pass.pages) }
        for (name, hash) in try renderLists(index) { builder.add(name, hash) }
        for file in photoFiles.files { builder.add(file.name, file.hash) }
        for file in design.assets.files {
            let name = "assets/\(file.name)"
            builder.add(name, try writers[0].put(file.bytes, named: name))
        }
        if design.options.isEditable {
            // Another server has a file where the companion answers with what shows its links.
            builder.add("companion.css", try writers[0].put([], named: "companion.css"))
        }
        return manifest(
            index, builder, store: store.identifier.text, revision: snapshot.revision,
            history: try JournalFingerprint.fingerprint(of: snapshot.revision, in: snapshot))
    }

    private func manifest(
        _ index: SiteIndex, _ builder: ManifestBuilder, store: String, revision: Revision, history: String
    ) -> SiteManifest {
        let options = design.options
        let digits = SiteManifest.digits(forItems: index.total.runningTotals.items)
        let head = ManifestHead(
            generator: options.generator, store: store, revision: revision.rawValue, history: history,
            profile: options.profile.rawValue, editable: options.isEditable, language: options.locale.language,
            timeZone: options.locale.timeZoneName,
            companion: options.companion, title: options.title, design: fingerprint,
            scripts: design.scripts.integrity, markedRows: passes.allSatisfy(\.hasMarkedRows),
            archived: index.archived, missingPhotos: passes.reduce(0) { $0 + $1.missingPhotos },
            verifiedAt: FileClock.now,
            ownTemplates: options.templates != nil, ownAssets: options.site != nil, boot: SystemBoot.identifier,
            files: builder.count, items: index.total.runningTotals.items, digits: digits, parts: [:])
        return SiteManifest(head: head, parts: builder.parts(digits: digits), lists: [index.total] + index.lists)
    }

    /// A snapshot for each thread, all of the state that is published; only that one where the store has moved on.
    static func snapshots(like first: StoreSnapshot, count: Int, store: InventoryStore) throws -> [StoreSnapshot] {
        var snapshots = [first]
        while snapshots.count < count {
            let next = try store.snapshot()
            guard next.revision == first.revision else { return [first] }
            snapshots.append(next)
        }
        return snapshots
    }

    private func renderItems(
        _ snapshots: [StoreSnapshot], count: Int, progress: @escaping @Sendable (Int, Int) -> Void
    ) throws {
        let failure = Mutex<(any Error)?>(nil)
        // Each index belongs to one thread only.
        nonisolated(unsafe) let passes = passes
        nonisolated(unsafe) let snapshots = snapshots
        DispatchQueue.concurrentPerform(iterations: partition.workers) { number in
            do {
                try passes[number].run(snapshots[number]) { progress($0, count) }
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func renderLists(_ index: SiteIndex) throws -> [(String, Fingerprint)] {
        let found = Mutex<[(String, Fingerprint)]>([])
        let failure = Mutex<(any Error)?>(nil)
        let pages = index.pages
        let parts = SearchIndex.parts(index.total.runningTotals.items)
        let directories = index.directories
        nonisolated(unsafe) let build = self
        DispatchQueue.concurrentPerform(iterations: partition.workers) { number in
            do {
                var assembler = ListAssembler(build.design, index: index)
                var renderer: DirectoryRenderer?
                var page: [UInt8] = []
                for job in stride(
                    from: number, to: pages.count + parts + directories.count, by: build.partition.workers)
                {
                    let name: String
                    if job < pages.count {
                        name = pages[job].list.file(page: pages[job].page)
                        try assembler.assemble(pages[job].list, page: pages[job].page, rows: build.copyRow, into: &page)
                    } else if job < pages.count + parts {
                        name = SearchIndex.file(job - pages.count + 1)
                        try build.assemblePart(job - pages.count, of: index.total.runningTotals.items, into: &page)
                    } else {
                        let directory = directories[job - pages.count - parts]
                        name = directory.file
                        var links = renderer ?? DirectoryRenderer(build.design)
                        page = try links.render(directory)
                        renderer = links
                    }
                    let hash = try build.writers[number].put(page, named: name)
                    found.withLock { $0.append((name, hash)) }
                }
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return found.withLock { $0 }
    }

    private func copyRow(_ row: Int, to page: inout [UInt8]) throws {
        try passes[partition.worker(of: row)].copyRow(row, to: &page)
    }

    private func assemblePart(_ part: Int, of count: Int, into page: inout [UInt8]) throws {
        page.removeAll(keepingCapacity: true)
        page.append(UInt8(ascii: "["))
        let first = part * SearchIndex.itemsPerPart
        for row in first..<min(first + SearchIndex.itemsPerPart, count) {
            if row > first { page.append(UInt8(ascii: ",")) }
            page.append(UInt8(ascii: "\n"))
            try passes[partition.worker(of: row)].copyEntry(row, to: &page)
            while page.last == UInt8(ascii: "\n") { page.removeLast() }
        }
        page += "\n]\n".utf8
    }
}

/// Puts list pages together: the frame rendered, the rows as they were kept.
struct ListAssembler {
    private var renderer: ListRenderer
    private let index: SiteIndex

    init(_ design: SiteDesign, index: SiteIndex) {
        renderer = ListRenderer(design)
        self.index = index
    }

    mutating func assemble(
        _ list: SiteList, page number: Int, rows copy: (Int, inout [UInt8]) throws -> Void, into page: inout [UInt8]
    ) throws {
        let (before, after) = try renderer.frame(list, page: number, index: index)
        page.removeAll(keepingCapacity: true)
        page += before
        let first = (number - 1) * SiteList.rowsPerPage
        for place in first..<min(first + SiteList.rowsPerPage, list.runningTotals.items) {
            try copy(list.key.kind == .all ? place : Int(list.rows[place]), &page)
        }
        page += after
    }
}
