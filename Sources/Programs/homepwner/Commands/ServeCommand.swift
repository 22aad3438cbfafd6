import Attachments
import Files
import Glibc
import HTTPServer
import Inventory
import InventoryServer
import InventoryStore
import JSON
import Localization
import Message
import Reports
import SiteGenerator

extension Command {
    static let serve = Command(
        name: "serve",
        operands: [PositionalArgument("DIR")],
        options: [
            .serveListen, .serveHost, .serveOrigin, .serveCertificate, .serveKey, .serveLocal, .serveBehindProxy,
            .serveProxy, .serveUserHeader, .serveFrom, .serveIssuer, .serveClient, .serveSecret, .serveMetrics,
            .serveLog, .serveQR, .reportTemplates,
            .publishSite, .json, .store, .help,
        ],
        examples: [
            "serve site",
            "serve site --listen 127.0.0.1:9000",
            "serve site --tls-local --qr",
        ],
        run: { invocation in try ServeSupport.run(invocation) })
}

extension Option {
    static let serveListen = value("listen", "ADDRESS:PORT")
    static let serveHost = value("host", "NAME[:PORT]", repeats: true)
    static let serveOrigin = value("origin", "URL", repeats: true)
    static let serveCertificate = value("tls-cert", "FILE")
    static let serveKey = value("tls-key", "FILE")
    static let serveLocal = flag("tls-local")
    static let serveBehindProxy = flag("behind-proxy")
    static let serveProxy = value("proxy", "ADDRESS", repeats: true)
    static let serveUserHeader = value("trust-user-header", "NAME")
    static let serveFrom = value("from", "ADDRESS", repeats: true)
    static let serveIssuer = value("oidc-issuer", "URL")
    static let serveClient = value("oidc-client", "ID")
    static let serveSecret = value("oidc-secret-file", "FILE")
    static let serveMetrics = value("metrics", "ADDRESS:PORT")
    static let serveQR = flag("qr")
    static let serveLog = value("access-log", "FILE")
}

/// Runs the server until a signal ends it.
enum ServeSupport {
    static func run(_ invocation: Invocation) throws {
        var options = try options(invocation)
        let store = try invocation.openStore()
        try publishing(&options, store: store, at: try invocation.storePath(), invocation)
        // Threads inherit the signal mask, so only this thread receives the signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGUSR1] + (options.isLocallyCertified ? [SIGUSR2] : []) {
            sigaddset(&signals, signal)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let database = try StoreAddress(invocation.storePath()).flatMap { address in
            try address.inventory.map { (directory: try InventoryDirectory(at: address), name: $0) }
        }
        var server = try InventoryWebServer(store: store, options: options, on: database)
        warn(of: options, invocation)
        defer { stop(server, store, invocation) }
        try announceAuthority(server, invocation)
        try announce(server, invocation)
        while true {
            switch wait(for: signals, server.authority) {
            case SIGUSR1: try announce(server, invocation)
            case SIGUSR2:
                // The library has no way to exchange a certificate: the same server starts again with a new one.
                guard server.stop() else { return }
                options.address =
                    ListenAddress(options.address).map { "\($0.hostName):\(server.port)" } ?? options.address
                server = try InventoryWebServer(store: store, options: options, on: database)
            default: return
            }
        }
    }

    /// Days before a certificate's end when it is renewed.
    private static let renewalDays = 30

    /// Waits for a signal. Also returns `SIGUSR2` if the server's certificate has to be renewed.
    private static func wait(for signals: sigset_t, _ authority: LocalAuthority?) -> Int32 {
        var signals = signals
        while true {
            var signal: Int32 = 0
            guard let authority else {
                guard sigwait(&signals, &signal) == 0 else { continue }
                return signal
            }
            var patience = timespec(tv_sec: 86_400, tv_nsec: 0)
            signal = sigtimedwait(&signals, nil, &patience)
            if signal > 0 { return signal }
            if Int(WallClock.milliseconds() / 1000) > authority.end - renewalDays * 86_400 { return SIGUSR2 }
        }
    }

    private static func stop(_ server: InventoryWebServer, _ store: InventoryStore, _ invocation: Invocation) {
        guard server.stop() else {
            invocation.console.complain(localized("serve.unfinished"))
            // Threads are still at work, which nothing may be closed for.
            _exit(0)
        }
        store.close()
    }

