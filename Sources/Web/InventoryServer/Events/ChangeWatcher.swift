import Files
import Glibc
import HTTPServer
import InventoryStore

/// Notices changes of the store: those of this process at once, others within a fraction of a second.
///
/// One thread sends them to open pages, another has the published pages rebuilt, once for a burst of changes.
final class ChangeWatcher: Sendable {
    /// Seconds between two looks for changes by other processes.
    private static let interval = 0.25
    /// Minimum seconds between two looks: a look costs as much as many edits, and one event reports a whole burst.
    private static let pause = 0.04
    /// Minimum seconds from the start of one rebuild to the next.
    private static let rebuildPause = 0.1
    private static let heartbeat = 15.0
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
        /// The watching thread has looked for the last time.
        var hasLooked = false
        var hasNews = false
        /// The published pages are out of date.
        var wantsRebuild = false
        /// Changes that were sent to pages and are not published.
        var unpublished: StoreChanges?
        /// The revision that the published pages show; nil if nobody rebuilds them.
        var built: Revision?
        var waiting: [Waiter] = []
        /// The latest rebuild failed. Nobody waits for the next, which may fail as well.
        var hasFailed = false
        /// The server is stopping. Nobody waits any more.
        var isReleased = false

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
    }

    private struct Waiter {
        let revision: Revision
        let deadline: Double
        let action: @Sendable () -> Void
    }

    private let state = Monitor(State())
    private let broadcaster: EventBroadcaster
    private let watcher: WorkerThread?
    private let builder: WorkerThread?

    /// Starts to watch.
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
        self.broadcaster = broadcaster
        let state = state
        let start: Revision
        do { start = try store.revision } catch { start = .zero }
        if rebuild != nil { state.withLock { $0.built = start } }
        watcher = WorkerThread { ChangeWatcher.watch(store, from: start, broadcaster, state, heartbeat) }
        builder = rebuild.flatMap { rebuild in
            WorkerThread {
                // On Linux this concerns the calling thread alone.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, ChangeWatcher.rebuildNiceness)
                ChangeWatcher.rebuild(store, from: start, broadcaster, state, reportFailure) { changes in
                    let built = try rebuild(changes)
                    folder?.clearCache()
                    return built
                }
            }
        }
        if watcher == nil || builder == nil { state.withLock { $0.isReleased = true } }
    }

    /// Wakes the thread that rebuilds pages: this process changed the store. If a page listens, the watching thread is woken
    /// instead, which tells pages of the change before it has them rebuilt.
    func noticeChange() {
        let isHeard = broadcaster.count > 0
        // Coalesces wake-ups: a thread that has not acted since the last one is not woken again.
        guard state.withLock({ isHeard ? !$0.hasNews : !$0.wantsRebuild }) else { return }
        state.change { if isHeard { $0.hasNews = true } else { $0.wantsRebuild = true } }
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
        // Ends a long pause between rebuilds.
        if waits { state.change { _ in } } else { action() }
    }

    /// Whether the latest rebuild failed.
    var hasFailed: Bool { pages.hasFailed }

    /// The revision that the published pages show, if they are rebuilt, and whether the latest rebuild failed.
    var pages: (built: Revision?, hasFailed: Bool) { state.withLock { ($0.built, $0.hasFailed) } }

    /// Calls back everyone who waits for pages; from now on nobody waits.
    func release() {
        state.withLock { $0.isReleased = true }
        ChangeWatcher.callBack(state)
    }

    /// Calls back the waiters whose time has come, outside the lock.
    private static func callBack(_ state: Monitor<State>) {
        for waiter in state.withLock({ $0.takeDue(at: MonotonicClock.now()) }) { waiter.action() }
    }

    /// Has the pages rebuilt for the last changes, and ends.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether the pages are rebuilt in time.
    @discardableResult
    func stop(by end: Double) -> Bool {
        release()
        state.change { $0.isStopping = true }
        guard watcher?.join(within: end - MonotonicClock.now()) ?? true else { return false }
        state.change { $0.hasLooked = true }
        return builder?.join(within: end - MonotonicClock.now()) ?? true
    }

    private static func watch(
        _ store: InventoryStore, from start: Revision, _ broadcaster: EventBroadcaster, _ state: Monitor<State>,
        _ beatOnce: () -> Void
    ) {
        var seen = start
        var beat = MonotonicClock.now() + heartbeat
        while true {
            let isStopping = state.wait(seconds: interval) { state -> Bool? in
                if state.isStopping { return true }
                guard state.hasNews else { return nil }
                state.hasNews = false
                return false
            }
            callBack(state)
            do {
                let latest = try store.revision
                // Revisions go back if the store is restored, or if its server loses changes in a failover. Pages may
                // have been rebuilt for changes that this thread never saw.
                let isAhead = state.withLock { $0.built.map { $0 > latest } ?? false }
                if latest != seen || isAhead {
                    // A page that begins to listen later states the revision from which on it wants changes.
                    if broadcaster.count == 0 {
                        seen = latest
                    } else {
                        let changes = try store.changes(since: seen)
                        seen = changes.revision
                        broadcaster.send(changes)
                        state.withLock { state in
                            let former = state.unpublished.flatMap { $0.revision == changes.base ? $0 : nil }
                            state.unpublished = former?.followed(by: changes) ?? changes
                        }
                    }
                    state.change { $0.wantsRebuild = $0.wantsRebuild || $0.built != latest }
                }
            } catch {
                // The store may be locked for a moment; the next look is soon.
            }
            // Changes before the stop were seen by the look above.
            if isStopping == true { return }
            usleep(useconds_t(pause * 1_000_000))
            if MonotonicClock.now() > beat {
                broadcaster.sendHeartbeat()
                beatOnce()
                beat = MonotonicClock.now() + heartbeat
            }
        }
    }

    private static func rebuild(
        _ store: InventoryStore, from start: Revision, _ broadcaster: EventBroadcaster, _ state: Monitor<State>,
        _ reportFailure: (@Sendable (any Error) -> Void)?, _ rebuild: (StoreChanges) throws -> Revision
    ) {
        var built = start
        var retry: Double?
        while true {
            func next(_ state: inout State) -> Bool? {
                if state.hasLooked, !state.wantsRebuild { return false }
                guard state.wantsRebuild else { return nil }
                state.wantsRebuild = false
                return true
            }
            // After a temporary failure, such as a full disk, old pages must not stay until the next edit.
            let goesOn = retry.map { state.wait(seconds: $0, until: next) ?? true } ?? state.wait(until: next)
            guard goesOn else { return }
            let begun = MonotonicClock.now()
            var changeCount: Int64 = 0
            do {
                let sent = state.withLock { state in
                    defer { state.unpublished = nil }
                    return state.unpublished
                }
                let changes = if let sent, sent.base == built { sent } else { try store.changes(since: built) }
                if changes.revision != built {
                    let former = built
                    built = try rebuild(changes)
                    changeCount = built.rawValue - former.rawValue
                    state.change { [built] in $0.built = built }
                    broadcaster.sendPublished(built)
                }
                state.withLock { $0.hasFailed = false }
                retry = nil
            } catch {
                state.withLock { $0.hasFailed = true }
                retry = min(retry.map { $0 * 2 } ?? retryPause, longestRetryPause)
                reportFailure?(error)
            }
            callBack(state)
            // Edits during the pause are part of the next rebuild.
            let taken = MonotonicClock.now() - begun
            func pause(until end: Double, _ isOver: (State) -> Bool) {
                let seconds = end - MonotonicClock.now()
                if seconds > 0 { _ = state.wait(seconds: seconds) { isOver($0) ? true : nil } }
            }
            pause(until: begun + max(rebuildPause, taken + min(rest * taken, longestRest))) { $0.isStopping }
            guard changeCount > fewChanges else { continue }
            let end = begun + taken + min(longRest * taken, longestLongRest)
            while broadcaster.count == 0, MonotonicClock.now() < end,
                state.withLock({ !$0.isStopping && $0.waiting.isEmpty })
            {
                // A page that begins to listen is noticed within a second.
                pause(until: min(end, MonotonicClock.now() + 1)) { $0.isStopping || !$0.waiting.isEmpty }
            }
        }
    }
}
