/// Escapes values inside URLs (RFC 3986, WHATWG URL), inside a quoted attribute.
enum URLEscaper {
    /// Schemes a value may bring along.
    static let schemes = ["http", "https", "mailto", "tel"]
    /// What stands for a URL whose scheme is not allowed; nothing happens when it is followed.
    static let refused: StaticString = "about:invalid"

    /// Whether a value is relative or has an allowed scheme.
    static func isAllowed(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
        for (index, byte) in url.enumerated() {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
            case UInt8(ascii: ":"):
                let scheme = url[..<index].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
                return schemes.contains { scheme.elementsEqual($0.utf8) }
            default: break
            }
        }
        return true
    }

    /// A whole URL: what is reserved keeps its meaning, all else is percent-encoded.
    static let whole = EscapeTable.url { byte in
        isUnreserved(byte) || "%:/?#[]@!$()*+,;=".utf8.contains(byte)
    }

    /// One of several URLs, parted by commas and blanks.
    static let inSet = EscapeTable.url { byte in
        isUnreserved(byte) || "%:/?#[]@!$()*+;=".utf8.contains(byte)
    }

    /// One component: nothing in it has a meaning to the URL.
    static let component = EscapeTable.url(isUnreserved)

    /// A part of the host and port: an `@` would make what stands before it a user's name.
    static let host = EscapeTable.url { isUnreserved($0) || $0 == UInt8(ascii: ":") }

    /// A part of an address that mail goes to.
    static let mailbox = EscapeTable.url { isUnreserved($0) || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "+") }

    /// How many bytes browsers leave out before a URL (WHATWG URL, 4.4): controls and blanks.
    static func leadingBlanks(_ url: UnsafeBufferPointer<UInt8>) -> Int {
        url.firstIndex { $0 > 0x20 } ?? url.count
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    /// Writes `count` bytes; `out` must have room for six times as many and eight more.
    static func write(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>, _ table: EscapeTable
    ) -> UnsafeMutablePointer<UInt8> {
        var out = start
        for index in 0..<count { MarkupEscaper.put(table.words[Int(source[index])], &out) }
        return out
    }
}
