public import Database
import SQLiteDriver

extension InventoryStore {
    /// Opens another connection to the store's database, for tables that another module keeps beside the items.
    ///
    /// For a store that can only be read it is a temporary database of its own.
    public func openConnection() throws(StoreError) -> any DatabaseConnection {
        do throws(DatabaseError) {
            // SQLite deletes a database without a name when it is closed.
            let connection = try SQLiteConnection(file: isReadOnly ? "" : folder.file, mode: isReadOnly ? .create : .readWrite)
            if !isReadOnly { try connection.prepareForWriting() }
            return connection
        } catch {
            throw StoreError(error, path: path)
        }
    }
}

extension StoreError {
    /// A failure of the database of the store at a path.
    public init(_ error: DatabaseError, path: String) {
        switch error.kind {
        case .full: self = .diskFull(path: path)
        case .busy: self = .locked(path: path)
        case .readOnly: self = .readOnly(path: path)
        case .notADatabase: self = .notAStore(path: path)
        case .corrupt: self = .damaged(path: path, detail: error.detail)
        case .io, .constraint, .other: self = .inputOutput(path: path, detail: error.detail)
        }
    }
}
