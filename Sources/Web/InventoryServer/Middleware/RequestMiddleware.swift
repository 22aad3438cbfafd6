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

    init(
        hosts: HostPolicy, origins: OriginPolicy, limits: ServerLimits, sessions: SessionStore, cookieName: String
    ) {
        self.limits = limits
        let rate = RateCheck(perSecond: limits.requestsPerSecond)
        steps = [
            HostCheck(hosts: hosts),
            SizeCheck(limits: limits),
            CrossOriginAccess(allowed: origins.allowed),
            rate,
            OriginCheck(origins: origins),
            SessionCheck(sessions: sessions, cookieName: cookieName),
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
            route.isOpen ? min(limits.strangersBody, limits.body) : route.takesPhotos ? limits.upload : limits.body
        var context = RequestContext(route: route, isPreflight: isPreflight, bodyLimit: bodyLimit)
        for step in steps {
            try step.check(head, &context)
            // The request after a preflight passes all steps; the preflight itself has neither session nor type.
            if isPreflight, step is CrossOriginAccess { break }
        }
        return context
    }

    /// Adds header fields to a response.
    func complete(_ response: Response, to head: RequestHead) -> Response {
        steps.reversed().reduce(response) { $1.complete($0, to: head) }
    }
}
