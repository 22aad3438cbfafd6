import Database
import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore
import Reports
import Synchronization

/// Parts of a publication that the next one of the same folder uses again.
struct KeptSession {
    /// Used as long as the fingerprint of its templates and options stays the same.
    var design: SiteDesign?
    /// With its compiled statements.
    var connection: StoreConnection?
    /// When it was used, on the ``MonotonicClock``.
    var time = MonotonicClock.now()
}

/// One publication, as steps:
///
/// 1. open: the folder, its file, the index; refuse folders of other inventories.
/// 2. plan: which items changed since the folder was published, or everything.
/// 3. index: update the rows; the affected pages follow from the items before and after.
/// 4. write: render these pages and replace the files that differ. If everything is published, pages of items are
///    written while the index is filled.
/// 5. complete: remove files, then store what was written under a new generation, then write the generation into the
///    folder, and last let others read it.
///
/// An interruption in between leaves the index in the state `updating` or a generation in only one of the two places.
/// The next run sees that and compares every file.
struct PublishRun {
    private let options: PublishOptions
    private let store: InventoryStore
    /// The changes since the folder was published, as far as the caller knows them.
    private let knownChanges: StoreChanges?
    private let progress: @Sendable (Int, Int) -> Void
    private let snapshot: StoreSnapshot
    private let source: DesignSource
    private let design: SiteDesign
    private let folder: SiteFolder
    /// The folder's own file; nil if it is missing or cannot be read.
    private let file: SiteFile?
    private let hasUnfinishedMarker: Bool
    /// Whether files that the index does not know may be this program's.
    private let ownsUnknownFiles: Bool
    private let connection: StoreConnection
    /// The folder as the index knew it before; nil if it did not.
    private let former: IndexedFolder?
    /// Whether the folder and the index are unchanged since the last publication.
    private let indexMatchesFolder: Bool
    private var outcome = PublishOutcome()

    // MARK: open

    init(
        _ options: PublishOptions, store: InventoryStore, path: String, after changes: StoreChanges?,
        keeping kept: KeptSession, progress: @escaping @Sendable (Int, Int) -> Void
    ) throws {
        self.options = options
        self.store = store
        knownChanges = changes
        self.progress = progress
        do {
            snapshot = try store.snapshot(without: options.profile.hidden)
            let known = try SiteFiles.siteFile(at: path)
            try PublishRun.check(known, options: options, store: store, path: path)
            source = try DesignSource(options, settings: snapshot.settings, store: store.identifier.text)
            connection = try kept.connection ?? store.openSiteConnection()
            former = try connection.openFolder(id: known?.site, path: store.qualifiedPath(Folder.absolute(path)))
            // Templates are compiled before the folder is touched, so that an error in one changes nothing.
            if let compiled = kept.design, compiled.fingerprint == source.fingerprint {
                design = compiled
            } else {
                design = try SiteDesign(source, known: former?.design == source.fingerprint ? known?.scripts : nil)
            }
            folder = try SiteFolder(
                path, allowsForeign: options.allowsForeignFolder, isPublic: options.profile.isPublic,
                wasPublic: known?.isPublic)
            let found = folder.files.isFirst ? (isThere: false, file: nil) : try folder.files.siteFile
            file = found.file
            hasUnfinishedMarker = try !folder.files.isFirst && folder.files.read(SiteFile.unfinishedName) != nil
            if store.isReadOnly, !folder.files.isFirst {
                switch store.readOnlyReason {
                case nil, .readOnly: throw PublishError.Cause.readOnlyInventory(path)
                case let reason?: throw reason
                }
            }
            indexMatchesFolder =
                found.file?.generation != nil && found.file?.generation == former?.generation
                && former?.state == .complete && !hasUnfinishedMarker && former?.boot == SystemBoot.identifier
            ownsUnknownFiles = !folder.files.isFirst && (found.isThere || hasUnfinishedMarker) && !indexMatchesFolder
        } catch {
            throw PublishError(error)
        }
    }

