import CPostgreSQL
package import Database
import Files
import Glibc

/// A PostgreSQL server, or a group of servers of which one is the primary, and the pool of the sessions with it.
///
/// Connections of all tenants share the sessions, and each has one only for a transaction or a statement. Prepared statements
/// and settings stay with a session, and are the same for everybody.
package final class PostgreSQLServer: DatabaseServer {
    private struct Pool {
        var limit = PostgreSQLServer.usualLimit
        /// Idle sessions, the latest last.
        var idle: [PostgreSQLSession] = []
        /// The number of sessions that each thread was lent and has not given back.
        var lent: [pthread_t: Int] = [:]
        var waiting = 0
        /// Grows when a session turns out to be lost. Those that were opened before are as likely to be lost.
        var generation = 0
        var isChecked = false

        var inUse: Int { lent.values.reduce(0, +) }

        mutating func giveBack(_ owner: pthread_t) {
            let count = (lent[owner] ?? 1) - 1
            lent[owner] = count > 0 ? count : nil
        }
    }

    private let address: String
    private let pool = Monitor(Pool())

    /// The most sessions, unless ``limitSessions(to:)`` says otherwise.
    private static let usualLimit = 16
    /// Seconds for which a thread waits for a session.
    private static let patience = 10.0

    /// - Parameter address: a URI, `postgres://user@host/database`, or a list of keywords (libpq, "Connection Strings").
    package init(address: String) { self.address = address }

    package func connect(writeLock: WriteLock?) throws -> any DatabaseMaintenance {
        release(try lease())
        return PostgreSQLConnection(to: self, writeLock: writeLock)
    }

    package func limitSessions(to count: Int) throws -> Int {
        pool.change { $0.limit = count }
        let statement = try connect(writeLock: nil).prepare(PostgreSQLServer.allowed, for: .repeated)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// The connections that this role may have at most: NULL does not count.
    private static let allowed = """
        SELECT least(current_setting('max_connections')::bigint \
        - current_setting('superuser_reserved_connections')::bigint \
        - coalesce(current_setting('reserved_connections', true)::bigint, 0), \
        (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user), \
        (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()))
        """

    package var sessions: SessionCounts {
        pool.withLock { SessionCounts(inUse: $0.inUse, idle: $0.idle.count, waiting: $0.waiting, limit: $0.limit) }
    }

    /// A session that was used before, or else a new one, for the calling thread.
    ///
    /// A thread that has one already gets another at once, so that threads never wait for one another's: the limit can be
    /// exceeded by the sessions that one thread needs at the same time.
    func lease() throws -> SessionLease {
        let owner = pthread_self()
        var waits = false
        let found = pool.wait(seconds: PostgreSQLServer.patience) { pool -> PostgreSQLSession?? in
            guard pool.inUse < pool.limit || pool.lent[owner] != nil else {
                if !waits { pool.waiting += 1 }
                waits = true
                return nil
            }
            if waits { pool.waiting -= 1 }
            pool.lent[owner, default: 0] += 1
            return .some(pool.idle.popLast())
        }
        guard var session = found else {
            pool.withLock { $0.waiting -= 1 }
            throw DatabaseError(.unreachable, "all connections of this program to the server are in use")
        }
        // The server may have ended it meanwhile.
        while let idle = session, !idle.isOpen { session = pool.withLock { $0.idle.popLast() } }
        do {
            return SessionLease(try session ?? open(), owner)
        } catch {
            pool.changeAndSignalOne { $0.giveBack(owner) }
            throw error
        }
    }

    /// Opens a session in place of one that is lost.
    func replaceSession(of lease: SessionLease) throws {
        pool.withLock { pool in
            pool.generation += 1
            pool.idle = []
        }
        lease.session = try open()
    }

    /// Keeps a session for the next connection, or closes it.
    func release(_ lease: SessionLease) {
        let session = lease.session
        let isUsable = !session.isBroken && !session.isInTransaction && !session.hasManyStatements
        pool.changeAndSignalOne { pool in
            pool.giveBack(lease.owner)
            if isUsable, session.generation == pool.generation, pool.idle.count + pool.inUse < pool.limit {
                pool.idle.append(session)
            }
        }
    }

    private func open() throws -> PostgreSQLSession {
        let (generation, isChecked) = pool.withLock { ($0.generation, $0.isChecked) }
        let session = try PostgreSQLSession(address: address, generation: generation)
        if !isChecked {
            try refuseTransactionPooling(session)
            pool.withLock { $0.isChecked = true }
        }
        return session
    }

    /// Throws if a pooler, such as PgBouncer with `pool_mode = transaction`, lends the server's sessions for a transaction:
    /// prepared statements, settings and temporary tables would be another client's.
    private func refuseTransactionPooling(_ session: PostgreSQLSession) throws {
        let process = try session.process
        // A pooler tells its clients a number of its own.
        guard process != Int64(PQbackendPID(session.handle)) else { return }
        let other = try PostgreSQLSession(address: address, generation: 0)
        try other.execute("BEGIN", within: other.limits.prompt)
        // The other one got the server's session of this one, or this one has had several.
        guard try other.process != process, try session.process == process else {
            throw DatabaseError(
                .unreachable,
                "the pooler lends connections for a transaction, and must do so for a session (pool_mode = session)")
        }
    }
}

extension PostgreSQLSession {
    /// The number of the server's process that runs a statement now.
    fileprivate var process: Int64 {
        get throws { try run("SELECT pg_backend_pid()", .none).integer(0, 0) }
    }
}

/// A session that was lent to a connection.
final class SessionLease {
    var session: PostgreSQLSession
    /// The thread that asked for it.
    let owner: pthread_t

    init(_ session: PostgreSQLSession, _ owner: pthread_t) { (self.session, self.owner) = (session, owner) }
}
