import Files
import HTTPServer
import Inventory
import InventoryStore
import JSON
import Localization
import Message
import Reports
import Templating

/// Signing in and out, by JSON or by form.
struct SessionsHandler: ResourceHandler {
    /// Nil for the page of a database server, where its people sign in.
    let store: InventoryStore?
    let workers: Workers
    let sessions: SessionStore
    let broadcaster: EventBroadcaster
    let forms: FormPages
    /// The address of the server, for sign-in links.
    let address: String
    let cookie: SessionCookie
    let provider: IdentityProvider?

    func respond(to request: InventoryRequest) throws -> DeferredResponse {
        switch (request.route, request.method) {
        case (.session, .post): return respond(request) { try signIn(request) }
        case (.session, .delete): return respond(request) { try signOut(request) }
        case (.session, _):
            return respond(request) {
                guard case .session(let session) = request.caller else { return .json { $0.add("signedIn", false) } }
                return try describe(session, try store?.snapshot().facts)
            }
        case (.sessionLinks, _): return respond(request) { makeLinkResponse(for: request.caller) }
        case (.signInPage, .post): return respond(request) { try signInByForm(request) }
        case (.signInPage, _):
            let back = request.head.query?["return"].map { ReturnPath($0).text } ?? "/"
            guard let user = request.head.headers.user, request.method == .get else {
                return .now(try signInPage(request.head, back: back))
            }
            return respond(request) { try signIn(user: user, request, back: back) }
        case (.providerPage, _): return try providerPage(request)
        case (.phonePage, _): return respond(request) { try phonePage(request) }
        case (.signOutForm, .post): return respond(request) { try signOutByForm(request) }
        case (.signOutForm, _):
            let back = request.head.query?["return"].map { ReturnPath($0).text } ?? "/"
            let words = forms.words(for: request.head)
            let data = FormPages.hiddenFields(request.caller, returning: back)
            return .now(try forms.page(.signOut, title: words["signOut"], words: words, data: data))
        default: throw RequestError(.noSuchPage)
        }
    }

    /// Responds from a worker: sessions are written to a file or to the tables of a database server.
    private func respond(
        _ request: InventoryRequest, _ body: @escaping @Sendable () throws -> Response
    ) -> DeferredResponse { workers.reading(for: request.head, body) }

    /// Makes a sign-in link.
    /// - Parameter session: that of the person whom it signs in; nil for the owner, who has no name.
    func makeLink(for session: Session? = nil) -> (link: String, token: String) {
        let token = sessions.store(of: session).makeToken(for: session?.person?.name)
        return (SignInCode.link(token, at: address), token)
    }

    private func makeLinkResponse(for caller: Caller) -> Response {
        let (link, token) = makeLink(for: caller.session)
        return .json(status: 201) { json in
            json.add("link", link)
            json.add("token", token)
            json.add("minutes", Int(SessionStore.tokenSeconds / 60))
        }
    }

    private func signIn(_ request: InventoryRequest) throws -> Response {
        let body = try JSONBody(request.body, members: ["token", "bearer"], required: ["token"])
        guard case .string(let token)? = body["token"], token.utf8.count <= 200 else {
            throw RequestError.field("token", Message("request.expectedToken", ["count": .count(200)]))
        }
        var wantsBearer = try body.flag("bearer") ?? false
        // A page of another origin never gets a cookie.
        if case .allowed = request.context.siteRelation { wantsBearer = true }
        // The token is good once, so what the response says is read before it is used up. Nothing is kept open meanwhile, as
        // signing in may wait for the database.
        let facts = try store?.snapshot().facts
        let (session, secret) = try sessions.signIn(
            token, kind: wantsBearer ? .bearer : .cookie, peer: request.head.peer)
        if session.kind == .visitor { return begin(secret, with: .empty(204)) }
        let response = try describe(session, facts, bearer: wantsBearer ? secret : nil)
        return wantsBearer ? response : begin(secret, isOfServer: session.isOfServer, with: response)
    }

    /// Begins a session of the person whom the proxy names, and leads on.
    ///
    /// A browser that came over a link of another site sends no cookie, nor after a redirect, so that a session may exist:
    /// the page leads to itself first. After the session began it does so again, to see whether the cookie was kept.
    private func signIn(user: String, _ request: InventoryRequest, back: String) throws -> Response {
        let page = try signInPage(request.head, back: back)
        func again(_ step: String) -> String {
            "0; url=/sign-in?step=\(step)&return=\(PercentCoding.encodePath(back))"
        }
        let step = request.head.query?["step"]
        if request.caller.session != nil { return step == nil ? page : .redirect(to: back) }
        if step == "begun" { return page }
        if step == nil, request.context.siteRelation == .crossSiteNavigation {
            return page.with("Refresh", again("begin"))
        }
        guard let begun = try sessions.signIn(where: { $0.isUser(user) }) else { return page }
        return begin(begun.secret, isOfServer: begun.isOfServer, with: page).with("Refresh", again("begun"))
    }

    private func signOut(_ request: InventoryRequest) throws -> Response {
        let everywhere = try ItemListQuery.flag(request.head.query ?? FormFields(), "everywhere")
        return try signOut(request, everywhere: everywhere, .empty(204))
    }

    private func signOutByForm(_ request: InventoryRequest) throws -> Response {
        let fields = try request.formFields()
        try request.checkCSRF(fields)
        let response = try signOut(
            request, everywhere: fields["everywhere"] == "yes", .redirect(to: "/sign-in"))
        // The script asks for this after no change of this browser is unsent, or its owner chose to discard them.
        guard fields["clear"] == "yes" else { return response }
        return response.with("Clear-Site-Data", "\"cache\", \"storage\"")
    }