    static func options(_ invocation: Invocation) throws -> ServerOptions {
        var options = ServerOptions(folder: invocation.arguments.operand("DIR") ?? ".")
        try OutputPathCheck.checkServed(options.folder, store: invocation.storePath())
        if let address = invocation.arguments.text(.serveListen) { options.address = address }
        options.metricsAddress = invocation.arguments.text(.serveMetrics)
        options.hosts = invocation.arguments.texts(.serveHost)
        options.origins = invocation.arguments.texts(.serveOrigin)
        options.proxies = invocation.arguments.texts(.serveProxy)
        options.isBehindProxy = invocation.arguments.has(.serveBehindProxy)
        if !options.proxies.isEmpty, !options.isBehindProxy {
            throw UsageError.together("--proxy", with: "--behind-proxy")
        }
        options.userHeader = invocation.arguments.text(.serveUserHeader)
        options.userSources = invocation.arguments.texts(.serveFrom)
        if options.userHeader != nil, options.userSources.isEmpty {
            throw UsageError.together(Option.serveUserHeader.spelling, with: Option.serveFrom.spelling)
        }
        if options.userHeader == nil, !options.userSources.isEmpty {
            throw UsageError.together(Option.serveFrom.spelling, with: Option.serveUserHeader.spelling)
        }
        options.reportIgnoredUser = { [console = invocation.console, name = options.userHeader ?? ""] address in
            console.complain(
                localized("serve.userIgnored", ["name": .text(name.onOneLine), "address": .text(address)]))
        }
        options.provider = try provider(invocation)
        let isLocal = invocation.arguments.has(.serveLocal)
        if isLocal,
            let other = [Option.serveCertificate, .serveKey, .serveBehindProxy].first(where: invocation.arguments.has)
        {
            throw UsageError.exclusive([Option.serveLocal.spelling, other.spelling])
        }
        switch (invocation.arguments.text(.serveCertificate), invocation.arguments.text(.serveKey)) {
        case (let chain?, let key?): options.certificate = (chain, key)
        case (nil, nil):
            options.isLocallyCertified = isLocal
            // A local certificate is for other devices, so the server listens on all addresses.
            if isLocal, !invocation.arguments.has(.serveListen) { options.address = "0.0.0.0:8421" }
        case (_?, nil): throw UsageError.together("--tls-cert", with: "--tls-key")
        case (nil, _?): throw UsageError.together("--tls-key", with: "--tls-cert")
        }
        options.actor = invocation.context.actor
        options.stateFolder = stateFolder(invocation.environment)
        if let folder = options.stateFolder { try Folder.requireOwnLinks(on: folder) }
        if let path = invocation.arguments.text(.serveLog) {
            try OutputPathCheck.check(path, word: Option.serveLog.spelling, store: invocation.storePath())
            let file = try AccessLogFile(path)
            options.log = { file.append($0) }
        }
        return options
    }

    /// The identity provider that the call names; nil if it names none.
    private static func provider(_ invocation: Invocation) throws -> IdentityProvider? {
        let arguments = invocation.arguments
        let options = [Option.serveIssuer, .serveClient, .serveSecret]
        guard let first = options.first(where: arguments.has) else { return nil }
        for needed in options.dropLast() where !arguments.has(needed) {
            throw UsageError.together(first.spelling, with: needed.spelling)
        }
        // A proxy that signs in everybody leaves nobody for the provider.
        try arguments.allowOnlyOne(of: [.serveIssuer, .serveUserHeader])
        let secret = try arguments.text(.serveSecret).map { path in
            let text = String(decoding: try readFile(path, upTo: secretBytes), as: UTF8.self)
            let line = text.split(whereSeparator: \.isNewline)
            guard line.count == 1, let secret = line.first, text.utf8.count < secretBytes else {
                throw UsageError.badValue(
                    option: Option.serveSecret.spelling, problem: localized("serve.secretExpected"))
            }
            return String(secret)
        }
        return try IdentityProvider(
            issuer: arguments.text(.serveIssuer) ?? "", client: arguments.text(.serveClient) ?? "", secret: secret
        ) { [console = invocation.console] reason in
            console.complain(localized("serve.providerFailed", ["reason": .message(reason)]))
        }
    }

    private static let secretBytes = 4096

    /// The variables that name the folder for state.
    static let stateVariables = ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME"]

