import Synchronization

/// The checks every request passes before anything is done for it, in this order: host, size and rate, origin and
/// fetch metadata, session or bearer, address and method, content type, revision.
final class Gate: Sendable {
    let hosts: HostCheck
    let origins: OriginCheck
    let limits: CompanionLimits
    let sessions: SessionBook
    let cookieName: String
    private let hasRate: Bool
    private let rate: Mutex<RateLimit?>

    init(
        hosts: HostCheck, origins: OriginCheck, limits: CompanionLimits, sessions: SessionBook, cookieName: String
    ) {
        self.hosts = hosts
        self.origins = origins
        self.limits = limits
        self.sessions = sessions
        self.cookieName = cookieName
        rate = Mutex(limits.requestsPerSecond.map(RateLimit.init))
        hasRate = limits.requestsPerSecond != nil
    }

    /// A request that passed, and what was learned on the way.
    struct Admission: Sendable {
        let route: Route
        let method: RequestHead.Method
        let caller: Caller
        let verdict: OriginCheck.Verdict
        /// The type of the body, nil where there is none.
        let type: MediaType?
        /// The most bytes the body may have.
        let bodyLimit: Int
    }

    /// Checks the head of a request.
    func admit(_ head: RequestHead) throws(Problem) -> Admission {
        guard hosts.allows(head.headers[.host]) else { throw Problem(.wrongHost) }
        let route = Route(head.target.path)
        let bodyLimit = route.takesPhotos ? limits.upload : limits.body
        try checkSize(head, bodyLimit: bodyLimit)
        if hasRate, let wait = rate.withLock({ $0?.take(head.peer, now: Clock.now()) }) {
            var problem = Problem(.tooManyRequests)
            problem.retryAfter = max(1, Int(wait.rounded(.up)))
            throw problem
        }
        let verdict = try origins.check(head, isPage: route.isPage)
        let caller = try identify(head, verdict)
        if case .nobody = caller, !route.isOpen { throw Problem(.notSignedIn) }
        // A page may show hundreds of pictures, and its reader go from one page to the next.
        if hasRate, route == .file, caller.session != nil { rate.withLock { $0?.giveBack(head.peer) } }
        guard route != .nowhere else { throw Problem(.noSuchPage) }
        guard let method = head.method, route.methods.contains(method) else {
            var problem = Problem(.methodNotAllowed)
            problem.allow = route.methods.map(\.rawValue).joined(separator: ", ")
            throw problem
        }
        try checkParameters(head, route, method)
        let type = try checkType(head, route, method)
        if route.needsBase(method) { _ = try Preconditions.base(head.headers) }
        return Admission(
            route: route, method: method, caller: caller, verdict: verdict, type: type, bodyLimit: bodyLimit)
    }

    private func checkParameters(
        _ head: RequestHead, _ route: Route, _ method: RequestHead.Method
    ) throws(Problem) {
        guard !head.target.query.isEmpty, let known = route.parameters(method) else { return }
        guard let names = head.query?.names else { throw .parameter("query", "it cannot be decoded") }
        for (place, name) in names.enumerated() {
            guard known.contains(name) else { throw .parameter(name, "there is no such parameter here") }
            guard !names[..<place].contains(name) else { throw .parameter(name, "it is given twice") }
        }
    }

    private func checkSize(_ head: RequestHead, bodyLimit: Int) throws(Problem) {
        guard head.headers.size <= limits.header else { throw Problem(.headersTooLarge) }
        if head.headers.repeated != nil {
            throw Problem(.malformedRequest, "A header field stands twice where one is meant.")
        }
        if head.headers.hasBadName {
            throw Problem(.malformedRequest, "The name of a header field has a character that names do not have.")
        }
        if head.headers[.transferEncoding] != nil, head.headers[.contentLength] != nil {
            // Two ways to tell where the body ends is how requests are smuggled (RFC 9112, 6.1).
            throw Problem(.malformedRequest, "Content-Length and Transfer-Encoding exclude each other.")
        }
        if let encoding = head.headers[.transferEncoding], encoding.lowercased() != "chunked" {
            throw Problem(.malformedRequest, "The only Transfer-Encoding that is taken is chunked.")
        }
        guard let length = head.headers[.contentLength] else { return }
        guard (1...18).contains(length.utf8.count), length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int(length)
        else { throw Problem(.malformedRequest, "Content-Length takes digits.") }
        guard count <= bodyLimit else { throw Problem(.bodyTooLarge) }
    }

    /// Who sends the request: by bearer token, or by the cookie that browsers send by themselves.
    private func identify(_ head: RequestHead, _ verdict: OriginCheck.Verdict) throws(Problem) -> Caller {
        if let field = head.headers[.authorization] {
            guard field.utf8.count > 7, field.hasPrefix("Bearer ") || field.prefix(7).lowercased() == "bearer ",
                let session = sessions.session(String(Substring(field.utf8.dropFirst(7))), kind: .bearer)
            else { throw Problem(.notSignedIn) }
            return .session(session)
        }
        switch verdict {
        case .own, .typed, .followed, .untold: break
        case .allowed:
            // Another port of this machine is the same site, so its pages send our cookie along: it counts for nothing.
            return .nobody
        }
        let known = head.headers.cookies(cookieName).lazy.compactMap { self.sessions.session($0, kind: .cookie) }
        guard let session = known.first else { return .nobody }
        if verdict == .untold, let method = head.method, !method.isSafe {
            throw Problem(.crossSite, "A cookie alone proves nothing; programs send a bearer token.")
        }
        return .session(session)
    }

    private func checkType(
        _ head: RequestHead, _ route: Route, _ method: RequestHead.Method
    ) throws(Problem) -> MediaType? {
        let field = head.headers[.contentType]
        let type = field.flatMap(MediaType.init)
        guard let isTaken = route.takes(type, method) else { return nil }
        guard isTaken, field == nil || type != nil else { throw Problem(.wrongContentType) }
        return type
    }
}
