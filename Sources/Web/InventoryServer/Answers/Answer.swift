import InventoryStore

/// What a request is answered.
struct Answer: Sendable {
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
        case wayBack(ReturnPath, after: Revision?)

        /// The revision that the published pages show before the answer is sent, or some seconds pass.
        var awaits: Revision? {
            switch self {
            case .plain: nil
            case .showing(let revision): revision
            case .wayBack(_, let revision): revision
            }
        }
    }

    enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A file of the published folder, header and all.
        case file(PreparedFile)
        case stream(EventStream)
    }

    /// No page: data for programs and scripts.
    static func json(_ bytes: [UInt8], status: Int = 200, type: String = "application/json") -> Answer {
        Answer(
            status: status,
            fields: [
                ("Content-Type", type), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .bytes(bytes))
    }

    static func json(status: Int = 200, _ write: (inout JSONWriter) -> Void) -> Answer {
        var json = JSONWriter()
        json.object(nil, write)
        return .json(json.bytes, status: status)
    }

    /// A page, with the hashes of what it carries inside.
    static func page(_ bytes: [UInt8], status: Int = 200, hashes: PageHashes) -> Answer {
        Answer(
            status: status,
            fields: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.policy(hashes)),
            ], body: .bytes(bytes))
    }

    /// Sends the browser to another page of this server, to be fetched with GET (RFC 9110, 15.4.4).
    static func see(_ path: String) -> Answer {
        Answer(
            status: 303,
            fields: [
                ("Location", path), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", SecurityHeaders.closedPolicy),
            ], body: .none)
    }

    /// Sends the browser back to where a form was opened, once the pages show the change it made.
    static func back(to path: ReturnPath, after change: Revision?) -> Answer {
        var answer = Answer.see(path.text)
        answer.kind = .wayBack(path, after: change)
        return answer
    }

    /// The answer, to be sent once the published pages show a change.
    func showing(_ change: Revision) -> Answer {
        var answer = self
        answer.kind = .showing(change)
        return answer
    }

    /// Nothing but a status.
    static func empty(_ status: Int) -> Answer {
        Answer(
            status: status,
            fields: [("Cache-Control", "no-store"), ("Content-Security-Policy", SecurityHeaders.closedPolicy)],
            body: .none)
    }

    /// The refusal as JSON.
    static func problem(_ problem: Problem) -> Answer {
        Answer.json(problem.json, status: problem.kind.status, type: "application/problem+json").refusing(problem)
    }

    /// The answer with the fields a refusal carries.
    func refusing(_ problem: Problem) -> Answer {
        var answer = self
        if let seconds = problem.retryAfter { answer.fields.append(("Retry-After", String(seconds))) }
        if let methods = problem.allow { answer.fields.append(("Allow", methods)) }
        if problem.kind.status == 401 { answer.fields.append(("WWW-Authenticate", "Bearer realm=\"homepwner\"")) }
        return answer
    }

    /// The answer with one more field.
    func with(_ name: String, _ value: String) -> Answer {
        var answer = self
        answer.fields.append((name, value))
        return answer
    }
}
