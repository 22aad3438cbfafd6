import Synchronization

/// The checks every request passes before anything is done for it, in this order: host, size and rate, origin and
/// fetch metadata, session or bearer, address and method, content type, revision.
final class RequestGuard: Sendable {
    let hosts: HostPolicy
    let origins: OriginPolicy
    let limits: ServerLimits
    let sessions: SessionStore
    let cookieName: String
    private let hasRate: Bool
    private let rate: Mutex<RateLimiter?>

    init(
        hosts: HostPolicy, origins: OriginPolicy, limits: ServerLimits, sessions: SessionStore, cookieName: String
    ) {
        self.hosts = hosts
        self.origins = origins
        self.limits = limits
        self.sessions = sessions
        self.cookieName = cookieName
        rate = Mutex(limits.requestsPerSecond.map(RateLimiter.init))
        hasRate = limits.requestsPerSecond != nil
    }

    /// A request that passed, and what was learned on the way.
    struct AuthorizedRequest: Sendable {
        let route: Route
        let method: RequestHead.Method
        let caller: Caller
        let siteRelation: OriginPolicy.SiteRelation
        /// The type of the body, nil where there is none.
        let type: MediaType?
        /// The most bytes the body may have.
        let bodyLimit: Int
    }

    /// Checks the head of a request.
    func authorize(_ head: RequestHead) throws(HTTPError) -> AuthorizedRequest {
        guard hosts.allows(head.headers[.host]) else { throw HTTPError(.wrongHost) }
        let route = Route(head.target.path)
        let bodyLimit = route.takesPhotos ? limits.upload : limits.body
        try checkSize(head, bodyLimit: bodyLimit)
        if hasRate, let wait = rate.withLock({ $0?.take(head.peer, now: ServerClock.now()) }) {
            var problem = HTTPError(.tooManyRequests)
            problem.retryAfter = max(1, Int(wait.rounded(.up)))
            throw problem
        }
        let siteRelation = try origins.check(head, isPage: route.isPage)
        let caller = try identify(head, siteRelation)
        if case .anonymous = caller, !route.isOpen { throw HTTPError(.notSignedIn) }
        // A page may show hundreds of pictures, and its reader go from one page to the next.
        if hasRate, route == .file, caller.session != nil { rate.withLock { $0?.refund(head.peer) } }
        guard route != .notFound else { throw HTTPError(.noSuchPage) }
        guard let method = head.method, route.methods.contains(method) else {
            var problem = HTTPError(.methodNotAllowed)
            problem.allow = route.methods.map(\.rawValue).joined(separator: ", ")
            throw problem
        }
        try checkParameters(head, route, method)
        let type = try checkType(head, route, method)
        if route.needsBase(method) { _ = try Preconditions.base(head.headers) }
        return AuthorizedRequest(
            route: route, method: method, caller: caller, siteRelation: siteRelation, type: type, bodyLimit: bodyLimit)
    }

    private func checkParameters(
        _ head: RequestHead, _ route: Route, _ method: RequestHead.Method
    ) throws(HTTPError) {
        guard !head.target.query.isEmpty, let known = route.parameters(method) else { return }
        guard let names = head.query?.names else { throw .parameter("query", "it cannot be decoded") }
        for (place, name) in names.enumerated() {
            guard known.contains(name) else { throw .parameter(name, "there is no such parameter here") }
            guard !names[..<place].contains(name) else { throw .parameter(name, "it is given twice") }
        }
    }

    private func checkSize(_ head: RequestHead, bodyLimit: Int) throws(HTTPError) {
        guard head.headers.size <= limits.header else { throw HTTPError(.headersTooLarge) }
        if head.headers.repeated != nil {
            throw HTTPError(.malformedRequest, "A header field stands twice where one is meant.")
        }
        if head.headers.hasBadName {
            throw HTTPError(.malformedRequest, "The name of a header field has a character that names do not have.")
        }
        if head.headers[.transferEncoding] != nil, head.headers[.contentLength] != nil {
            // Two ways to tell where the body ends is how requests are smuggled (RFC 9112, 6.1).
            throw HTTPError(.malformedRequest, "Content-Length and Transfer-Encoding exclude each other.")
        }
        if let encoding = head.headers[.transferEncoding], encoding.lowercased() != "chunked" {
            throw HTTPError(.malformedRequest, "The only Transfer-Encoding that is taken is chunked.")
        }
        guard let length = head.headers[.contentLength] else { return }
        guard (1...18).contains(length.utf8.count), length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int(length)
        else { throw HTTPError(.malformedRequest, "Content-Length takes digits.") }
        guard count <= bodyLimit else { throw HTTPError(.bodyTooLarge) }
    }

    /// Who sends the request: by bearer token, or by the cookie that browsers send by themselves.
    private func identify(_ head: RequestHead, _ siteRelation: OriginPolicy.SiteRelation) throws(HTTPError) -> Caller {
        if let field = head.headers[.authorization] {
            guard field.utf8.count > 7, field.hasPrefix("Bearer ") || field.prefix(7).lowercased() == "bearer ",
                let session = sessions.session(String(Substring(field.utf8.dropFirst(7))), kind: .bearer)
            else { throw HTTPError(.notSignedIn) }
            return .session(session)
        }
        switch siteRelation {
        case .sameOrigin, .userInitiated, .crossSiteNavigation, .unspecified: break
        case .allowed:
            // Another port of this machine is the same site, so its pages send our cookie along: it counts for nothing.
            return .anonymous
        }
        let known = head.headers.cookies(cookieName).lazy.compactMap { self.sessions.session($0, kind: .cookie) }
        guard let session = known.first else { return .anonymous }
        if siteRelation == .unspecified, let method = head.method, !method.isSafe {
            throw HTTPError(.crossSite, "A cookie alone proves nothing; programs send a bearer token.")
        }
        return .session(session)
    }

    private func checkType(
        _ head: RequestHead, _ route: Route, _ method: RequestHead.Method
    ) throws(HTTPError) -> MediaType? {
        let field = head.headers[.contentType]
        let type = field.flatMap(MediaType.init)
        guard let isTaken = route.takes(type, method) else { return nil }
        guard isTaken, field == nil || type != nil else { throw HTTPError(.wrongContentType) }
        return type
    }
}
