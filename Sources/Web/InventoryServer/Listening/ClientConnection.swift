import Glibc
import Synchronization

/// One connection, and the moment by which its client must have done its part.
///
/// The library below notices silence but not slowness: a client that sends a byte now and then would hold a
/// connection for ever. So each has a deadline, and a sweep cuts off what is past it.
final class ClientConnection: Sendable {
    let peer: Peer
    private let socket: Int32
    /// Milliseconds on the clock; 0 while it is our turn.
    private let deadline = Atomic<Int>(0)
    private let isOpen = Mutex(true)

    init(socket: Int32, peer: Peer) {
        self.socket = socket
        self.peer = peer
    }

    /// Gives the client so many seconds from a moment.
    func startDeadline(within seconds: Double, from now: Double = ServerClock.now()) {
        deadline.store(Int((now + seconds) * 1000), ordering: .relaxed)
    }

    /// Seconds that a thread stays awake for a client that makes one change after the other, alone.
    private static let busyPollSeconds = 100e-6

    /// Looks out for the client's next request for a moment without going to sleep: to be woken again takes longer,
    /// above all on a virtual machine, than such a client takes to ask.
    func busyPoll() {
        let end = ServerClock.now() + ClientConnection.busyPollSeconds
        var next = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while poll(&next, 1, 0) == 0, ServerClock.now() < end {}
    }

    /// It is our turn: nothing is expected of the client.
    func clearDeadline() { deadline.store(0, ordering: .relaxed) }

    /// Cuts the client off if it is too late.
    func sweep(now: Double) {
        let timestamp = deadline.load(ordering: .relaxed)
        guard timestamp != 0, Int(now * 1000) > timestamp else { return }
        isOpen.withLock { isOpen in
            if isOpen { shutdown(socket, Int32(SHUT_RDWR)) }
        }
        deadline.store(0, ordering: .relaxed)
    }

    /// The socket is about to be closed and its number given to another.
    func close() { isOpen.withLock { $0 = false } }
}

/// All open connections.
final class ConnectionRegistry: Sendable {
    private let connections = Mutex<[ObjectIdentifier: ClientConnection]>([:])

    var count: Int { connections.withLock { $0.count } }

    func add(_ client: ClientConnection) { connections.withLock { $0[ObjectIdentifier(client)] = client } }

    func remove(_ client: ClientConnection) {
        client.close()
        connections.withLock { $0[ObjectIdentifier(client)] = nil }
    }

    /// Cuts off every client that is too late.
    func sweep() {
        let now = ServerClock.now()
        for client in connections.withLock({ Array($0.values) }) { client.sweep(now: now) }
    }
}
