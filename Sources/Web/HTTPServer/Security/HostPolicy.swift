/// The names of this server. A request under another name is refused: a foreign page could have its own name point here
/// (DNS rebinding).
package struct HostPolicy: Sendable {
    private let names: Set<HostName>
    /// The same names in the spelling of most browsers, for a quick lookup.
    private let spelled: Set<String>

    /// Allows the names of the listening address and the owner's own names.
    ///
    /// A name without a port gets the listening port, and also stays as it is if that is the default port of the scheme.
    package init(listening address: ListenAddress, port: UInt16, extra: [HostName], isTLS: Bool, isBehindProxy: Bool) {
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
    package func allows(_ field: String?) -> Bool {
        guard let field else { return false }
        if spelled.contains(field) { return true }
        return HostName(field).map(names.contains) ?? false
    }
}