    private func signOut(_ request: InventoryRequest, everywhere: Bool, _ response: Response) throws -> Response {
        guard let session = request.caller.endable else { throw RequestError(.notSignedIn) }
        let store = sessions.store(of: session)
        // A visitor has one session, whatever they ask for.
        try everywhere && session.kind != .visitor
            ? store.signOutAll(of: session.person) : store.end(session.selector)
        var response = response.with("Set-Cookie", cookie(of: session.isOfServer).removal)
        // The other cookie of the browser would sign in at once.
        if let other = otherSession(beside: session, in: request.head) {
            try sessions.store(of: other).end(other.selector)
            response = response.with("Set-Cookie", cookie(of: other.isOfServer).removal)
        }
        broadcaster.end { !sessions.isOpen($0) }
        return response
    }

    /// The session of the inventory beside one of the server in the same browser, or that of the server beside the other.
    private func otherSession(beside session: Session, in head: RequestHead) -> Session? {
        guard session.kind == .cookie, let server = sessions.server else { return nil }
        return session.isOfServer
            ? head.headers.cookies(cookie.name).lazy.compactMap { sessions.session($0, kind: .cookie) }.first
            : head.headers.cookies(server.cookie.name).lazy.compactMap { sessions.serverSession($0, kind: .cookie) }
                .first
    }

    private func cookie(of server: Bool) -> SessionCookie { server ? sessions.server?.cookie ?? cookie : cookie }

    /// Adds the cookie of a session that begins. One of the inventory itself would come before that of the server.
    func begin(_ secret: String, isOfServer: Bool = false, with response: Response) -> Response {
        let response = isOfServer ? response.with("Set-Cookie", cookie.removal) : response
        return response.with("Set-Cookie", cookie(of: isOfServer).field(secret))
    }

    private func describe(
        _ session: Session, _ facts: InventoryFacts?, bearer: String? = nil
    ) throws -> Response {
        let recorder = session.role == .recorder ? session.person : nil
        let added = try recorder.flatMap { try store?.snapshot().items(addedBy: $0.name) }
        return .json { json in
            json.add("signedIn", true)
            if let store { json.add("store", store.identifier.text) }
            json.add("csrf", session.csrfToken)
            if let person = session.person { json.add("person", person.name) }
            if let bearer { json.add("bearer", bearer) }
            // Roles and the like are those in an inventory.
            guard let facts else { return }
            json.add("role", session.role.rawValue)
            if let added { json.array("added") { json in for id in added { json.add(.string(id.text)) } } }
            json.array("hidden") { json in
                for name in session.hidden.names { json.add(.string(name)) }
            }
            json.add("revision", facts.revision.rawValue)
            json.add("currency", facts.settings.currency.code)
            json.add("locale", facts.settings.locale)
            json.add("timeZone", facts.settings.timeZone)
            json.add("photos", true)
        }
    }

    func signInPage(
        _ head: RequestHead, back: String, problem: String? = nil, status: Int = 200
    ) throws -> Response {
        let words = forms.words(for: head)
        let button = provider.map { words.catalogue.text("form.signInWith", [$0.name]) }
        return try forms.page(
            .signIn, title: words["signInTitle"], words: words, status: status,
            data: [
                "return": .text(back), "problem": problem.map(TemplateValue.text) ?? .null,
                "provider": button.map(TemplateValue.text) ?? .null,
            ])
    }

    private func signInByForm(_ request: InventoryRequest) throws -> Response {
        // A page of another origin never gets a cookie.
        if case .allowed = request.context.siteRelation { throw RequestError(.foreignOrigin) }
        let fields = try request.formFields()
        let back = ReturnPath(fields["return"]).text
        do {
            let (session, secret) = try sessions.signIn(fields["token"] ?? "", kind: .cookie, peer: request.head.peer)
            return begin(secret, isOfServer: session.isOfServer, with: .redirect(to: back))
        } catch {
            let error = RequestError(error)
            guard request.head.wantsPage else { throw error }
            let word = error.type == .http(.lockedOut) ? "lockedOut" : "tokenTrouble"
            return try signInPage(
                request.head, back: back, problem: forms.words(for: request.head)[word], status: error.type.status
            ).with(fieldsOf: error)
        }
    }
}

// Signing in another device: a page shows a fresh link as a QR code for its camera.
extension SessionsHandler {
    func phonePage(_ request: InventoryRequest) throws -> Response {
        let words = forms.words(for: request.head)
        var back = request.head.query?["return"]
        var data: [String: TemplateValue] = ["code": .null, "side": .null, "token": .null]
        if request.method == .post {
            let fields = try request.formFields()
            try request.checkCSRF(fields)
            back = fields["return"]
            let session = request.caller.session
            let token = sessions.store(of: session).makeToken(for: session?.person?.name)
            let code = QRCode(SignInCode.link(token, at: request.head.ownAddress(isSecure: cookie.isSecure)))
            data["code"] = code.map { .text($0.path) } ?? .null
            data["side"] = code.map { .text(String($0.side)) } ?? .null
            data["token"] = .text(token)
        }
        data.merge(FormPages.hiddenFields(request.caller, returning: ReturnPath(back).text)) { $1 }
        data["isLocal"] = .bool(HostName(request.head.headers[.host] ?? "")?.isLoopback ?? false)
        return try forms.page(.phone, title: words["phoneTitle"], words: words, data: data)
    }
}

/// The facts of an inventory in the answer to a sign-in.
struct InventoryFacts {
    let revision: Revision
    let settings: InventorySettings
}

extension StoreSnapshot {
    fileprivate var facts: InventoryFacts { InventoryFacts(revision: revision, settings: settings) }
}
