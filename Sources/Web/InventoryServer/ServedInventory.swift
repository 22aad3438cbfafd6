import Files
import Glibc
import HTTPServer
import Inventory
import InventoryStore
import Localization
import Message
import Synchronization

/// An inventory that a web server serves: the handler of its requests, with its sessions, threads and uploads.
final class ServedInventory: Stoppable, Sendable {
    let dispatcher: RequestDispatcher
    let store: InventoryStore
    private let services: Services
    private let sessions: SessionsHandler
    private let sessionStore: SessionStore
    private let refresher: SessionRefresher
    private let poller: ChangePoller
    private let hasGone = Atomic(false)
    /// The number of requests in progress.
    private let requests = Atomic<Int>(0)

    /// The address of the inventory, and the limits of its server.
    struct Place {
        let configuration: ListenerConfiguration
        let port: UInt16
        let limits: ServerLimits
        let shared: SharedLimits
        /// Looks for changes of all inventories of the server.
        let poller: ChangePoller
        /// The people of the database server; nil if it admits only those of the inventory.
        let people: ServerPeople?

        init(
            configuration: ListenerConfiguration, port: UInt16, limits: ServerLimits, shared: SharedLimits? = nil,
            poller: ChangePoller = ChangePoller(), people: ServerPeople? = nil
        ) {
            self.configuration = configuration
            self.port = port
            self.limits = limits
            self.shared = shared ?? SharedLimits(limits)
            self.poller = poller
            self.people = people
        }
    }

    /// Begins to look for changes of the inventory.
    init(
        store: InventoryStore, options: ServerOptions, place: Place, log: RequestLog,
        clock: @escaping @Sendable () -> Double = MonotonicClock.now
    ) throws {
        // Everything that may fail comes first.
        let (configuration, port, limits) = (place.configuration, place.port, place.limits)
        let folder = try ServedInventory.open(options, limits)
        let forms = try FormPages(language: (try? store.settings.locale) ?? Languages.fallback)
        let shared: SharedSessions?
        do { shared = try SharedSessions(of: store) } catch { throw ServerError.store(Message(error)) }
        let uploads = try ServedInventory.makeUploadFolder(in: store.path)
        // Web servers of an inventory on a database server share sessions; one of a folder has a file.
        let file = options.stateFolder.map { SessionFile(in: $0, store: store.path, port: port) }
        sessionStore = SessionStore(
            of: store, shared: shared, file: shared == nil ? file : nil, server: place.people, clock: clock)
        // Cookies are shared by all ports of a host, so each store and port has a name of its own.
        let cookie = SessionCookie(
            name: "homepwner-\(store.identifier.text.prefix(8))" + (shared == nil ? "-\(port)" : ""),
            isSecure: configuration.isSecure)
        services = Services(
            store: store, options: options, limits: limits, folder: folder, forms: forms,
            sharedFolder: file?.sharedFolder, sessions: sessionStore, uploads: uploads,
            lists: SpooledLists(sessions: sessionStore, bytes: limits.upload, clock: clock),
            reports: ReportJobs(
                options.reports, slots: place.shared.reports, seconds: limits.reportSeconds, sessions: sessionStore,
                clock: clock))
        sessions = SessionsHandler(
            store: store, workers: services.workers, sessions: sessionStore, broadcaster: services.broadcaster,
            forms: forms, address: configuration.url(port: port), cookie: cookie, provider: options.provider)
        refresher = SessionRefresher(after: place.people?.refresher) {
            [sessionStore, broadcaster = services.broadcaster, shared = services.shared] in
            let isRead = sessionStore.refresh()
            broadcaster.end { !sessionStore.isOpen($0) }
            if isRead { shared.removeUnused(sessionStore) }
            return isRead
        }
        dispatcher = RequestDispatcher(
            middleware: configuration.middleware(
                port: port, limits: limits, rate: place.shared.rate, sessions: sessionStore, cookieName: cookie.name),
            bodies: BodyReader(
                limits: limits, shared: place.shared, folder: uploads.path, disk: services.edits.disk),
            handlers: services.handlers(sessions: sessions, authority: configuration.authority),
            workers: services.workers, errors: services.errors, refresher: refresher, log: log)
        self.store = store
        poller = place.poller
        poller.add(store) { [weak self, services, refresher, sessionStore] probe in
            // One that was renamed is served on by a server of this inventory alone.
            if probe?.isGone == true { self?.hasGone.store(true, ordering: .relaxed) }
            services.watcher.poll(probe)
            if let probe { refresher.poll(probe) }
            // The people of the server are read apart.
            if sessionStore.server != nil { services.broadcaster.end { !sessionStore.isOpen($0) } }
        }
    }

