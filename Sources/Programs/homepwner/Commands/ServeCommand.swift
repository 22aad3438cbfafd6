import Files
import Glibc
import Inventory
import InventoryServer
import InventoryStore
import Localization
import Reports
import SiteGenerator
import Synchronization

extension Command {
    static let serve = Command(
        name: "serve",
        operands: [Operand("DIR")],
        options: [
            .serveListen, .serveHost, .serveOrigin, .serveCertificate, .serveKey, .serveBehindProxy, .serveLog,
            .reportTemplates, .publishSite, .json, .store, .help,
        ],
        examples: [
            "serve site",
            "serve site --listen 127.0.0.1:9000",
        ],
        run: { call in try Serving.run(call) })
}

extension Option {
    static let serveListen = value("listen", "ADDRESS:PORT")
    static let serveHost = value("host", "NAME", repeats: true)
    static let serveOrigin = value("origin", "URL", repeats: true)
    static let serveCertificate = value("tls-cert", "FILE")
    static let serveKey = value("tls-key", "FILE")
    static let serveBehindProxy = flag("behind-proxy")
    static let serveLog = value("access-log", "FILE")
}

/// Runs the companion until a signal ends it.
private enum Serving {
    static func run(_ call: Call) throws {
        var options = try options(call)
        let store = try call.openStore()
        let photos = StoredPhotos(of: store, limits: .whileServing)
        options.photos = photos
        try publishing(&options, store, photos, call)
        // Threads inherit what is blocked, so the signals wait for us alone.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGUSR1] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let companion = try Companion(store: store, options: options)
        warn(of: options, call)
        defer { stop(companion, store, call) }
        try announce(companion, call)
        while true {
            var signal: Int32 = 0
            guard sigwait(&signals, &signal) == 0 else { continue }
            guard signal == SIGUSR1 else { return }
            try announce(companion, call)
        }
    }

    private static func stop(_ companion: Companion, _ store: InventoryStore, _ call: Call) {
        guard companion.stop() else {
            call.console.complain(said("commands.unfinished"))
            // Threads are still at work, which nothing may be closed for.
            _exit(0)
        }
        store.close()
    }

    private static func options(_ call: Call) throws -> CompanionOptions {
        var options = CompanionOptions(folder: call.arguments.operand("DIR") ?? ".")
        try OutputGuard.checkServed(options.folder, store: call.storePath())
        if let address = call.arguments.text(.serveListen) { options.address = address }
        options.hosts = call.arguments.texts(.serveHost)
        options.origins = call.arguments.texts(.serveOrigin)
        options.isBehindProxy = call.arguments.has(.serveBehindProxy)
        switch (call.arguments.text(.serveCertificate), call.arguments.text(.serveKey)) {
        case (let chain?, let key?): options.certificate = (chain, key)
        case (nil, nil): break
        case (_?, nil): throw CallError.together("--tls-cert", with: "--tls-key")
        case (nil, _?): throw CallError.together("--tls-key", with: "--tls-cert")
        }
        options.startOfDay = { day, zone in Call.startOfDay(in: zone)(day) }
        options.dayText = { moment, language, zone in
            guard let reader = try? ReportLocale(language: language, timeZone: zone) else { return moment.description }
            return reader.dayText(of: moment)
        }
        options.momentText = { moment, language, zone in
            guard let reader = try? ReportLocale(language: language, timeZone: zone) else { return moment.description }
            return reader.text(of: moment)
        }
        options.actor = call.context.actor
        if let path = call.arguments.text(.serveLog) {
            try OutputGuard.check(path, word: Option.serveLog.spelling, store: call.storePath())
            options.log = try log(path)
        }
        return options
    }

    /// Browsers keep what editing by script needs from pages of other machines without TLS (W3C Secure Contexts).
    private static func warn(of options: CompanionOptions, _ call: Call) {
        guard options.certificate == nil, !options.isBehindProxy else { return }
        for host in options.hosts {
            let name = host.lowercased().prefix { $0 != ":" }
            if name == "localhost" || name.hasSuffix(".localhost") || name.hasPrefix("127.") || name.hasPrefix("[") {
                continue
            }
            call.console.complain(said("commands.plainHost", host.onOneLine))
        }
    }

    /// Lets the companion publish again after edits, as the folder was published.
    private static func publishing(
        _ options: inout CompanionOptions, _ store: InventoryStore, _ photos: StoredPhotos, _ call: Call
    ) throws {
        let path = options.folder
        guard let site = PublishedSite(at: path) else { return }
        let arguments = call.arguments
        let former = FormerDesign(site: site, arguments: arguments)
        _ = (try former.templates(), try former.assets())
        if !site.isEditable {
            call.console.complain(
                said("commands.notEditable", path.onOneLine))
        }
        // As the folder is by now: 'homepwner publish' may have made it anew with other options meanwhile.
        let rebuild: @Sendable (_ looksAtFiles: Bool) throws -> Void = { looksAtFiles in
            guard let site = PublishedSite(at: path) else { return }
            var wish = try site.options(generator: "homepwner \(Program.version)")
            let former = FormerDesign(site: site, arguments: arguments)
            wish.templates = try former.templates()
            wish.site = try former.assets()
            wish.looksAtFiles = looksAtFiles
            wish.pictures = photos
            // One thread, which gives way to requests.
            wish.jobs = 1
            try Publisher(wish).publish(store, to: path)
        }
        options.rebuild = { _ in try rebuild(false) }
        let hashes = ScriptHashes(of: path)
        options.policy = { hashes.current }
        try rebuild(true)
    }

    private static func announce(_ companion: Companion, _ call: Call) throws {
        let (link, token) = companion.signInLink()
        guard !call.arguments.has(.json) else {
            var json = JSONText()
            json.object { json in
                json.add("address", .text(companion.address))
                json.add("link", .text(link))
                json.add("token", .text(token))
            }
            return try call.console.write(json.text)
        }
        try call.console.say(said("commands.servingSignInWithin", companion.address))
        try call.console.say("  \(link)")
    }

    /// Appends lines to a file.
    private static func log(_ path: String) throws -> @Sendable (String) -> Void {
        let file = path == "-" ? 2 : open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError("write", path) }
        return { line in
            let bytes = Array((line + "\n").utf8)
            // One write a line, so that lines of several threads stay whole.
            _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        }
    }
}