    /// Refuses places that are not for this inventory's pages.
    private static func check(_ known: SiteFile?, options: PublishOptions, store: InventoryStore, path: String) throws {
        if isInside(store.path, path) { throw PublishError.Cause.insideStore(path) }
        guard let known, !options.allowsForeignFolder else { return }
        guard known.shows(store.identifier.text) else { throw PublishError.Cause.otherInventory(path) }
    }

    /// Whether a place is an inventory's own folder or lies in it.
    private static func isInside(_ store: String, _ path: String) -> Bool {
        guard let store = Folder.realPath(store) else { return false }
        var place = path
        while place.count > 1, place.hasSuffix("/") { place.removeLast() }
        // For a folder that does not exist yet, the folder around it.
        if access(place, F_OK) != 0 { place = Folder.parent(place) }
        guard let real = Folder.realPath(place) else { return false }
        return real == store || real.hasPrefix(store + "/")
    }

    /// Removes every file of a first publication that failed.
    func discard() {
        guard folder.files.isFirst else { return }
        folder.discard()
        // A folder that was published here before may come back.
        if let former { try? connection.emptyFolder(former) } else { try? connection.removeFolder() }
    }

    /// The parts that the next publication of the folder can use again.
    var kept: KeptSession {
        // Publishing everything fills temporary tables, which the connection would hold as long as it is open. A database
        // server has few sessions, and keeps idle ones for all inventories.
        let keepsConnection = outcome.isIncremental && !connection.dialect.sharesTables
        return KeptSession(design: design, connection: keepsConnection ? connection : nil)
    }

    mutating func run() throws -> PublishOutcome {
        outcome.revision = snapshot.revision
        do {
            try publish()
        } catch let error as PublishError {
            guard case .rendering(let error) = error.cause, error is IndexError else { throw error }
            // The index contradicts the inventory, as after a repair of its database: it is rebuilt.
            try step { run in try run.publish(plan: .everything) }
        }
        return outcome
    }

    private mutating func publish() throws {
        let plan = try step { run in try run.plan() }
        try step { run in try run.publish(plan: plan) }
    }

    private mutating func step<Result>(_ body: (inout PublishRun) throws -> Result) throws -> Result {
        do { return try body(&self) } catch { throw PublishError(error).interrupted }
    }

    // MARK: plan

    private enum Plan {
        case everything
        /// The items that changed, and the files that are not as they were published.
        case changes([UUID], FolderCheck?)
    }

    private func plan() throws -> Plan {
        guard let former, let file, file.site != nil, former.state == .complete,
            former.design == source.fingerprint, former.profile == options.profile.stored,
            file.profile == options.profile.name, !dependsOnOtherItems, former.revision <= snapshot.revision,
            // Reassigned order keys are in no journal entry.
            former.orderGeneration == (try snapshot.orderKeyGeneration)
        else { return .everything }
        let changes = try changes(since: former.revision)
        guard !changes.requiresFullReload else { return .everything }
        let missing = try IndexedItemTable(connection: connection).withMissingPhotos()
        var seen: Set<UUID> = []
        let items = (changes.items + changes.removed + missing).filter { seen.insert($0).inserted }
        guard options.checksFiles || !indexMatchesFolder else { return .changes(items, nil) }
        return .changes(items, try FolderCheck(folder.files, connection))
    }

    private func changes(since base: Revision) throws -> StoreChanges {
        guard let knownChanges, knownChanges.base == base, knownChanges.revision <= snapshot.revision else {
            return try snapshot.changes(since: base)
        }
        return knownChanges.followed(by: try snapshot.changes(since: knownChanges.revision))
    }

    // MARK: publish

