/// A client that signed in.
struct Session: Equatable, Sendable {
    /// The client's way of authentication.
    enum Kind: Sendable {
        /// With a cookie. Browsers send it on their own, so requests also need a proof of their origin.
        case cookie
        /// With a bearer token, which only a program or script that has it can send.
        case bearer
    }

    let kind: Kind
    /// Identifies the session. Not secret.
    let selector: String
    /// The CSRF token in the forms of the session.
    let csrfToken: String
}

/// The sender of a request.
enum Caller: Sendable {
    case anonymous
    case session(Session)

    var session: Session? {
        if case .session(let session) = self { session } else { nil }
    }
}
