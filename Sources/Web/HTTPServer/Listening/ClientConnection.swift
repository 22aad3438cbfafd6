import Files
import Glibc
import Synchronization

/// One connection, and the time by which its client must have done its part.
///
/// libmicrohttpd notices silence but not slowness: a client that sends one byte now and then would hold a connection for
/// ever. So each connection has a deadline, and a sweep closes those past it.
final class ClientConnection: Sendable {
    let peer: Peer
    /// Whether its `X-Forwarded-For` is believed.
    let isTrustedProxy: Bool
    /// Whether its user header is trusted.
    let namesUsers: Bool
    /// When it was opened, on the ``MonotonicClock``.
    fileprivate let begun = MonotonicClock.now()
    private let socket: Int32
    /// Milliseconds on the clock; 0 while the server is at work and expects nothing of the client.
    private let deadline = Atomic<Int>(0)
    private let isOpen = Mutex(true)

    /// Whether no request has shown a session yet, and the connection is not being closed for that.
    fileprivate let isStranger = Atomic<Bool>(true)

    init(socket: Int32, peer: Peer, isTrustedProxy: Bool = false, namesUsers: Bool = false) {
        self.socket = socket
        self.peer = peer
        self.isTrustedProxy = isTrustedProxy
        self.namesUsers = namesUsers
    }

    /// Gives the client some seconds, counted from a time of the clock.
    func startDeadline(within seconds: Double, from now: Double = MonotonicClock.now()) {
        deadline.store(Int((now + seconds) * 1000), ordering: .relaxed)
    }

    /// Expects nothing of the client: the server is at work.
    func clearDeadline() { deadline.store(0, ordering: .relaxed) }

    /// A request showed a session: the connection no longer counts as unauthenticated.
    func recognize() { isStranger.store(false, ordering: .relaxed) }

    /// Cuts the client off if its deadline has passed.
    func sweep(now: Double) {
        let milliseconds = deadline.load(ordering: .relaxed)
        guard milliseconds != 0, Int(now * 1000) > milliseconds else { return }
        cut()
        deadline.store(0, ordering: .relaxed)
    }

    /// Ends the connection; the library notices and closes the socket.
    fileprivate func cut() {
        isStranger.store(false, ordering: .relaxed)
        isOpen.withLock { isOpen in
            if isOpen { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Call it before the socket is closed: afterwards its number may belong to another connection.
    func close() { isOpen.withLock { $0 = false } }
}

/// All open connections.
///
/// Connections that have not shown a session share a part of them: a client with many of them closes the oldest of these
/// with each new one, but never those of signed-in clients, and leaves room for them.
final class ConnectionRegistry: Sendable {
    private let connections = Mutex<[ObjectIdentifier: ClientConnection]>([:])
    private let unauthenticated: Int

    /// - Parameter unauthenticated: the maximum number of connections that have not shown a session.
    init(unauthenticated: Int) { self.unauthenticated = unauthenticated }

    func add(_ client: ClientConnection) {
        let surplus = connections.withLock { connections -> ClientConnection? in
            connections[ObjectIdentifier(client)] = client
            guard connections.count > unauthenticated else { return nil }
            let unknown = connections.values.filter { $0.isStranger.load(ordering: .relaxed) }
            return unknown.count > unauthenticated ? unknown.min { $0.begun < $1.begun } : nil
        }
        surplus?.cut()
    }

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

/// The sender of a request, as rate limits and lock-outs count it: an IPv4 address or the network of one household.
package struct Peer: Hashable, Sendable {
    /// The address as text: 127.0.0.1, or the first 64 bits of an IPv6 address.
    package let name: String

    package init(name: String) { self.name = name }

    /// The peer at an address; for IPv6 its first 64 bits, which one household shares.
    init(_ address: IPAddress?) {
        guard let address = address?.unmapped else {
            self.init(name: "unknown")
            return
        }
        // This machine's own address is the only one of its network.
        let isNetwork = address.isIPv6 && !address.isLoopback && !address.isWildcard
        let network = isNetwork ? IPAddress(bytes: address.bytes.prefix(8) + Array(repeating: 0, count: 8)) : nil
        self.init(name: (network ?? address).text)
    }

    /// The peer that a proxy names; nil if that is not a numeric address.
    package init?(forwarded text: some StringProtocol) {
        guard let address = IPAddress(String(text.filter { !" []".contains($0) })) else { return nil }
        self.init(address)
    }
}
