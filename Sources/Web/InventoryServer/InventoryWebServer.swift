import Files
import Glibc
package import HTTPServer
package import Inventory
package import InventoryStore

/// The web server of all inventories of a database, each under a host name of its own: `NAME.HOST`.
///
/// Browsers keep what belongs to one host name from the others: cookies, stored pages, unsent changes.
package final class InventoriesWebServer: Sendable {
    /// Opens an inventory by name, and says where its published pages are and who rebuilds them; nil if no inventory has
    /// the name.
    package typealias Opening = @Sendable (_ name: String) throws -> (store: InventoryStore, options: ServerOptions)?

    private let listeners: RunningListeners
    private let router: InventoryRouter

    /// The address of an inventory, with NAME in the place of its name.
    package let address: String
    /// The address of `/health` and `/metrics`, if they are served.
    package var metricsAddress: String? { listeners.monitoring?.address }

    /// Whether an inventory's name can be part of a host name: lower-case letters, digits, and hyphens inside (RFC 1123, 2.1;
    /// RFC 1035, 2.3.1).
    package static func isHostLabel(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(bytes.count) && bytes.first != hyphen && bytes.last != hyphen
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), hyphen: true
                default: false
                }
            }
    }

    /// Starts to listen.
    /// - Parameters:
    ///   - options: those of the listener. The first of its hosts is the one that each inventory's host name ends with;
    ///     without any it is `localhost`.
    ///   - address: the database, whose people sign in to all inventories that they may see.
    ///   - isReadable: whether the database can be read.
    ///   - opening: called on threads of the server.
    ///   - maximumOpen: the number of inventories that may be open at the same time.
    package convenience init(
        options: ServerOptions, maximumOpen: Int, at address: StoreAddress,
        isReadable: @escaping @Sendable () -> Bool, opening: @escaping Opening
    ) throws {
        var limits = InventoryRouter.OpenLimits()
        limits.maximumOpen = maximumOpen
        let people = SessionStore(shared: SharedSessions(of: try InventoryDirectory(at: address)))
        try self.init(
            options: options, openLimits: limits, people: people, isReadable: isReadable,
            visit: { isWanted, body in
                try InventoryDirectory.visitInventories(
                    at: address, { InventoriesWebServer.isHostLabel($0) && isWanted($0) }, body)
            }, opening: opening)
    }

    /// Files that each open inventory needs, besides published ones.
    private static let filesOfInventory = 6
    /// The usual number of inventories that may be open at the same time: a database server has 100 connections by default,
    /// and each open inventory about two.
    package static let usualMaximumOpen = InventoryRouter.OpenLimits().maximumOpen

    init(
        options: ServerOptions, openLimits: InventoryRouter.OpenLimits, people: SessionStore? = nil,
        isReadable: @escaping @Sendable () -> Bool, visit: @escaping OverviewHandler.Visit = { _, _ in },
        opening: @escaping Opening
    ) throws {
        var options = options
        if options.hosts.isEmpty { options.hosts = ["localhost"] }
        guard let host = HostName(options.hosts[0]), !TrustedProxies.isAddress(host.name) else {
            throw ServerError.badHostName(options.hosts[0])
        }
        let configuration = try ListenerConfiguration(options)
        // Each open inventory has files of its own open, and a share of the published ones that are kept open.
        let limits = {
            var limits = configuration.limits
            let published = limits.openFiles
            limits.openFiles += InventoriesWebServer.filesOfInventory * openLimits.maximumOpen
            limits = limits.fittedToSystem()
            limits.openFiles = max(8, min(limits.openFiles, published) / openLimits.maximumOpen)
            return limits
        }()
        let forms = try FormPages()
        let errors = ErrorResponder(forms: forms)
        let sockets = try ListenerConfiguration.Sockets(configuration)
        let port = sockets.port
        address = configuration.under(HostName(name: "NAME." + host.name, port: host.port)).url(port: port)
        let counts = configuration.metrics.map { _ in ResponseCounts() }
        let log = RequestLog(counts: counts, line: options.log)
        let (shared, poller) = (SharedLimits(limits), ChangePoller())
        let standard: UInt16 = configuration.tls != nil || options.isBehindProxy ? 443 : 80
        let shown = host.port ?? (options.isBehindProxy || port == standard ? nil : port)
        let common = HostName(name: host.name, port: shown)
        let pages: ServerPages?
        do {
            pages = try people.map { people in
                try ServerPages(
                    people, host: common, configuration: configuration.under(host), port: port, limits: limits,
                    shared: shared, poller: poller, errors: errors, forms: forms, provider: options.provider,
                    visit: visit, log: log)
            }
        } catch {
            sockets.close()
            throw error
        }
        let router = InventoryRouter(
            host: common, openLimits: openLimits, limits: limits, errors: errors, log: log, pages: pages
        ) { name in
            guard let (store, options) = try opening(name) else { return nil }
            let named = configuration.under(HostName(name: "\(name).\(host.name)", port: host.port))
            do {
                return try ServedInventory(
                    store: store, options: options,
                    place: ServedInventory.Place(
                        configuration: named, port: port, limits: limits, shared: shared, poller: poller,
                        people: pages?.people.of(name)), log: log)
            } catch {
                store.close()
                throw error
            }
        }
        do {
            listeners = try sockets.listen(
                for: router, configuration, limits,
                metrics: counts.map { counts in
                    ServerMetrics(counts: counts, inventories: { router.counts }, isReadable: isReadable) {
                        router.figures
                    }
                })
        } catch {
            _ = router.beginStop()
            let end = MonotonicClock.now() + limits.finishSeconds
            if router.finishRequests(by: end) { _ = router.finish(by: end) }
            throw error
        }
        self.router = router
    }

    /// Refuses new requests, finishes running requests and rebuilds within limits, and closes. Later calls do nothing.
    /// - Returns: whether everything is finished; see ``InventoryWebServer/stop()``.
    @discardableResult
    package func stop() -> Bool { listeners.stop(router) }
}

