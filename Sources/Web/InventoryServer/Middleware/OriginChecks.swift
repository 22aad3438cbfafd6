import HTTPServer
import Message

/// 3. Answers preflights, and lets pages of allowed origins read responses of the API (Fetch Standard, 3.2): each origin
/// by name, never `*`.
struct CrossOriginAccess: Middleware {
    let allowed: Set<Origin>

    func check(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        guard context.isPreflight else { return }
        guard let origin = allowedOrigin(of: head) else { throw HTTPError(.foreignOrigin) }
        context.siteRelation = .allowed(origin)
        context.method = .options
        context.bodyLimit = 0
    }

    func complete(_ response: Response, to head: RequestHead) -> Response {
        guard !allowed.isEmpty, head.target.path.first == "api" else { return response }
        var response = response.with("Vary", "Origin")
        guard let origin = allowedOrigin(of: head) else { return response }
        response = response.with("Access-Control-Allow-Origin", origin.text)
            .with("Access-Control-Expose-Headers", "ETag, Location, Retry-After")
        guard head.method == .options, head.headers[.requestMethod] != nil else { return response }
        response = response.with("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE")
            .with(
                "Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match, Idempotency-Key, Last-Event-ID"
            )
            .with("Access-Control-Max-Age", "600")
        if head.headers[.requestPrivateNetwork] == "true" {
            response = response.with("Access-Control-Allow-Private-Network", "true")
        }
        return response
    }

    private func allowedOrigin(of head: RequestHead) -> Origin? {
        guard head.target.path.first == "api", let origin = head.headers[.origin].flatMap(Origin.init),
            allowed.contains(origin)
        else { return nil }
        return origin
    }
}

/// 5. The request comes from a page of this server or of an allowed origin, or not from a page at all.
struct OriginCheck: Middleware {
    let origins: OriginPolicy

    func check(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        context.siteRelation = try origins.check(head, isPage: context.route.isPage)
    }
}

/// 6. The caller is signed in, by a bearer token or by the cookie that browsers send on their own.
struct SessionCheck: Middleware {
    let sessions: SessionStore
    let cookieName: String

    func check(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        context.awaitsSession = proofs(in: head, context.siteRelation).contains(where: sessions.mayBeUnread)
        guard !context.awaitsSession else { return }
        try settle(head, &context)
    }

    /// Decides who the caller is by the sessions that are known now.
    func settle(_ head: RequestHead, _ context: inout RequestContext) throws(HTTPError) {
        context.awaitsSession = false
        context.caller = try identify(head, context.siteRelation)
        if case .anonymous = context.caller, !context.route.isOpen { throw HTTPError(.notSignedIn) }
    }

    /// The secrets that a request shows.
    private func proofs(in head: RequestHead, _ siteRelation: OriginPolicy.SiteRelation) -> [String] {
        if let field = head.headers[.authorization] { return [String(Substring(field.utf8.dropFirst(7)))] }
        if case .allowed = siteRelation { return [] }
        return head.headers.cookies(cookieName)
    }

    private func identify(_ head: RequestHead, _ siteRelation: OriginPolicy.SiteRelation) throws(HTTPError) -> Caller {
        if let field = head.headers[.authorization] {
            guard field.utf8.count > 7, field.hasPrefix("Bearer ") || field.prefix(7).lowercased() == "bearer ",
                let session = sessions.session(String(Substring(field.utf8.dropFirst(7))), kind: .bearer)
            else { throw HTTPError(.notSignedIn) }
            return .session(session)
        }
        // Pages of another port of this machine are the same site, so their requests carry our cookie: it proves nothing.
        if case .allowed = siteRelation { return .anonymous }
        let known = head.headers.cookies(cookieName).lazy.compactMap { sessions.session($0, kind: .cookie) }
        guard let session = known.first else { return .anonymous }
        if siteRelation == .unspecified, let method = head.method, !method.isSafe {
            throw HTTPError(.crossSite, Message("http.cookieAlone"))
        }
        return .session(session)
    }
}
