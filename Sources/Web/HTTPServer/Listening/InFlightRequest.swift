import Synchronization

/// One request in progress: its head is checked, its body read, its response awaited.
///
/// Belongs to the thread of its connection; other threads reach only its ``ResponsePromise``.
final class InFlightRequest {
    let target: [UInt8]
    let client: ClientConnection
    var head: RequestHead?
    var state = State.fresh
    var begun = 0.0
    var received = 0
    var logEntry: AccessLogEntry?

    enum State {
        case fresh
        case reading(AcceptedRequest)
        /// Refused while its body arrives; the response can only be sent after it.
        case refused(Response)
        /// The collector is kept until the response is there, so that its bytes count against the budget until then.
        case waiting(ResponsePromise, any BodyCollector)
        case completed
    }

    init(target: [UInt8], client: ClientConnection) {
        self.target = target
        self.client = client
    }
}

/// Takes the response to a request from whichever thread has it, and wakes the connection.
package final class ResponsePromise: Sendable {
    private let response = Mutex<(@Sendable () -> Response)?>(nil)
    private let connection: SuspendedConnection
    private let isFulfilled = Atomic<Bool>(false)

    init(_ connection: SuspendedConnection) { self.connection = connection }

    /// Wakes the connection, whose thread then makes the response. Only the first call counts.
    package func fulfill(_ response: @escaping @Sendable () -> Response) {
        guard isFulfilled.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        self.response.withLock { $0 = response }
        connection.resume()
    }

    /// Whether the client still waits for the response. Call it before ``fulfill(_:)`` only.
    package var isAwaited: Bool { !connection.isClosedByClient }

    func take() -> Response? { response.withLock { $0.take() }?() }
}
