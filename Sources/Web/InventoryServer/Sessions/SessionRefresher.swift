import Files
import Glibc

/// Reads the shared sessions of an inventory once a second, and soon if a request shows a session that is not known here.
final class SessionRefresher: Sendable {
    private static let interval = 1.0
    /// Minimum microseconds between two readings, whatever strangers send.
    private static let pause: UInt32 = 50_000

    private struct State {
        var waiting: [@Sendable (_ isRead: Bool) -> Void] = []
        var isStopping = false
    }

    private let state = Monitor(State())
    private let thread: WorkerThread?

    /// Starts to read.
    /// - Parameter refresh: reads the sessions; whether the database could be reached.
    init(_ refresh: @escaping @Sendable () -> Bool) {
        let state = state
        thread = WorkerThread {
            while true {
                let (waiting, isStopping) = state.withLock { state in
                    defer { state.waiting = [] }
                    return (state.waiting, state.isStopping)
                }
                let isRead = !isStopping && refresh()
                for action in waiting { action(isRead) }
                if isStopping { return }
                usleep(SessionRefresher.pause)
                state.wait(seconds: SessionRefresher.interval) { $0.isStopping || !$0.waiting.isEmpty ? true : nil }
            }
        }
    }

    /// Calls back after a reading that begins from now on, on the thread of the readings, which it must not block.
    func afterReading(_ action: @escaping @Sendable (_ isRead: Bool) -> Void) {
        let isQueued = state.change { state in
            // Without a thread nobody would call back.
            guard !state.isStopping, thread != nil else { return false }
            state.waiting.append(action)
            return true
        }
        if !isQueued { action(false) }
    }

    /// Ends the thread; waiting requests continue without a reading.
    func stop(by end: Double) {
        state.change { $0.isStopping = true }
        _ = thread?.join(within: end - MonotonicClock.now())
    }
}