    private mutating func publish(plan: Plan) throws {
        progress(0, 0)
        guard case .changes(let items, let check) = plan else { return try publishEverything() }
        outcome.isIncremental = true
        guard !items.isEmpty || check != nil || former?.revision != snapshot.revision else {
            return try setCounts(from: former)
        }
        try begin()
        let series = SeriesTable(connection, snapshot.collation)
        var next = folderRow
        var affected = AffectedPages()
        if !items.isEmpty {
            affected = try connection.write {
                let updater = try IndexUpdater(connection, series)
                let cursor = try snapshot.lookupByID(fields: ItemFacts.fields, matching: design.selection)
                try updater.replace(
                    items.map { id in
                        var facts: ItemFacts?
                        _ = try cursor.find(id) { facts = try ItemFacts($0, series.collation, design.fields) }
                        return (id, facts)
                    })
                next.archived += try updater.finish()
                try connection.save(next)
                return updater.affected
            }
        }
        if let check { try affected.add(check, connection) }
        let damaged = check?.damaged ?? []
        let existing = ExistingOutput(folder.files, trust: .index(damaged: damaged), ownsUnknownFiles: ownsUnknownFiles)
        let builder = builder(SiteIndex(connection, series), existing)
        if check?.contents.contains(.fixed) == true { try builder.writeFixedFiles() }
        try builder.writeFindableFiles(snapshot)
        // Another snapshot costs more time than one page.
        let results = try builder.build(
            affected, archived: next.archived, try snapshots(affected.pages.count < 4 ? 1 : workers))
        try note(builder.writer)
        try complete(&next) { row, record in
            var removed = try record.removeFiles(affected.removedFiles.sorted())
            removed += try record.add(results, affected: affected, generation: row.generation, files: &row.files)
            return removed
        }
    }

    private mutating func publishEverything() throws {
        try begin()
        outcome.isIncremental = false
        let series = SeriesTable(connection, snapshot.collation, isNew: true)
        var next = folderRow
        try connection.write { try connection.save(next) }
        let isOtherProfile = file.map { $0.profile != options.profile.name } ?? false
        let trust: ExistingOutput.Trust =
            isOtherProfile ? .nothing : indexMatchesFolder && !options.checksFiles ? .index(damaged: []) : .contents
        let existing = ExistingOutput(folder.files, trust: trust, ownsUnknownFiles: ownsUnknownFiles)
        let index = SiteIndex(connection, series)
        let builder = builder(index, existing)
        try builder.writeFixedFiles()
        try builder.writeFindableFiles(snapshot)
        let (snapshots, progress, count) = (try snapshots(workers), progress, try snapshot.count)
        let loader = IndexLoader(connection: connection, series: series, index: index, design: design) {
            progress($0, count)
        }
        let archived = try builder.publishItems(loader, snapshots)
        next.archived = archived
        let results = try connection.read { try builder.build(nil, archived: archived, snapshots) }
        try note(builder.writer)
        try complete(&next) { row, record in
            let removed = try record.replaceAll(by: results, generation: row.generation)
            row.files = try FileTable(connection: record.connection).count()
            return removed
        }
    }

    /// Whether the selection may change with an item that is not in it.
    private var dependsOnOtherItems: Bool {
        design.selection?.terms.flatMap(\.tests).contains { if case .duplicate = $0 { true } else { false } } ?? false
    }

    /// The folder's row while it is being written.
    private var folderRow: IndexedFolder {
        var row = former ?? IndexedFolder(id: UUID().text.lowercased(), path: "")
        row.path = store.qualifiedPath(Folder.absolute(folder.files.path))
        row.state = .updating
        row.revision = snapshot.revision
        row.design = source.fingerprint
        row.profile = options.profile.stored
        row.boot = SystemBoot.identifier
        return row
    }

    /// Marks the folder as being written.
    private func begin() throws {
        if !folder.files.isFirst, !hasUnfinishedMarker { try folder.files.write([], to: SiteFile.unfinishedName) }
        if former == nil { try connection.addFolder(folderRow) }
    }

    private func builder(_ index: SiteIndex, _ existing: ExistingOutput) -> PageBuilder {
        PageBuilder(design: design, index: index, writer: PageWriter(folder.files, existing: existing))
    }

    private var workers: Int {
        let cores = min(2, ProcessInfo.processInfo.activeProcessorCount)
        return max(1, min(16, options.jobs ?? cores))
    }

