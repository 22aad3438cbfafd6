import Files
import Glibc
import Synchronization

/// One connection, and the time by which its client must have done its part.
///
/// libmicrohttpd notices silence but not slowness: a client that sends one byte now and then would hold a connection for
/// ever. So each connection has a deadline, and a sweep closes those past it.
final class ClientConnection: Sendable {
    let peer: Peer
    private let socket: Int32
    /// Milliseconds on the clock; 0 while the server is at work and expects nothing of the client.
    private let deadline = Atomic<Int>(0)
    private let isOpen = Mutex(true)

    init(socket: Int32, peer: Peer) {
        self.socket = socket
        self.peer = peer
    }

    /// Gives the client some seconds, counted from a time of the clock.
    func startDeadline(within seconds: Double, from now: Double = MonotonicClock.now()) {
        deadline.store(Int((now + seconds) * 1000), ordering: .relaxed)
    }

    /// Expects nothing of the client: the server is at work.
    func clearDeadline() { deadline.store(0, ordering: .relaxed) }

    /// Cuts the client off if its deadline has passed.
    func sweep(now: Double) {
        let milliseconds = deadline.load(ordering: .relaxed)
        guard milliseconds != 0, Int(now * 1000) > milliseconds else { return }
        isOpen.withLock { isOpen in
            if isOpen { shutdown(socket, Int32(SHUT_RDWR)) }
        }
        deadline.store(0, ordering: .relaxed)
    }

    /// Call it before the socket is closed: afterwards its number may belong to another connection.
    func close() { isOpen.withLock { $0 = false } }
}

/// All open connections.
final class ConnectionRegistry: Sendable {
    private let connections = Mutex<[ObjectIdentifier: ClientConnection]>([:])

    func add(_ client: ClientConnection) { connections.withLock { $0[ObjectIdentifier(client)] = client } }

    func remove(_ client: ClientConnection) {
        client.close()
        connections.withLock { $0[ObjectIdentifier(client)] = nil }
    }

    /// Cuts off every client whose deadline has passed.
    func sweep() {
        let now = MonotonicClock.now()
        for client in connections.withLock({ Array($0.values) }) { client.sweep(now: now) }
    }
}
