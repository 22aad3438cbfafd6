import CMicroHTTPD
import Synchronization

/// One page that listens for events (HTML Standard, 9.2, server-sent events).
///
/// While there is nothing to say the connection sleeps; it is woken by whoever has something to say.
final class EventStream: Sendable {
    /// Bytes that wait for a slow reader; past that it is let go and comes back with its last event's id.
    private static let patience = 256 << 10

    private struct State {
        var pending: [UInt8] = []
        // The connection, which is woken once, by whoever takes it out under the lock.
        nonisolated(unsafe) var sleeping: OpaquePointer?
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let broadcaster: EventBroadcaster

    init(broadcaster: EventBroadcaster) { self.broadcaster = broadcaster }

    deinit { broadcaster.remove(ObjectIdentifier(self)) }

    /// Sends bytes to the page.
    func send(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            if state.pending.count + bytes.count > EventStream.patience {
                state.hasEnded = true
            } else {
                state.pending += bytes
            }
            EventStream.wake(&state)
        }
    }

    /// Whether nothing is sent any more.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Sends no more.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            EventStream.wake(&state)
        }
    }

    private static func wake(_ state: inout State) {
        if let connection = state.sleeping {
            state.sleeping = nil
            MHD_resume_connection(connection)
        }
    }

    /// Hands out what is pending; lets the connection sleep where nothing is.
    /// - Returns: the number of bytes, or the library's mark for the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, for connection: OpaquePointer) -> Int {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                if state.hasEnded { return EventStream.endMark }
                state.sleeping = connection
                MHD_suspend_connection(connection)
                return 0
            }
            let count = min(buffer.count, state.pending.count)
            buffer.copyBytes(from: state.pending[..<count])
            state.pending.removeFirst(count)
            return count
        }
    }

    /// The connection is gone.
    func forget() {
        state.withLock { state in
            state.hasEnded = true
            state.sleeping = nil
        }
        broadcaster.remove(ObjectIdentifier(self))
    }

    /// `MHD_CONTENT_READER_END_OF_STREAM`, a cast that is not imported.
    private static let endMark = -1
}
