import Synchronization

/// The response body of a page that listens for events (HTML Standard, 9.2, server-sent events).
///
/// While no bytes are pending the connection is suspended; ``send(_:)`` and ``end()`` wake it.
package final class EventStream: Sendable {
    /// Pending bytes of a slow reader. Beyond that the stream ends, and the page reconnects with its last event's id.
    private static let maximumPending = 256 << 10

    private struct State {
        var pending: [UInt8] = []
        /// The suspended connection; it is resumed once, by the caller that takes it out under the lock.
        var suspended: SuspendedConnection?
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let onClose: @Sendable (ObjectIdentifier) -> Void

    /// - Parameter onClose: is called when the connection is closed or the stream is released without one.
    package init(onClose: @escaping @Sendable (ObjectIdentifier) -> Void) { self.onClose = onClose }

    deinit { onClose(ObjectIdentifier(self)) }

    /// Sends bytes to the page.
    package func send(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            if state.pending.count + bytes.count > EventStream.maximumPending {
                state.hasEnded = true
            } else {
                state.pending += bytes
            }
            EventStream.wake(&state)
        }
    }

    /// Whether nothing more will be sent.
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Ends the stream after the pending bytes.
    package func end() {
        state.withLock { state in
            state.hasEnded = true
            EventStream.wake(&state)
        }
    }

    private static func wake(_ state: inout State) {
        state.suspended?.resume()
        state.suspended = nil
    }

    /// The outcome of a read.
    enum Chunk {
        case bytes([UInt8])
        /// Nothing is pending; the connection has been suspended.
        case suspended
        case end
    }

    /// Takes out at most `count` pending bytes; suspends the connection if there are none.
    func read(upTo count: Int, suspending suspend: () -> SuspendedConnection) -> Chunk {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                if state.hasEnded { return .end }
                state.suspended = suspend()
                return .suspended
            }
            let bytes = Array(state.pending.prefix(count))
            state.pending.removeFirst(bytes.count)
            return .bytes(bytes)
        }
    }

    /// The connection is closed.
    func close() {
        state.withLock { state in
            state.hasEnded = true
            state.suspended = nil
        }
        onClose(ObjectIdentifier(self))
    }
}
