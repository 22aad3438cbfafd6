import Files
import Glibc
package import HTTPServer
import Inventory
package import InventoryStore

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

    /// The address of the front page: `http://127.0.0.1:8421`.
    package let address: String
    /// The listening port.
    package let port: UInt16
    /// The address of `/health` and `/metrics`, if they are served.
    package var metricsAddress: String? { listeners.monitoring?.address }
    /// The authority of this machine's own that certified the server; nil if another did.
    package let authority: LocalAuthority?

    /// Starts to listen.
    package convenience init(store: InventoryStore, options: ServerOptions) throws(ServerError) {
        try self.init(store: store, options: options, clock: MonotonicClock.now)
    }

    init(
        store: InventoryStore, options: ServerOptions, clock: @escaping @Sendable () -> Double
    ) throws(ServerError) {
        let configuration = try ListenerConfiguration(options)
        let limits = configuration.limits.fittedToSystem()
        let sockets = try ListenerConfiguration.Sockets(configuration)
        port = sockets.port
        address = configuration.url(port: port)
        authority = configuration.authority
        let counts = configuration.metrics.map { _ in ResponseCounts() }
        let inventory: ServedInventory
        do throws(ServerError) {
            inventory = try ServedInventory(
                store: store, options: options,
                place: ServedInventory.Place(configuration: configuration, port: port, limits: limits),
                log: RequestLog(counts: counts, line: options.log), clock: clock)
        } catch {
            sockets.close()
            throw error
        }
        do throws(ServerError) {
            listeners = try sockets.listen(
                for: inventory.dispatcher, configuration, limits,
                metrics: counts.map { counts in
                    ServerMetrics(counts: counts, isReadable: { inventory.isReadable }) { inventory.figures }
                })
        } catch {
            inventory.abandon()
            throw error
        }
        self.inventory = inventory
    }

    /// Makes a sign-in link, valid once and for ten minutes. The previous one becomes invalid.
    package func signInLink() -> (link: String, token: String) { inventory.signInLink() }

    /// Refuses new requests, finishes running requests and rebuilds within limits, and closes. Later calls do nothing.
    /// - Returns: whether everything is finished. If not, threads still use the store, which must stay open until the
    ///   program ends; acknowledged changes are safe, and the next publication completes the pages.
    @discardableResult
    package func stop() -> Bool { listeners.stop(inventory) }
}
