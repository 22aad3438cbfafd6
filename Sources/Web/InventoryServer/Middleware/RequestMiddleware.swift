import HTTPServer
internal import InventoryStore
import Message

/// The results of the middleware: what is known about a request when its handler runs.
struct RequestContext: Sendable {
    let address: Address
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
    private let place: Address.Place

    init(
        hosts: HostPolicy, origins: OriginPolicy, limits: ServerLimits, rate: RateCheck, sessions: SessionStore,
        cookieName: String, place: Address.Place
    ) {
        self.limits = limits
        self.place = place
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
    func check(_ head: RequestHead) throws -> RequestContext {
        let (address, route) = Address.find(head.target.path, at: place)
        let isPreflight = head.method == .options && head.headers[.requestMethod] != nil
        let bodyLimit =
            address.isOpen
            ? min(limits.unauthenticatedBody, limits.body) : address.fileField != nil ? limits.upload : limits.body
        var context = RequestContext(address: address, route: route, isPreflight: isPreflight, bodyLimit: bodyLimit)
        for step in steps {
            try step.check(head, &context)
            // The request after a preflight passes all steps; the preflight itself has neither session nor type.
            if isPreflight, step is CrossOriginAccess { break }
        }
        return context
    }

    /// Identifies the caller of a request that waited for the next reading of the sessions.
    func settle(_ head: RequestHead, _ context: inout RequestContext) throws {
        try sessions.settle(head, &context)
    }

    /// Adds header fields to a response.
    func complete(_ response: Response, to head: RequestHead) -> Response {
        steps.reversed().reduce(response) { $1.complete($0, to: head) }
    }
}

/// 3. Answers preflights, and lets pages of allowed origins read responses of the API (Fetch Standard, 3.2): each origin
/// by name, never `*`.
struct CrossOriginAccess: Middleware {
    let allowed: Set<Origin>

    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
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

    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        context.siteRelation = try origins.check(head, isPage: context.address.isPage)
    }
}

/// 6. The caller is signed in, by a bearer token or by the cookie that browsers send on their own, and has the role for it.
struct SessionCheck: Middleware {
    let sessions: SessionStore
    let cookieName: String

    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        // A browser may show a cookie that is over beside one that is good.
        let proofs = proofs(in: head, context.siteRelation)
        context.awaitsSession =
            proofs.contains(where: sessions.mayBeUnread) && !proofs.contains(where: sessions.isKnown)
        guard !context.awaitsSession else { return }
        try settle(head, &context)
    }

    /// Decides who the caller is by the sessions that are known now.
    func settle(_ head: RequestHead, _ context: inout RequestContext) throws {
        context.awaitsSession = false
        context.caller = try identify(head, context.siteRelation)
        if case .anonymous = context.caller, !context.address.isOpen { throw HTTPError(.notSignedIn) }
        guard !context.address.isOpen, let method = head.method else { return }
        let isAllowed =
            switch context.caller {
            case .anonymous: false
            case .session(let session):
                session.role >= context.address.role(method) && session.hidden.isDisjoint(with: context.address.showing)
            case .visitor:
                context.address.isShared && (method.isSafe || context.address.methods.contains(method))
            }
        guard isAllowed else { throw StoreError.notAllowed }
    }

    /// The secrets that a request shows.
    private func proofs(in head: RequestHead, _ siteRelation: OriginPolicy.SiteRelation) -> [String] {
        if let field = head.headers[.authorization] { return [String(Substring(field.utf8.dropFirst(7)))] }
        if case .allowed = siteRelation { return [] }
        return ([cookieName] + [sessions.server?.cookie.name].compactMap(\.self)).flatMap(head.headers.cookies)
    }

    private func identify(_ head: RequestHead, _ siteRelation: OriginPolicy.SiteRelation) throws -> Caller {
        if let field = head.headers[.authorization] {
            guard field.utf8.count > 7, field.hasPrefix("Bearer ") || field.prefix(7).lowercased() == "bearer ",
                let session = bearer(String(Substring(field.utf8.dropFirst(7))))
            else { throw HTTPError(.notSignedIn) }
            return .session(session)
        }
        // Pages of another port of this machine are the same site, so their requests carry our cookie: it proves nothing.
        if case .allowed = siteRelation { return .anonymous }
        let own = head.headers.cookies(cookieName)
        let known = own.lazy.compactMap { sessions.session($0, kind: .cookie) }
        let links = own.lazy.compactMap(sessions.visitor)
        let ofServer = (sessions.server.map { head.headers.cookies($0.cookie.name) } ?? []).lazy
            .compactMap { sessions.serverSession($0, kind: .cookie) }
        // What somebody opened here comes before what they may see of all inventories.
        guard
            let caller = known.first.map(Caller.session) ?? links.first.map(Caller.visitor)
                ?? ofServer.first.map(Caller.session)
        else { return .anonymous }
        // The proxy has signed in somebody else in the same browser.
        if let user = head.headers.user {
            guard let session = caller.session, session.person?.isUser(user) != false else { return .anonymous }
        }
        if siteRelation == .unspecified, let method = head.method, !method.isSafe {
            throw HTTPError(.crossSite, Message("http.cookieAlone"))
        }
        return caller
    }

    private func bearer(_ secret: String) -> Session? {
        sessions.session(secret, kind: .bearer) ?? sessions.serverSession(secret, kind: .bearer)
    }
}

