import Files
import Glibc
import JSON

extension InventoryStore {
    /// The name of the database in a store's folder.
    public static let databaseName = "inventory.sqlite"

    /// Copies the database into a new file, as it is at one moment: with everything that was acknowledged before the call,
    /// and nothing that others have half done. An inventory on a server becomes a database of the same rows.
    /// - Parameter file: the name of a store's database in a folder that has none.
    /// - Throws: `diskFull` if there is no space for the copy; `damaged`, `inputOutput`.
    public func copyDatabase(to file: String) throws(StoreError) { try location.copyDatabase(access, to: file) }

    /// Whether something was erased for good after a revision.
    public func hasErased(since revision: Revision) throws(StoreError) -> Bool {
        try InventoryStore.hasErased(since: revision, snapshot().tables.connection)
    }

    private static func hasErased(
        since revision: Revision, _ connection: StoreConnection
    ) throws(StoreError) -> Bool {
        let kind = JournalEntry.Kind.forget.rawValue
        return try connection.number(
            "SELECT 1 FROM journal WHERE inventory = ?1 AND revision > ?2 AND kind = '\(kind)'",
            .integer(revision.rawValue)) != nil
    }

    /// Runs a body unless something was erased for good after a revision. Holds the write lock meanwhile, so that nothing is
    /// erased, unless the inventory cannot be changed now.
    /// - Returns: false if something was erased, and the body did not run.
    /// - Throws: the errors of reading, and the errors that the body throws.
    public func unlessErased(since revision: Revision, _ body: () throws -> Void) throws -> Bool {
        var outcome: Result<Void, any Error>?
        if !isReadOnly {
            let isErased = try? transaction(commits: false) { writer throws(StoreError) in
                if try InventoryStore.hasErased(since: revision, writer.tables.connection) { return true }
                outcome = Result { try body() }
                return false
            }
            if isErased == true { return false }
        }
        if outcome == nil {
            if try hasErased(since: revision) { return false }
            outcome = Result { try body() }
        }
        try outcome?.get()
        return true
    }

    /// Closes a copy of a database that nobody else uses, and removes the files of its write-ahead log. SQLite removes them
    /// itself, except for a store of an earlier version, which is opened to read only.
    public func closeCopy() {
        close()
        for suffix in ["-wal", "-shm"] { unlink("\(path)/\(InventoryStore.databaseName)\(suffix)") }
    }

    /// Notes a backup, so that `forget` can name the files that still have erased content. An inventory of an
    /// earlier version, opened for reading, is not brought up to date for this.
    /// - Parameter path: its absolute path.
    /// - Throws: `readOnly` if the inventory can only be read; the errors of a change.
    public func note(backup path: String) throws(StoreError) {
        guard !isReadOnly else { throw .readOnly(path: location.shown) }
        try transaction { writer throws(StoreError) in
            let settings = writer.tables.settings
            let known = InventoryStore.paths(try settings.value(InventoryStore.backupsSetting))
            let path = noted(path)
            let kept = known.filter { $0 != path && mayExist($0) } + [path]
            let json = JSONValue.array(kept.map(JSONValue.string)).encoded
            try settings.set(String(decoding: json, as: UTF8.self), for: InventoryStore.backupsSetting)
        }
    }

    /// The noted backups that exist, or may exist on a disk that is not there now or on another machine, which is named.
    public func backups() throws(StoreError) -> [String] {
        let text = try snapshot().tables.settings.value(InventoryStore.backupsSetting)
        return InventoryStore.paths(text).filter(mayExist).map { path(ofNoted: $0) ?? $0 }
    }

    /// The name of the value in the table of settings.
    private static let backupsSetting = "backups"

    private static func paths(_ text: String?) -> [String] {
        text.flatMap { try? JSONValue(parsing: Array($0.utf8)).array }?.compactMap(\.string) ?? []
    }

    private func mayExist(_ noted: String) -> Bool {
        guard let path = path(ofNoted: noted) else { return true }
        return !Folder.isRemoved(path)
    }
}
