import Files
import Glibc
import InventoryStore

/// Notices changes of the store, by this process at once and by others soon; tells open pages, and has the published
/// pages rebuilt that they touch: once for a burst, and not while a rebuild runs.
final class ChangeWatcher: Sendable {
    /// Seconds between looks for what other processes did.
    private static let interval = 0.25
    /// Seconds between two looks at least: a look costs as much as many edits, and a burst is told of in one event.
    private static let pause = 0.04
    /// The same where no page listens, and only the pages on the disk are to be rebuilt.
    private static let idlePause = 0.1
    /// Seconds from one rebuild's beginning to the next at least.
    private static let rebuildPause = 0.1
    private static let heartbeat = 15.0
    /// Seconds that an answer waits for a rebuild at most.
    private static let patience = 3.0

    /// How much of one core rebuilding takes at most while edits go on: a quarter.
    private static let rest = 3.0
    /// Items in a burst past which the next may gather for longer, so that rebuilding takes a tenth at most.
    private static let largeBurst = 50
    private static let longRest = 9.0
    /// Seconds of rest at most.
    private static let longestRest = 2.0
    /// How far rebuilding gives way to requests where both want the processor (nice(2)).
    private static let rebuildNiceness: Int32 = 19

    private struct State {
        var isStopping = false
        /// Nobody looks for changes any more.
        var hasLooked = false
        var hasNews = false
        /// What the published pages do not show yet.
        var wantsRebuild = false
        /// What the published pages show; nil where nobody rebuilds them.
        var built: Revision?
        /// What is done once the pages show a revision, or at a time of the clock.
        var waiting: [Waiter] = []
        /// Nothing waits: the latest rebuild failed, so that the next may fail as well.
        var hasFailed = false
        /// Nothing waits any more: the end begins.
        var isReleased = false

        /// Takes what has waited long enough, or for nothing more.
        mutating func due(at now: Double) -> [Waiter] {
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
    private let watcher: WorkerThread?
    private let builder: WorkerThread?

    init(
        store: InventoryStore, from revision: Revision, broadcaster: EventBroadcaster,
        rebuild: (@Sendable (StoreChanges) throws -> Void)?, published: @escaping @Sendable () -> Void,
        log: (@Sendable (String) -> Void)?
    ) {
        let state = state
        if rebuild != nil { state.withLock { $0.built = revision } }
        watcher = WorkerThread { ChangeWatcher.watch(store, from: revision, broadcaster, state) }
        builder = rebuild.flatMap { rebuild in
            WorkerThread {
                // Linux takes this for the calling thread alone.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, ChangeWatcher.rebuildNiceness)
                ChangeWatcher.rebuild(store, from: revision, broadcaster, state, log) { changes in
                    try rebuild(changes)
                    published()
                }
            }
        }
        if watcher == nil || builder == nil { state.withLock { $0.isReleased = true } }
    }

    /// A change was made by this process.
    func notice() {
        // Who was told once and has not looked yet need not be woken again.
        guard state.withLock({ !$0.hasNews }) else { return }
        state.change { $0.hasNews = true }
    }

    /// Does something when the published pages show a revision, or after some seconds: on the caller's thread where
    /// nothing is to be waited for, on one of the watch's otherwise, which it must not hold up.
    func whenPublished(_ revision: Revision, _ action: @escaping @Sendable () -> Void) {
        let waits = state.withLock { state in
            guard !state.isReleased, !state.hasFailed, !state.shows(revision) else { return false }
            state.waiting.append(
                Waiter(revision: revision, deadline: ServerClock.now() + ChangeWatcher.patience, action: action))
            return true
        }
        if !waits { action() }
    }

    /// Whether the latest rebuild failed, so that nothing waits for the next.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Lets everything go on that waits for pages; from now on nothing does.
    func release() {
        state.withLock { $0.isReleased = true }
        ChangeWatcher.act(state)
    }

    /// Does what is due, on this thread and without holding anybody up who asks for more.
    private static func act(_ state: Monitor<State>) {
        for waiting in state.withLock({ $0.due(at: ServerClock.now()) }) { waiting.action() }
    }

    /// Has the pages rebuilt for what was changed last, and ends.
    /// - Parameter end: by when at the latest.
    /// - Returns: whether the pages are rebuilt by then.
    @discardableResult
    func stop(by end: Double) -> Bool {
        release()
        state.change { $0.isStopping = true }
        guard watcher?.join(within: end - ServerClock.now()) ?? true else { return false }
        state.change { $0.hasLooked = true }
        return builder?.join(within: end - ServerClock.now()) ?? true
    }

    private static func watch(
        _ store: InventoryStore, from start: Revision, _ broadcaster: EventBroadcaster, _ state: Monitor<State>
    ) {
        var seen = start
        var beat = ServerClock.now() + heartbeat
        while true {
            let isStopping = state.wait(seconds: interval) { state -> Bool? in
                if state.isStopping { return true }
                guard state.hasNews else { return nil }
                state.hasNews = false
                return false
            }
            act(state)
            do throws(StoreError) {
                let latest = try store.revision
                if latest > seen {
                    // Whoever begins to listen after this hears of what comes after that revision.
                    if broadcaster.count == 0 {
                        seen = latest
                    } else {
                        let changes = try store.changes(since: seen)
                        seen = changes.revision
                        broadcaster.send(changes)
                    }
                    state.change { $0.wantsRebuild = true }
                }
            } catch {
                // A store that is held for a moment is looked at again soon.
            }
            // What was changed before the end was seen just now.
            if isStopping == true { return }
            usleep(useconds_t((broadcaster.count == 0 ? idlePause : pause) * 1_000_000))
            if ServerClock.now() > beat {
                broadcaster.sendHeartbeat()
                beat = ServerClock.now() + heartbeat
            }
        }
    }

    private static func rebuild(
        _ store: InventoryStore, from start: Revision, _ broadcaster: EventBroadcaster, _ state: Monitor<State>,
        _ log: (@Sendable (String) -> Void)?, _ rebuild: (StoreChanges) throws -> Void
    ) {
        var built = start
        while true {
            let goesOn = state.wait { state -> Bool? in
                if state.hasLooked, !state.wantsRebuild { return false }
                guard state.wantsRebuild else { return nil }
                state.wantsRebuild = false
                return true
            }
            guard goesOn == true else { return }
            let begun = ServerClock.now()
            var rest = rest
            do {
                let changes = try store.changes(since: built)
                if changes.revision > built {
                    if changes.everything || changes.items.count > largeBurst { rest = longRest }
                    try rebuild(changes)
                    built = changes.revision
                    state.change { [built] in
                        $0.built = built
                        $0.hasFailed = false
                    }
                    broadcaster.sendPublished(built)
                }
            } catch {
                state.withLock { $0.hasFailed = true }
                log?("\(ServerClock.now()) the pages could not be rebuilt: \(error)")
            }
            act(state)
            // Edits that come meanwhile gather into the next one.
            let taken = ServerClock.now() - begun
            let pause = max(rebuildPause - taken, min(rest * taken, longestRest))
            if pause > 0 { _ = state.wait(seconds: pause) { $0.isStopping ? true : nil } }
        }
    }
}
