/// A server whose tables are shared by several tenants.
public protocol DatabaseServer: Sendable {
    /// Opens a session.
    /// - Parameter writeLock: a query that locks the tenant's row, with the strength of the lock. Every transaction that
    ///   writes begins with it, so that writers of one tenant wait for one another if their locks exclude each other; if it
    ///   has no row, the transaction is refused as `readOnly`. Nil for a session that belongs to no tenant.
    /// - Throws: `io` if the server cannot be reached or refuses the session.
    func connect(writeLock: String?) throws(DatabaseError) -> any DatabaseMaintenance
}
