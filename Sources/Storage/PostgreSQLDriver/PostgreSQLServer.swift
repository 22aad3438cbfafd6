public import Database
import Synchronization

/// A PostgreSQL server, or a group of servers of which one is the primary.
public final class PostgreSQLServer: DatabaseServer {
    private let address: String
    /// Idle sessions, the latest last. They are reused because the server starts a process for each new one.
    private let idle = Mutex<[PostgreSQLSession]>([])

    /// - Parameter address: a URI, `postgres://user@host/database`, or a list of keywords (libpq, "Connection Strings").
    public init(address: String) { self.address = address }

    public func connect(writeLock: String?) throws(DatabaseError) -> any DatabaseMaintenance {
        PostgreSQLConnection(try session(), of: self, writeLock: writeLock)
    }

    /// A session that was used before, or else a new one.
    func session() throws(DatabaseError) -> PostgreSQLSession {
        while let session = idle.withLock({ $0.popLast() }) {
            if session.isOpen { return session }
        }
        return try PostgreSQLSession(address: address)
    }

    /// A session that has just been opened. Those that were open before are as likely to be lost as the one that was, so
    /// they are closed.
    func newSession() throws(DatabaseError) -> PostgreSQLSession {
        idle.withLock { $0 = [] }
        return try PostgreSQLSession(address: address)
    }

    /// Keeps a session for the next connection.
    func release(_ session: PostgreSQLSession) {
        guard !session.isBroken, !session.isInTransaction else { return }
        idle.withLock { idle in
            if idle.count < PostgreSQLServer.mostIdle { idle.append(session) }
        }
    }

    private static let mostIdle = 8
}