    /// A snapshot for each thread, all of the same state; only one if the store has moved on.
    private func snapshots(_ count: Int) throws -> [StoreSnapshot] {
        var snapshots = [snapshot]
        while snapshots.count < count {
            let next = try store.snapshot(without: options.profile.hidden)
            guard next.revision == snapshot.revision else { return [snapshot] }
            snapshots.append(next)
        }
        return snapshots
    }

    // MARK: complete

    /// Removes files, stores the new state of the index, then advances the folder's generation.
    /// - Parameter body: stores what was written under the row's generation, updates the row, and returns the number of
    ///   removed files.
    private mutating func complete(
        _ next: inout IndexedFolder, _ body: (inout IndexedFolder, PublicationRecord) throws -> Int
    ) throws {
        let record = PublicationRecord(folder: folder.files, connection: connection)
        var row = next
        row.generation = UUID().text.lowercased()
        outcome.removed = try connection.write {
            var removed = try body(&row, record)
            // Files of an interrupted or unknown publication are in no index.
            if ownsUnknownFiles { removed += try record.sweep() }
            row.state = .complete
            row.orderGeneration = try snapshot.orderKeyGeneration
            try connection.save(row)
            return removed
        }
        next = row
        try folder.files.write(siteFile(row).encoded, to: SiteFile.name, flushes: true)
        folder.makeReadable()
        if !folder.files.isFirst { try folder.files.remove(SiteFile.unfinishedName) }
        try folder.moveIntoPlace()
        try setCounts(from: row)
    }

    private mutating func note(_ writer: PageWriter) throws {
        outcome.written = writer.written
        outcome.renamedForeignFiles = writer.existing.renamedForeignFiles
        if writer.hasReplacement {
            outcome.replacedCharacters = try ReplacedCharacters(
                in: .html, of: snapshot, settings: snapshot.settings, title: options.title)
        }
    }

    private mutating func setCounts(from row: IndexedFolder?) throws {
        let items = try SeriesTable(connection, snapshot.collation).find(SeriesKey(.all))?.totals.items ?? 0
        outcome.items = items
        outcome.files = items + Int(row?.files ?? 0)
        outcome.unchanged = outcome.files - outcome.written
        outcome.missingPhotos = try IndexedItemTable(connection: connection).missingPhotos()
    }

    private func siteFile(_ row: IndexedFolder) -> SiteFile {
        SiteFile(
            store: SiteFile.identity(of: store.identifier.text, in: row.id, isPublic: options.profile.isPublic),
            site: row.id, generation: row.generation,
            // The number of changes tells of items that are not shown.
            revision: design.selection == nil ? row.revision.rawValue : 0,
            profile: options.profile.name, editable: options.isEditable, language: options.locale.tag,
            timeZone: options.profile.isPublic ? nil : options.locale.timeZoneName, companion: options.companion,
            address: options.address, title: options.title,
            scripts: design.scripts.integrity, ownTemplates: options.templates != nil,
            ownAssets: options.site != nil)
    }
}

extension AffectedPages {
    /// Adds the pages whose files are not as they were published, if they still exist.
    fileprivate mutating func add(_ check: FolderCheck, _ connection: StoreConnection) throws {
        let pages = PageTable(connection: connection)
        for id in check.items {
            if let item = try IndexedItemTable(connection: connection).find(id), !item.isArchived {
                items.insert(item.orderKey)
            }
        }
        for content in check.contents {
            switch content {
            case .page(let page) where try pages.range(of: page.page, in: page.series) != nil: self.pages.insert(page)
            case .last(let series) where try pages.last(series) != nil: lastFiles.insert(series)
            default: break
            }
        }
    }
}

/// Tells one run of the machine from another.
enum SystemBoot {
    /// The kernel's own key of this run (Linux, proc(5)); empty if it has none.
    static let identifier: String = {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = read(file, buffer.baseAddress, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)).prefix { $0 > 0x20 }, as: UTF8.self)
        }
    }()
}
