package import HTTPServer
import InventoryStore
package import SiteGenerator

/// Options of the server: addresses, trust, and the services that it uses.
package struct ServerOptions: Sendable {
    /// The published folder that is served.
    package var folder: String
    /// The listening address, such as `127.0.0.1:8421`. Port 0 lets the system choose a free one.
    package var address = "127.0.0.1:8421"
    /// The listening address of `/health` and `/metrics`, for monitoring; nil for none.
    package var metricsAddress: String?
    /// Names of the server in addition to those of a loopback address: `NAME` or `NAME:PORT`.
    package var hosts: [String] = []
    /// Other origins whose pages may send requests with a bearer token: `https://example.org`, or `null` for pages that are
    /// opened as files.
    package var origins: [String] = []
    /// The files of the certificate chain and its private key, in PEM.
    package var certificate: (chain: String, key: String)?
    /// Whether the certificate comes from a local authority, which is stored in ``stateFolder``.
    package var isLocallyCertified = false
    /// Whether a proxy encrypts and forwards the requests. Its `X-Forwarded-For` names the client.
    package var isBehindProxy = false
    /// The numeric addresses of proxies on other machines. The one on this machine is always believed.
    package var proxies: [String] = []
    /// The header field in which proxies name the user whom they have signed in; nil for none.
    package var userHeader: String?
    /// The numeric addresses, or networks, of the proxies that are believed; needed with ``userHeader``.
    package var userSources: [String] = []
    /// Receives the address of the first client that names a user and is not one of them.
    package var reportIgnoredUser: (@Sendable (_ address: String) -> Void)?
    /// The identity provider that people may sign in with; nil for none.
    package var provider: IdentityProvider?
    /// Limits on the resources of clients.
    package var limits = ServerLimits()
    /// Bytes that must be free on the disk for a change.
    package var minimumFreeDisk: Int64 = 32 << 20
    /// The folder in which sessions are stored over a restart; nil if they end with the program.
    package var stateFolder: String?
    /// The author of changes in the journal.
    package var actor = "page"
    /// The published folder, whose pages are rebuilt after changes; nil if they stay as they are.
    package var site: PublishedFolder?
    /// Rebuilds the pages in place of ``site``, for tests of rebuilds that fail or hang.
    var rebuild: (@Sendable (StoreChanges) throws -> Void)?
    /// Makes the reports; nil if the server offers none.
    package var reports: ReportProgram?
    /// Receives the error of each rebuild that failed, on a thread of the server.
    package var reportFailedRebuild: (@Sendable (any Error) -> Void)?
    /// Receives the lines of the access log. They contain no values of items.
    package var log: (@Sendable (String) -> Void)?

    /// Safe defaults for a published folder.
    package init(folder: String) { self.folder = folder }
}
