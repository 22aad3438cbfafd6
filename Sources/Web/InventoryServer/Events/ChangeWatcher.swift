import Files
import Glibc
import HTTPServer
import InventoryStore

/// Notices changes of the store: those of this process at once, others within a fraction of a second (``ChangePoller``).
///
/// One thread sends them to open pages, another has the published pages rebuilt, once for a burst of changes. Both last as long
/// as they have work.
final class ChangeWatcher: Sendable {
    /// Minimum seconds between two looks: a look costs as much as many edits, and one event reports a whole burst.
    private static let pause = 0.04
    /// Minimum seconds from the start of one rebuild to the next.
    private static let rebuildPause = 0.1
    private static let heartbeatSeconds = 15.0
    /// Maximum seconds for which a response waits for a rebuild.
    private static let maximumWait = 3.0

    /// The pause after a rebuild, in multiples of its duration, and its maximum in seconds.
    private static let rest = 3.0
    private static let longestRest = 2.0
    /// The same if more than a few changes came meanwhile, so that more of them share the next rebuild. It ends early if
    /// somebody waits for the pages or listens.
    private static let fewChanges: Int64 = 3
    private static let longRest = 19.0
    private static let longestLongRest = 20.0
    /// Seconds until a failed rebuild is tried again; doubled after each further failure up to the last.
    private static let retryPause = 1.0
    private static let longestRetryPause = 60.0
    /// Requests take precedence over rebuilding if both want the processor (nice(2)), but other programs must not starve
    /// it: at 19, pages appeared seconds late beside a compiler.
    private static let rebuildNiceness: Int32 = 5

    private struct State {
        var isStopping = false
        /// The latest revision that was looked at.
        var seen: Revision
        /// Whether a look is asked for, and whether a job looks until none is.
        var wantsLook = false
        var isLooking = false
        /// The published pages are out of date, and whether a job rebuilds them.
        var wantsRebuild = false
        var isBuilding = false
        /// The next rebuild begins after this time, or earlier if somebody waits for the pages or listens.
        var restsUntil = 0.0
        var mayEndRest = true
        /// Seconds until a failed rebuild is tried again; nil if the latest one succeeded.
        var retryPause: Double?
        var nextHeartbeat: Double
        /// Changes that were sent to pages and are not published.
        var unpublished: StoreChanges?
        /// The revision that the published pages show; nil if nobody rebuilds them.
        var built: Revision?
        var waiting: [Waiter] = []
        /// The server is stopping. Nobody waits any more.
        var isReleased = false

        /// Whether the latest rebuild failed. Nobody waits for the next, which may fail as well.
        var hasFailed: Bool { retryPause != nil }

        /// Removes and returns the waiters that need not wait longer.
        mutating func takeDue(at now: Double) -> [Waiter] {
            guard !waiting.isEmpty else { return [] }
            let isOver = isReleased || hasFailed
            func isDue(_ each: Waiter) -> Bool { isOver || each.deadline <= now || shows(each.revision) }
            let due = waiting.filter(isDue)
            waiting = waiting.filter { !isDue($0) }
            return due
        }

        func shows(_ revision: Revision) -> Bool { built.map { $0 >= revision } ?? true }

        /// Whether the pages show more than a revision.
        func isAhead(of revision: Revision) -> Bool { built.map { $0 > revision } ?? false }

        /// Asks for a rebuild. After a change the cause of a failure may be gone.
        mutating func requestRebuild() {
            wantsRebuild = true
            if hasFailed { restsUntil = 0 }
        }

        /// Whether a rebuild has to begin now.
        func isDue(isHeard: Bool) -> Bool {
            guard wantsRebuild else { return false }
            let isAwaited = mayEndRest && (isHeard || !waiting.isEmpty)
            return isStopping || isAwaited || MonotonicClock.now() >= restsUntil
        }
    }

    private struct Waiter {
        let revision: Revision
        let deadline: Double
        let action: @Sendable () -> Void
    }

    private let store: InventoryStore
    private let broadcaster: EventBroadcaster
    private let folder: StaticFolder?
    private let rebuild: (@Sendable (StoreChanges) throws -> Revision)?
    private let reportFailure: (@Sendable (any Error) -> Void)?
    private let heartbeat: @Sendable () -> Void
    private let state: Monitor<State>
    private let lookers = WorkerPool(threads: 1)
    private let builders = WorkerPool(threads: 1)

