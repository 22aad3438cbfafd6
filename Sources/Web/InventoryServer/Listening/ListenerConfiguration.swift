import Glibc
import Inventory
import InventoryStore
import Localization

/// Where and how to listen, checked before anything is opened.
struct ListenerConfiguration {
    let address: ListenAddress
    let tls: (chain: [CChar], key: [CChar])?
    private let hosts: [HostName]
    private let origins: Set<Origin>
    private let options: ServerOptions

    init(_ options: ServerOptions) throws(ServerError) {
        guard let address = ListenAddress(options.address) else { throw .badAddress(options.address) }
        guard address.isLoopback || options.certificate != nil || options.isBehindProxy else {
            throw .needsProtection(options.address)
        }
        guard !address.isWildcard || !options.hosts.isEmpty else { throw .needsHostName(options.address) }
        var hosts: [HostName] = []
        for text in options.hosts {
            guard let host = HostName(text) else { throw .badHostName(text) }
            hosts.append(host)
        }
        var origins: Set<Origin> = []
        for text in options.origins {
            guard let origin = Origin(text) else { throw .badOrigin(text) }
            origins.insert(origin)
        }
        if let files = options.certificate {
            tls = (try ListenerConfiguration.read(files.chain), try ListenerConfiguration.read(files.key))
        } else {
            tls = nil
        }
        self.address = address
        self.hosts = hosts
        self.origins = origins
        self.options = options
    }

    /// The checks of requests that come in at a port.
    func requestGuard(
        store: InventoryStore, port: UInt16, limits: ServerLimits, clock: @escaping @Sendable () -> Double
    ) -> RequestGuard {
        RequestGuard(
            hosts: HostPolicy(
                listening: address, port: port, extra: hosts, isTLS: tls != nil, isBehindProxy: options.isBehindProxy),
            origins: OriginPolicy(allowed: origins, isBehindProxy: options.isBehindProxy, isTLS: tls != nil),
            limits: limits, sessions: SessionStore(clock: clock),
            // Cookies are shared by all ports of a host, so each store and port has a name of its own.
            cookieName: "homepwner-\(store.identifier.text.prefix(8))-\(port)")
    }

    /// The address of the page.
    func url(port: UInt16) -> String {
        let isEncrypted = tls != nil || options.isBehindProxy && !address.isLoopback
        if let host = hosts.first, options.isBehindProxy || address.isWildcard {
            let scheme = tls != nil || options.isBehindProxy ? "https" : "http"
            let stated = host.port ?? (options.isBehindProxy ? nil : port)
            return "\(scheme)://\(host.name)" + (stated.map { ":\($0)" } ?? "")
        }
        return "\(isEncrypted ? "https" : "http")://\(address.hostName):\(port)"
    }

    /// A PEM file as a C string.
    private static func read(_ path: String) throws(ServerError) -> [CChar] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .badCertificate(path: path, reason: String(cString: strerror(errno))) }
        defer { close(file) }
        var bytes = [CChar](repeating: 0, count: 1 << 20)
        let count = Glibc.read(file, &bytes, bytes.count - 1)
        guard count > 0, count < bytes.count - 1 else {
            throw .badCertificate(
                path: path, reason: count < 0 ? String(cString: strerror(errno)) : said("companion.itIsNoPemFile"))
        }
        return Array(bytes[..<count]) + [0]
    }
}
