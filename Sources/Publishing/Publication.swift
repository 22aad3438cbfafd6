import FileOutput
import FoundationEssentials
import InventoryModel
import InventoryStore
import Synchronization

/// One run of the publisher: steps that hand on what they made.
///
/// prepare (folder, manifest, design) → plan (what changed) → render, compare and write (items, then lists) →
/// manifest → sweep.
struct Publication {
    private let options: PublishOptions
    private let store: InventoryStore
    private let progress: @Sendable (Int, Int) -> Void
    private let folder: SiteFolder
    private let before: SiteManifest?
    private let isUnfinished: Bool
    private let standing: Standing
    private let isSound: Bool
    private let snapshot: StoreSnapshot
    private let design: SiteDesign
    private var outcome = PublishOutcome()

    // MARK: prepare

    init(
        _ options: PublishOptions, store: InventoryStore, path: String,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) throws(PublishError) {
        self.options = options
        self.store = store
        self.progress = progress
        do {
            snapshot = try store.snapshot()
            // Mistakes in templates are found before the folder is touched.
            let known = SiteFolder.manifest(at: path)
            try Publication.check(known, options, store, path)
            design = try SiteDesign(
                options, settings: snapshot.settings, store: store.identifier.text,
                known: known.map { ($0.head.design, $0.head.scripts) })
            folder = try SiteFolder(
                path, takesForeign: options.takesForeignFolder, profile: options.profile,
                former: known.flatMap { PublishProfile(rawValue: $0.head.profile) })
            let bytes = folder.isFirst ? nil : try folder.read(SiteManifest.name)
            before = try bytes.flatMap { try SiteManifest($0, path: path) }
            let isMarked = try folder.read(SiteManifest.unfinishedName) != nil
            // Files reach the disk when the system likes: after a restart of the machine nothing is taken on trust.
            isUnfinished = isMarked || before.map { $0.head.boot != SystemBoot.identifier } ?? false
            let isOtherProfile = before.map { $0.head.profile != options.profile.rawValue } ?? false
            let isLookedAt = options.looksAtFiles && !isUnfinished && !isOtherProfile
            let damaged: Set<String> = try isLookedAt ? before?.damaged(in: folder) ?? [] : []
            isSound = damaged.isEmpty
            standing = Standing(
                folder, before: before,
                trust: isOtherProfile ? .nothing : isUnfinished ? .contents : .allBut(damaged),
                sparesOthers: bytes == nil || before != nil && !isMarked)
        } catch {
            throw PublishError(.prepare, error)
        }
    }

    /// Refuses places that are not for this inventory's pages.
    private static func check(
        _ known: SiteManifest?, _ options: PublishOptions, _ store: InventoryStore, _ path: String
    ) throws(PublishError.Cause) {
        if SiteFolder.isInside(store.path, path) { throw .insideStore(path) }
        guard let known, !options.takesForeignFolder else { return }
        guard known.head.store == store.identifier.text else { throw .otherInventory(path) }
    }

    /// Leaves nothing of a first publication that failed.
    func discard() { folder.discard() }

    mutating func run() throws(PublishError) -> PublishOutcome {
        outcome.revision = snapshot.revision.rawValue
        switch try plan() {
        case .nothing(let manifest):
            outcome.isIncremental = true
            outcome.items = manifest.index.total.tally.items
            outcome.files = manifest.count
            outcome.unchanged = outcome.files
        case .touch(let changes, let manifest):
            try touch(changes, manifest)
        case .lists(let base): try build(since: base)
        case .everything: try build(since: nil)
        }
        return outcome
    }

    // MARK: plan

    private enum Plan {
        /// The folder shows this very state.
        case nothing(SiteManifest)
        /// Single items changed in place.
        case touch(TouchedItems, SiteManifest)
        /// Pages of items that did not change since a revision stand.
        case lists(Revision)
        case everything
    }

    private func plan() throws(PublishError) -> Plan {
        guard let before, !isUnfinished, isSound, before.head.design == design.fingerprint,
            before.head.lacking ?? 0 == 0
        else { return .everything }
        let base = Revision(rawValue: before.head.revision)
        guard base <= snapshot.revision else { return .everything }
        if base == snapshot.revision { return .nothing(before) }
        do {
            if before.head.markedRows, let changes = try TouchedItems(snapshot, since: base) {
                return .touch(changes, before)
            }
        } catch {
            throw PublishError(.plan, error)
        }
        return .lists(base)
    }

    // MARK: touch

    private mutating func touch(_ changes: TouchedItems, _ manifest: SiteManifest) throws(PublishError) {
        do {
            try mark()
            var toucher = Toucher(design, folder: folder, manifest: manifest)
            do {
                try toucher.run(changes, in: snapshot)
            } catch is Toucher.OutOfStep {
                return try build(since: Revision(rawValue: manifest.head.revision))
            }
            var after = toucher.manifest
            after.head.revision = snapshot.revision.rawValue
            try finish(after)
            outcome.isIncremental = true
            outcome.items = after.index.total.tally.items
            outcome.files = after.count
            outcome.written = toucher.written
            outcome.unchanged = outcome.files - outcome.written
        } catch {
            throw PublishError(.write, error)
        }
    }

    // MARK: render, compare, write

    private mutating func build(since base: Revision?) throws(PublishError) {
        do {
            if !folder.isFirst { try mark() }
            let snapshots = try SiteBuild.snapshots(like: snapshot, count: workers, store: store)
            let build = try SiteBuild(
                design, folder: folder, standing: standing, base: base, workers: snapshots.count)
            let manifest = try build.run(snapshots, store: store, progress: progress)
            outcome.written = build.written
            outcome.unchanged = build.unchanged
            outcome.items = manifest.index.total.tally.items
            outcome.files = manifest.count
            outcome.lackingPhotos = manifest.head.lacking ?? 0
            outcome.kept = build.kept
            outcome.isIncremental = base != nil
            try finish(manifest)
            if !folder.isFirst { outcome.removed = try sweep(manifest) }
            try folder.appear()
        } catch {
            throw PublishError(.render, error)
        }
    }

    private var workers: Int {
        let cores = min(2, ProcessInfo.processInfo.activeProcessorCount)
        return max(1, min(16, options.jobs ?? cores))
    }

    // MARK: manifest

    /// Notes that the folder is being changed, so that the next publication looks at what really stands there.
    private func mark() throws(FileError) {
        try folder.write([], to: SiteManifest.unfinishedName)
    }

    private func finish(_ manifest: SiteManifest) throws {
        try folder.write(manifest.encoded(), to: SiteManifest.name)
        if !folder.isFirst, !isUnfinished { try folder.remove(SiteManifest.unfinishedName) }
    }

    // MARK: sweep

    /// Removes what a former publication wrote and this one did not.
    private func sweep(_ manifest: SiteManifest) throws -> Int {
        var removed = 0
        try before?.forEachName { name in
            if manifest.hash(of: name) == nil, try folder.remove(name) { removed += 1 }
        }
        guard isUnfinished else { return removed }
        for sub in ["", "item", PublishedPicture.folder, "search"] {
            for name in folder.names(in: sub) {
                let path = sub.isEmpty ? name : "\(sub)/\(name)"
                guard SitePath.isGenerated(path), manifest.hash(of: path) == nil else { continue }
                if try folder.remove(path) { removed += 1 }
            }
        }
        try folder.remove(SiteManifest.unfinishedName)
        return removed
    }
}
