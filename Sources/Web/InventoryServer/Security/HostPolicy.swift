/// Which names this server goes by. A page that has its own name point here (DNS rebinding) is refused.
struct HostPolicy: Sendable {
    private let names: Set<HostName>
    /// The same names as most browsers spell them.
    private let spelled: Set<String>

    /// The names of the address that is listened on, and the owner's own.
    ///
    /// Names without a port are taken with the port that is listened on, and as they are where that is the usual one.
    init(listening address: ListenAddress, port: UInt16, extra: [HostName], isTLS: Bool, isBehindProxy: Bool) {
        var names: Set<HostName> = []
        let usual: UInt16 = isTLS ? 443 : 80
        func insert(_ name: String) {
            names.insert(HostName(name: name, port: port))
            if port == usual { names.insert(HostName(name: name, port: nil)) }
        }
        if address.isLoopback {
            insert("localhost")
            insert("127.0.0.1")
            insert("[::1]")
        }
        if !address.isWildcard { insert(address.hostName) }
        for host in extra {
            if host.port != nil {
                names.insert(host)
            } else {
                insert(host.name)
                if isBehindProxy { names.insert(host) }
            }
        }
        self.names = names
        spelled = Set(names.map { host in host.name + (host.port.map { ":\($0)" } ?? "") })
    }

    /// Whether a `Host` field names this server.
    func allows(_ field: String?) -> Bool {
        guard let field else { return false }
        if spelled.contains(field) { return true }
        return HostName(field).map(names.contains) ?? false
    }
}
