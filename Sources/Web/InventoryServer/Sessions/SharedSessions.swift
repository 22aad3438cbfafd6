import Files
import HTTPServer
import Inventory
import InventoryStore
import Synchronization

/// The sessions and the one-time tokens of an inventory on a database server, or of the server's people. All web servers share
/// them.
///
/// The tables store digests of tokens and verifiers, with which nobody can sign in. Times are those of the
/// web servers' clocks.
final class SharedSessions: Sendable {
    /// A session as the table has it.
    struct Record: Sendable {
        let kind: Session.Kind
        /// The name of the person, or the id of the share link; nil for the owner.
        let holder: String?
        /// The digest of the verifier.
        let digest: String
        /// Seconds since the session began, and since it was used.
        let age: Double
        let idle: Double
    }

    private nonisolated(unsafe) let connection: StoreConnection
    // Every access holds the lock, so that the connection is used by one thread at a time.
    private let lock = Mutex(())

    /// - Returns: nil for an inventory in a folder, which one web server serves.
    /// - Throws: if the server cannot be reached.
    init?(of store: InventoryStore) throws {
        guard let connection = try store.openUnlockedConnection() else { return nil }
        self.connection = connection
    }

    /// Those of the people of a database server.
    init(of directory: InventoryDirectory) { connection = directory.people }

    /// Adds a one-time token.
    func add(token: String, for person: String?, seconds: Double) throws {
        try write { now in
            try PeopleTable(connection).add(
                code: token, for: person,
                until: Timestamp(clampedMilliseconds: now + SharedSessions.milliseconds(seconds)))
        }
    }

    /// The people and share links that the pages admit.
    func admissions() throws -> Admissions { try locked { try connection.read { try Admissions(connection) } } }

    /// Exchanges a token for a session. Sessions that ended by time are removed, and beyond the limit those that were idle
    /// longest end.
    /// - Parameter isUsable: whether the token of somebody may be used here; if not, it stays as it is.
    /// - Returns: nil if the token was wrong.
    func begin(
        _ kind: Session.Kind, selector: String, digest: String, for token: String,
        where isUsable: (TokenHolder) -> Bool
    ) throws -> TokenHolder? {
        try write { now in
            guard let holder = try PeopleTable(connection).take(token: token, where: isUsable) else { return nil }
            try insert(kind.of(holder), selector: selector, digest: digest, of: holder, now: now)
            return holder
        }
    }

    /// Begins a session of a person without a token.
    func begin(selector: String, digest: String, of person: Person) throws {
        try write { now in
            try insert(.cookie, selector: selector, digest: digest, of: .person(person.name), now: now)
        }
    }

    private func insert(
        _ kind: Session.Kind, selector: String, digest: String, of holder: TokenHolder, now: Int64
    ) throws {
        try connection.run(
            "DELETE FROM serve_sessions WHERE inventory = ?1 AND (used < ?2 OR begun < ?3)",
            .integer(now - SharedSessions.milliseconds(SessionStore.idleSeconds)),
            .integer(now - SharedSessions.milliseconds(SessionStore.longestSeconds)))
        try connection.run(
            """
            DELETE FROM serve_sessions WHERE inventory = ?1 AND selector IN (SELECT selector FROM serve_sessions \
            WHERE inventory = ?1 AND kind \(kind == .visitor ? "=" : "<>") ?2 \
            ORDER BY COALESCE(person, '') = ?4, used DESC OFFSET ?3)
            """, .text(Session.Kind.visitor.rawValue), .integer(Int64(kind.limit - 1)), .text(holder.name ?? ""))
        try connection.run(
            """
            INSERT INTO serve_sessions (inventory, selector, verifier, kind, begun, used, person) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, .text(selector), .text(digest), .text(kind.rawValue), .integer(now), .integer(now),
            .text(holder.name))
    }

    /// All sessions, by their selectors.
    func all() throws -> [String: Record] {
        try locked {
            let now = Timestamp.now.milliseconds
            var records: [String: Record] = [:]
            try connection.read {
                try connection.forEach(
                    "SELECT selector, verifier, kind, begun, used, person FROM serve_sessions WHERE inventory = ?1"
                ) { row in
                    guard let kind = row.text(2).flatMap(Session.Kind.init(rawValue:)) else { return }
                    records[row.text(0) ?? ""] = Record(
                        kind: kind, holder: row.text(5), digest: row.text(1) ?? "",
                        age: Double(now - row.integer(3)) / 1000,
                        idle: Double(now - row.integer(4)) / 1000)
                }
            }
            return records
        }
    }

    /// Notes that sessions are used now.
    func touch(_ selectors: [String]) throws {
        try write { now in
            // In one order, so that two servers do not wait for each other.
            for selector in selectors.sorted() {
                try connection.run(
                    "UPDATE serve_sessions SET used = ?3 WHERE inventory = ?1 AND selector = ?2", .text(selector),
                    .integer(now))
            }
        }
    }

    /// Ends a session.
    func end(_ selector: String) throws {
        try write { _ in
            try connection.run("DELETE FROM serve_sessions WHERE inventory = ?1 AND selector = ?2", .text(selector))
        }
    }

    /// Ends all sessions of a person, or of all if it is nil, and makes their one-time tokens invalid.
    func endAll(of person: String?) throws {
        try write { _ in
            try PeopleTable(connection).removeCodes(of: person)
            guard let person else {
                try connection.run("DELETE FROM serve_sessions WHERE inventory = ?1")
                return
            }
            try connection.run("DELETE FROM serve_sessions WHERE inventory = ?1 AND person = ?2", .text(person))
        }
    }

    /// Runs the body in a transaction, with its time.
    @discardableResult
    private func write<Value: Sendable>(_ body: (_ now: Int64) throws -> Value) throws -> Value {
        try locked { try connection.write { try body(Timestamp.now.milliseconds) } }
    }

    /// - Throws: `serverBusy` if the database cannot be reached. A connection that was lost is replaced by the next call.
    private func locked<Value: Sendable>(_ body: () throws -> Value) throws -> Value {
        do { return try lock.withLock { _ in try body() } } catch { throw HTTPError(.serverBusy) }
    }

    private static func milliseconds(_ seconds: Double) -> Int64 { Int64(seconds * 1000) }
}
