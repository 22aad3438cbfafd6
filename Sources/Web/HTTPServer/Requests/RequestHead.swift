/// A request line and its header fields.
package struct RequestHead: Sendable {
    /// The methods that the server knows (RFC 9110, 9; RFC 5789).
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
        case options = "OPTIONS"

        /// Whether it only reads (RFC 9110, 9.2.1).
        package var isSafe: Bool {
            switch self {
            case .get, .head, .options: true
            case .post, .patch, .delete: false
            }
        }
    }

    /// The method; nil for an unknown one.
    package let method: Method?
    package let target: RequestTarget
    package let headers: HeaderFields
    package let peer: Peer

    package init(method: Method?, target: RequestTarget, headers: HeaderFields, peer: Peer) {
        self.method = method
        self.target = target
        self.headers = headers
        self.peer = peer
    }

    /// Whether the response is shown in a browser, as `Accept` tells.
    package var wantsPage: Bool {
        guard let accept = headers[.accept] else { return false }
        let first = accept.split(separator: ",").first ?? ""
        return first.hasPrefix("text/html") || first.hasPrefix("application/xhtml+xml")
    }

    /// The query's parameters; nil if they cannot be decoded.
    package var query: FormFields? { FormFields(target.query.utf8) }
}
