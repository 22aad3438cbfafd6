import CSQLite
import Files
import FoundationEssentials
import Glibc
import Inventory
import Localization

/// The folder of a store: where its files are, and how it is made and opened.
struct StoreFolder {
    let path: String
    /// What messages call it: where it will stand, or where temporary files go.
    let shown: String

    init(path: String, shown: String? = nil) {
        self.path = path
        self.shown = shown ?? path
    }

    /// The name of the database in the folder.
    static let fileName = "inventory.sqlite"

    var file: String { path + "/" + StoreFolder.fileName }

    /// Makes a store whole or not at all: the database is made under another name and moved into place.
    func create(settings: InventorySettings) throws(StoreError) {
        let isNew = mkdir(path, 0o700) == 0
        if !isNew, errno != EEXIST { throw failure(errno) }
        if !isNew, !isFolder { throw .notAFolder(path: shown) }
        if access(file, F_OK) == 0 { throw taken() }
        let draft = path + "/.\(UUID().uuidString.lowercased()).sqlite"
        do throws(StoreError) {
            try write(settings, to: draft, journal: "DELETE")
            try publish(draft)
        } catch {
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(draft + suffix) }
            if isNew { rmdir(path) }
            throw error
        }
    }

    private var isFolder: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Why no store can be made where something stands in its place.
    private func taken() -> StoreError {
        do throws(StoreError) {
            _ = try connect()
        } catch .notAStore(let path) {
            return .notAStore(path: path)
        } catch {
            // Whatever keeps it from being opened now, it is one.
        }
        return .exists(path: shown)
    }

    private func write(_ settings: InventorySettings, to draft: String, journal: String) throws(StoreError) {
        let database = try Database(file: draft, store: shown, mode: .create)
        try database.run("PRAGMA journal_mode = \(journal); PRAGMA synchronous = FULL; BEGIN;\(Schema.statements)")
        // SQLite gives the files of its log the rights of the database.
        chmod(draft, 0o600)
        let tables = SQLiteTables(database)
        try tables.set(identifier: UUID())
        try tables.replace(settings: settings)
        try database.run("COMMIT; PRAGMA journal_mode = WAL")
    }

    private func publish(_ draft: String) throws(StoreError) {
        // A second name fails where the first maker was faster; media without second names can only be renamed on.
        if link(draft, file) == 0 {
            unlink(draft)
        } else if errno == EEXIST {
            throw .exists(path: shown)
        } else {
            guard access(file, F_OK) != 0 else { throw .exists(path: shown) }
            guard rename(draft, file) == 0 else { throw failure(errno) }
        }
        do throws(FileError) {
            for folder in [path, path + "/.."] { try Folder.flush(folder) }
        } catch {
            throw failure(error.code)
        }
    }

    /// Makes what was written to the database last through a power cut.
    func flushFile() throws(StoreError) {
        let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno) }
    }

    func failure(_ code: Int32) -> StoreError {
        switch code {
        case ENOSPC, EDQUOT: .diskFull(path: shown)
        case EACCES, EPERM, EROFS: .readOnly(path: shown)
        case ENOENT: .inputOutput(path: shown, detail: said("store.theFolderItShall"))
        case ENOTDIR: .inputOutput(path: shown, detail: said("store.aFileStandsWhere"))
        case ENAMETOOLONG: .inputOutput(path: shown, detail: said("store.theNameIsToo"))
        default: .inputOutput(path: shown, detail: String(cString: strerror(code)))
        }
    }

    /// A connection for writing, or for reading where the store cannot be written.
    /// - Returns: the connection, what can be done with it, and why it cannot be written, where it cannot.
    func connect() throws(StoreError) -> (database: Database, access: StoreAccess, readOnlyReason: StoreError?) {
        guard access(file, F_OK) == 0 else {
            let code = errno
            if code == EACCES { throw .unreadable(path: shown) }
            guard code == ENOENT || code == ENOTDIR else { throw failure(code) }
            guard access(path, F_OK) != 0 || isFolder else { throw .notAFolder(path: shown) }
            throw .missing(path: shown)
        }
        if access(file, R_OK) != 0, errno == EACCES { throw .unreadable(path: shown) }
        var readOnlyReason = StoreError.readOnly(path: shown)
        do throws(StoreError) {
            let database = try Database(file: file, store: shown, mode: .readWrite)
            try check(database)
            if sqlite3_db_readonly(database.handle, "main") == 0 {
                try migrateSchema(database)
                // The log is moved into the file when it nears the size it keeps on the disk: three times as rarely as
                // by default, and what many edits touched is moved once.
                try database.run(
                    "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216; PRAGMA wal_autocheckpoint = 3000")
                return (database, .full, nil)
            }
        } catch {
            guard error.mayBeReadable else { throw error }
            // Opening a store for writing takes some space of its own.
            if case .diskFull = error { readOnlyReason = error }
        }
        let (database, access) = try connectForReading()
        return (database, access, readOnlyReason)
    }

    private func connectForReading() throws(StoreError) -> (database: Database, access: StoreAccess) {
        do throws(StoreError) {
            return (try connection(.readOnly), .reading)
        } catch {
            // Without its log's files and where none can be made, the file is read as it stands, if all is in it.
            guard error.mayBeReadable, StoreFolder.size(file + "-wal") == 0 else { throw error }
        }
        return (try connection(.immutable), .immutable)
    }

    private func connection(_ mode: Database.Mode) throws(StoreError) -> Database {
        let database = try Database(file: file, store: shown, mode: mode)
        try check(database)
        try emulateCurrentSchema(database)
        return database
    }

    /// Grows the tables of an older store in one step; whoever else opens it meanwhile waits or finds it done.
    private func migrateSchema(_ database: Database) throws(StoreError) {
        guard try database.number("PRAGMA user_version") < Schema.version else { return }
        try database.run("BEGIN IMMEDIATE")
        if try database.number("PRAGMA user_version") < Schema.version { try database.run(Schema.migration) }
        try database.run("COMMIT")
    }

    private func emulateCurrentSchema(_ database: Database) throws(StoreError) {
        if try database.number("PRAGMA user_version") < Schema.version { try database.run(Schema.view) }
    }

    private static func size(_ file: String) -> Int {
        var status = stat()
        return stat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Refuses what is no store and what a newer program made.
    private func check(_ database: Database) throws(StoreError) {
        guard try database.number("PRAGMA application_id") == Schema.applicationID else {
            throw .notAStore(path: shown)
        }
        let version = try database.number("PRAGMA user_version")
        guard version <= Schema.version else {
            throw .newerVersion(path: shown, version: Int(version), supported: Int(Schema.version))
        }
    }

    /// Another connection of the same kind, for reading a snapshot.
    func reader(_ access: StoreAccess) throws(StoreError) -> Database {
        let database = try Database(
            file: file, store: shown, mode: access == .immutable ? .immutable : access == .full ? .readWrite : .readOnly
        )
        if access != .full { try emulateCurrentSchema(database) }
        try database.run("PRAGMA query_only = 1; PRAGMA cache_size = -4096")
        return database
    }

    /// What tells whether the file was written by someone who cannot be seen otherwise.
    func fingerprint() -> [Int] {
        var status = stat()
        guard stat(file, &status) == 0 else { return [] }
        return [
            Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
            StoreFolder.size(file + "-wal"),
        ]
    }
}

/// What can be done with a store.
enum StoreAccess {
    case full, reading
    /// Read without any lock, from media that are not written.
    case immutable
}

extension StoreError {
    /// Whether what cannot be opened for writing may yet be read.
    fileprivate var mayBeReadable: Bool {
        switch self {
        case .readOnly, .inputOutput, .diskFull: true
        default: false
        }
    }
}
