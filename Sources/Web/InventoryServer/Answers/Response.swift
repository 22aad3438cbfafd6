import InventoryStore

/// What a request is answered.
struct Response: Sendable {
    var status: Int
    var fields: [(String, String)] = []
    var body: Body
    /// Whether the connection is closed afterwards.
    var closes = false
    var kind = Kind.plain

    /// What an answer has to do with the published pages.
    enum Kind: Sendable {
        /// Nothing.
        case plain
        /// It shows what is published with a revision.
        case showing(Revision)
        /// It sends the browser back to where a form was opened, which may have changed with a revision or be gone.
        case redirectBack(ReturnPath, after: Revision?)

        /// The revision that the published pages show before the answer is sent, or some seconds pass.
        var awaits: Revision? {
            switch self {
            case .plain: nil
            case .showing(let revision): revision
            case .redirectBack(_, let revision): revision
            }
        }
    }

    enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A file of the published folder, header and all.
        case file(CachedFile)
        case stream(EventStream)
    }

    /// No page: data for programs and scripts.
    static func json(_ bytes: [UInt8], status: Int = 200, type: String = "application/json") -> Response {
        Response(
            status: status,
            fields: [
                ("Content-Type", type), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .bytes(bytes))
    }

    static func json(status: Int = 200, _ write: (inout ResponseJSONWriter) -> Void) -> Response {
        var json = ResponseJSONWriter()
        json.object(nil, write)
        return .json(json.bytes, status: status)
    }

    /// A page, with the hashes of what it carries inside.
    static func page(_ bytes: [UInt8], status: Int = 200, hashes: CSPHashes) -> Response {
        Response(
            status: status,
            fields: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.policy(hashes)),
            ], body: .bytes(bytes))
    }

    /// Sends the browser to another page of this server, to be fetched with GET (RFC 9110, 15.4.4).
    static func see(_ path: String) -> Response {
        Response(
            status: 303,
            fields: [
                ("Location", path), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .none)
    }

    /// Sends the browser back to where a form was opened, once the pages show the change it made.
    static func back(to path: ReturnPath, after change: Revision?) -> Response {
        var response = Response.see(path.text)
        response.kind = .redirectBack(path, after: change)
        return response
    }

    /// The answer, to be sent once the published pages show a change.
    func showing(_ change: Revision) -> Response {
        var response = self
        response.kind = .showing(change)
        return response
    }

    /// Nothing but a status.
    static func empty(_ status: Int) -> Response {
        Response(
            status: status,
            fields: [("Cache-Control", "no-store"), ("Content-Security-Policy", SecurityHeaders.closedPolicy)],
            body: .none)
    }

    /// The refusal as JSON.
    static func problem(_ problem: HTTPError) -> Response {
        Response.json(problem.json, status: problem.kind.status, type: "application/problem+json").applying(problem)
    }

    /// The answer with the fields a refusal carries.
    func applying(_ problem: HTTPError) -> Response {
        var response = self
        if let seconds = problem.retryAfter { response.fields.append(("Retry-After", String(seconds))) }
        if let methods = problem.allow { response.fields.append(("Allow", methods)) }
        if problem.kind.status == 401 { response.fields.append(("WWW-Authenticate", "Bearer realm=\"homepwner\"")) }
        return response
    }

    /// The answer with one more field.
    func with(_ name: String, _ value: String) -> Response {
        var response = self
        response.fields.append((name, value))
        return response
    }
}
