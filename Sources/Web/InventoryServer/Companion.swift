import Files
import FoundationEssentials
import Glibc
public import InventoryStore
import Localization
import Messages
import Synchronization

/// The endpoint the inventory page posts to, and the server of the page itself.
///
///     let companion = try Companion(store: store, options: CompanionOptions(folder: "site"))
///     print(companion.signInLink())
///     …
///     companion.stop()
///
/// Its routes are described in `Site/openapi.json`, what it guards against in `docs/threat-model.md`.
public final class Companion: Sendable {
    private let service: InventoryService
    private let listener: Listener
    private let watch: ChangeWatcher
    private let uploads: TemporaryFolder

    /// The address of the page: `http://127.0.0.1:8421`.
    public let address: String
    /// The port that is listened on.
    public let port: UInt16

    /// Begins to listen.
    /// - Throws: what is wrong with the address, the names, the certificate or the folder.
    public convenience init(store: InventoryStore, options: ServerOptions) throws(ServerError) {
        try self.init(store: store, options: options, clock: ServerClock.now)
    }

    init(
        store: InventoryStore, options: ServerOptions, clock: @escaping @Sendable () -> Double
    ) throws(ServerError) {
        let plan = try ListenerConfiguration(options)
        var limits = options.limits
        // Beyond this machine nobody may take all connections; behind a proxy all come from one address.
        if limits.connectionsPerAddress == 0, !plan.address.isLoopback, !options.isBehindProxy {
            limits.connectionsPerAddress = limits.connections / 8
        }
        if !plan.address.isLoopback || options.isBehindProxy {
            limits.requestsPerSecond = limits.requestsPerSecond ?? 200
        }
        let folder = try PublishedFolder(options.folder, policy: options.policy)
        let (socket, port) = try plan.address.listen()
        let uploads: TemporaryFolder
        do throws(ServerError) {
            uploads = try Companion.makeFolder()
        } catch {
            close(socket)
            throw error
        }
        let signal = Monitor<ChangeWatcher?>(nil)
        let service: InventoryService
        do throws(ServerError) {
            service = try InventoryService(
                store: store, options: options,
                requestGuard: plan.requestGuard(store: store, port: port, limits: limits, clock: clock), folder: folder,
                address: plan.url(port: port), uploads: uploads.path,
                committed: { signal.withLock { $0 }?.notice() },
                published: { revision, action in
                    guard let watch = signal.withLock({ $0 }) else { return action() }
                    watch.whenPublished(revision, action)
                })
        } catch {
            close(socket)
            uploads.remove()
            throw error
        }
        let revision: Revision
        do throws(StoreError) { revision = try store.revision } catch { revision = .zero }
        let watch = ChangeWatcher(
            store: store, from: revision, broadcaster: service.broadcaster, rebuild: options.rebuild,
            published: { folder.forget() }, log: options.log)
        signal.change { $0 = watch }
        do throws(ServerError) {
            listener = try Listener(
                Listener.Setup(
                    socket: socket, limits: limits, isBehindProxy: options.isBehindProxy, tls: plan.tls),
                handler: service)
        } catch {
            close(socket)
            // Nothing was asked for yet.
            let end = ServerClock.now() + options.limits.finishSeconds
            _ = service.stop(by: end) && watch.stop(by: end)
            uploads.remove()
            throw error
        }
        self.service = service
        self.watch = watch
        self.uploads = uploads
        self.port = port
        address = plan.url(port: port)
    }

    /// A fresh sign-in link, good once and for ten minutes; the one before it is void.
    public func signInLink() -> (link: String, token: String) { service.makeLink() }

    /// Takes no more, lets running requests and the pages finish within bounds, and closes.
    ///
    /// Stopping twice is stopping once.
    /// - Returns: whether all that was begun is done. Where it is not, threads are at it that nothing ends but the end of
    ///   the program, and the store has to stay open for them: what was acknowledged is kept, and the next
    ///   publication finishes the pages.
    @discardableResult
    public func stop() -> Bool {
        guard !service.isStopping.exchange(true, ordering: .relaxed) else { return true }
        defer { uploads.remove() }
        service.broadcaster.close()
        watch.release()
        let end = ServerClock.now() + service.options.limits.stopSeconds
        while listener.active > 0, ServerClock.now() < end { usleep(10_000) }
        // Whatever waits is made and answered now; nothing that was taken is dropped.
        let last = ServerClock.now() + service.options.limits.finishSeconds
        guard service.stop(by: last) else { return false }
        listener.stop()
        return watch.stop(by: last)
    }

    /// A folder that only we may read, for photos while they arrive.
    private static func makeFolder() throws(ServerError) -> TemporaryFolder {
        let kind = TemporaryFolder.Kind(prefix: "homepwner-uploads-") { _, isLink in !isLink }
        do throws(FileError) { return try TemporaryFolder(kind) } catch {
            throw .noPlace(LocalizationContext.words.text(Message(error)))
        }
    }
}
