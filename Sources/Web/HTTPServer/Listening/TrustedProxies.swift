import CMicroHTTPD
import Glibc

/// The machines whose `X-Forwarded-For` is believed: this one, and those that the owner names.
package struct TrustedProxies: Sendable {
    private let isBehindProxy: Bool
    private let addresses: Set<String>

    /// No machine: clients connect directly.
    package static let none = TrustedProxies(isBehindProxy: false, addresses: [])

    /// The proxy on this machine, and proxies on others.
    /// - Parameter addresses: their numeric addresses.
    /// - Returns: nil if one of them is not a numeric address; see ``isAddress(_:)``.
    package init?(naming addresses: [String]) {
        let canonical = addresses.compactMap(TrustedProxies.canonical)
        guard canonical.count == addresses.count else { return nil }
        self.init(isBehindProxy: true, addresses: Set(canonical))
    }

    private init(isBehindProxy: Bool, addresses: Set<String>) {
        self.isBehindProxy = isBehindProxy
        self.addresses = addresses
    }

    /// Whether a text is a numeric address.
    package static func isAddress(_ text: String) -> Bool { canonical(text) != nil }

    /// Whether the machine at a socket's address is one of them.
    func contains(_ address: UnsafePointer<sockaddr>?) -> Bool {
        guard isBehindProxy, let address else { return false }
        let isIPv6 = Int32(address.pointee.sa_family) == AF_INET6
        let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var text = [CChar](repeating: 0, count: 64)
        guard getnameinfo(address, socklen_t(length), &text, 64, nil, 0, NI_NUMERICHOST) == 0 else { return false }
        let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name == "::1" || !isIPv6 && name.hasPrefix("127.") || addresses.contains(name)
    }

    /// The one way in which the system writes an address.
    private static func canonical(_ text: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        var name = [CChar](repeating: 0, count: 64)
        let plain = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        for family in [AF_INET, AF_INET6] where inet_pton(family, plain, &bytes) == 1 {
            guard inet_ntop(family, &bytes, &name, 64) != nil else { return nil }
            return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return nil
    }
}
