internal import CMicroHTTPD
import Glibc

/// The sender of a request, as rate limits and lock-outs count it: an IPv4 address or the network of one household.
package struct Peer: Hashable, Sendable {
    /// The address as text: 127.0.0.1, or the first 64 bits of an IPv6 address.
    package let name: String

    package init(name: String) { self.name = name }
}

extension Peer {
    /// The peer of a socket's address; for IPv6 its first 64 bits, which one household shares.
    init(_ address: UnsafePointer<sockaddr>?) {
        guard let address else {
            self.init(name: "unknown")
            return
        }
        let raw = UnsafeRawPointer(address)
        if Int32(address.pointee.sa_family) == AF_INET {
            self.init(raw.load(as: sockaddr_in.self).sin_addr)
        } else {
            self.init(raw.load(as: sockaddr_in6.self).sin6_addr)
        }
    }

    /// The peer that a proxy names; nil if that is not a numeric address.
    package init?(forwarded text: some StringProtocol) {
        let plain = String(text.filter { !" []".contains($0) })
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, plain, &four) == 1 {
            self.init(four)
        } else if inet_pton(AF_INET6, plain, &six) == 1 {
            self.init(six)
        } else {
            return nil
        }
    }

    private init(_ address: in_addr) {
        var address = address
        var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        self.init(name: Peer.text(text))
    }

    private init(_ address: in6_addr) {
        var address = address
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        // An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2).
        if bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF]) {
            var four = in_addr()
            withUnsafeMutableBytes(of: &four) { $0.copyBytes(from: bytes[12...]) }
            self.init(four)
            return
        }
        withUnsafeMutableBytes(of: &address) { bytes in
            if !bytes.dropLast().allSatisfy({ $0 == 0 }) { for index in 8..<16 { bytes[index] = 0 } }
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        self.init(name: Peer.text(text))
    }

    private static func text(_ name: [CChar]) -> String {
        String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
