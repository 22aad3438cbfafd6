/// Web addresses that pages lead to.
enum WebLink {
    /// The href for an http(s) URL; nil for other texts, which are shown without a link.
    ///
    /// Brackets are allowed only around an IPv6 host (RFC 3986, 3.2.2); elsewhere they are percent-encoded.
    static func target(_ address: UnsafeBufferPointer<UInt8>) -> String? {
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { $0.utf8.elementsEqual(address.prefix($0.utf8.count).map(lowercase)) })
        else { return nil }
        let rest = address.dropFirst(scheme.utf8.count)
        let host = rest.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        guard !host.isEmpty, host.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        var link = Array(scheme.utf8) + host
        for byte in rest.dropFirst(host.count) {
            switch byte {
            case UInt8(ascii: "["): link += "%5B".utf8
            case UInt8(ascii: "]"): link += "%5D".utf8
            default: link.append(byte)
            }
        }
        return String(decoding: link, as: UTF8.self)
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
