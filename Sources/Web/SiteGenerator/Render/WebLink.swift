/// Web addresses that pages lead to.
enum WebLink {
    /// What a link to an address leads to; nil for what is no absolute address of the web, which is only shown.
    ///
    /// Brackets stand for themselves around an IPv6 host alone (RFC 3986, 3.3); elsewhere they are percent-encoded.
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
