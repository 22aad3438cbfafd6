/// The header fields that the server reads. It ignores all others.
package enum HeaderField: Int, CaseIterable, Sendable {
    case host, origin, cookie, authorization, accept, acceptEncoding, acceptLanguage, expect
    case secFetchSite, secFetchMode, secFetchDest
    case contentType, contentLength, transferEncoding
    case ifMatch, ifNoneMatch, idempotencyKey, lastEventID, forwardedFor
    case requestMethod, requestHeaders, requestPrivateNetwork

    /// The field's name in lower case.
    var name: StaticString {
        switch self {
        case .host: "host"
        case .origin: "origin"
        case .cookie: "cookie"
        case .authorization: "authorization"
        case .accept: "accept"
        case .acceptEncoding: "accept-encoding"
        case .acceptLanguage: "accept-language"
        case .expect: "expect"
        case .secFetchSite: "sec-fetch-site"
        case .secFetchMode: "sec-fetch-mode"
        case .secFetchDest: "sec-fetch-dest"
        case .contentType: "content-type"
        case .contentLength: "content-length"
        case .transferEncoding: "transfer-encoding"
        case .ifMatch: "if-match"
        case .ifNoneMatch: "if-none-match"
        case .idempotencyKey: "idempotency-key"
        case .lastEventID: "last-event-id"
        case .forwardedFor: "x-forwarded-for"
        case .requestMethod: "access-control-request-method"
        case .requestHeaders: "access-control-request-headers"
        case .requestPrivateNetwork: "access-control-request-private-network"
        }
    }

    /// The field with this name, in upper or lower case.
    init?(_ name: Span<UInt8>) {
        for field in HeaderField.allCases {
            let known = field.name
            guard known.utf8CodeUnitCount == name.count else { continue }
            let letters = UnsafeBufferPointer(start: known.utf8Start, count: name.count)
            if name.indices.allSatisfy({ letters[$0] == HeaderField.lowercase(name[$0]) }) {
                self = field
                return
            }
        }
        return nil
    }

    static func lowercase(_ name: Span<UInt8>) -> [UInt8] { name.indices.map { lowercase(name[$0]) } }

    /// Whether a text can be the name of a field.
    static func isName(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(HeaderFields.isTokenByte) }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

/// The header fields of a request that the server reads, each at most once.
package struct HeaderFields: Sendable {
    private var values = [String?](repeating: nil, count: HeaderField.allCases.count)
    /// Bytes of all fields, including the ignored ones.
    package private(set) var size = 0
    /// A field that is there twice. It is ambiguous which of the two is meant (RFC 9110, 5.3).
    package private(set) var repeated: HeaderField?
    /// Whether a name is not a token, for example because of a space before the colon. Other software on the way may
    /// accept such a field (RFC 9112, 5.1).
    package private(set) var hasBadName = false

    /// The name in lower case of the field that names the user; empty if the server reads none.
    private var userField: [UInt8] = []
    private var users: [String] = []
    /// The user whom a trusted proxy names; nil if none does, or the field is there twice.
    package var user: String? { users.count == 1 ? users[0] : nil }

    package init() {}

    /// - Parameter userField: the name in lower case of the field that names the user.
    init(userField: [UInt8]) { self.userField = userField }

    /// Forgets the user, whom no trusted proxy names.
    /// - Returns: whether there was one.
    mutating func removeUsers() -> Bool {
        defer { users = [] }
        return !users.isEmpty
    }

    /// Fields by name, for tests.
    package init(_ fields: KeyValuePairs<String, String>) {
        for (name, value) in fields {
            add(name.utf8.span, value.utf8.span)
        }
    }

    package subscript(_ field: HeaderField) -> String? { values[field.rawValue] }

    /// The values of all cookies with a name (RFC 6265, 4.2.1). There may be several: a server on another port of the same
    /// host can set a cookie with the same name (RFC 6265, 8.5 and 8.6).
    package func cookies(_ name: String) -> [String] {
        (self[.cookie] ?? "").utf8.split(separator: UInt8(ascii: ";")).compactMap { pair in
            let pair = pair.drop { $0 == UInt8(ascii: " ") }
            guard pair.starts(with: name.utf8) else { return nil }
            let rest = pair.dropFirst(name.utf8.count)
            return rest.first == UInt8(ascii: "=") ? String(Substring(rest.dropFirst())) : nil
        }
    }

    /// Whether the client takes responses in the form gzip (RFC 9110, 12.5.3).
    package var acceptsGzip: Bool {
        (self[.acceptEncoding] ?? "").lowercased().split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard parts.first == "gzip" else { return false }
            // A weight of 0 means that it is not acceptable.
            return !parts.dropFirst().contains { part in
                part.hasPrefix("q=0") && part.dropFirst(3).allSatisfy { $0 == "0" || $0 == "." }
            }
        }
    }

    /// RFC 9110, 5.6.2.
    fileprivate static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    mutating func add(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        size += name.count + value.count + 4
        if name.isEmpty || !name.indices.allSatisfy({ HeaderFields.isTokenByte(name[$0]) }) { hasBadName = true }
        if !userField.isEmpty, HeaderField.lowercase(name) == userField {
            users.append(value.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
        }
        guard let field = HeaderField(name) else { return }
        // Of repeated X-Forwarded-For fields the last is the one that the proxy added.
        guard values[field.rawValue] == nil || field == .forwardedFor else {
            repeated = field
            return
        }
        values[field.rawValue] = value.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
