import CMicroHTTPD
import Files
import Glibc
import Localization
import Synchronization

/// What a listener hands requests to.
protocol RequestHandler: AnyObject, Sendable {
    /// Checks the head of a request and says how its body is taken in.
    func begin(_ head: RequestHead) throws(HTTPError) -> (RequestGuard.AuthorizedRequest, any BodyCollector)
    /// Answers a whole request, now or later by the mailbox.
    func response(_ request: Request) -> DeferredResponse
    /// The answer to a request that was refused.
    func errorResponse(_ problem: HTTPError, _ head: RequestHead?) -> Response
    /// Whether answered requests are noted.
    var notes: Bool { get }
    /// A request was answered.
    func note(method: String, path: String, status: Int, seconds: Double, peer: Peer)
}

/// An answer, or the promise of one.
enum DeferredResponse {
    case now(Response)
    case later(@Sendable (ResponsePromise) -> Void)
}

/// Listens with libmicrohttpd: a few threads with epoll, none of which ever waits for another program or a
/// long answer.
final class Listener: Sendable {
    private nonisolated(unsafe) let daemon: OpaquePointer
    private let context: Unmanaged<ListenerContext>
    private let sweeper: WorkerThread?
    private let isStopped = Monitor(false)

    var connections: ConnectionRegistry { context.takeUnretainedValue().connections }

    /// How to listen.
    struct Setup {
        var socket: Int32
        var limits: ServerLimits
        var isBehindProxy: Bool
        /// The certificate chain and its key, as PEM.
        var tls: (chain: [CChar], key: [CChar])?
    }

    init(_ setup: Setup, handler: any RequestHandler) throws(ServerError) {
        let context = Unmanaged.passRetained(
            ListenerContext(handler: handler, limits: setup.limits, isBehindProxy: setup.isBehindProxy))
        let started = Listener.start(setup, context.toOpaque())
        guard let started else {
            context.release()
            if setup.tls != nil {
                throw .badCertificate(path: "--tls-cert", reason: said("companion.certificateAndKeyDoNotFit"))
            }
            throw .cannotListen("the socket", reason: "the HTTP library did not start")
        }
        daemon = started
        self.context = context
        let isStopped = isStopped
        let connections = context.takeUnretainedValue().connections
        sweeper = WorkerThread {
            while isStopped.wait(seconds: 0.5, until: { $0 ? true : nil }) == nil { connections.sweep() }
        }
    }

    private static func start(_ setup: Setup, _ context: UnsafeMutableRawPointer) -> OpaquePointer? {
        var options = homepwner_http_options()
        options.listen_socket = setup.socket
        options.threads = UInt32(max(1, setup.limits.threads))
        options.connections = UInt32(setup.limits.connections)
        options.connections_per_address = UInt32(setup.limits.connectionsPerAddress)
        options.idle_seconds = UInt32(setup.limits.idleSeconds)
        // The header of the request, somewhat larger than is taken, so that the companion refuses it in its own words;
        // and room for that of the answer. All of it is cleared before each request, which takes its time.
        options.memory_per_connection = setup.limits.header + setup.limits.target + (4 << 10)
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

    /// Requests that are being answered.
    var active: Int { context.takeUnretainedValue().active.load(ordering: .relaxed) }

    /// Closes the socket that is listened on and every connection. No request may be waiting for an answer.
    ///
    /// Until then connections are taken, and their requests refused: where the library is told before to take none
    /// (`MHD_quiesce_daemon`), two of its threads may come to take the socket out of the same epoll set, and it ends the
    /// program.
    func stop() {
        isStopped.change { $0 = true }
        sweeper?.join()
        MHD_stop_daemon(daemon)
        context.release()
    }
}

/// What the library's callbacks work with.
final class ListenerContext: Sendable {
    let handler: any RequestHandler
    let limits: ServerLimits
    let isBehindProxy: Bool
    let connections = ConnectionRegistry()
    let active = Atomic<Int>(0)

    init(handler: any RequestHandler, limits: ServerLimits, isBehindProxy: Bool) {
        self.handler = handler
        self.limits = limits
        self.isBehindProxy = isBehindProxy
    }
}
