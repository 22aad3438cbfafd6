public import Database

extension StoreSnapshot {
    /// The number of the inventory in the columns `inventory`.
    public var inventory: Int64 { tables.connection.inventory }

    /// Runs statements that read the state of the snapshot. Statements that write fail.
    /// - Throws: failures of the database, as the store's own errors.
    public func withConnection<Result>(
        _ body: (any DatabaseConnection) throws(DatabaseError) -> Result
    ) throws(StoreError) -> Result {
        try tables.connection.perform { database throws(DatabaseError) in try body(database) }
    }
}
