public import Database

// Other modules keep tables of their own beside the store's, in the same transactions.
//
//     try store.write { writer throws(StoreError) in
//         try writer.withConnection { connection throws(DatabaseError) in
//             try connection.execute("CREATE TABLE IF NOT EXISTS site_pages (…)")
//         }
//     }
//
// Every row names its inventory, ``StoreWriter/inventory``; tables and indexes of the store itself are private to it.

extension StoreWriter {
    /// The number of the inventory in the columns `inventory`.
    public var inventory: Int64 { tables.connection.inventory }

    /// Runs statements on the store's connection, as a part of the writer's transaction.
    /// - Throws: failures of the database, as the store's own errors.
    public func withConnection<Result>(
        _ body: (any DatabaseConnection) throws(DatabaseError) -> Result
    ) throws(StoreError) -> Result {
        try tables.connection.perform { database throws(DatabaseError) in try body(database) }
    }
}
