/// A client that signed in.
struct Session: Equatable, Sendable {
    /// How the client proves itself.
    enum Kind: Sendable {
        /// With a cookie, which browsers send by themselves: requests need a proof of their origin besides.
        case cookie
        /// With a bearer token, which only a program or script sends that holds it.
        case bearer
    }

    let kind: Kind
    /// Tells sessions apart; no secret.
    let selector: String
    /// The proof that forms of the session's pages carry.
    let csrfToken: String
}

/// Who sends a request.
enum Caller: Sendable {
    case anonymous
    case session(Session)

    var session: Session? {
        if case .session(let session) = self { session } else { nil }
    }
}
