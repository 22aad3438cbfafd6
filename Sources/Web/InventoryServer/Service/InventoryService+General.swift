import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Templating

// The description, sessions and live events.
extension InventoryService {
    func handleGeneral(_ request: Request) throws(HTTPError) -> DeferredResponse {
        switch (request.route, request.method) {
        case (.description, _):
            guard let bytes = EmbeddedFiles.bytes(of: "Site/openapi.json") else { throw HTTPError(.noSuchPage) }
            return .now(.json(Array(bytes)))
        case (.style, _): return .now(try asset("Site/companion.css", "text/css; charset=utf-8"))
        case (.script, _): return .now(try asset("Site/companion.js", "text/javascript; charset=utf-8"))
        case (.session, .post): return .now(try signIn(request))
        case (.session, .delete):
            guard let session = request.authorization.caller.session else { throw HTTPError(.notSignedIn) }
            signOut(session)
            return .now(Response.empty(204).with("Set-Cookie", cookie("", seconds: 0)))
        case (.session, _):
            return reading(request.head) { service throws(HTTPError) in
                try service.session(request.authorization.caller)
            }
        case (.sessionLinks, _):
            let (link, token) = makeLink()
            return .now(
                .json(status: 201) { json in
                    json.add("link", link)
                    json.add("token", token)
                    json.add("minutes", Int(SessionStore.tokenSeconds / 60))
                })
        case (.events, .head):
            return .now(Response.empty(200).with("Content-Type", "text/event-stream"))
        case (.events, _): return try events(request)
        default: throw HTTPError(.noSuchPage)
        }
    }

    private func asset(_ path: String, _ type: String) throws(HTTPError) -> Response {
        guard let bytes = EmbeddedFiles.bytes(of: path) else { throw HTTPError(.noSuchPage) }
        return Response(
            status: 200,
            fields: [
                ("Content-Type", type), ("Cache-Control", "no-cache"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .bytes(path.hasSuffix(".js") ? BrowserScript.minified(bytes) : Array(bytes)))
    }

    /// A fresh sign-in link; its token stands in the fragment, which browsers send to nobody.
    func makeLink() -> (link: String, token: String) {
        let token = sessions.makeToken()
        return ("\(address)/sign-in#token=\(token)", token)
    }

    private func signIn(_ request: Request) throws(HTTPError) -> Response {
        let json = try EditReader.json(request.body)
        let members = try EditReader.members(json, ["token", "bearer"], required: ["token"])
        guard case .text(let token)? = members["token"], token.utf8.count <= 200 else {
            throw .fields([HTTPError.FieldDiagnostic(field: "token", detail: "expected a text of at most 200 bytes")])
        }
        var wantsBearer = false
        switch members["bearer"] {
        case nil: break
        case .bool(let flag)?: wantsBearer = flag
        default: throw .fields([HTTPError.FieldDiagnostic(field: "bearer", detail: "expected true or false")])
        }
        // A page of another origin never gets a cookie.
        if case .allowed = request.authorization.siteRelation { wantsBearer = true }
        let (session, secret) = try sessions.signIn(
            token, kind: wantsBearer ? .bearer : .cookie, peer: request.head.peer)
        let response = try self.session(.session(session), bearer: wantsBearer ? secret : nil)
        return wantsBearer ? response : response.with("Set-Cookie", cookie(secret))
    }

    /// The cookie that proves a session. It ends with the browser, and is the server's to read alone.
    func cookie(_ secret: String, seconds: Int? = nil) -> String {
        let isSecure = options.certificate != nil || options.isBehindProxy
        return "\(requestGuard.cookieName)=\(secret); Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
            + (seconds.map { "; Max-Age=\($0)" } ?? "")
    }

    private func session(_ caller: Caller, bearer: String? = nil) throws(HTTPError) -> Response {
        guard case .session(let session) = caller else { return .json { $0.add("signedIn", false) } }
        let snapshot = try HTTPError.translating { () throws(StoreError) in try store.snapshot() }
        return .json { json in
            json.add("signedIn", true)
            json.add("store", storeName)
            json.add("csrf", session.csrfToken)
            if let bearer { json.add("bearer", bearer) }
            json.add("revision", snapshot.revision.rawValue)
            json.add("currency", snapshot.settings.currency.code)
            json.add("locale", snapshot.settings.locale)
            json.add("timeZone", snapshot.settings.timeZone)
            json.add("photos", options.photos != nil)
        }
    }

    private func events(_ request: Request) throws(HTTPError) -> DeferredResponse {
        let stated = request.head.headers[.lastEventID] ?? request.head.query?["since"]
        var since: Revision?
        if let stated {
            guard let revision = Preconditions.revision(stated) else {
                throw .parameter("since", "expected a revision, a whole number")
            }
            since = revision
        }
        guard let session = request.authorization.caller.session else { throw HTTPError(.notSignedIn) }
        guard let stream = broadcaster.open(in: session.selector) else {
            // Pages that went without a word are found out, so that there is room when this one comes back.
            broadcaster.sendHeartbeat()
            throw HTTPError(.tooManyStreams)
        }
        stream.send(Array("retry: 2000\n\n".utf8))
        let response = Response(
            status: 200,
            fields: [
                ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .stream(stream))
        guard let since else { return .now(response) }
        // What happens while the store is read comes as an event of its own: told twice at worst, never missed.
        return reading(request.head) { service throws(HTTPError) in
            let changes = try HTTPError.translating { () throws(StoreError) in try service.store.changes(since: since) }
            if changes.revision > since { stream.send(EventBroadcaster.event(changes)) }
            return response
        }
    }
}

extension HTTPError {
    /// Runs what the store does and says what its errors mean to a client.
    static func translating<Result>(_ body: () throws(StoreError) -> Result) throws(HTTPError) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw HTTPError(error)
        }
    }
}
