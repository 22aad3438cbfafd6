public import Database
import Synchronization

/// The driver for database servers, if the program has one.
public enum ServerDriver {
    private static let driver = Mutex<(@Sendable (String) -> any DatabaseServer)?>(nil)
    /// The servers by address. Each keeps sessions for the next store that is opened.
    private static let servers = Mutex<[String: any DatabaseServer]>([:])

    /// Makes stores on servers available. To be called once, when the program starts.
    /// - Parameter connect: makes a server from the URI of its database.
    public static func register(_ connect: @escaping @Sendable (String) -> any DatabaseServer) {
        driver.withLock { $0 = connect }
    }

    /// The server of an address.
    /// - Throws: `noServerDriver` if this program has no driver.
    static func server(at address: StoreAddress) throws(StoreError) -> any DatabaseServer {
        guard let connect = driver.withLock({ $0 }) else { throw .noServerDriver(path: address.shown) }
        return servers.withLock { servers in
            if let known = servers[address.server] { return known }
            let server = connect(address.server)
            servers[address.server] = server
            return server
        }
    }
}
