/// What a request says before its body.
struct RequestHead: Sendable {
    /// The methods the companion knows (RFC 9110, 9; RFC 5789).
    enum Method: String, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
        case options = "OPTIONS"

        /// Whether it only reads (RFC 9110, 9.2.1).
        var isSafe: Bool {
            switch self {
            case .get, .head, .options: true
            case .post, .patch, .delete: false
            }
        }
    }

    /// The method; nil for one the companion does not know.
    let method: Method?
    let target: RequestTarget
    let headers: HeaderFields
    /// Who sends it, as far as the network tells.
    let peer: Peer

    /// Whether a person looks at the answer in a browser.
    var wantsPage: Bool {
        guard let accept = headers[.accept] else { return false }
        let first = accept.split(separator: ",").first ?? ""
        return first.hasPrefix("text/html") || first.hasPrefix("application/xhtml+xml")
    }

    /// The query's parameters; nil where they cannot be read.
    var query: FormFields? { FormFields(target.query.utf8) }
}

/// Where a request comes from; what is kept of it for rates and lock-outs, with the bits of one household only.
struct Peer: Hashable, Sendable {
    /// The address in words: 127.0.0.1, or the first 64 bits of an IPv6 address.
    let name: String

    init(name: String) { self.name = name }
}
