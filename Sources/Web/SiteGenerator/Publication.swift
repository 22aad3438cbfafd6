import Files
import FoundationEssentials
import Inventory
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
    /// What the manifest tells of the folder as it stands, once it was read.
    private var before: SiteManifest?
    /// Whether a publication into the folder broke off.
    private let isMarked: Bool
    private var isUnfinished: Bool
    private let hasManifest: Bool
    private let isOtherProfile: Bool
    private let snapshot: StoreSnapshot
    private let source: DesignSource
    private let made: SiteDesign?
    private var outcome = PublishOutcome()
    /// Whether every file was looked at.
    private var hasLooked = false
    /// What tells files of others from the program's own, where pages were rendered.
    private var standing: Standing?

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
            try Publication.check(known, options, store, path)
            source = try DesignSource(options, settings: snapshot.settings, store: store.identifier.text)
            // Mistakes in templates are found before the folder is touched.
            made = known?.design == source.fingerprint ? nil : try SiteDesign(source, known: nil)
            folder = try SiteFolder(
                path, takesForeign: options.takesForeignFolder, profile: options.profile,
                former: known.flatMap { PublishProfile(rawValue: $0.profile) })
            let found = folder.isFirst ? (isThere: false, head: nil) : try folder.head
            hasManifest = found.isThere
            before = found.head.map(SiteManifest.init)
            isOtherProfile = found.head.map { $0.profile != options.profile.rawValue } ?? false
            isMarked = try !folder.isFirst && folder.read(SiteManifest.unfinishedName) != nil
            // Files reach the disk when the system likes: after a restart of the machine nothing is taken on trust.
            isUnfinished =
                isMarked || before.map { $0.head.boot != SystemBoot.identifier } ?? false
                || before.map { $0.head.version != ManifestHead.version } ?? false
        } catch {
            throw PublishError(.prepare, error)
        }
    }

    /// Refuses places that are not for this inventory's pages.
    private static func check(
        _ known: ManifestHead?, _ options: PublishOptions, _ store: InventoryStore, _ path: String
    ) throws(PublishError.Cause) {
        if SiteFolder.isInside(store.path, path) { throw .insideStore(path) }
        guard let known, !options.takesForeignFolder else { return }
        guard known.store == store.identifier.text else { throw .otherInventory(path) }
    }

    /// Leaves nothing of a first publication that failed.
    func discard() { folder.discard() }

    mutating func run() throws(PublishError) -> PublishOutcome {
        outcome.revision = snapshot.revision.rawValue
        var plan = try plan()
        let began = FileClock.now
        let wasAsNoted = folder.hasNotedStamps
        let damaged = try look(plan, wasAsNoted: wasAsNoted)
        if !damaged.isEmpty { plan = .everything }
        switch plan {
        case .nothing(let head):
            outcome.isIncremental = true
            outcome.items = head.items
            outcome.files = head.files
            outcome.unchanged = outcome.files
        case .touch(let changes, var manifest):
            if hasLooked { manifest.head.sound = began }
            try touch(changes, manifest)
        case .lists(let base): try build(since: base, damaged: damaged)
        case .everything: try build(since: nil, damaged: damaged)
        }
        // What others did that was not seen yet is left to be found by the next publication.
        if wasAsNoted || hasLooked { try? noteStamps() }
        outcome.kept = standing?.keptNames ?? []
        return outcome
    }

    private func design() throws -> SiteDesign {
        try made ?? SiteDesign(source, known: before?.head.design == source.fingerprint ? before?.head.scripts : nil)
    }

    // MARK: plan

    private enum Plan {
        /// The folder shows this very state.
        case nothing(ManifestHead)
        /// Single items changed in place.
        case touch(TouchedItems, SiteManifest)
        /// Pages of items that did not change since a revision stand.
        case lists(Revision)
        case everything
    }

    private func plan() throws(PublishError) -> Plan {
        guard let before, !isUnfinished, before.head.design == source.fingerprint, before.head.lacking == 0 else {
            return .everything
        }
        let base = Revision(rawValue: before.head.revision)
        guard base <= snapshot.revision else { return .everything }
        do {
            guard try before.head.history == History.fingerprint(of: base, in: snapshot) else { return .everything }
            if base == snapshot.revision { return .nothing(before.head) }
            if before.head.markedRows, let changes = try TouchedItems(snapshot, since: base) {
                return .touch(changes, before)
            }
        } catch {
            throw PublishError(.plan, error)
        }
        return .lists(base)
    }

    // MARK: look

    /// After edits of a few items the times of the folders tell whether files came or went, and every file is looked
    /// at once in so long, in nanoseconds.
    private static let lookInterval: Int64 = 3_600_000_000_000

    /// Looks at every file that was published, unless the plan needs none of them and the folders are as they were.
    /// - Returns: the names of those that are missing or were changed by others.
    private mutating func look(_ plan: Plan, wasAsNoted: Bool) throws(PublishError) -> Set<String> {
        guard options.looksAtFiles, !isUnfinished, !isOtherProfile, let manifest = before else { return [] }
        if case .touch = plan, wasAsNoted, FileClock.now - manifest.head.sound < Publication.lookInterval {
            return []
        }
        return try look()
    }

    private mutating func look() throws(PublishError) -> Set<String> {
        guard var manifest = before else { return [] }
        do {
            guard try manifest.openAll(in: folder) else {
                isUnfinished = true
                before = nil
                return [SiteManifest.name]
            }
            before = manifest
            hasLooked = true
            return try manifest.damaged(in: folder)
        } catch {
            throw PublishError(.plan, error)
        }
    }

    // MARK: touch

    private mutating func touch(_ changes: TouchedItems, _ manifest: SiteManifest) throws(PublishError) {
        do {
            try mark()
            var toucher: Toucher
            do {
                toucher = try Toucher(design(), folder: folder, manifest: manifest)
                try toucher.run(changes, in: snapshot)
            } catch is Toucher.OutOfStep {
                let base = Revision(rawValue: manifest.head.revision)
                let damaged = try look()
                return try build(since: damaged.isEmpty ? base : nil, damaged: damaged)
            }
            var after = toucher.manifest
            after.head.revision = snapshot.revision.rawValue
            after.head.history = try History.fingerprint(of: snapshot.revision, in: snapshot)
            try finish(after)
            try folder.remove(SiteManifest.unfinishedName)
            outcome.isIncremental = true
            outcome.items = after.head.items
            outcome.files = after.head.files
            outcome.written = toucher.written
            outcome.unchanged = outcome.files - outcome.written
        } catch {
            throw PublishError(.write, error)
        }
    }

    // MARK: render, compare, write

    private mutating func build(since base: Revision?, damaged: Set<String>) throws(PublishError) {
        do {
            let design = try design()
            if !folder.isFirst { try mark() }
            let snapshots = try SiteBuild.snapshots(like: snapshot, count: workers, store: store)
            // Without its parts a manifest tells nothing of what stands.
            if var manifest = before, try manifest.openAll(in: folder) {
                before = manifest
            } else if before != nil {
                before = nil
                isUnfinished = true
            }
            let standing = Standing(
                folder, before: before,
                trust: isOtherProfile ? .nothing : isUnfinished ? .contents : .allBut(damaged),
                leftSince: leftSince)
            self.standing = standing
            let base = isUnfinished ? nil : base
            let build = try SiteBuild(
                design, fingerprint: source.fingerprint, folder: folder, standing: standing, base: base,
                workers: snapshots.count)
            var manifest = try build.run(snapshots, store: store, progress: progress)
            let isSound = hasLooked || isUnfinished || isOtherProfile || before == nil
            // What nobody looked at is no sounder than it was.
            if !isSound, let former = before?.head.sound { manifest.head.sound = former }
            outcome.written = build.written
            outcome.unchanged = build.unchanged
            outcome.items = manifest.head.items
            outcome.files = manifest.head.files
            outcome.lackingPhotos = manifest.head.lacking
            outcome.isIncremental = base != nil
            let now = try finish(manifest)
            if !folder.isFirst {
                outcome.removed = try sweep(now, standing)
                // Last, so that what is broken off here is swept by the next publication.
                try folder.remove(SiteManifest.unfinishedName)
            }
            try folder.appear()
            hasLooked = isSound
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
    private func mark() throws(FileError) {
        if !isMarked { try folder.write([], to: SiteManifest.unfinishedName) }
    }

    /// Since when files that no manifest lists are taken for the program's own, by the clock of files.
    private var leftSince: Int64 {
        // Where there is a manifest that cannot be read, names alone tell.
        if hasManifest, before == nil { return .min }
        return isMarked ? folder.changeTime(of: SiteManifest.unfinishedName) ?? .max : .max
    }

    private func noteStamps() throws(FileError) {
        // They are written in their place, which would change the file under its other name too.
        if try standing?.makeRoom(for: [], named: SiteFolder.stampsName) == true {
            try folder.remove(SiteFolder.stampsName)
        }
        try folder.noteStamps()
    }

    /// Writes the manifest, whose root comes last.
    @discardableResult
    private func finish(_ manifest: SiteManifest) throws -> SiteManifest {
        var manifest = manifest
        try manifest.write(
            to: folder, over: isUnfinished || isOtherProfile ? nil : before?.head, sparing: standing)
        folder.letIn()
        return manifest
    }

    // MARK: sweep

    /// Removes what a former publication wrote and this one did not.
    private func sweep(_ manifest: SiteManifest, _ standing: Standing) throws -> Int {
        var removed = 0
        try before?.forEachName { name in
            if manifest.hash(of: name) == nil, try folder.remove(name) { removed += 1 }
        }
        let parts = Set(manifest.head.parts.keys.map(SiteManifest.file))
        for part in before?.head.parts.keys.map(SiteManifest.file) ?? [] where !parts.contains(part) {
            try folder.remove(part)
        }
        // What a publication that broke off wrote is in no manifest.
        guard leftSince < .max else { return removed }
        for sub in [""] + SiteFolder.folders where !sub.hasPrefix("assets") {
            for name in folder.names(in: sub) {
                let path = sub.isEmpty ? name : "\(sub)/\(name)"
                guard SitePath.isGenerated(path), manifest.hash(of: path) == nil, !parts.contains(path),
                    standing.isLeft(path)
                else { continue }
                if try folder.remove(path) { removed += 1 }
            }
        }
        return removed
    }
}