/// 8. The address exists.
struct AddressCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        guard context.route != .notFound else { throw HTTPError(.noSuchPage) }
    }
}

/// 9. The address takes the method.
struct MethodCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        guard let method = head.method, context.address.methods.contains(method) else {
            var error = HTTPError(.methodNotAllowed)
            error.allowedMethods = context.address.methods
            throw error
        }
        context.method = method
    }
}

/// 10. Every query parameter is known and there once.
struct ParameterCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        guard !head.target.query.isEmpty, let known = context.address.parameters(context.method) else { return }
        guard let names = head.query?.names else {
            throw HTTPError(.malformedParameter, Message("http.undecodableQuery"))
        }
        for (index, name) in names.enumerated() {
            guard known.contains(name) else {
                throw HTTPError(.malformedParameter, Message("http.unknownParameter", ["name": name]))
            }
            guard !names[..<index].contains(name) else {
                throw HTTPError(.malformedParameter, Message("http.repeatedParameter", ["name": name]))
            }
        }
    }
}

/// 11. The body has one of the types that the address takes. Types that a page may send to any site without asking first are
/// taken only from forms, which carry a token.
struct ContentTypeCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        let field = head.headers[.contentType]
        context.mediaType = field.flatMap(MediaType.init)
        guard let isTaken = context.address.takes(context.mediaType, context.method) else { return }
        guard isTaken, field == nil || context.mediaType != nil else { throw HTTPError(.wrongContentType) }
    }
}

/// 12. A change of an item names the revision that it is based on.
struct RevisionCheck: Middleware {
    func check(_ head: RequestHead, _ context: inout RequestContext) throws {
        guard context.address.needsBase(context.method) else { return }
        switch try Preconditions.match(head.headers) {
        case nil: throw HTTPError(.preconditionRequired)
        case .any: context.base = nil
        case .tag(let text):
            guard let revision = Revision(digits: text) else {
                throw HTTPError(.malformedRequest, Message("http.invalidIfMatch"))
            }
            context.base = revision
        }
    }
}

extension Revision {
    /// A revision in plain digits; nil for anything else.
    init?(digits text: some StringProtocol) {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(String(text))
        else { return nil }
        self.init(rawValue: number)
    }
}

extension IdempotencyKey {
    /// The key in the header of a request, without the quotes of a structured field; nil for none.
    init?(_ headers: HeaderFields) throws {
        guard let field = headers[.idempotencyKey] else { return nil }
        let isQuoted = field.utf8.count >= 2 && field.hasPrefix("\"") && field.hasSuffix("\"")
        guard let key = IdempotencyKey(visible: isQuoted ? String(field.dropFirst().dropLast()) : field) else {
            throw HTTPError(.malformedRequest, Message("http.invalidIdempotencyKey"))
        }
        self = key
    }
}
