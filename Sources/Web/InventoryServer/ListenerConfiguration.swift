import Files
import HTTPServer
import Inventory
import InventoryStore

/// The listening address and its protection, checked before anything is opened.
struct ListenerConfiguration {
    let address: ListenAddress
    let metrics: ListenAddress?
    let tls: TLSFiles?
    /// The authority that certified the server; nil if it is another's.
    let authority: LocalAuthority?
    let proxies: TrustedProxies
    let users: TrustedUserHeader?
    private var hosts: [HostName]
    private let origins: Set<Origin>
    private let options: ServerOptions
    /// Whether clients reach the server under its host name alone, whatever address it listens at.
    private var needsHostName = false

    /// Checks the options.
    init(_ options: ServerOptions) throws {
        guard let address = ListenAddress(options.address) else { throw ServerError.badAddress(options.address) }
        metrics = try options.metricsAddress.map { text in
            guard let address = ListenAddress(text) else { throw ServerError.badAddress(text) }
            return address
        }
        let isLocal = options.isLocallyCertified
        guard address.isLoopback || options.certificate != nil || isLocal || options.isBehindProxy else {
            throw ServerError.needsProtection(options.address)
        }
        guard !address.isWildcard || isLocal || !options.hosts.isEmpty else {
            throw ServerError.needsHostName(options.address)
        }
        var hosts: [HostName] = []
        for text in options.hosts {
            guard let host = HostName(text) else { throw ServerError.badHostName(text) }
            hosts.append(host)
        }
        if let wrong = options.proxies.first(where: { !TrustedProxies.isAddress($0) }) {
            throw ServerError.badProxy(wrong)
        }
        proxies = options.isBehindProxy ? TrustedProxies(naming: options.proxies) ?? .none : .none
        if let wrong = options.userSources.first(where: { !TrustedUserHeader.isNetwork($0) }) {
            throw ServerError.badProxy(wrong)
        }
        users = try options.userHeader.map { name in
            let report = options.reportIgnoredUser ?? { _ in }
            guard let header = TrustedUserHeader(name, from: options.userSources, report: report) else {
                throw ServerError.badUserHeader(name)
            }
            return header
        }
        var origins: Set<Origin> = []
        for text in options.origins {
            guard let origin = Origin(text) else { throw ServerError.badOrigin(text) }
            origins.insert(origin)
        }
        if isLocal { hosts += address.reachableNames.filter { !hosts.contains($0) } }
        authority = isLocal ? try ListenerConfiguration.authority(for: hosts, options) : nil
        let files = try options.certificate.map { files in
            do {
                return try TLSFiles(chain: files.chain, key: files.key)
            } catch let error as TLSFiles.ReadError {
                switch error {
                case .unreadable(let path, let code): throw ServerError.unreadableCertificate(path: path, code: code)
                case .notPEM(let path): throw ServerError.notPEM(path: path)
                }
            }
        }
        tls = authority?.server ?? files
        self.address = address
        self.hosts = hosts
        self.origins = origins
        self.options = options
    }

    private static func authority(for hosts: [HostName], _ options: ServerOptions) throws -> LocalAuthority {
        guard let folder = options.stateFolder else { throw ServerError.noStateFolder }
        // Each set of `--host` names has an authority of its own, because another server may have other names.
        let digest = SHA256.hexadecimalDigest(of: options.hosts.sorted().joined(separator: " "))
        let own = options.hosts.isEmpty ? "" : "-\(digest.prefix(8))"
        let names = hosts.map { $0.name.filter { $0 != "[" && $0 != "]" } }
        SessionFile.makeFolder(folder)
        do {
            return try LocalAuthority.open(
                "\(folder)/local-authority\(own).pem", names: names, now: Int(WallClock.milliseconds() / 1000))
        } catch let error as LocalAuthority.OpenError {
            switch error {
            case .file(let error): throw ServerError.localAuthority(error.message)
            case .exposed(let path): throw ServerError.exposedAuthority(path: path)
            case .unusable(let path): throw ServerError.unusableAuthority(path: path)
            }
        }
    }

    /// The limits, with stricter defaults if other machines can reach the server.
    var limits: ServerLimits {
        var limits = options.limits
        // No single address may take all connections. Behind a proxy, however, all come from one address.
        if limits.connectionsPerAddress == 0, !address.isLoopback, !options.isBehindProxy {
            limits.connectionsPerAddress = limits.connections / 8
        }
        if !address.isLoopback || options.isBehindProxy {
            limits.requestsPerSecond = limits.requestsPerSecond ?? 200
        }
        return limits
    }

    /// The same server under another host name.
    func under(_ host: HostName) -> ListenerConfiguration {
        var copy = self
        (copy.hosts, copy.needsHostName) = ([host], true)
        return copy
    }

    /// The steps that every request at a port passes.
    func middleware(
        port: UInt16, limits: ServerLimits, rate: RateCheck, sessions: SessionStore, cookieName: String,
        place: Address.Place = .inventory
    ) -> RequestMiddleware {
        RequestMiddleware(
            hosts: HostPolicy(
                listening: address, port: port, extra: hosts, isTLS: tls != nil, isBehindProxy: options.isBehindProxy),
            origins: OriginPolicy(allowed: origins, isBehindProxy: options.isBehindProxy, isTLS: tls != nil),
            limits: limits, rate: rate, sessions: sessions, cookieName: cookieName, place: place)
    }

    /// Whether browsers reach the server only over TLS.
    var isSecure: Bool { tls != nil || options.isBehindProxy }

    /// The address of the front page.
    func url(port: UInt16) -> String {
        let isEncrypted = tls != nil || options.isBehindProxy && !address.isLoopback
        if let host = hosts.first, options.isBehindProxy || address.isWildcard || needsHostName {
            let scheme = tls != nil || options.isBehindProxy ? "https" : "http"
            let stated = host.port ?? (options.isBehindProxy ? nil : port)
            return "\(scheme)://\(host.name)" + (stated.map { ":\($0)" } ?? "")
        }
        return "\(isEncrypted ? "https" : "http")://\(address.hostName):\(port)"
    }
}
