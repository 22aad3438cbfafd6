/// A connection whose state other sessions can read too, whatever is committed meanwhile. Not every database has it.
public protocol SnapshotSharing: DatabaseConnection {
    /// Shares the state that the open transaction reads.
    /// - Returns: the id by which other sessions find it until the transaction ends.
    func exportSnapshot() throws(DatabaseError) -> String

    /// Begins a transaction that reads a shared state.
    /// - Throws: `other` if no open transaction shares a state with that id.
    func begin(snapshot id: String) throws(DatabaseError)
}
