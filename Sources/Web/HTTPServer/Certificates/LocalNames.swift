import Glibc

extension ListenAddress {
    /// The names under which this machine and others can reach the address: addresses first, as every device knows them.
    package var reachableNames: [HostName] {
        var names = isWildcard ? interfaceAddresses : [hostName]
        if isWildcard || isLoopback { names.append("localhost") }
        if !isLoopback, let own = Self.machineName {
            names.append(own)
            // Multicast DNS (RFC 6762), by which phones find machines of their network.
            if !own.contains(".") { names.append(own + ".local") }
        }
        return names.map { HostName(name: $0, port: nil) }
    }

    /// The addresses of this machine, those of its networks before its own for itself.
    private var interfaceAddresses: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var (found, own): ([String], [String]) = ([], [])
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap({ $0?.pointee }) {
            guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0,
                Int32(address.pointee.sa_family) == (isIPv6 ? AF_INET6 : AF_INET)
            else { continue }
            let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // An address with a zone is one of a link, which no address of a page can name.
            if name.contains("%") { continue }
            let host = isIPv6 ? "[\(name)]" : name
            if entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0 { own.append(host) } else { found.append(host) }
        }
        return found + own
    }

    /// The name of this machine; nil if it has none of its own.
    private static var machineName: String? {
        var text = [CChar](repeating: 0, count: 256)
        guard gethostname(&text, text.count - 1) == 0 else { return nil }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let host = HostName(name), host.port == nil, host.name != "localhost" else { return nil }
        return host.name
    }
}
