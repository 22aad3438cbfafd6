import Database
import Files
import FoundationEssentials
import Glibc
import Inventory
import Localization
import SQLiteDriver

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
            try write(settings, to: draft)
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

    private func write(_ settings: InventorySettings, to draft: String) throws(StoreError) {
        let database = try open(draft, mode: .create)
        let connection = StoreConnection(database, path: shown)
        try perform { () throws(DatabaseError) in
            try database.setJournal(.file)
            try database.begin(.write(waits: true))
            try database.execute(Schema.statements)
            try database.mark(application: Schema.applicationID, version: Schema.version)
        }
        // SQLite gives the files of its log the permissions of the database.
        chmod(draft, 0o600)
        let table = SettingsTable(connection: connection)
        try table.set(identifier: UUID())
        try table.replace(settings)
        try perform { () throws(DatabaseError) in
            try database.commit()
            try database.setJournal(.writeAheadLog)
        }
    }

    /// Ends the time without a log of a store that was filled at once.
    func finish(_ connection: StoreConnection) throws(StoreError) {
        guard let database = connection.database as? SQLiteConnection else { return }
        try perform { () throws(DatabaseError) in try database.setJournal(.writeAheadLog) }
    }

    private func open(_ file: String, mode: SQLiteConnection.Mode) throws(StoreError) -> SQLiteConnection {
        try perform { () throws(DatabaseError) in try SQLiteConnection(file: file, mode: mode) }
    }

    /// Calls the driver, whose failures become the store's.
    func perform<Result>(_ body: () throws(DatabaseError) -> Result) throws(StoreError) -> Result {
        do throws(DatabaseError) { return try body() } catch { throw StoreError(error, path: shown) }
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
    func connect() throws(StoreError) -> (database: SQLiteConnection, access: StoreAccess, readOnlyReason: StoreError?)
    {
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
            let database = try open(file, mode: .readWrite)
            try check(database)
            if !database.isReadOnly {
                try migrateSchema(database)
                try perform { () throws(DatabaseError) in try database.prepareForWriting() }
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

    private func connectForReading() throws(StoreError) -> (database: SQLiteConnection, access: StoreAccess) {
        do throws(StoreError) {
            return (try connection(.readOnly), .reading)
        } catch {
            // Without its log's files and where none can be made, the file is read as it stands, if all is in it.
            guard error.mayBeReadable, StoreFolder.size(file + "-wal") == 0 else { throw error }
        }
        return (try connection(.immutable), .immutable)
    }

    private func connection(_ mode: SQLiteConnection.Mode) throws(StoreError) -> SQLiteConnection {
        let database = try open(file, mode: mode)
        try check(database)
        try emulateCurrentSchema(database)
        return database
    }

    /// Grows the tables of an older store in one step; whoever else opens it meanwhile waits or finds it done.
    private func migrateSchema(_ database: SQLiteConnection) throws(StoreError) {
        try perform { () throws(DatabaseError) in
            guard try database.version() < Schema.version else { return }
            try database.begin(.write(waits: true))
            if try database.version() < Schema.version {
                try database.execute(Schema.migration)
                try database.mark(application: Schema.applicationID, version: Schema.version)
            }
            try database.commit()
        }
    }

    private func emulateCurrentSchema(_ database: SQLiteConnection) throws(StoreError) {
        try perform { () throws(DatabaseError) in
            if try database.version() < Schema.version { try database.execute(Schema.view) }
        }
    }

    private static func size(_ file: String) -> Int {
        var status = stat()
        return stat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Refuses what is no store and what a newer program made.
    private func check(_ database: SQLiteConnection) throws(StoreError) {
        let (application, version) = try perform { () throws(DatabaseError) in
            (try database.application(), try database.version())
        }
        guard application == Schema.applicationID else { throw .notAStore(path: shown) }
        guard version <= Schema.version else {
            throw .newerVersion(path: shown, version: Int(version), supported: Int(Schema.version))
        }
    }

    /// Another connection of the same kind, for reading a snapshot.
    func reader(_ access: StoreAccess) throws(StoreError) -> SQLiteConnection {
        let mode: SQLiteConnection.Mode = access == .immutable ? .immutable : access == .full ? .readWrite : .readOnly
        let database = try open(file, mode: mode)
        if access != .full { try emulateCurrentSchema(database) }
        try perform { () throws(DatabaseError) in try database.prepareForReading() }
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
