import Database
import InventoryStore

/// A published folder as the index knows it.
struct IndexedFolder: Equatable {
    /// Whether the rows of the folder agree with its files.
    enum State: String {
        case complete
        /// The rows were changed and the files are being written.
        case updating
    }

    /// The folder's own id, which it holds too.
    var id: String
    /// The folder's path.
    var path: String
    /// A random text that every publication renews, in the folder and here: if they differ, one of them was restored
    /// or copied.
    var generation = ""
    var state = State.updating
    var revision = Revision(rawValue: 0)
    /// The store's generation of order keys that the rows hold.
    var orderGeneration: Int64 = 0
    /// The fingerprint of templates, words, assets and options.
    var design = ""
    var profile = ""
    /// The run of the machine in which the files were written: unflushed files may be lost in a restart.
    var boot = ""
    /// Archived items, which have no page.
    var archived: Int64 = 0
    /// Files other than the pages of items.
    var files: Int64 = 0
}

extension StoreConnection {
    private static let columns =
        "id, path, generation, state, revision, order_generation, design, profile, boot, archived, files"

    /// Finds a folder by its id, or by its path if its id is unknown, and makes it the connection's own.
    func openFolder(id: String?, path: String) throws -> IndexedFolder? {
        let found = try folders().last { $0.folder.id == id || id == nil && $0.folder.path == path }
        site = found?.site ?? StoreConnection.noFolder
        return found?.folder
    }

    /// The number of no folder.
    private static let noFolder: Int64 = -1

    /// All folders with their numbers.
    func folders() throws -> [(site: Int64, folder: IndexedFolder)] {
        site = StoreConnection.noFolder
        return try all(
            "SELECT site, \(StoreConnection.columns) FROM site_folders WHERE inventory = ?1 AND site <> ?2"
        ) { row in
            let folder = IndexedFolder(
                id: row.text(1) ?? "", path: row.text(2) ?? "", generation: row.text(3) ?? "",
                state: row.text(4).flatMap(IndexedFolder.State.init) ?? .updating,
                revision: Revision(rawValue: row.integer(5)), orderGeneration: row.integer(6),
                design: row.text(7) ?? "",
                profile: row.text(8) ?? "", boot: row.text(9) ?? "", archived: row.integer(10),
                files: row.integer(11))
            return (row.integer(0), folder)
        }
    }

    /// Gives a new folder a number of its own and forgets folders that were at the same place.
    func addFolder(_ folder: IndexedFolder) throws {
        try write {
            // Two new folders must not get the same number.
            if dialect.sharesTables { try lockFolders() }
            site = StoreConnection.noFolder
            let former = try all(
                "SELECT site FROM site_folders WHERE inventory = ?1 AND site <> ?2 AND path = ?3", .text(folder.path)
            ) { $0.integer(0) }
            for number in former {
                site = number
                try deleteRows()
            }
            site = try number(
                "SELECT coalesce(max(site), 0) + 1 FROM site_folders WHERE inventory = ?1 AND site <> ?2")
            try save(folder)
        }
    }

    /// Has other publications of the inventory that number a folder, and writers of items, wait for the end of the
    /// transaction.
    private func lockFolders() throws {
        _ = try number("SELECT inventory FROM inventories WHERE inventory = ?1 FOR NO KEY UPDATE")
    }

    /// Forgets the folder.
    func removeFolder() throws { try write { try deleteRows() } }

    /// Forgets what a folder shows, but not that it was published.
    func emptyFolder(_ folder: IndexedFolder) throws {
        var empty = folder
        empty.state = .updating
        try write {
            try deleteRows()
            try save(empty)
        }
    }

    private func deleteRows() throws {
        for table in SiteSchema.tables { try run("DELETE FROM \(table) WHERE inventory = ?1 AND site = ?2") }
    }

    func save(_ folder: IndexedFolder) throws {
        try run("DELETE FROM site_folders WHERE inventory = ?1 AND site = ?2")
        try run(
            "INSERT INTO site_folders (inventory, site, \(StoreConnection.columns)) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            .text(folder.id), .text(folder.path), .text(folder.generation), .text(folder.state.rawValue),
            .integer(folder.revision.rawValue), .integer(folder.orderGeneration), .text(folder.design),
            .text(folder.profile), .text(folder.boot), .integer(folder.archived), .integer(folder.files))
    }
}
