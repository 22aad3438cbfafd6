/// Web addresses that pages lead to.
enum WebLink {
    /// The href for an http(s) URL; nil for other texts, which are shown without a link.
    ///
    /// Brackets are allowed only around an IPv6 host (RFC 3986, 3.2.2); elsewhere they are percent-encoded.
    static func target(_ address: UnsafeBufferPointer<UInt8>) -> String? {
        let text = String(decoding: address, as: UTF8.self)
        guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
        let rest = text.dropFirst(scheme.count)
        let host = rest.prefix { !"/?#".contains($0) }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        let path = rest.dropFirst(host.count).replacing("[", with: "%5B").replacing("]", with: "%5D")
        return scheme + host + path
    }
}
