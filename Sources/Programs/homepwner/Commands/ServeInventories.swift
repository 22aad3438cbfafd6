import Attachments
import Files
import Glibc
import Inventory
import InventoryServer
import InventoryStore
import JSON
import Localization
import Message
import Reports
import SiteGenerator

extension Command {
    static let serveInventories = Command(
        name: "serve",
        operands: [PositionalArgument("DIR")],
        options: [
            .serveListen, .commonHost, .maximumOpen, .connections, .serveCertificate, .serveKey, .serveBehindProxy,
            .serveProxy, .serveUserHeader, .serveFrom, .serveIssuer, .serveClient, .serveSecret, .serveMetrics,
            .serveLog,
            .reportTemplates, .publishSite, .json, .store, .help,
        ],
        examples: [
            "inventories serve sites",
            "inventories serve sites --host homes.example --behind-proxy",
        ],
        run: { invocation in try ServeInventories.run(invocation) })

    static let signIn = Command(
        name: "sign-in",
        operands: [PositionalArgument("NAME")],
        options: [.signInAt, .json, .store, .help],
        examples: ["inventories sign-in main-street-5 --at https://homes.example"],
        run: { invocation in try ServeInventories.signIn(invocation) })
}

extension Option {
    fileprivate static let commonHost = value("host", "NAME[:PORT]")
    fileprivate static let maximumOpen = value("open", "N")
    fileprivate static let connections = value("connections", "N")
    static let signInAt = value("at", "URL")
}

/// Runs the web server of all inventories of a database until a signal ends it.
enum ServeInventories {
    static func run(_ invocation: Invocation) throws {
        let address = try invocation.serverAddress()
        let options = try ServeSupport.options(invocation)
        let maximumOpen = try invocation.arguments.number(.maximumOpen, in: 1...1000)
        // A wrong address is reported now and not by the first request.
        let directory = try InventoryDirectory(at: address)
        try limitConnections(directory, invocation)
        try reportUnserved(directory, invocation)
        try Folder.requireOwnLinks(on: options.folder)
        if mkdir(options.folder, 0o777) != 0, errno != EEXIST { throw FileError(.makeFolder, options.folder) }
        try OutputPathCheck.checkServed(options.folder, store: invocation.storePath())
        // Threads inherit the signal mask, so only this thread receives the signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        // SIGUSR1, which has `serve` print a sign-in link, has no meaning here.
        for signal in [SIGTERM, SIGINT, SIGUSR1] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let server = try InventoriesWebServer(
            options: options, maximumOpen: maximumOpen ?? InventoriesWebServer.usualMaximumOpen,
            at: address, isReadable: { (try? InventoryDirectory(at: address)) != nil },
            opening: { name in try open(name, at: address, options, invocation) })
        ServeSupport.warn(of: options, invocation)
        defer {
            if !server.stop() {
                invocation.console.complain(localized("serve.unfinished"))
                // Threads are still at work, which nothing may be closed for.
                _exit(0)
            }
        }
        try announce(server, invocation)
        var signal: Int32 = 0
        while sigwait(&signals, &signal) != 0 || signal == SIGUSR1 {}
    }

    private static func limitConnections(_ directory: InventoryDirectory, _ invocation: Invocation) throws {
        let (limit, allowed) = try directory.limitConnections(
            to: try invocation.arguments.number(.connections, in: 2...1000))
        guard limit <= allowed else {
            throw UsageError.badValue(
                option: Option.connections.spelling,
                problem: localized("serve.connections", ["limit": .count(limit), "allowed": .count(allowed)]))
        }
    }

    /// Names the first inventories that have no host name, and counts the others: thousands of lines would hide all else.
    private static func reportUnserved(_ directory: InventoryDirectory, _ invocation: Invocation) throws {
        var unserved = 0
        try directory.forEach { entry in
            guard !InventoriesWebServer.isHostLabel(entry.name) else { return }
            unserved += 1
            guard unserved <= mostNamed else { return }
            invocation.console.complain(localized("serve.unnamed", ["name": .text(entry.name.onOneLine)]))
        }
        if unserved > mostNamed {
            invocation.console.complain(localized("serve.moreUnnamed", ["count": .count(unserved - mostNamed)]))
        }
    }

    private static let mostNamed = 10

    private static func open(
        _ name: String, at address: StoreAddress, _ common: ServerOptions, _ invocation: Invocation
    ) throws -> (store: InventoryStore, options: ServerOptions)? {
        let store: InventoryStore
        do {
            do {
                store = try InventoryStore.open(at: address.of(name), for: .writing)
            } catch StoreError.missing {
                return nil
            }
            do {
                return (store, try publish(store, name, at: address, common, invocation))
            } catch {
                store.close()
                throw error
            }
        } catch {
            invocation.console.complain(
                localized("serve.notOpened", ["name": .text(name), "reason": .text(CommandError.text(of: error))]))
            throw error
        }
    }

    /// Publishes the pages of an inventory: as they were published before, or else as pages that can be edited.
    private static func publish(
        _ store: InventoryStore, _ name: String, at address: StoreAddress, _ common: ServerOptions,
        _ invocation: Invocation
    ) throws -> ServerOptions {
        var options = common
        options.folder = common.folder + "/" + name
        var site = try PublishedSite(at: options.folder)
        if let other = site, !other.shows(store) {
            // The pages of an inventory that had the name before, and was deleted or renamed.
            Folder.removeAll(options.folder)
            site = nil
        }
        if site == nil {
            let settings = try store.settings
            var request = PublishOptions(
                locale: try ReportLocale(language: settings.locale, timeZone: settings.timeZone),
                generator: "homepwner \(CommandRunner.version)")
            request.isEditable = true
            request.templates = invocation.arguments.text(.reportTemplates)
            request.site = invocation.arguments.text(.publishSite)
            request.photos = AttachmentStore(of: store, limits: .whileServing).files
            try PublishedFolder(at: options.folder, of: store).publish(request)
        }
        try ServeSupport.publishing(&options, store: store, at: address.of(name).text, invocation)
        return options
    }

    private static func announce(_ server: InventoriesWebServer, _ invocation: Invocation) throws {
        guard invocation.arguments.has(.json) else {
            return try invocation.console.say(localized("serve.all", ["address": .text(server.address)]))
        }
        var json = JSONWriter(.pretty)
        json.object { json in
            json.add("address", .string(server.address))
            if let metrics = server.metricsAddress { json.add("metrics", .string(metrics)) }
        }
        try invocation.console.write(json.text)
    }

    /// Makes and prints a sign-in code.
    static func signIn(_ invocation: Invocation) throws {
        let (name, address) = try invocation.namedInventory()
        let base = try invocation.arguments.text(.signInAt).map { text throws(UsageError) in
            guard let scheme = ["https://", "http://"].first(where: text.hasPrefix), Command.isOrigin(text) else {
                throw .badValue(option: "--at", problem: localized("inventories.originExpected"))
            }
            guard InventoriesWebServer.isHostLabel(name) else {
                throw .badOperand("NAME", problem: localized("inventories.notHostName"))
            }
            let host = text.dropFirst(scheme.count)
            return host.hasPrefix(name + ".") ? text : "\(scheme)\(name).\(host)"
        }
        let store = try InventoryStore.open(at: address, for: .writing)
        try invocation.show(code: try SignInCode.make(in: store), at: base, minutes: SignInCode.minutes)
    }
}
