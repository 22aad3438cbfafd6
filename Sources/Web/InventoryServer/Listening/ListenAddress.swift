import CMicroHTTPD
import Glibc

/// A numeric address and port to listen on.
struct ListenAddress: Equatable, Sendable {
    /// The host as a `Host` field has it: `127.0.0.1`, `[::1]`.
    let hostName: String
    let port: UInt16
    let isIPv6: Bool
    /// Whether only this machine reaches it.
    let isLoopback: Bool
    /// Whether it stands for every address of the machine.
    let isWildcard: Bool
    fileprivate let bytes: [UInt8]

    /// Reads `ADDRESS:PORT`, `[ADDRESS]:PORT`, `localhost:PORT`, or a port alone on the loopback address.
    init?(_ text: String) {
        var host = "127.0.0.1"
        var digits = Substring(text)
        if let colon = text.lastIndex(of: ":") {
            host = String(text[..<colon])
            digits = text[text.index(after: colon)...]
        }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
            return nil
        }
        self.port = port
        if host == "localhost" { host = "127.0.0.1" }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, host, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
            hostName = host
            isIPv6 = false
            isLoopback = bytes[0] == 127
        } else if host.hasPrefix("["), host.hasSuffix("]"),
            inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &six) == 1
        {
            bytes = withUnsafeBytes(of: six) { Array($0) }
            hostName = host.lowercased()
            isIPv6 = true
            isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        } else {
            return nil
        }
        isWildcard = bytes.allSatisfy { $0 == 0 }
    }

    /// Binds and listens.
    /// - Returns: the socket, which the caller owns, and the port that was given.
    func listen() throws(ServerError) -> (socket: Int32, port: UInt16) {
        let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard descriptor >= 0 else { throw failure(errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        if isIPv6 {
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        guard bind(descriptor) == 0, Glibc.listen(descriptor, 511) == 0 else {
            let error = failure(errno)
            close(descriptor)
            throw error
        }
        return (descriptor, boundPort(descriptor))
    }

    private func failure(_ code: Int32) -> ServerError {
        let text = "\(hostName):\(port)"
        return code == EADDRINUSE
            ? .addressInUse(text) : .cannotListen(text, reason: String(cString: strerror(code)))
    }

    private func bind(_ descriptor: Int32) -> Int32 {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private func boundPort(_ descriptor: Int32) -> UInt16 {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        // The port stands at the same place in both kinds of address.
        return code == 0 ? UInt16(bigEndian: address.sin6_port) : port
    }
}

extension Peer {
    /// The peer of a socket's address; of IPv6 the first 64 bits, which one household shares.
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

    /// The peer that a proxy names; nil where that is no numeric address.
    init?(forwarded text: some StringProtocol) {
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
        // An address of IPv4 in the clothes of IPv6 (RFC 4291, 2.5.5.2).
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
