import Message

/// The entity tag that a change is based on, and the cached version that a reader has.
package enum Preconditions {
    /// The condition of an `If-Match` field (RFC 9110, 13.1.1).
    package enum Match: Equatable, Sendable {
        /// `*`: any current version.
        case any
        /// The text between the quotes of one strong entity tag.
        case tag(String)
    }

    /// Parses `If-Match`; nil for a missing field.
    /// - Throws: `malformedRequest` for a weak tag or a list.
    package static func match(_ headers: HeaderFields) throws -> Match? {
        guard let field = headers[.ifMatch] else { return nil }
        if field == "*" { return .any }
        guard field.utf8.count >= 3, field.hasPrefix("\""), field.hasSuffix("\"") else {
            throw HTTPError(.malformedRequest, Message("http.invalidIfMatch"))
        }
        return .tag(String(field.dropFirst().dropLast()))
    }

    /// Whether the version that a client has is still current (RFC 9110, 13.1.2).
    package static func isCurrent(_ tag: String, _ headers: HeaderFields) -> Bool {
        guard let field = headers[.ifNoneMatch] else { return false }
        if field == "*" { return true }
        return field.split(separator: ",").contains { candidate in
            var candidate = candidate
            while candidate.first == " " { candidate.removeFirst() }
            while candidate.last == " " { candidate.removeLast() }
            if candidate.hasPrefix("W/") { candidate = candidate.dropFirst(2) }
            return candidate == tag
        }
    }
}
