import Database
import Files
import HTTPServer
import Inventory
import InventoryStore
import Synchronization

/// The sessions and the one-time token of an inventory on a database server. All web servers of the inventory share them.
///
/// The tables store digests of tokens and verifiers, with which nobody can sign in. Times are those of the
/// web servers' clocks.
final class SharedSessions: Sendable {
    /// A session as the table has it.
    struct Record: Sendable {
        let kind: Session.Kind
        /// The digest of the verifier.
        let digest: String
        /// Seconds since the session began, and since it was used.
        let age: Double
        let idle: Double
    }

    private nonisolated(unsafe) let connection: any DatabaseConnection
    // Every access holds the lock, so that the connection is used by one thread at a time.
    private let lock = Mutex(())
    private let inventory: Int64

    /// - Returns: nil for an inventory in a folder, which one web server serves.
    /// - Throws: if the server cannot be reached.
    init?(of store: InventoryStore) throws(StoreError) {
        guard let connection = try store.openUnlockedConnection() else { return nil }
        self.connection = connection
        inventory = store.inventory
    }

    /// Replaces the one-time token.
    func set(token: String, seconds: Double) throws(HTTPError) {
        try transaction { run throws(DatabaseError) in
            let insertion = try connection.prepareInsert(
                into: "serve_tokens", columns: ["inventory", "token", "until"], onConflict: .replace(key: ["inventory"])
            )
            insertion.bind(1, inventory)
            insertion.bind(2, token)
            insertion.bind(3, run.now + SharedSessions.milliseconds(seconds))
            try insertion.run()
        }
    }

    /// Exchanges the one-time token for a session. Sessions that ended by time are removed, and beyond the limit those that
    /// were idle longest end.
    /// - Returns: whether the token was right.
    func begin(_ session: Session, digest: String, for token: String) throws(HTTPError) -> Bool {
        try transaction { run throws(DatabaseError) in
            let removal = try run.statement(
                "DELETE FROM serve_tokens WHERE inventory = ?1 AND token = ?2 AND until > ?3")
            removal.bind(2, token)
            removal.bind(3, run.now)
            guard try removal.run() > 0 else { return false }
            let ended = try run.statement(
                "DELETE FROM serve_sessions WHERE inventory = ?1 AND (used < ?2 OR begun < ?3)")
            ended.bind(2, run.now - SharedSessions.milliseconds(SessionStore.idleSeconds))
            ended.bind(3, run.now - SharedSessions.milliseconds(SessionStore.longestSeconds))
            try ended.run()
            let surplus = try run.statement(
                """
                DELETE FROM serve_sessions WHERE inventory = ?1 AND selector IN (SELECT selector FROM serve_sessions \
                WHERE inventory = ?1 ORDER BY used DESC OFFSET ?2)
                """)
            surplus.bind(2, Int64(SessionStore.limit - 1))
            try surplus.run()
            let insertion = try connection.prepareInsert(
                into: "serve_sessions",
                columns: ["inventory", "selector", "verifier", "kind", "begun", "used"], onConflict: .fail)
            insertion.bind(1, inventory)
            insertion.bind(2, session.selector)
            insertion.bind(3, digest)
            insertion.bind(4, session.kind.rawValue)
            insertion.bind(5, run.now)
            insertion.bind(6, run.now)
            try insertion.run()
            return true
        }
    }

    /// All sessions, by their selectors.
    func all() throws(HTTPError) -> [String: Record] {
        try transaction(.read) { run throws(DatabaseError) in
            let rows = try run.statement(
                "SELECT selector, verifier, kind, begun, used FROM serve_sessions WHERE inventory = ?1")
            defer { rows.reset() }
            var records: [String: Record] = [:]
            while try rows.step() {
                guard let kind = rows.text(2).flatMap(Session.Kind.init(rawValue:)) else { continue }
                records[rows.text(0) ?? ""] = Record(
                    kind: kind, digest: rows.text(1) ?? "", age: Double(run.now - rows.integer(3)) / 1000,
                    idle: Double(run.now - rows.integer(4)) / 1000)
            }
            return records
        }
    }

    /// Notes that sessions are used now.
    func touch(_ selectors: [String]) throws(HTTPError) {
        try transaction { run throws(DatabaseError) in
            let update = try run.statement("UPDATE serve_sessions SET used = ?3 WHERE inventory = ?1 AND selector = ?2")
            // In one order, so that two servers do not wait for each other.
            for selector in selectors.sorted() {
                update.bind(1, inventory)
                update.bind(2, selector)
                update.bind(3, run.now)
                try update.run()
            }
        }
    }

    /// Ends a session.
    func end(_ selector: String) throws(HTTPError) {
        try transaction { run throws(DatabaseError) in
            let removal = try run.statement("DELETE FROM serve_sessions WHERE inventory = ?1 AND selector = ?2")
            removal.bind(2, selector)
            try removal.run()
        }
    }

    /// Ends all sessions, and makes the one-time token invalid.
    func endAll() throws(HTTPError) {
        try transaction { run throws(DatabaseError) in
            for table in ["serve_sessions", "serve_tokens"] {
                try run.statement("DELETE FROM \(table) WHERE inventory = ?1").run()
            }
        }
    }

    /// One transaction: its time, and its statements, whose parameter 1 is bound to the inventory.
    private struct Run {
        let connection: any DatabaseConnection
        let inventory: Int64
        let now = Timestamp.now.milliseconds

        func statement(_ sql: String) throws(DatabaseError) -> any DatabaseStatement {
            let statement = try connection.prepare(sql, for: .repeated)
            statement.bind(1, inventory)
            return statement
        }
    }

    /// - Throws: `serverBusy` if the database cannot be reached. A connection that was lost is replaced by the next call.
    private func transaction<Value: Sendable>(
        _ kind: TransactionKind = .write(waits: true), _ body: (Run) throws(DatabaseError) -> Value
    ) throws(HTTPError) -> Value {
        let outcome = lock.withLock { _ in
            Result { () throws(DatabaseError) in
                try connection.begin(kind)
                do throws(DatabaseError) {
                    let value = try body(Run(connection: connection, inventory: inventory))
                    try connection.commit()
                    return value
                } catch {
                    connection.rollBack()
                    throw error
                }
            }
        }
        do throws(DatabaseError) { return try outcome.get() } catch { throw HTTPError(.serverBusy) }
    }

    private static func milliseconds(_ seconds: Double) -> Int64 { Int64(seconds * 1000) }
}