/// A sign-in code in the inventory, with which a browser signs in to any of its web servers.
package enum SignInCode {
    /// Minutes for which a code is valid: the owner's, and one that is sent to a person.
    package static let minutes = Int(SessionStore.tokenSeconds / 60)
    package static let minutesOfPeople = 24 * 60

    /// The link with a code, under the address of the inventory's pages. The code is in the fragment, which browsers
    /// send to nobody.
    package static func link(_ token: String, at address: String) -> String { "\(address)/sign-in#token=\(token)" }

    /// Makes a code.
    /// - Parameter person: the person whom it signs in; nil for the owner, who has no name.
    /// - Throws: a ``StoreError`` if the inventory cannot be written.
    package static func make(for person: String? = nil, in store: any PeopleHolder) throws -> String {
        let token = SessionStore.newToken()
        let minutes = person == nil ? minutes : minutesOfPeople
        try store.add(
            code: SessionStore.digest(ofToken: token), for: person,
            until: Timestamp(clampedMilliseconds: Timestamp.now.milliseconds + Int64(minutes) * 60_000))
        return token
    }
}

/// The token of a share link, which opens it until its end.
package enum ShareToken {
    /// The most days after today on which a link still shows its items.
    package static let longestDays = 366

    /// The end of a link that shows its items until the end of a day; nil if the day is past or more than a year ahead.
    package static func end(after day: CalendarDate, _ settings: InventorySettings) -> Timestamp? {
        let today = ReaderDates.day(of: .now, timeZone: settings.timeZone).daysSinceEpoch
        let days = today...today + Int32(longestDays)
        guard days.contains(day.daysSinceEpoch) else { return nil }
        return ReaderDates.startOfDay(
            CalendarDate(daysSinceEpoch: day.daysSinceEpoch + 1), timeZone: settings.timeZone)
    }

    /// Makes a link.
    /// - Parameters:
    ///   - filter: a filter that can be read.
    ///   - hidden: the fields that are hidden from its maker.
    /// - Throws: a ``StoreError`` if the inventory cannot be written.
    package static func make(
        for filter: String, hasDocuments: Bool, hidden: HiddenFields = [], until end: Timestamp,
        in store: InventoryStore
    ) throws -> (link: ShareLink, token: String) {
        let token = SessionStore.newToken()
        let link = try store.addShareLink(
            token: SessionStore.digest(ofToken: token), filter: filter, hasDocuments: hasDocuments,
            hidden: hidden, until: end)
        return (link, token)
    }
}

