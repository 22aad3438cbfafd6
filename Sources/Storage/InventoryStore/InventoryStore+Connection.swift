public import Database
import SQLiteDriver

extension InventoryStore {
    /// Opens another connection to the store's database, for tables that another module keeps beside the items.
    ///
    /// For a store that can only be read it is a temporary database of its own.
    public func openConnection() throws(StoreError) -> any DatabaseConnection {
        do throws(DatabaseError) {
            // SQLite deletes a database without a name when it is closed.
            let connection = try SQLiteConnection(
                file: isReadOnly ? "" : folder.file, mode: isReadOnly ? .create : .readWrite)
            if !isReadOnly { try connection.prepareForWriting() }
            return connection
        } catch {
            throw StoreError(error, path: path)
        }
    }
}