    /// The folder for state outside every inventory (systemd's `StateDirectory=`; XDG Base Directory
    /// Specification); nil if nothing names one.
    private static func stateFolder(_ environment: [String: String]) -> String? {
        // systemd may name several folders.
        if let folder = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(folder) }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/homepwner" }
        return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state/homepwner" : nil }
    }

    /// Without TLS, browsers refuse pages of other machines the APIs that editing by script needs (W3C Secure
    /// Contexts).
    static func warn(of options: ServerOptions, _ invocation: Invocation) {
        guard options.certificate == nil, !options.isLocallyCertified, !options.isBehindProxy else { return }
        for host in options.hosts {
            if HostName(host)?.isLoopback ?? false { continue }
            invocation.console.complain(localized("serve.hostWithoutScript", ["host": .text(host.onOneLine)]))
        }
    }

    /// Lets the server publish again after edits, as the folder was published, and make reports.
    /// - Parameter address: the inventory, as the option `--store` names it.
    static func publishing(
        _ options: inout ServerOptions, store: InventoryStore, at address: String, _ invocation: Invocation
    ) throws {
        options.reports = ServedReports.program(of: store, at: address)
        let path = options.folder
        guard let site = try PublishedSite(at: path) else {
            // A folder that was not published is refused, as it may hold anything. The server reports one that does not exist.
            guard access(path, F_OK) == 0 else { return }
            throw CommandError.notPublished(path)
        }
        let previous = PreviousPublication(site: site, arguments: invocation.arguments)
        // Damaged templates are reported now and not by the first rebuild.
        _ = (try previous.templates(), try previous.assets())
        if !site.isEditable {
            invocation.console.complain(localized("serve.notEditable", ["folder": .text(path.onOneLine)]))
        }
        let folder = PublishedFolder(at: path, of: store) { [arguments = invocation.arguments, store] site in
            var request = try site.options(generator: "homepwner \(CommandRunner.version)", store: store)
            let previous = PreviousPublication(site: site, arguments: arguments)
            request.templates = try previous.templates()
            request.site = try previous.assets()
            request.photos = AttachmentStore(of: store, limits: .whileServing).files
            // One thread with low priority, so that requests come first.
            request.jobs = 1
            return request
        }
        options.site = folder
        let console = invocation.console
        options.reportFailedRebuild = { error in
            console.complain(localized("serve.rebuildFailed", ["reason": .message(Message(error))]))
        }
        try folder.publishAgain()
    }

    /// Explains how other devices can trust the server.
    private static func announceAuthority(_ server: InventoryWebServer, _ invocation: Invocation) throws {
        guard let authority = server.authority, !invocation.arguments.has(.json) else { return }
        let address = "\(server.address)/local-ca"
        if authority.isNew { try invocation.console.say(localized("serve.newAuthority")) }
        try invocation.console.say(
            localized(
                "serve.authority",
                ["address": .text(address), "fingerprint": .text(authority.fingerprint)]))
        guard invocation.arguments.has(.serveQR), let code = QRCode(address) else { return }
        try invocation.console.write(code.terminalText)
    }

    private static func announce(_ server: InventoryWebServer, _ invocation: Invocation) throws {
        let (link, token) = server.signInLink()
        guard !invocation.arguments.has(.json) else {
            var json = JSONWriter(.pretty)
            json.object { json in
                json.add("address", .string(server.address))
                json.add("link", .string(link))
                json.add("token", .string(token))
                if let metrics = server.metricsAddress { json.add("metrics", .string(metrics)) }
                if let authority = server.authority {
                    json.add("authority", .string("\(server.address)/local-ca"))
                    json.add("fingerprint", .string(authority.fingerprint))
                }
            }
            return try invocation.console.write(json.text)
        }
        try invocation.console.say(localized("serve.started", ["address": .text(server.address)]))
        try invocation.console.say("  \(link)")
        guard invocation.arguments.has(.serveQR), let code = QRCode(link) else { return }
        try invocation.console.write(code.terminalText)
    }
}

/// The options a folder was published with, which hold until the call says otherwise.
struct PreviousPublication: Sendable {
    /// The word for the program's own templates or assets if a folder uses others.
    static let builtIn = "built-in"

    let site: PublishedSite?
    let arguments: Arguments

    /// The owner's folder of templates; nil for the program's own.
    /// - Throws: `needed` if the folder was published with others and the call does not name them.
    func templates() throws(UsageError) -> String? {
        try folder(
            .reportTemplates, hadOwn: site?.hasOwnTemplates ?? false, why: localized("publish.ownTemplatesNeeded"))
    }

    /// The owner's folder of assets; nil for the program's own.
    /// - Throws: `needed` if the folder was published with others and the call does not name them.
    func assets() throws(UsageError) -> String? {
        try folder(.publishSite, hadOwn: site?.hasOwnAssets ?? false, why: localized("publish.ownAssetsNeeded"))
    }

    private func folder(_ option: Option, hadOwn: Bool, why: String) throws(UsageError) -> String? {
        switch arguments.text(option) {
        case PreviousPublication.builtIn: return nil
        case let folder?: return folder
        case nil:
            guard hadOwn else { return nil }
            throw .needed(option.spelling, why: why)
        }
    }

    /// A text that holds until another is given; an empty one removes it.
    func text(_ option: Option, previous: String?) -> String? {
        guard let given = arguments.text(option) else { return previous }
        return given.isEmpty ? nil : given
    }
}
