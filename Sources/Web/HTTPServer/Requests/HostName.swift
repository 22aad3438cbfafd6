import Files

/// The name and port of a `Host` field (RFC 9110, 7.2; RFC 3986, 3.2.2), in the one spelling that is compared.
package struct HostName: Hashable, Sendable {
    /// The name in lower case; an IPv6 address in its brackets.
    package let name: String
    /// The port; nil if the field has none.
    package let port: UInt16?

    /// Parses `NAME`, `NAME:PORT`, `1.2.3.4:PORT` or `[::1]:PORT`; nil for anything else.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= 255 else { return nil }
        var end = bytes.count
        if bytes[0] == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")), close > 2,
                bytes[1..<close].allSatisfy({ PercentCoding.digit($0) != nil || $0 == 0x3A || $0 == 0x2E })
            else { return nil }
            end = close + 1
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            guard end > 0, bytes[0..<end].allSatisfy(HostName.isPartOfName), bytes[end - 1] != UInt8(ascii: ".") else {
                return nil
            }
        }
        if end < bytes.count {
            let digits = bytes[(end + 1)...]
            guard bytes[end] == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"),
                digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = UInt16(String(decoding: digits, as: UTF8.self))
            else { return nil }
            port = number
        } else {
            port = nil
        }
        name = String(decoding: bytes[0..<end], as: UTF8.self).lowercased()
    }

    /// Whether it names the machine itself, to no other one (RFC 6761, 6.3; RFC 1122, 3.2.1.3).
    package var isLoopback: Bool {
        name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
            || (name.hasPrefix("127.")
                && name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    package init(name: String, port: UInt16?) {
        self.name = name
        self.port = port
    }
}

/// The origin of a page (RFC 6454), in the spelling of an `Origin` field.
package struct Origin: Hashable, Sendable {
    /// `scheme://host[:port]`, or `null`.
    package let text: String

    /// The opaque origin, for example of a page that is opened as a file.
    package static let null = Origin(unchecked: "null")

    /// Parses an origin; nil for anything else, including a trailing slash.
    package init?(_ text: String) {
        if text == "null" {
            self = .null
            return
        }
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            guard let host = HostName(String(text.dropFirst(scheme.count))) else { return nil }
            let usual: UInt16 = scheme == "http://" ? 80 : 443
            let port = host.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
            self.init(unchecked: scheme + host.name + port)
            return
        }
        return nil
    }

    private init(unchecked text: String) { self.text = text }
}
