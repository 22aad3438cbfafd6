import Files
import FoundationEssentials
import Inventory
import InventoryStore
import Synchronization

/// One run of the publisher: steps that hand on what they made.
///
/// prepare (folder, manifest, design) → plan (what changed) → render, compare and write (items, then lists) →
/// manifest → sweep.
struct PublishRun {
    private let options: PublishOptions
    private let store: InventoryStore
    private let progress: @Sendable (Int, Int) -> Void
    private let folder: SiteFolder
    /// What the manifest tells of the folder as it stands, once it was read.
    private var previous: SiteManifest?
    /// Whether a publication into the folder broke off.
    private let hasUnfinishedMarker: Bool
    private var isUnfinished: Bool
    private let hasManifest: Bool
    private let isOtherProfile: Bool
    private let snapshot: StoreSnapshot
    private let source: DesignSource
    private let preparedDesign: SiteDesign?
    private var outcome = PublishOutcome()
    /// Whether every file was looked at.
    private var hasVerifiedFiles = false
    /// What tells files of others from the program's own, where pages were rendered.
    private var existing: ExistingOutput?

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
            let known = SiteFolder.head(at: path)
            try PublishRun.check(known, options, store, path)
            source = try DesignSource(options, settings: snapshot.settings, store: store.identifier.text)
            // Mistakes in templates are found before the folder is touched.
            preparedDesign = known?.design == source.fingerprint ? nil : try SiteDesign(source, known: nil)
            folder = try SiteFolder(
                path, allowsForeign: options.allowsForeignFolder, profile: options.profile,
                former: known.flatMap { PublishProfile(rawValue: $0.profile) })
            let found = folder.isFirst ? (isThere: false, head: nil) : try folder.head
            hasManifest = found.isThere
            previous = found.head.map(SiteManifest.init)
            isOtherProfile = found.head.map { $0.profile != options.profile.rawValue } ?? false
            hasUnfinishedMarker = try !folder.isFirst && folder.read(SiteManifest.unfinishedName) != nil
            // Files reach the disk when the system likes: after a restart of the machine nothing is taken on trust.
            isUnfinished =
                hasUnfinishedMarker || previous.map { $0.head.boot != SystemBoot.identifier } ?? false
                || previous.map { $0.head.version != ManifestHead.version } ?? false
        } catch {
            throw PublishError(.prepare, error)
        }
    }

    /// Refuses places that are not for this inventory's pages.
    private static func check(
        _ known: ManifestHead?, _ options: PublishOptions, _ store: InventoryStore, _ path: String
    ) throws(PublishError.Cause) {
        if SiteFolder.isInside(store.path, path) { throw .insideStore(path) }
        guard let known, !options.allowsForeignFolder else { return }
        guard known.store == store.identifier.text else { throw .otherInventory(path) }
    }

    /// Leaves nothing of a first publication that failed.
    func discard() { folder.discard() }

    mutating func run() throws(PublishError) -> PublishOutcome {
        outcome.revision = snapshot.revision.rawValue
        var plan = try plan()
        let began = FileClock.now
        let foldersUnchanged = folder.hasRecordedTimestamps
        let damaged = try verifyFiles(plan, foldersUnchanged: foldersUnchanged)
        if !damaged.isEmpty { plan = .everything }
        switch plan {
        case .nothing(let head):
            outcome.isIncremental = true
            outcome.items = head.items
            outcome.files = head.files
            outcome.unchanged = outcome.files
        case .update(let changes, var manifest):
            if hasVerifiedFiles { manifest.head.verifiedAt = began }
            try update(changes, manifest)
        case .lists(let base): try build(since: base, damaged: damaged)
        case .everything: try build(since: nil, damaged: damaged)
        }
        // What others did that was not seen yet is left to be found by the next publication.
        if foldersUnchanged || hasVerifiedFiles { try? recordTimestamps() }
        outcome.kept = existing?.preservedNames ?? []
        return outcome
    }

    private func design() throws -> SiteDesign {
        try preparedDesign
            ?? SiteDesign(source, known: previous?.head.design == source.fingerprint ? previous?.head.scripts : nil)
    }

    // MARK: plan

    private enum Plan {
        /// The folder shows this very state.
        case nothing(ManifestHead)
        /// Single items changed in place.
        case update(ChangedItems, SiteManifest)
        /// Pages of items that did not change since a revision stand.
        case lists(Revision)
        case everything
    }

    private func plan() throws(PublishError) -> Plan {
        guard let previous, !isUnfinished, previous.head.design == source.fingerprint, previous.head.missingPhotos == 0
        else {
            return .everything
        }
        let base = Revision(rawValue: previous.head.revision)
        guard base <= snapshot.revision else { return .everything }
        do {
            guard try previous.head.history == JournalFingerprint.fingerprint(of: base, in: snapshot) else {
                return .everything
            }
            if base == snapshot.revision { return .nothing(previous.head) }
            if previous.head.markedRows, let changes = try ChangedItems(snapshot, since: base) {
                return .update(changes, previous)
            }
        } catch {
            throw PublishError(.plan, error)
        }
        return .lists(base)
    }

    // MARK: look

    /// After edits of a few items the times of the folders tell whether files came or went, and every file is looked
    /// at once in so long, in nanoseconds.
    private static let verificationInterval: Int64 = 3_600_000_000_000

    /// Looks at every file that was published, unless the plan needs none of them and the folders are as they were.
    /// - Returns: the names of those that are missing or were changed by others.
    private mutating func verifyFiles(_ plan: Plan, foldersUnchanged: Bool) throws(PublishError) -> Set<String> {
        guard options.checksFiles, !isUnfinished, !isOtherProfile, let manifest = previous else { return [] }
        if case .update = plan, foldersUnchanged,
            FileClock.now - manifest.head.verifiedAt < PublishRun.verificationInterval
        {
            return []
        }
        return try verifyFiles()
    }

    private mutating func verifyFiles() throws(PublishError) -> Set<String> {
        guard var manifest = previous else { return [] }
        do {
            guard try manifest.openAll(in: folder) else {
                isUnfinished = true
                previous = nil
                return [SiteManifest.name]
            }
            previous = manifest
            hasVerifiedFiles = true
            return try manifest.damaged(in: folder)
        } catch {
            throw PublishError(.plan, error)
        }
    }

    // MARK: touch

    private mutating func update(_ changes: ChangedItems, _ manifest: SiteManifest) throws(PublishError) {
        do {
            try writeUnfinishedMarker()
            var updater: IncrementalUpdater
            do {
                updater = try IncrementalUpdater(design(), folder: folder, manifest: manifest)
                try updater.run(changes, in: snapshot)
            } catch is IncrementalUpdater.OutOfSyncError {
                let base = Revision(rawValue: manifest.head.revision)
                let damaged = try verifyFiles()
                return try build(since: damaged.isEmpty ? base : nil, damaged: damaged)
            }
            var after = updater.manifest
            after.head.revision = snapshot.revision.rawValue
            after.head.history = try JournalFingerprint.fingerprint(of: snapshot.revision, in: snapshot)
            try finish(after)
            try folder.remove(SiteManifest.unfinishedName)
            outcome.isIncremental = true
            outcome.items = after.head.items
            outcome.files = after.head.files
            outcome.written = updater.written
            outcome.unchanged = outcome.files - outcome.written
        } catch {
            throw PublishError(.write, error)
        }
    }

    // MARK: render, compare, write

    private mutating func build(since base: Revision?, damaged: Set<String>) throws(PublishError) {
        do {
            let design = try design()
            if !folder.isFirst { try writeUnfinishedMarker() }
            let snapshots = try SiteBuilder.snapshots(like: snapshot, count: workers, store: store)
            // Without its parts a manifest tells nothing of what stands.
            if var manifest = previous, try manifest.openAll(in: folder) {
                previous = manifest
            } else if previous != nil {
                previous = nil
                isUnfinished = true
            }
            let existing = ExistingOutput(
                folder, previous: previous,
                trust: isOtherProfile ? .nothing : isUnfinished ? .contents : .allBut(damaged),
                leftoverSince: leftoverSince)
            self.existing = existing
            let base = isUnfinished ? nil : base
            let build = try SiteBuilder(
                design, fingerprint: source.fingerprint, folder: folder, existing: existing, base: base,
                workers: snapshots.count)
            var manifest = try build.run(snapshots, store: store, progress: progress)
            let isVerified = hasVerifiedFiles || isUnfinished || isOtherProfile || previous == nil
            // What nobody looked at is no sounder than it was.
            if !isVerified, let former = previous?.head.verifiedAt { manifest.head.verifiedAt = former }
            outcome.written = build.written
            outcome.unchanged = build.unchanged
            outcome.items = manifest.head.items
            outcome.files = manifest.head.files
            outcome.missingPhotos = manifest.head.missingPhotos
            outcome.isIncremental = base != nil
            let now = try finish(manifest)
            if !folder.isFirst {
                outcome.removed = try sweep(now, existing)
                // Last, so that what is broken off here is swept by the next publication.
                try folder.remove(SiteManifest.unfinishedName)
            }
            try folder.moveIntoPlace()
            hasVerifiedFiles = isVerified
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
    ///
    /// A note that stands there stays as it is: its time tells since when files may have been left behind.
    private func writeUnfinishedMarker() throws(FileError) {
        if !hasUnfinishedMarker { try folder.write([], to: SiteManifest.unfinishedName) }
    }

    /// Since when files that no manifest lists are taken for the program's own, by the clock of files.
    private var leftoverSince: Int64 {
        // Where there is a manifest that cannot be read, names alone tell.
        if hasManifest, previous == nil { return .min }
        return hasUnfinishedMarker ? folder.changeTime(of: SiteManifest.unfinishedName) ?? .max : .max
    }

    private func recordTimestamps() throws(FileError) {
        // They are written in their place, which would change the file under its other name too.
        if try existing?.moveForeignFileAside(for: [], named: SiteFolder.stampsName) == true {
            try folder.remove(SiteFolder.stampsName)
        }
        try folder.recordTimestamps()
    }

    /// Writes the manifest, whose root comes last.
    @discardableResult
    private func finish(_ manifest: SiteManifest) throws -> SiteManifest {
        var manifest = manifest
        try manifest.write(
            to: folder, over: isUnfinished || isOtherProfile ? nil : previous?.head, sparing: existing)
        folder.makeReadable()
        return manifest
    }

    // MARK: sweep

    /// Removes what a former publication wrote and this one did not.
    private func sweep(_ manifest: SiteManifest, _ existing: ExistingOutput) throws -> Int {
        var removed = 0
        try previous?.forEachName { name in
            if manifest.hash(of: name) == nil, try folder.remove(name) { removed += 1 }
        }
        let parts = Set(manifest.head.parts.keys.map(SiteManifest.file))
        for part in previous?.head.parts.keys.map(SiteManifest.file) ?? [] where !parts.contains(part) {
            try folder.remove(part)
        }
        // What a publication that broke off wrote is in no manifest.
        guard leftoverSince < .max else { return removed }
        for sub in [""] + SiteFolder.folders where !sub.hasPrefix("assets") {
            for name in folder.names(in: sub) {
                let path = sub.isEmpty ? name : "\(sub)/\(name)"
                guard SitePath.isGenerated(path), manifest.hash(of: path) == nil, !parts.contains(path),
                    existing.isLeftover(path)
                else { continue }
                if try folder.remove(path) { removed += 1 }
            }
        }
        return removed
    }
}
