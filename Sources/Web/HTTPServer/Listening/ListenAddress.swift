import Glibc

/// A numeric address and port to listen on.
package struct ListenAddress: Equatable, Sendable {
    /// The host as in a `Host` field: `127.0.0.1`, `[::1]`.
    package let hostName: String
    package let port: UInt16
    private let address: IPAddress

    package var isIPv6: Bool { address.isIPv6 }
    /// Whether only this machine reaches it.
    package var isLoopback: Bool { address.isLoopback }
    /// Whether it listens on all addresses of the machine.
    package var isWildcard: Bool { address.isWildcard }

    /// Reads `ADDRESS:PORT`, `[ADDRESS]:PORT`, `localhost:PORT`, or a port alone on the loopback address.
    package init?(_ text: String) {
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
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard let address = IPAddress(isBracketed ? String(host.dropFirst().dropLast()) : host),
            address.isIPv6 == isBracketed
        else { return nil }
        self.address = address
        hostName = host.lowercased()
    }

    /// Why the address cannot be listened on.
    package enum ListenError: Error {
        case addressInUse
        /// The system's error number.
        case system(code: Int32)
    }

    /// Binds and listens.
    /// - Returns: the socket, which the caller owns, and the port, which the system chooses for port 0.
    package func listen() throws -> (socket: Int32, port: UInt16) {
        let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard descriptor >= 0 else { throw ListenError.system(code: errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        if isIPv6 {
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        guard bind(descriptor) == 0, Glibc.listen(descriptor, 511) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EADDRINUSE ? ListenError.addressInUse : .system(code: code)
        }
        return (descriptor, boundPort(descriptor))
    }

    private func bind(_ descriptor: Int32) -> Int32 {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.text, String(port), &hints, &found) == 0, let found else {
            errno = EADDRNOTAVAIL
            return -1
        }
        defer { freeaddrinfo(found) }
        return Glibc.bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen)
    }

    private func boundPort(_ descriptor: Int32) -> UInt16 {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        // The port has the same offset in both kinds of address.
        return code == 0 ? UInt16(bigEndian: address.sin6_port) : port
    }
}
