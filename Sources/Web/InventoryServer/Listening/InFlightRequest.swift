import CMicroHTTPD
import Synchronization

/// One request on its way through: its head is checked, its body taken in, its answer waited for.
///
/// Belongs to the thread of its connection; only its ``Mailbox`` is reached by others.
final class InFlightRequest {
    let target: [UInt8]
    let client: ClientConnection
    var state = State.fresh
    var begun = 0.0
    var received = 0
    /// Whether its client may well send the next change at once.
    var expectsFollowUp = false
    var logged: (method: String, path: String, status: Int)?

    enum State {
        case fresh
        case reading(RequestHead, RequestGuard.AuthorizedRequest, any BodyCollector)
        /// Refused while the body comes; the answer can only be sent after it.
        case refused(Response)
        /// What came of the body is still worked on, so that it counts among what is held.
        case waiting(ResponsePromise, any BodyCollector)
        case completed
    }

    init(target: [UInt8], client: ClientConnection) {
        self.target = target
        self.client = client
    }
}

/// Where the answer to a request is put by whichever thread has it.
final class ResponsePromise: Sendable {
    private let response = Mutex<(@Sendable () -> Response)?>(nil)
    // It sleeps until this mailbox wakes it, once, and cannot go before.
    nonisolated(unsafe) private let connection: OpaquePointer
    private let isSent = Atomic<Bool>(false)

    init(_ connection: OpaquePointer) { self.connection = connection }

    /// Puts in the answer and wakes the connection, whose thread then words it. Only the first counts.
    func put(_ response: @escaping @Sendable () -> Response) {
        guard isSent.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
            return
        }
        self.response.withLock { $0 = response }
        MHD_resume_connection(connection)
    }

    func take() -> Response? { response.withLock { $0.take() }?() }
}
