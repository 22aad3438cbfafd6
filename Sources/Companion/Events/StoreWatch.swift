import Glibc
import InventoryStore

/// Notices changes of the store, by this process at once and by others soon; tells open pages, and has the published
/// pages rebuilt that they touch: once for a burst, and not while a rebuild runs.
final class StoreWatch: Sendable {
    /// Seconds between looks for what other processes did.
    private static let interval = 0.25
    /// Seconds between two looks at least: a look costs as much as many edits, and a burst is told of in one event.
    private static let pause = 0.04
    /// The same where no page listens, and only the pages on the disk are to be rebuilt.
    private static let lonelyPause = 0.1
    /// Seconds from one rebuild's beginning to the next at least.
    private static let rebuildPause = 0.1
    private static let heartbeat = 15.0
    /// Seconds that somebody waits for a rebuild at most.
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
    }

    private let state = Monitor(State())
    private let watcher: ServerThread?
    private let builder: ServerThread?

    init(
        store: InventoryStore, from revision: Revision, hub: EventHub,
        rebuild: (@Sendable (StoreChanges) throws -> Void)?, published: @escaping @Sendable () -> Void,
        log: (@Sendable (String) -> Void)?
    ) {
        let state = state
        if rebuild != nil { state.quietly { $0.built = revision } }
        watcher = ServerThread { StoreWatch.watch(store, from: revision, hub, state) }
        builder = rebuild.flatMap { rebuild in
            ServerThread {
                // Linux takes this for the calling thread alone.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, StoreWatch.rebuildNiceness)
                StoreWatch.rebuild(store, from: revision, hub, state, log) { changes in
                    try rebuild(changes)
                    published()
                }
            }
        }
    }

    /// A change was made by this process.
    func notice() {
        // Who was told once and has not looked yet need not be woken again.
        guard state.quietly({ !$0.hasNews }) else { return }
        state.change { $0.hasNews = true }
    }

    /// Waits until the published pages show a revision, or for some seconds.
    func awaitBuilt(_ revision: Revision) {
        _ = state.wait(seconds: StoreWatch.patience) { state -> Bool? in
            state.isStopping || state.built.map { $0 >= revision } ?? true ? true : nil
        }
    }

    /// Has the pages rebuilt for what was changed last, and ends.
    func stop() {
        state.change { $0.isStopping = true }
        watcher?.join()
        state.change { $0.hasLooked = true }
        builder?.join()
    }

    private static func watch(_ store: InventoryStore, from start: Revision, _ hub: EventHub, _ state: Monitor<State>) {
        var seen = start
        var beat = Clock.now() + heartbeat
        while true {
            let isStopping = state.wait(seconds: interval) { state -> Bool? in
                if state.isStopping { return true }
                guard state.hasNews else { return nil }
                state.hasNews = false
                return false
            }
            do throws(StoreError) {
                let latest = try store.revision
                if latest > seen {
                    // Whoever begins to listen after this hears of what comes after that revision.
                    if hub.count == 0 {
                        seen = latest
                    } else {
                        let changes = try store.changes(since: seen)
                        seen = changes.revision
                        hub.send(changes)
                    }
                    state.change { $0.wantsRebuild = true }
                }
            } catch {
                // A store that is held for a moment is looked at again soon.
            }
            // What was changed before the end was seen just now.
            if isStopping == true { return }
            usleep(useconds_t((hub.count == 0 ? lonelyPause : pause) * 1_000_000))
            if Clock.now() > beat {
                hub.sendHeartbeat()
                beat = Clock.now() + heartbeat
            }
        }
    }

    private static func rebuild(
        _ store: InventoryStore, from start: Revision, _ hub: EventHub, _ state: Monitor<State>,
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
            let begun = Clock.now()
            var rest = rest
            do {
                let changes = try store.changes(since: built)
                if changes.revision > built {
                    if changes.everything || changes.items.count > largeBurst { rest = longRest }
                    try rebuild(changes)
                    built = changes.revision
                    state.change { [built] in $0.built = built }
                    hub.sendPublished(built)
                }
            } catch {
                log?("\(Clock.now()) the pages could not be rebuilt: \(error)")
            }
            // Edits that come meanwhile gather into the next one.
            let taken = Clock.now() - begun
            let pause = max(rebuildPause - taken, min(rest * taken, longestRest))
            if pause > 0 { _ = state.wait(seconds: pause) { $0.isStopping ? true : nil } }
        }
    }
}
