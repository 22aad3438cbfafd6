/// The upkeep of a database, apart from its rows.
public protocol DatabaseMaintenance: DatabaseConnection {
    /// Marks the database as one of a program: an application's number and the version of its tables.
    func mark(application: Int64, version: Int64) throws(DatabaseError)

    /// The application that made the database; 0 if none marked it.
    func application() throws(DatabaseError) -> Int64

    /// The version of the tables.
    func version() throws(DatabaseError) -> Int64

    /// The names of a table's columns; empty if there is no such table.
    func columns(of table: String) throws(DatabaseError) -> [String]

    /// Copies the whole database, as this session sees it, into a new file.
    func backUp(to file: String) throws(DatabaseError)

    /// Moves what the write-ahead log holds into the database, unless a reader still needs it; never waits.
    func checkpoint()

    /// Rewrites the database without remains of deleted values, and empties the write-ahead log. Waits for readers.
    /// - Throws: `busy` if a reader does not end.
    func compact() throws(DatabaseError)

    /// Looks through all pages and indexes.
    /// - Returns: what is wrong, in the library's words; empty if nothing is.
    func checkIntegrity(limit: Int) throws(DatabaseError) -> [String]

    /// The names of triggers and views, which no store has, and of tables, columns and indexes that these statements do
    /// not create. The name of a column follows that of its table and a point.
    func foreignObjects(besides statements: String) throws(DatabaseError) -> [String]

    /// Prepares for a transaction that inserts very many rows, or returns to small ones.
    func setBulkLoading(_ isBulk: Bool)
}
