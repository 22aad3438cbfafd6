/// Answers the requests of a ``Listener``.
///
/// A request has two parts: ``accept(_:)`` checks its head before a byte of the body is read, and the closure of the
/// ``AcceptedRequest`` answers it once the body is complete.
package protocol Handler: Sendable {
    /// Checks the head of a request and chooses how its body is read.
    /// - Throws: the reason for refusing it; the body is then dropped.
    func accept(_ head: RequestHead) throws -> Acceptance
    /// The response to a refused request; `head` is nil if the head itself is unreadable.
    func errorResponse(_ error: any Error, to head: RequestHead?) -> Response
    /// Adds the header fields that every response to such a request carries.
    func complete(_ response: Response, to head: RequestHead) -> Response
    /// Whether answered requests are logged.
    var isLogging: Bool { get }
    /// Logs an answered request.
    func log(_ entry: AccessLogEntry)
}

/// The decision about the head of a request.
package enum Acceptance {
    case accepted(AcceptedRequest)
    /// Refused for a reason of the application; the body is dropped.
    case refused(Response)
}

/// A request whose head passed all checks.
package struct AcceptedRequest {
    let collector: any BodyCollector
    /// The user of the request's session; nil without one.
    package let user: String?
    package let respond: @Sendable (RequestBody) -> DeferredResponse

    /// - Parameters:
    ///   - collector: reads the body.
    ///   - user: the user of the request's session, for the access log; the connection then no longer counts as
    ///     unauthenticated. Nil without a session.
    ///   - respond: answers the whole request, on the connection's thread, which it must not block.
    package init(
        readingBodyWith collector: any BodyCollector, user: String? = nil,
        respond: @escaping @Sendable (RequestBody) -> DeferredResponse
    ) {
        self.collector = collector
        self.user = user
        self.respond = respond
    }
}

extension AcceptedRequest {
    /// The same request.
    /// - Parameter ended: called when its response is there, or its connection was lost.
    package func tracked(_ ended: @escaping @Sendable () -> Void) -> AcceptedRequest {
        AcceptedRequest(
            readingBodyWith: TrackedCollector(collector, ended), user: user, respond: respond)
    }
}

/// Calls back when a request is over: a collector lives until then.
private final class TrackedCollector: BodyCollector {
    private let collector: any BodyCollector
    private let ended: @Sendable () -> Void

    init(_ collector: any BodyCollector, _ ended: @escaping @Sendable () -> Void) {
        self.collector = collector
        self.ended = ended
    }

    deinit { ended() }

    func take(_ piece: Span<UInt8>) throws { try collector.take(piece) }
    func finish() throws -> RequestBody { try collector.finish() }
}

/// A response, or the promise of one.
package enum DeferredResponse: Sendable {
    case now(Response)
    /// The connection sleeps until the promise is fulfilled, from any thread.
    case later(@Sendable (ResponsePromise) -> Void)
}

/// One step that every request passes: on the way in before its body is read, on the way out before its response is sent.
///
/// A server keeps its steps in one list. `Context` collects the results of the steps for those after them.
package protocol Middleware<Context>: Sendable {
    associatedtype Context: Sendable
    /// Checks the head of a request.
    /// - Throws: the reason for refusing it; no later step runs.
    func check(_ head: RequestHead, _ context: inout Context) throws
    /// Adds header fields to a response.
    func complete(_ response: Response, to head: RequestHead) -> Response
}

extension Middleware {
    package func complete(_ response: Response, to head: RequestHead) -> Response { response }
}

/// A whole request: its head, the results of the middleware, its body.
package struct Request<Context: Sendable>: Sendable {
    package let head: RequestHead
    package let context: Context
    package let body: RequestBody

    package init(head: RequestHead, context: Context, body: RequestBody) {
        self.head = head
        self.context = context
        self.body = body
    }
}

/// An answered request, as the access log records it.
package struct AccessLogEntry: Sendable {
    /// The method; `-` for an unknown one, which may contain anything.
    package var method: String
    /// The path without the query; see ``RequestTarget/logged``.
    package var path: String
    package var status: Int
    package var seconds: Double
    /// The client; behind a trusted proxy the one that it names.
    package var peer: Peer
    /// The host that the request is for; `-` for none, and for a name that is not valid.
    package var host: String
    /// The user of the session; nil without one.
    package var user: String?
}
