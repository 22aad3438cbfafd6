import HTTPServer
internal import InventoryStore

/// The results of the middleware: what is known about a request when its handler runs.
struct RequestContext: Sendable {
    let route: Route
    /// Whether a browser asks for permission before a request of another origin (Fetch Standard, 3.2).
    let isPreflight: Bool
    /// The maximum number of bytes of the body.
    var bodyLimit: Int
    var siteRelation = OriginPolicy.SiteRelation.unspecified
    var caller = Caller.anonymous
    /// Whether the request shows a session that another server may have begun; the caller is known after the next reading.
    var awaitsSession = false
    var method = RequestHead.Method.get
    /// The type of the body; nil for none.
    var mediaType: MediaType?
    /// The revision that a change of an item is based on; nil for any.
    var base: Revision?
}

/// A request that passed the middleware.
typealias InventoryRequest = Request<RequestContext>

extension InventoryRequest {
    var route: Route { context.route }
    var method: RequestHead.Method { context.method }
    var caller: Caller { context.caller }
}

/// The steps that every request passes before its body is read, in this order. The first that fails decides the response, so
/// that a request under a wrong host name learns nothing else.
struct RequestMiddleware: Sendable {
    let steps: [any Middleware<RequestContext>]
    private let limits: ServerLimits
    private let sessions: SessionCheck

    init(
        hosts: HostPolicy, origins: OriginPolicy, limits: ServerLimits, rate: RateCheck, sessions: SessionStore,
        cookieName: String
    ) {
        self.limits = limits
        self.sessions = SessionCheck(sessions: sessions, cookieName: cookieName)
        steps = [
            HostCheck(hosts: hosts),
            SizeCheck(limits: limits),
            CrossOriginAccess(allowed: origins.allowed),
            rate,
            OriginCheck(origins: origins),
            self.sessions,
            FileRefund(rate: rate),
            AddressCheck(),
            MethodCheck(),
            ParameterCheck(),
            ContentTypeCheck(),
            RevisionCheck(),
        ]
    }

    /// Checks the head of a request.
    func check(_ head: RequestHead) throws(HTTPError) -> RequestContext {
        let route = Route(head.target.path)
        let isPreflight = head.method == .options && head.headers[.requestMethod] != nil
        let bodyLimit =
            route.isOpen
            ? min(limits.strangersBody, limits.body) : route.fileField != nil ? limits.upload : limits.body
        var context = RequestContext(route: route, isPreflight: isPreflight, bodyLimit: bodyLimit)
        for step in steps {
            try step.check(head, &context)
            // The request after a preflight passes all steps; the preflight itself has neither session nor type.
            if isPreflight, step is CrossOriginAccess { break }
        }
        return context
    }

    /// Identifies the caller of a request that waited for the next reading of the sessions.
    func settle(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        try sessions.settle(head, &context)
    }

    /// Adds header fields to a response.
    func complete(_ response: Response, to head: RequestHead) -> Response {
        steps.reversed().reduce(response) { $1.complete($0, to: head) }
    }
}
