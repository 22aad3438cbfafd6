/// The sender of a request, as rate limits and lock-outs count it: an IPv4 address or the network of one household.
package struct Peer: Hashable, Sendable {
    /// The address as text: 127.0.0.1, or the first 64 bits of an IPv6 address.
    package let name: String

    package init(name: String) { self.name = name }

    /// The peer at an address; for IPv6 its first 64 bits, which one household shares.
    init(_ address: IPAddress?) {
        guard let address = address?.unmapped else {
            self.init(name: "unknown")
            return
        }
        // This machine's own address is the only one of its network.
        let isNetwork = address.isIPv6 && !address.isLoopback && !address.isWildcard
        let network = isNetwork ? IPAddress(bytes: address.bytes.prefix(8) + Array(repeating: 0, count: 8)) : nil
        self.init(name: (network ?? address).text)
    }

    /// The peer that a proxy names; nil if that is not a numeric address.
    package init?(forwarded text: some StringProtocol) {
        guard let address = IPAddress(String(text.filter { !" []".contains($0) })) else { return nil }
        self.init(address)
    }
}
