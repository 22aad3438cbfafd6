import Files

/// A client that signed in.
struct Session: Equatable, Sendable {
    /// The client's way of authentication.
    enum Kind: String, Sendable {
        /// With a cookie. Browsers send it on their own, so requests also need a proof of their origin.
        case cookie
        /// With a bearer token, which only a program or script that has it can send.
        case bearer
    }

    let kind: Kind
    /// Identifies the session. Not secret.
    let selector: String
    /// The second part of the session's secret.
    let verifier: String

    /// The token in the forms of the session (CSRF). It follows from the secret, so that open forms outlast a restart.
    var csrfToken: String { SHA256.hexadecimalDigest(of: "csrf " + verifier) }
}

/// The sender of a request.
enum Caller: Sendable {
    case anonymous
    case session(Session)

    var session: Session? {
        if case .session(let session) = self { session } else { nil }
    }
}
