/// Escapes values inside URLs (RFC 3986, WHATWG URL), inside a quoted attribute.
enum URLEscaper {
    /// Schemes that a value may have.
    static let schemes = ["http", "https", "mailto", "tel"]
    /// Written instead of a URL whose scheme is not allowed; following it does nothing.
    static let refused = "about:invalid"

    /// Whether a value is relative or has an allowed scheme.
    static func isAllowed(_ url: Span<UInt8>) -> Bool {
        var scheme: [UInt8] = []
        for index in url.indices {
            switch url[index] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
            case UInt8(ascii: ":"): return schemes.contains { scheme.elementsEqual($0.utf8) }
            case let byte: scheme.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
        }
        return true
    }

    /// A whole URL: reserved characters keep their meaning, all others are percent-encoded.
    static let whole = EscapeTable(url: { byte in
        isUnreserved(byte) || "%:/?#[]@!$&()*+,;=".utf8.contains(byte)
    })

    /// One of several URLs, separated by commas and blanks.
    static let inSet = EscapeTable(url: { byte in
        isUnreserved(byte) || "%:/?#[]@!$&()*+;=".utf8.contains(byte)
    })

    /// One component: none of its characters has a meaning to the URL.
    static let component = EscapeTable(url: isUnreserved)

    /// A part of the host and port: an `@` would make the text before it a user's name.
    static let host = EscapeTable(url: { isUnreserved($0) || $0 == UInt8(ascii: ":") })

    /// A part of a mail address or of a telephone number.
    static let mailbox = EscapeTable(url: { isUnreserved($0) || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "+") })

    /// Number of bytes before a URL that browsers ignore (WHATWG URL, 4.4): controls and blanks.
    static func leadingBlanks(_ url: Span<UInt8>) -> Int {
        url.indices.first { url[$0] > 0x20 } ?? url.count
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }
}
