import Files
import HTTPServer
import InventoryStore
import Synchronization

/// The pages of a database server, under the host name that those of its inventories end with: there its people sign in once
/// for all inventories.
final class ServerPages: Stoppable, Sendable {
    let dispatcher: RequestDispatcher
    /// The people, in no inventory.
    let people: ServerPeople
    private let overview: OverviewHandler
    private let workers: Workers
    private let uploads: TemporaryFolder

    /// Starts to read the people.
    /// - Parameters:
    ///   - sessions: those of the server's people.
    ///   - configuration: that of the common host name.
    ///   - visit: visits the inventories that are served.
    init(
        _ sessions: SessionStore, host: HostName, configuration: ListenerConfiguration, port: UInt16,
        limits: ServerLimits, shared: SharedLimits, poller: ChangePoller, errors: ErrorResponder, forms: FormPages,
        provider: IdentityProvider?, visit: @escaping OverviewHandler.Visit, log: RequestLog
    ) throws {
        // Browsers refuse cookies for all hosts below a name without a dot. A server under a name below this one gets the cookie, too,
        // so each has a name of its own.
        let isShared = host.name.contains(".")
        let suffix = SHA256.hexadecimalDigest(of: host.name + (host.port.map { ":\($0)" } ?? "")).prefix(8)
        let cookie = SessionCookie(
            name: "homepwner-people-\(suffix)", domain: isShared ? host.name : nil, isSecure: configuration.isSecure)
        do {
            uploads = try TemporaryFolder(TemporaryFolder.Kind(prefix: ".uploads-"))
        } catch {
            throw ServerError.noTemporaryFolder(reason: error.message)
        }
        workers = Workers(threads: limits.threads, reports: 1, asksProvider: provider != nil, errors: errors)
        people = ServerPeople(sessions: sessions, cookie: cookie, inventory: "", hasPages: true, poller: poller)
        overview = OverviewHandler(visit, people: people, workers: workers, forms: forms)
        let handlers: [Resource: any ResourceHandler] = [
            .sessions: SessionsHandler(
                store: nil, workers: workers, sessions: sessions,
                broadcaster: EventBroadcaster(limit: 0, sessions: sessions), forms: forms,
                address: configuration.url(port: port), cookie: cookie, provider: provider),
            .files: FilesHandler(), .overview: overview,
        ]
        dispatcher = RequestDispatcher(
            middleware: configuration.middleware(
                port: port, limits: limits, rate: shared.rate, sessions: sessions, cookieName: cookie.name,
                place: .server),
            bodies: BodyReader(limits: limits, shared: shared, folder: uploads.path, disk: nil),
            handlers: handlers, workers: workers, errors: errors, refresher: people.refresher, log: log)
    }

    func beginStop() -> Bool { !workers.isStopping.exchange(true, ordering: .relaxed) }

    func finishRequests(by end: Double) -> Bool { [workers.stop(by: end), overview.stop(by: end)].allSatisfy(\.self) }

    func finish(by end: Double) -> Bool {
        people.stop(by: end)
        uploads.remove()
        return true
    }
}
