import Files
import HTTPServer
import InventoryStore

/// Looks four times a second whether inventories were changed, by whomever: all that are on a database server with one
/// statement. It has a thread as long as there are inventories to look at.
final class ChangePoller: Sendable {
    /// Seconds between two looks.
    private static let interval = 0.25

    /// Receives what was found; nil if the inventory could not be read. It must not block.
    typealias Report = @Sendable (StoreProbe?) -> Void

    private struct State {
        var watched: [ObjectIdentifier: (store: InventoryStore, report: Report)] = [:]
        /// Those of the people of a server, which are read each time.
        var refreshers: [ObjectIdentifier: SessionRefresher] = [:]
        var isLooking = false

        var isEmpty: Bool { watched.isEmpty && refreshers.isEmpty }
    }

    private let state = Monitor(State())
    private let pool = WorkerPool(threads: 1)

    /// Looks at an inventory from now on.
    /// - Returns: false if the system had no thread for it.
    @discardableResult
    func add(_ store: InventoryStore, _ report: @escaping Report) -> Bool {
        add { $0.watched[ObjectIdentifier(store)] = (store, report) }
    }

    /// Has the people of a server read from now on.
    func add(_ refresher: SessionRefresher) {
        _ = add { $0.refreshers[ObjectIdentifier(refresher)] = refresher }
    }

    private func add(_ change: (inout State) -> Void) -> Bool {
        state.withLock { state in
            // Without a thread, the next one that is added has it looked at.
            change(&state)
            if !state.isLooking { state.isLooking = pool.submit { [self] in look() } }
            return state.isLooking
        }
    }

    /// Looks at an inventory no more. A report that has begun may still come.
    func remove(_ store: InventoryStore) { state.change { $0.watched[ObjectIdentifier(store)] = nil } }

    func remove(_ refresher: SessionRefresher) { state.change { $0.refreshers[ObjectIdentifier(refresher)] = nil } }

    private func look() {
        while true {
            let (watched, refreshers) = state.withLock { state in
                state.isLooking = !state.isEmpty
                return (Array(state.watched.values), Array(state.refreshers.values))
            }
            guard !watched.isEmpty || !refreshers.isEmpty else { return }
            for refresher in refreshers { refresher.poll() }
            for (probe, each) in zip(InventoryStore.probes(of: watched.map(\.store)), watched) { each.report(probe) }
            state.wait(seconds: ChangePoller.interval) { $0.isEmpty ? true : nil }
        }
    }
}
