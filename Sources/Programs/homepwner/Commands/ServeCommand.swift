import Files
import Glibc
import Inventory
import InventoryServer
import InventoryStore
import JSON
import Localization
import Messages
import SiteGenerator

extension Command {
    static let serve = Command(
        name: "serve",
        operands: [PositionalArgument("DIR")],
        options: [
            .serveListen, .serveHost, .serveOrigin, .serveCertificate, .serveKey, .serveBehindProxy, .serveProxy,
            .serveLog, .reportTemplates, .publishSite, .json, .store, .help,
        ],
        examples: [
            "serve site",
            "serve site --listen 127.0.0.1:9000",
        ],
        run: { invocation in try ServeSupport.run(invocation) })
}

extension Option {
    static let serveListen = value("listen", "ADDRESS:PORT")
    static let serveHost = value("host", "NAME", repeats: true)
    static let serveOrigin = value("origin", "URL", repeats: true)
    static let serveCertificate = value("tls-cert", "FILE")
    static let serveKey = value("tls-key", "FILE")
    static let serveBehindProxy = flag("behind-proxy")
    static let serveProxy = value("proxy", "ADDRESS", repeats: true)
    static let serveLog = value("access-log", "FILE")
}

/// Runs the server until a signal ends it.
private enum ServeSupport {
    static func run(_ invocation: Invocation) throws {
        var options = try options(invocation)
        let store = try invocation.openStore()
        let photos = StorePhotoService(of: store, limits: .whileServing)
        options.photos = photos
        try publishing(&options, store: store, pictures: photos, invocation)
        // Threads inherit the signal mask, so only this thread receives the signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGUSR1] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let server = try InventoryWebServer(store: store, options: options)
        warn(of: options, invocation)
        defer { stop(server, store, invocation) }
        try announce(server, invocation)
        while true {
            var signal: Int32 = 0
            guard sigwait(&signals, &signal) == 0 else { continue }
            guard signal == SIGUSR1 else { return }
            try announce(server, invocation)
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

    private static func options(_ invocation: Invocation) throws -> ServerOptions {
        var options = ServerOptions(folder: invocation.arguments.operand("DIR") ?? ".")
        try OutputPathCheck.checkServed(options.folder, store: invocation.storePath())
        if let address = invocation.arguments.text(.serveListen) { options.address = address }
        options.hosts = invocation.arguments.texts(.serveHost)
        options.origins = invocation.arguments.texts(.serveOrigin)
        options.proxies = invocation.arguments.texts(.serveProxy)
        options.isBehindProxy = invocation.arguments.has(.serveBehindProxy)
        if !options.proxies.isEmpty, !options.isBehindProxy {
            throw UsageError.together("--proxy", with: "--behind-proxy")
        }
        switch (invocation.arguments.text(.serveCertificate), invocation.arguments.text(.serveKey)) {
        case (let chain?, let key?): options.certificate = (chain, key)
        case (nil, nil): break
        case (_?, nil): throw UsageError.together("--tls-cert", with: "--tls-key")
        case (nil, _?): throw UsageError.together("--tls-key", with: "--tls-cert")
        }
        options.actor = invocation.context.actor
        if let path = invocation.arguments.text(.serveLog) {
            try OutputPathCheck.check(path, word: Option.serveLog.spelling, store: invocation.storePath())
            options.log = try log(path)
        }
        return options
    }

    /// Without TLS, browsers refuse pages of other machines the APIs that editing by script needs (W3C Secure
    /// Contexts).
    private static func warn(of options: ServerOptions, _ invocation: Invocation) {
        guard options.certificate == nil, !options.isBehindProxy else { return }
        for host in options.hosts {
            let name = host.lowercased().prefix { $0 != ":" }
            if name == "localhost" || name.hasSuffix(".localhost") || name.hasPrefix("127.") || name.hasPrefix("[") {
                continue
            }
            invocation.console.complain(localized("serve.hostWithoutScript", ["host": .text(host.onOneLine)]))
        }
    }

    /// Lets the server publish again after edits, as the folder was published.
    private static func publishing(
        _ options: inout ServerOptions, store: InventoryStore, pictures: StorePhotoService, _ invocation: Invocation
    ) throws {
        let path = options.folder
        guard let site = PublishedSite(at: path) else {
            // A folder that nobody published may hold anything. One that does not exist is reported by the server.
            guard access(path, F_OK) == 0 else { return }
            throw CommandError.notPublished(path)
        }
        let previous = PreviousPublication(site: site, arguments: invocation.arguments)
        // Damaged templates are reported now and not by the first rebuild.
        _ = (try previous.templates(), try previous.assets())
        if !site.isEditable {
            invocation.console.complain(localized("serve.notEditable", ["folder": .text(path.onOneLine)]))
        }
        let publisher = ServedSite(
            path: path, store: store, pictures: pictures, arguments: invocation.arguments)
        options.publisher = publisher
        let console = invocation.console
        options.reportFailedRebuild = { error in
            console.complain(localized("serve.rebuildFailed", ["reason": .message(Message(error))]))
        }
        try publisher.publish()
    }

    private static func announce(_ server: InventoryWebServer, _ invocation: Invocation) throws {
        let (link, token) = server.signInLink()
        guard !invocation.arguments.has(.json) else {
            var json = JSONWriter(.pretty)
            json.object { json in
                json.add("address", .string(server.address))
                json.add("link", .string(link))
                json.add("token", .string(token))
            }
            return try invocation.console.write(json.text)
        }
        try invocation.console.say(localized("serve.started", ["address": .text(server.address)]))
        try invocation.console.say("  \(link)")
    }

    /// Appends lines to a file.
    private static func log(_ path: String) throws -> @Sendable (String) -> Void {
        let file = path == "-" ? 2 : open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError(.write, path) }
        return { line in
            let bytes = Array((line + "\n").utf8)
            // One write a line, so that lines of several threads stay whole.
            _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        }
    }
}
