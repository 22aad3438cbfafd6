import Files

/// The target of a request: the segments of its path, decoded one by one, and its query (RFC 9112, 3.2.1).
package struct RequestTarget: Equatable, Sendable {
    /// The decoded segments between the slashes. The last is empty if the path ends with a slash.
    package let path: [String]
    /// The query as it was sent, without the question mark.
    package let query: String

    /// The front page.
    package static let front = RequestTarget(path: [""], query: "")

    private init(path: [String], query: String) {
        self.path = path
        self.query = query
    }

    /// Why a target is refused.
    package enum ParseError: Error, Equatable {
        /// It does not begin with a slash, or contains bytes that a target may not contain.
        case malformed
        /// A segment could lead out of a folder: `.`, `..`, or one that hides a slash, a backslash or a control character.
        case pathEscapesRoot
    }

    /// Parses the target of a request line.
    package init(_ target: [UInt8]) throws {
        guard target.first == UInt8(ascii: "/") else { throw ParseError.malformed }
        var end = target.count
        for (index, byte) in target.enumerated() {
            if byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "#") { throw ParseError.malformed }
            if byte == UInt8(ascii: "?"), end == target.count { end = index }
        }
        var names: [String] = []
        names.reserveCapacity(4)
        var start = 1
        while start <= end {
            var stop = start
            while stop < end, target[stop] != UInt8(ascii: "/") { stop += 1 }
            guard stop > start || stop == end else { throw ParseError.pathEscapesRoot }
            names.append(try RequestTarget.name(target[start..<stop]))
            start = stop + 1
        }
        path = names
        query = end < target.count ? String(decoding: target[(end + 1)...], as: UTF8.self) : ""
    }

    /// Decodes a segment, whose bytes are visible ASCII except the slash.
    private static func name(_ piece: ArraySlice<UInt8>) throws -> String {
        if piece.contains(UInt8(ascii: "%")) {
            guard let bytes = PercentCoding.decode(piece), let name = String(validating: bytes, as: UTF8.self) else {
                throw ParseError.malformed
            }
            let escapesRoot = bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") }
            guard !escapesRoot else { throw ParseError.pathEscapesRoot }
            return try checked(name)
        }
        return try checked(String(decoding: piece, as: UTF8.self))
    }

    private static func checked(_ name: String) throws -> String {
        guard name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "\\")) else {
            throw ParseError.pathEscapesRoot
        }
        return name
    }

    /// The path for the access log: ids, and in the names of list pages those of locations and tags, but never the query, which
    /// may contain search terms. Longer paths than any of this server's are cut, so that strangers cannot fill the disk.
    package var logged: String { String(("/" + path.map(PercentCoding.encodePath).joined(separator: "/")).prefix(200)) }
}

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
