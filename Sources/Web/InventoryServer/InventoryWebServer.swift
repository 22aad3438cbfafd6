import Files
import Glibc
package import HTTPServer
import Inventory
package import InventoryStore
import Localization
import Messages
import Synchronization

/// The web server of an inventory: its published pages, the forms and the API that change it.
///
///     let server = try InventoryWebServer(store: store, options: ServerOptions(folder: "site"))
///     print(server.signInLink().link)
///     …
///     server.stop()
///
/// `Site/openapi.json` describes its interface, `docs/threat-model.md` its protection.
package final class InventoryWebServer: Sendable {
    private let listener: Listener
    private let sessions: SessionsHandler
    private let sessionStore: SessionStore
    private let services: Services
    private let refresher: SessionRefresher?
    /// The listener of `/health` and `/metrics`, and its handler.
    private let monitoring: (listener: Listener, metrics: ServerMetrics)?
    private let limits: ServerLimits

    /// The address of the front page: `http://127.0.0.1:8421`.
    package let address: String
    /// The listening port.
    package let port: UInt16
    /// The address of `/health` and `/metrics`, if they are served.
    package let metricsAddress: String?
    /// The authority of this machine's own that certified the server; nil if another did.
    package let authority: LocalAuthority?

    /// Starts to listen.
    package convenience init(store: InventoryStore, options: ServerOptions) throws(ServerError) {
        try self.init(store: store, options: options, clock: MonotonicClock.now)
    }

    init(
        store: InventoryStore, options: ServerOptions, clock: @escaping @Sendable () -> Double
    ) throws(ServerError) {
        // Everything that may fail comes before the threads are started.
        let configuration = try ListenerConfiguration(options)
        limits = configuration.limits.fittedToSystem()
        let folder = try Self.open(options, limits)
        let forms = try FormPages(language: (try? store.settings.locale) ?? Languages.fallback)
        let shared: SharedSessions?
        do throws(StoreError) { shared = try SharedSessions(of: store) } catch { throw .store(error.message) }
        let uploads = try Self.makeUploadFolder(in: store.path)
        let socket: Int32
        var metrics: (socket: Int32, port: UInt16)?
        do throws(ServerError) {
            metrics = try configuration.metrics.map(ListenerConfiguration.listen)
            (socket, port) = try ListenerConfiguration.listen(at: configuration.address)
        } catch {
            if let metrics { close(metrics.socket) }
            uploads.remove()
            throw error
        }
        metricsAddress = metrics.flatMap { metrics in
            configuration.metrics.map { "http://\($0.hostName):\(metrics.port)" }
        }
        address = configuration.url(port: port)
        authority = configuration.authority

        let port = port
        // Web servers of an inventory on a database server share sessions; one of a folder has a file.
        let file = options.stateFolder.map { SessionFile(in: $0, store: store.path, port: port) }
        sessionStore = SessionStore(shared: shared, file: shared == nil ? file : nil, clock: clock)
        // Cookies are shared by all ports of a host, so each store and port has a name of its own.
        let cookieName = "homepwner-\(store.identifier.text.prefix(8))" + (shared == nil ? "-\(port)" : "")
        services = Services(
            store: store, options: options, limits: limits, folder: folder, forms: forms, sessions: sessionStore,
            uploads: uploads, lists: SpooledLists(sessions: sessionStore, bytes: limits.upload, clock: clock))
        sessions = SessionsHandler(
            store: store, workers: services.workers, sessions: sessionStore, broadcaster: services.broadcaster,
            forms: forms, address: address, cookieName: cookieName,
            isSecure: configuration.tls != nil || options.isBehindProxy, takesPhotos: options.photos != nil)
        refresher = shared.map { [sessionStore] _ in SessionRefresher { sessionStore.refresh() } }
        let counts = metrics.map { [services, sessionStore] _ in ServerMetrics(services, sessions: sessionStore) }
        let dispatcher = RequestDispatcher(
            middleware: configuration.middleware(
                port: port, limits: limits, sessions: sessionStore, cookieName: cookieName),
            bodies: BodyReader(limits: limits, folder: uploads.path, disk: services.edits.disk),
            handlers: services.handlers(sessions: sessions, authority: authority), workers: services.workers,
            errors: services.errors, refresher: refresher, metrics: counts, log: options.log)
        var monitor: Listener?
        do throws(Listener.StartError) {
            if let metrics, let counts {
                var limits = ServerLimits()
                (limits.threads, limits.connections) = (1, 16)
                let setup = Listener.Setup(socket: metrics.socket, limits: limits, proxies: .none, tls: nil)
                monitor = try Listener(setup, handler: counts)
            }
            listener = try Listener(
                Listener.Setup(
                    socket: socket, limits: limits, proxies: configuration.proxies, tls: configuration.tls),
                handler: dispatcher)
        } catch {
            close(socket)
            if let monitor { monitor.stop() } else if let metrics { close(metrics.socket) }
            refresher?.stop(by: MonotonicClock.now() + limits.finishSeconds)
            _ = services.stop(by: MonotonicClock.now() + limits.finishSeconds)
            uploads.remove()
            throw error == .unusableCertificate ? .mismatchedCertificate : .libraryFailed
        }
        monitoring = monitor.flatMap { monitor in counts.map { (monitor, $0) } }
    }

    /// Makes a sign-in link, valid once and for ten minutes. The previous one becomes invalid.
    package func signInLink() -> (link: String, token: String) { sessions.makeLink() }

    /// Refuses new requests, finishes running requests and rebuilds within limits, and closes. Later calls do nothing.
    /// - Returns: whether everything is finished. If not, threads still use the store, which must stay open until the
    ///   program ends; acknowledged changes are safe, and the next publication completes the pages.
    @discardableResult
    package func stop() -> Bool {
        guard services.beginStop() else { return true }
        sessionStore.save()
        defer { services.uploads.remove() }
        let end = MonotonicClock.now() + limits.stopSeconds
        while listener.active > 0, MonotonicClock.now() < end { usleep(10_000) }
        // Every accepted change is committed and answered before the connections are closed.
        let last = MonotonicClock.now() + limits.finishSeconds
        guard services.finishRequests(by: last) else { return false }
        listener.stop()
        refresher?.stop(by: last)
        if let monitoring {
            monitoring.metrics.stop(by: last)
            monitoring.listener.stop()
        }
        return services.watcher.stop(by: last)
    }

    private static func open(_ options: ServerOptions, _ limits: ServerLimits) throws(ServerError) -> StaticFolder {
        let publisher = options.publisher
        do throws(StaticFolder.OpenError) {
            return try StaticFolder(options.folder, openFiles: limits.openFiles) { publisher?.hashes ?? CSPHashes() }
        } catch {
            throw .noFolder(path: options.folder, code: error.code)
        }
    }

    /// A private folder for files while they arrive: in the inventory's folder, so that they are on the disk whose free
    /// space is checked, and not in memory.
    private static func makeUploadFolder(in store: String) throws(ServerError) -> TemporaryFolder {
        let kind = TemporaryFolder.Kind(in: store, prefix: ".uploads-") { _, isLink in !isLink }
        do throws(FileError) {
            // An inventory that cannot be written takes no photos, but its pages can be read.
            guard access(store, W_OK) == 0 else {
                return try TemporaryFolder(TemporaryFolder.Kind(prefix: ".uploads-"))
            }
            return try TemporaryFolder(kind)
        } catch {
            throw .noTemporaryFolder(reason: error.message)
        }
    }
}
