/// The machines whose `X-Forwarded-For` is believed: this one, and those that the owner names.
package struct TrustedProxies: Sendable {
    private let isBehindProxy: Bool
    private let addresses: Set<IPAddress>

    /// No machine: clients connect directly.
    package static let none = TrustedProxies(isBehindProxy: false, addresses: [])

    /// The proxy on this machine, and proxies on others.
    /// - Parameter addresses: their numeric addresses.
    /// - Returns: nil if one of them is not a numeric address; see ``isAddress(_:)``.
    package init?(naming addresses: [String]) {
        let read = addresses.compactMap(TrustedProxies.address)
        guard read.count == addresses.count else { return nil }
        self.init(isBehindProxy: true, addresses: Set(read))
    }

    private init(isBehindProxy: Bool, addresses: Set<IPAddress>) {
        self.isBehindProxy = isBehindProxy
        self.addresses = addresses
    }

    /// Whether a text is a numeric address.
    package static func isAddress(_ text: String) -> Bool { address(text) != nil }

    /// Whether the machine at an address is one of them.
    func contains(_ address: IPAddress) -> Bool {
        isBehindProxy && (address.isLoopback || addresses.contains(address))
    }

    /// An address as people write it, with or without brackets.
    private static func address(_ text: String) -> IPAddress? {
        IPAddress(text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text)
    }
}
