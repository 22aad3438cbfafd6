import InventoryStore

/// What the header fields of a change state: the revision it is based on and its own name.
enum Preconditions {
    /// The revision an edit is based on, from `If-Match` (RFC 9110, 13.1.1); nil for `*`, any.
    static func base(_ headers: HeaderFields) throws(HTTPError) -> Revision? {
        guard let field = headers[.ifMatch] else { throw HTTPError(.preconditionRequired) }
        if field == "*" { return nil }
        guard field.utf8.count >= 3, field.hasPrefix("\""), field.hasSuffix("\""),
            let revision = revision(field.dropFirst().dropLast())
        else {
            throw HTTPError(.malformedRequest, "If-Match takes one revision in quotes, such as \"12\", or *.")
        }
        return revision
    }

    /// A revision in plain digits.
    static func revision(_ text: some StringProtocol) -> Revision? {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(String(text)).map(Revision.init(rawValue:))
    }

    /// The caller's own name for a change; quotes around it (a structured field's string) are taken off.
    static func key(_ headers: HeaderFields) throws(HTTPError) -> IdempotencyKey? {
        guard let field = headers[.idempotencyKey] else { return nil }
        let isQuoted = field.utf8.count >= 2 && field.hasPrefix("\"") && field.hasSuffix("\"")
        guard let key = key(isQuoted ? String(field.dropFirst().dropLast()) : field) else {
            throw HTTPError(.malformedRequest, "Idempotency-Key takes 1 to 128 visible ASCII characters.")
        }
        return key
    }

    static func key(_ text: String) -> IdempotencyKey? {
        guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        return IdempotencyKey(rawValue: text)
    }

    /// Whether what a client holds is still good (RFC 9110, 13.1.2).
    static func isCurrent(_ tag: String, _ headers: HeaderFields) -> Bool {
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