    /// Makes a sign-in link, valid once and for ten minutes.
    func signInLink() -> (link: String, token: String) { sessions.makeLink() }

    /// Whether the inventory can be read, and requests are not refused.
    var isReadable: Bool { !services.workers.isStopping.load(ordering: .relaxed) && (try? store.revision) != nil }

    /// Whether the inventory was deleted or renamed.
    var isGone: Bool { hasGone.load(ordering: .relaxed) }

    /// Figures for a monitoring system.
    var figures: InventoryFigures {
        let commits = services.edits.commitQueue.counts
        let pages = services.watcher.pages
        return InventoryFigures(
            edits: commits.edits, commits: commits.groups, streams: services.broadcaster.count,
            sessions: sessionStore.count, published: pages.built,
            failures: pages.built.map { _ in pages.hasFailed ? 1 : 0 })
    }

    /// Whether a page listens for changes, a request is in progress, or a report is being made.
    var isInUse: Bool {
        (services.broadcaster.count > 0 && !isGone) || requests.load(ordering: .relaxed) > 0
            || services.reports.isRunning
    }

    /// Checks the head of a request, as the dispatcher does, and counts the request until it is answered or given up.
    func accept(_ head: RequestHead) throws -> Acceptance {
        let acceptance = try dispatcher.accept(head)
        guard case .accepted(let request) = acceptance else { return acceptance }
        requests.add(1, ordering: .relaxed)
        return .accepted(request.tracked { self.requests.subtract(1, ordering: .relaxed) })
    }

    // Stopping, in this order

    /// Refuses new requests and ends the event streams.
    /// - Returns: false if stopping has begun before.
    func beginStop() -> Bool {
        poller.remove(store)
        guard services.beginStop() else { return false }
        sessionStore.save()
        return true
    }

    /// Finishes the accepted requests.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all of them are answered in time.
    func finishRequests(by end: Double) -> Bool {
        guard services.finishRequests(by: end) else {
            services.uploads.remove()
            return false
        }
        return true
    }

    /// Has the pages rebuilt for the last changes, and ends all threads.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether the pages are rebuilt in time.
    func finish(by end: Double) -> Bool {
        defer { services.uploads.remove() }
        refresher.stop(by: end)
        return services.finishPages(by: end)
    }

    /// Ends all threads of an inventory that was never reachable.
    func abandon() {
        let end = MonotonicClock.now() + ServerLimits().finishSeconds
        poller.remove(store)
        refresher.stop(by: end)
        _ = services.stop(by: end)
        services.uploads.remove()
    }

    private static func open(_ options: ServerOptions, _ limits: ServerLimits) throws -> StaticFolder {
        let hashes = ScriptHashes(of: options.folder)
        do {
            return try StaticFolder(options.folder, openFiles: limits.openFiles) { hashes.current }
        } catch let error as StaticFolder.OpenError {
            throw ServerError.noFolder(path: options.folder, code: error.code)
        }
    }

    /// A private folder for files while they arrive: in the inventory's folder, so that they are on the disk whose free
    /// space is checked, and not in memory.
    private static func makeUploadFolder(in store: String) throws -> TemporaryFolder {
        let kind = TemporaryFolder.Kind(in: store, prefix: ".uploads-") { _, isLink in !isLink }
        do {
            // An inventory that cannot be written takes no photos, but its pages can be read.
            guard access(store, W_OK) == 0 else {
                return try TemporaryFolder(TemporaryFolder.Kind(prefix: ".uploads-"))
            }
            return try TemporaryFolder(kind)
        } catch {
            throw ServerError.noTemporaryFolder(reason: error.message)
        }
    }
}