    /// - Parameters:
    ///   - folder: the published pages, whose cache is cleared after each rebuild.
    ///   - rebuild: publishes the pages after changes and returns the revision that they show; nil if they stay as they
    ///     are. Runs on a thread of its own.
    ///   - reportFailure: receives the error of each rebuild that failed; it is tried again after a pause.
    ///   - heartbeat: runs every 15 seconds.
    init(
        store: InventoryStore, broadcaster: EventBroadcaster, folder: StaticFolder?,
        rebuild: (@Sendable (StoreChanges) throws -> Revision)?, reportFailure: (@Sendable (any Error) -> Void)?,
        heartbeat: @escaping @Sendable () -> Void = {}
    ) {
        (self.store, self.broadcaster, self.folder) = (store, broadcaster, folder)
        (self.rebuild, self.reportFailure, self.heartbeat) = (rebuild, reportFailure, heartbeat)
        let start: Revision
        do { start = try store.revision } catch { start = .zero }
        var state = State(seen: start, nextHeartbeat: MonotonicClock.now() + ChangeWatcher.heartbeatSeconds)
        (state.built, state.isReleased) = (rebuild.map { _ in start }, rebuild == nil)
        self.state = Monitor(state)
    }

    /// Acts on what a ``ChangePoller`` found, and on time that has passed.
    func poll(_ probe: StoreProbe?) {
        callBack()
        let now = MonotonicClock.now()
        let (isNews, beats) = state.withLock { state in
            // Revisions go back if the store is restored, or if its server loses changes in a failover. Pages may have been
            // rebuilt for changes that were never looked at.
            let isNews = probe.map { $0.revision != state.seen || state.isAhead(of: $0.revision) } ?? false
            let beats = now > state.nextHeartbeat
            if beats { state.nextHeartbeat = now + ChangeWatcher.heartbeatSeconds }
            return (isNews, beats)
        }
        if isNews { look() }
        if beats {
            _ = lookers.submit { [self] in
                broadcaster.sendHeartbeat()
                heartbeat()
            }
        }
        build()
    }

    /// Has the pages rebuilt: this process changed the store. If a page listens, it hears of the change before.
    func noticeChange() {
        guard broadcaster.count == 0 else { return look() }
        state.withLock { $0.requestRebuild() }
        build()
    }

    /// Calls back when the published pages show a revision, or after some seconds.
    ///
    /// If they show it already, the call is made at once on the caller's thread, otherwise on a thread of the watcher,
    /// which it must not block.
    func whenPublished(_ revision: Revision, _ action: @escaping @Sendable () -> Void) {
        let waits = state.withLock { state in
            guard !state.isReleased, !state.hasFailed, !state.shows(revision) else { return false }
            state.waiting.append(
                Waiter(revision: revision, deadline: MonotonicClock.now() + ChangeWatcher.maximumWait, action: action))
            return true
        }
        // Ends a long rest between rebuilds.
        if waits { build() } else { action() }
    }

    /// Whether the latest rebuild failed.
    var hasFailed: Bool { pages.hasFailed }

    /// The revision that the published pages show, if they are rebuilt, and whether the latest rebuild failed.
    var pages: (built: Revision?, hasFailed: Bool) { state.withLock { ($0.built, $0.hasFailed) } }

    /// Calls back everyone who waits for pages; from now on nobody waits.
    func release() {
        state.withLock { $0.isReleased = true }
        callBack()
    }

    /// Calls back the waiters whose time has come, outside the lock.
    private func callBack() {
        for waiter in state.withLock({ $0.takeDue(at: MonotonicClock.now()) }) { waiter.action() }
    }

    /// Has the pages rebuilt for the last changes, and ends.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether the pages are rebuilt in time.
    @discardableResult
    func stop(by end: Double) -> Bool {
        release()
        // Ends pauses.
        state.change { $0.isStopping = true }
        look()
        guard lookers.stop(by: end) else { return false }
        build()
        return builders.stop(by: end)
    }
}

