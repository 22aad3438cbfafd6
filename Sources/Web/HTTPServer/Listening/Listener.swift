internal import CMicroHTTPD
import Files
import Glibc

/// Listens with libmicrohttpd: a few threads with epoll. No handler may block them.
package final class Listener: Sendable {
    private nonisolated(unsafe) let daemon: OpaquePointer
    private let context: Unmanaged<ListenerContext>
    private let sweeper: WorkerThread?
    private let isStopped = Monitor(false)

    /// Options of a listener.
    package struct Setup {
        var socket: Int32
        var limits: ServerLimits
        var proxies: TrustedProxies
        var users: TrustedUserHeader?
        var tls: TLSFiles?

        /// - Parameters:
        ///   - socket: a socket that listens; the listener owns it from now on.
        ///   - proxies: the machines whose `X-Forwarded-For` names the client.
        ///   - users: the header field that names the user; nil for none.
        package init(
            socket: Int32, limits: ServerLimits, proxies: TrustedProxies, users: TrustedUserHeader? = nil,
            tls: TLSFiles?
        ) {
            self.socket = socket
            self.limits = limits
            self.proxies = proxies
            self.users = users
            self.tls = tls
        }
    }

    /// Why listening could not start.
    package enum StartError: Error {
        /// The certificate and the key do not belong together, or are damaged.
        case unusableCertificate
        case libraryFailed
    }

    /// Starts to answer requests.
    /// - Throws: `StartError`; the socket is then still open.
    package init(_ setup: Setup, handler: any Handler) throws {
        let context = Unmanaged.passRetained(
            ListenerContext(
                handler: handler, limits: setup.limits, proxies: setup.proxies, users: setup.users))
        let started = Listener.start(setup, context.toOpaque())
        guard let started else {
            context.release()
            throw setup.tls != nil ? StartError.unusableCertificate : .libraryFailed
        }
        daemon = started
        self.context = context
        let isStopped = isStopped
        let connections = context.takeUnretainedValue().connections
        sweeper = WorkerThread {
            while isStopped.wait(seconds: 0.5, until: { $0 ? true : nil }) == nil { connections.sweep() }
        }
    }

    /// The memory that libmicrohttpd takes for a field or a cookie (`struct MHD_HTTP_Req_Header`).
    private static let bytesOfRecord = 64

    private static func start(_ setup: Setup, _ context: UnsafeMutableRawPointer) -> OpaquePointer? {
        var options = homepwner_http_options()
        options.listen_socket = setup.socket
        options.threads = UInt32(max(1, setup.limits.threads))
        options.connections = UInt32(setup.limits.connections)
        options.connections_per_address = UInt32(setup.limits.connectionsPerAddress)
        options.idle_seconds = UInt32(setup.limits.idleSeconds)
        // Room for the header of the response and for a request header beyond the limit, so that the handler can refuse
        // it with its own response; and for what the library makes of it: a copy of the cookies, and a record for each
        // field and cookie, of which the shortest ("a; ") have three bytes. Browsers send those of all programs of a host.
        // The library clears all of it before each request; measured, that is less than the noise of a request.
        let records = setup.limits.header / 3 * Listener.bytesOfRecord
        options.memory_per_connection = 2 * setup.limits.header + setup.limits.target + records + (4 << 10)
        guard let tls = setup.tls else {
            return homepwner_http_start(&options, onAccess, onCompleted, onTarget, onConnection, context)
        }
        return tls.chain.withUnsafeBufferPointer { chain in
            tls.key.withUnsafeBufferPointer { key in
                options.tls_certificate = chain.baseAddress
                options.tls_key = key.baseAddress
                return homepwner_http_start(&options, onAccess, onCompleted, onTarget, onConnection, context)
            }
        }
    }

    /// Waits until no request is in progress, or until the time is up.
    /// - Parameter end: the time on the ``MonotonicClock``.
    package func waitUntilIdle(until end: Double) {
        context.takeUnretainedValue().active.wait(seconds: end - MonotonicClock.now()) { $0 == 0 ? true : nil }
    }

    /// Closes the listening socket and every connection. No response may be pending.
    ///
    /// Until then new connections are accepted, and the handler refuses their requests: if the library stopped
    /// accepting before (`MHD_quiesce_daemon`), two of its threads could remove the socket from the same epoll set, and
    /// it would abort the program.
    package func stop() {
        isStopped.change { $0 = true }
        sweeper?.join()
        MHD_stop_daemon(daemon)
        context.release()
    }
}

/// The certificate chain and its private key, as PEM that ends with a zero byte.
package struct TLSFiles: Sendable {
    let chain: [CChar]
    let key: [CChar]

    /// Why a file cannot be used.
    package enum ReadError: Error {
        /// The system could not read it.
        case unreadable(path: String, code: Int32)
        /// It is empty, or larger than any PEM file.
        case notPEM(path: String)
    }

    /// Reads both files.
    package init(chain: String, key: String) throws {
        self.chain = try TLSFiles.read(chain)
        self.key = try TLSFiles.read(key)
    }

    /// The certificate chain and the key in PEM.
    init(chain: [UInt8], key: [UInt8]) {
        self.chain = chain.map(CChar.init(bitPattern:)) + [0]
        self.key = key.map(CChar.init(bitPattern:)) + [0]
    }

    private static func read(_ path: String) throws -> [CChar] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw ReadError.unreadable(path: path, code: errno) }
        defer { close(file) }
        var bytes = [CChar](repeating: 0, count: 1 << 20)
        let count = Glibc.read(file, &bytes, bytes.count - 1)
        guard count >= 0 else { throw ReadError.unreadable(path: path, code: errno) }
        guard count > 0, count < bytes.count - 1 else { throw ReadError.notPEM(path: path) }
        return Array(bytes[..<count]) + [0]
    }
}

/// The state that the library's callbacks work with.
final class ListenerContext: Sendable {
    let handler: any Handler
    let limits: ServerLimits
    let proxies: TrustedProxies
    let users: TrustedUserHeader?
    let connections: ConnectionRegistry
    /// The number of requests in progress.
    let active = Monitor(0)

    init(handler: any Handler, limits: ServerLimits, proxies: TrustedProxies, users: TrustedUserHeader?) {
        self.handler = handler
        self.limits = limits
        self.proxies = proxies
        self.users = users
        connections = ConnectionRegistry(unauthenticated: limits.unauthenticatedConnections)
    }
}
