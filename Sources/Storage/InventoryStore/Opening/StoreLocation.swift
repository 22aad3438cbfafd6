import Database

/// The place of a store's rows: a file in a folder, or an inventory of a database server.
protocol StoreLocation: Sendable {
    /// The folder of the photos and documents. If the store is a folder, the database is in it too.
    var path: String { get }
    /// The name of the store in errors, without a password.
    var shown: String { get }
    /// The number of the inventory in every row.
    var inventory: Int64 { get }

    /// The beginning of the paths of other files in the store's tables: the name of this machine if several use the store.
    var machine: String { get }

    /// A connection for writing, or for reading if the store cannot be written.
    /// - Parameter purpose: for reading, a store of an earlier version is not brought up to date.
    /// - Returns: the connection, how it can be used, and why it cannot be written if it cannot.
    func connect(
        for purpose: InventoryStore.OpeningPurpose
    ) throws(StoreError) -> (database: any DatabaseMaintenance, access: StoreAccess, readOnlyReason: StoreError?)

    /// Another connection of the same kind, for reading a snapshot.
    func reader(_ access: StoreAccess) throws(StoreError) -> any DatabaseMaintenance

    /// Another connection for writing tables that another module keeps beside the items.
    func openConnection() throws(StoreError) -> any DatabaseMaintenance

    /// Why the database refuses writers, if that can be known.
    func refusal() -> StoreError?

    /// Ends the filling of a staged store.
    func finish(_ connection: StoreConnection) throws(StoreError)

    /// Removes the store.
    func remove()

    /// Removes the remains of deleted rows, unless the database server does so itself.
    func compact() throws(StoreError)

    /// Copies the database as it is at one moment, without what others commit meanwhile, into a new file.
    func copyDatabase(_ access: StoreAccess, to file: String) throws(StoreError)

    /// The copies that were made before the store was brought up to date.
    func copies() throws(StoreError) -> [String]

    /// Values that change when another program writes the file, for media without locks.
    func fingerprint() -> [Int]
}

extension StoreLocation {
    /// The store's session over a connection.
    func session(_ database: any DatabaseMaintenance) -> StoreConnection {
        StoreConnection(database, path: shown, inventory: inventory)
    }

    /// Calls the driver, whose failures become the store's.
    func perform<Result>(_ body: () throws(DatabaseError) -> Result) throws(StoreError) -> Result {
        do throws(DatabaseError) { return try body() } catch { throw StoreError(error, path: shown) }
    }
}