// Looking
extension ChangeWatcher {
    /// Looks for changes soon.
    private func look() {
        state.withLock { state in
            state.wantsLook = true
            if !state.isLooking { state.isLooking = lookers.submit { [self] in lookWhileWanted() } }
        }
    }

    private func lookWhileWanted() {
        func next(_ state: inout State) -> Bool {
            state.isLooking = state.wantsLook
            state.wantsLook = false
            return state.isLooking
        }
        while state.withLock(next) {
            // The store may be locked for a moment; the next look is soon.
            try? sendChanges()
            callBack()
            build()
            usleep(useconds_t(ChangeWatcher.pause * 1_000_000))
        }
    }

    /// Sends the changes since the last look to the pages that listen.
    private func sendChanges() throws {
        let (latest, seen) = (try store.revision, state.withLock { $0.seen })
        guard latest != seen || state.withLock({ $0.isAhead(of: latest) }) else { return }
        // A page that begins to listen later states the revision from which on it wants changes.
        if broadcaster.count > 0 {
            let changes = try store.changes(since: seen)
            broadcaster.send(changes)
            state.withLock { state in
                let former = state.unpublished.flatMap { $0.revision == changes.base ? $0 : nil }
                state.unpublished = former?.followed(by: changes) ?? changes
                state.seen = changes.revision
            }
        } else {
            state.withLock { $0.seen = latest }
        }
        state.withLock { if $0.built != latest { $0.requestRebuild() } }
    }
}

// Rebuilding
extension ChangeWatcher {
    /// Has the pages rebuilt if it is time.
    private func build() {
        guard rebuild != nil else { return }
        let isHeard = broadcaster.count > 0
        state.withLock { state in
            guard !state.isBuilding, state.isDue(isHeard: isHeard) else { return }
            state.isBuilding = builders.submit { [self] in buildWhileDue() }
        }
    }

    private func buildWhileDue() {
        // On Linux this concerns the calling thread alone.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, ChangeWatcher.rebuildNiceness)
        while true {
            let isHeard = broadcaster.count > 0
            let isDue = state.withLock { state in
                state.isBuilding = state.isDue(isHeard: isHeard)
                if state.isBuilding { state.wantsRebuild = false }
                return state.isBuilding
            }
            guard isDue else { return }
            let pauseEnd = publish()
            callBack()
            // Edits during the pause are part of the next rebuild.
            let seconds = pauseEnd - MonotonicClock.now()
            if seconds > 0 { state.wait(seconds: seconds) { $0.isStopping ? true : nil } }
        }
    }

    /// Publishes the pages for the changes since they were published.
    /// - Returns: the time before which they are not published again, whoever waits.
    private func publish() -> Double {
        let begun = MonotonicClock.now()
        var count: Int64 = 0
        do {
            let (former, sent) = state.withLock { state in
                defer { state.unpublished = nil }
                return (state.built ?? .zero, state.unpublished)
            }
            let changes = if let sent, sent.base == former { sent } else { try store.changes(since: former) }
            if changes.revision != former, let rebuild {
                let built = try rebuild(changes)
                folder?.clearCache()
                count = built.rawValue - former.rawValue
                state.withLock { $0.built = built }
                broadcaster.sendPublished(built)
            }
            state.withLock { $0.retryPause = nil }
        } catch {
            state.withLock { state in
                let pause = state.retryPause.map { min($0 * 2, ChangeWatcher.longestRetryPause) }
                state.retryPause = pause ?? ChangeWatcher.retryPause
                // After a temporary failure, such as a full disk, old pages must not stay until the next edit.
                state.wantsRebuild = !state.isStopping
                state.restsUntil = begun + (pause ?? ChangeWatcher.retryPause)
                state.mayEndRest = false
            }
            reportFailure?(error)
            return begun + ChangeWatcher.rebuildPause
        }
        let now = MonotonicClock.now()
        let taken = now - begun
        if count > ChangeWatcher.fewChanges {
            let rest = min(ChangeWatcher.longRest * taken, ChangeWatcher.longestLongRest)
            state.withLock { ($0.restsUntil, $0.mayEndRest) = (now + rest, true) }
        }
        return max(
            begun + ChangeWatcher.rebuildPause,
            now + min(ChangeWatcher.rest * taken, ChangeWatcher.longestRest))
    }
}