/// The web server of an inventory: its published pages, the forms and the API that change it.
///
///     let server = try InventoryWebServer(store: store, options: ServerOptions(folder: "site"))
///     print(server.signInLink().link)
///     …
///     server.stop()
///
/// `Site/openapi.json` describes its interface, `docs/threat-model.md` its protection.
package final class InventoryWebServer: Sendable {
    private let listeners: RunningListeners
    private let inventory: ServedInventory
    private let people: ServerPeople?

    /// The address of the front page: `http://127.0.0.1:8421`.
    package let address: String
    /// The listening port.
    package let port: UInt16
    /// The address of `/health` and `/metrics`, if they are served.
    package var metricsAddress: String? { listeners.monitoring?.address }
    /// The authority of this machine's own that certified the server; nil if another did.
    package let authority: LocalAuthority?

    /// Starts to listen.
    /// - Parameter server: the database server of the inventory, whose people may sign in too, and its name there.
    package convenience init(
        store: InventoryStore, options: ServerOptions,
        on server: (directory: InventoryDirectory, name: String)? = nil
    ) throws {
        let people = server.map { SessionStore(shared: SharedSessions(of: $0.directory)) }
        try self.init(store: store, options: options, people: people, name: server?.name ?? "")
    }

    /// - Parameters:
    ///   - people: the sessions of the database server's people.
    ///   - name: the inventory's name there.
    init(
        store: InventoryStore, options: ServerOptions, people: SessionStore? = nil, name: String = "",
        clock: @escaping @Sendable () -> Double = MonotonicClock.now
    ) throws {
        let configuration = try ListenerConfiguration(options)
        let limits = configuration.limits.fittedToSystem()
        let sockets = try ListenerConfiguration.Sockets(configuration)
        port = sockets.port
        address = configuration.url(port: port)
        authority = configuration.authority
        let counts = configuration.metrics.map { _ in ResponseCounts() }
        let cookie = SessionCookie(name: "homepwner-people-\(port)", isSecure: configuration.isSecure)
        let poller = ChangePoller()
        self.people = people.map {
            ServerPeople(sessions: $0, cookie: cookie, inventory: name, hasPages: false, poller: poller)
        }
        let inventory: ServedInventory
        do {
            inventory = try ServedInventory(
                store: store, options: options,
                place: ServedInventory.Place(
                    configuration: configuration, port: port, limits: limits, poller: poller, people: self.people),
                log: RequestLog(counts: counts, line: options.log), clock: clock)
        } catch {
            sockets.close()
            self.people?.stop(by: MonotonicClock.now() + limits.finishSeconds)
            throw error
        }
        do {
            listeners = try sockets.listen(
                for: inventory.dispatcher, configuration, limits,
                metrics: counts.map { counts in
                    ServerMetrics(counts: counts, isReadable: { inventory.isReadable }) { inventory.figures }
                })
        } catch {
            inventory.abandon()
            self.people?.stop(by: MonotonicClock.now() + limits.finishSeconds)
            throw error
        }
        self.inventory = inventory
    }

    /// Makes a sign-in link, valid once and for ten minutes.
    package func signInLink() -> (link: String, token: String) { inventory.signInLink() }

    /// Refuses new requests, finishes running requests and rebuilds within limits, and closes. Later calls do nothing.
    /// - Returns: whether everything is finished. If not, threads still use the store, which must stay open until the
    ///   program ends; acknowledged changes are safe, and the next publication completes the pages.
    @discardableResult
    package func stop() -> Bool {
        defer { people?.stop(by: MonotonicClock.now() + listeners.limits.finishSeconds) }
        return listeners.stop(inventory)
    }
}
