/// A server whose tables are shared by several tenants.
public protocol DatabaseServer: Sendable {
    /// Opens a session.
    /// - Parameter writeLock: a query that locks the tenant's row, with the strength of the lock. Every transaction that
    ///   writes begins with it, so that writers of one tenant wait for one another if their locks exclude each other; if it
    ///   has no row, the transaction is refused as `readOnly`. Nil for a session that belongs to no tenant.
    /// - Throws: `unreachable` if the server cannot be reached, refuses the session, or has a database that is not UTF-8.
    func connect(writeLock: String?) throws(DatabaseError) -> any DatabaseMaintenance
}
