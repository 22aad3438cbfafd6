import Synchronization

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
    fileprivate static func address(_ text: String) -> IPAddress? {
        IPAddress(text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text)
    }
}

/// The header field in which proxies name the user whom they have signed in, and the machines that are believed.
package final class TrustedUserHeader: Sendable {
    /// The addresses that begin with the same bits.
    private struct Network: Sendable {
        let address: IPAddress
        let bits: Int

        /// Reads `192.0.2.1`, `192.0.2.0/24` or `fd00::/8`.
        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count <= 2, let address = TrustedProxies.address(parts[0]) else { return nil }
            let most = address.bytes.count * 8
            guard let bits = parts.count == 2 ? Int(parts[1]) : most, (1...most).contains(bits) else { return nil }
            (self.address, self.bits) = (address, bits)
        }

        func contains(_ other: IPAddress) -> Bool {
            let other = other.unmapped
            guard other.bytes.count == address.bytes.count else { return false }
            return (0..<bits).allSatisfy { bit in
                (address.bytes[bit / 8] ^ other.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
            }
        }
    }

    /// The name in lower case.
    let field: [UInt8]
    private let networks: [Network]
    private let isReported = Atomic<Bool>(false)
    private let report: @Sendable (_ address: String) -> Void

    /// - Parameters:
    ///   - addresses: numeric addresses, and networks as `192.0.2.0/24`.
    ///   - report: receives the address of the first client that is not believed.
    /// - Returns: nil if the name is not one of a field, or an address cannot be read, or there is none.
    package init?(_ name: String, from addresses: [String], report: @escaping @Sendable (String) -> Void) {
        let networks = addresses.compactMap(Network.init)
        guard HeaderField.isName(name), !networks.isEmpty, networks.count == addresses.count else { return nil }
        field = HeaderField.lowercase(name.utf8.span)
        self.networks = networks
        self.report = report
    }

    /// Whether a text is a numeric address or a network.
    package static func isNetwork(_ text: String) -> Bool { Network(text) != nil }

    /// Whether the machine at an address is believed.
    func isBelieved(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// Reports a client that named a user and is not believed, once.
    func reportIgnored(_ peer: Peer) {
        if !isReported.exchange(true, ordering: .relaxed) { report(peer.name) }
    }
}
