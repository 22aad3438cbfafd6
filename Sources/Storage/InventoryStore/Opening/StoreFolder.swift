import Database
import Files
import FoundationEssentials
import Glibc
import Inventory

/// The folder of a store: the names of its files, and how it is made, opened and migrated.
struct StoreFolder: StoreLocation {
    let path: String
    /// The path in errors: the final one of a staged store, the folder of temporary files of a temporary one.
    let displayName: String

    init(path: String, displayName: String? = nil) {
        self.path = path
        self.displayName = displayName ?? path
    }

    /// The name of the database in the folder.
    static let fileName = InventoryStore.databaseName

    var file: String { path + "/" + StoreFolder.fileName }

    var inventory: Int64 { StoreConnection.onlyInventory }

    var machine: String { "" }

    /// Makes a store whole or not at all: the database is made under another name and moved into place.
    func create(settings: InventorySettings) throws {
        try requireOwnLinks()
        let isNew = mkdir(path, 0o700) == 0
        if !isNew, errno != EEXIST { throw failure(errno) }
        if !isNew, !isFolder { throw StoreError.notAFolder(path: displayName) }
        if access(file, F_OK) == 0 { throw taken() }
        removeAbandonedStagedFiles()
        let staged = path + "/.\(UUID().uuidString.lowercased()).sqlite"
        do {
            try write(settings, to: staged)
            try publish(staged)
        } catch {
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(staged + suffix) }
            if isNew { rmdir(path) }
            throw error
        }
    }

    /// Checks that no link on the way to the store leads to a place that somebody else chose.
    /// - Throws: `inputOutput` with the link.
    func requireOwnLinks() throws {
        do {
            try Folder.requireOwnLinks(on: file)
        } catch {
            throw error.operation == .followLink
                ? .inputOutput(path: error.path, .foreignLink) : failure(error.code)
        }
    }

    private var isFolder: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Why no store can be made if a file of its name exists.
    private func taken() -> StoreError {
        do {
            _ = try connect(for: .reading)
        } catch StoreError.notAStore(let path) {
            return .notAStore(path: path)
        } catch {
            // It is a store, whatever keeps it from being opened now.
        }
        return .exists(path: displayName)
    }

    private func write(_ settings: InventorySettings, to staged: String) throws {
        let database = try open(staged, mode: .create)
        let connection = StoreConnection(database, path: displayName)
        try perform {
            try database.setJournal(.file)
            try database.begin(.write(waits: true))
            try database.execute(Schema.statements(database.dialect))
            try database.mark(application: Schema.applicationID, version: Schema.version)
        }
        // SQLite gives the files of its log the permissions of the database.
        chmod(staged, 0o600)
        let table = SettingsTable(connection: connection)
        try table.set(identifier: UUID())
        try table.replace(settings)
        try perform {
            try database.commit()
            try database.setJournal(.writeAheadLog)
        }
    }

    /// Switches a filled store to the write-ahead log.
    func finish(_ connection: StoreConnection) throws {
        guard let database = connection.database as? SQLiteConnection else { return }
        try perform { try database.setJournal(.writeAheadLog) }
    }

    private func open(_ file: String, mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
        try perform { try SQLiteConnection(file: file, mode: mode) }
    }

    private func publish(_ staged: String) throws {
        // A hard link fails if another process was faster; on file systems without hard links, rename.
        if link(staged, file) == 0 {
            unlink(staged)
        } else if errno == EEXIST {
            throw StoreError.exists(path: displayName)
        } else {
            guard access(file, F_OK) != 0 else { throw StoreError.exists(path: displayName) }
            guard rename(staged, file) == 0 else { throw failure(errno) }
        }
        do {
            for folder in [path, path + "/.."] { try Folder.flush(folder) }
        } catch {
            // A store that might not survive a power failure is none: the call failed and can be repeated.
            unlink(file)
            throw failure(error.code)
        }
    }

    /// Flushes the database to the disk.
    func flushFile() throws {
        let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno) }
    }

    func failure(_ code: Int32) -> StoreError {
        switch code {
        case ENOSPC, EDQUOT: .diskFull(path: displayName)
        case EACCES, EPERM, EROFS: .readOnly(path: displayName)
        case ENOENT: .inputOutput(path: displayName, .missingFolder)
        case ENOTDIR: .inputOutput(path: displayName, .fileInsteadOfFolder)
        case ENAMETOOLONG: .inputOutput(path: displayName, .nameTooLong)
        default: .inputOutput(path: displayName, .system(code))
        }
    }

    func connect(
        for purpose: InventoryStore.OpeningPurpose
    ) throws -> (database: any DatabaseMaintenance, access: StoreAccess, readOnlyReason: StoreError?) {
        try requireOwnLinks()
        guard access(file, F_OK) == 0 else {
            let code = errno
            if code == EACCES { throw StoreError.unreadable(path: displayName) }
            guard code == ENOENT || code == ENOTDIR else { throw failure(code) }
            guard access(path, F_OK) != 0 || isFolder else { throw StoreError.notAFolder(path: displayName) }
            throw StoreError.missing(path: displayName)
        }
        if access(file, R_OK) != 0, errno == EACCES { throw StoreError.unreadable(path: displayName) }
        var readOnlyReason = StoreError.readOnly(path: displayName)
        do {
            let database = try open(file, mode: .readWrite)
            try check(database)
            let stays = try purpose == .reading ? isOutdated(database) : false
            if !database.isReadOnly, !stays {
                removeAbandonedStagedFiles()
                try migrate(database)
                try perform { try database.prepareForWriting() }
                return (database, .full, nil)
            }
        } catch let error as StoreError where error.mayBeReadable {
            // Opening a store for writing needs space and other resources. The one that is lacking is reported when the
            // store is to be changed. On a disk without write access SQLite fails with the error of another file.
            if access(path, W_OK) == 0, access(file, W_OK) == 0 { readOnlyReason = error }
        }
        let (database, access) = try connectForReading()
        return (database, access, readOnlyReason)
    }

    private func connectForReading() throws -> (database: SQLiteConnection, access: StoreAccess) {
        do {
            return (try connection(.readOnly), .reading)
        } catch let error as StoreError where error.mayBeReadable && StoreFolder.size(file + "-wal") == 0 {
            // If the log's files are missing and cannot be created, the file is read as it is, provided that it is complete.
        }
        return (try connection(.immutable), .immutable)
    }

    private func connection(_ mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
        let database = try open(file, mode: mode)
        try check(database)
        return try migratedCopy(of: database)
    }

    /// Brings an older store up to date in one transaction, after saving a copy beside it. Others who open it meanwhile
    /// wait, or find it done.
    private func migrate(_ database: SQLiteConnection) throws {
        let migration = SchemaMigration(connection: StoreConnection(database, path: displayName))
        guard try migration.isNeeded() else { return }
        try migration.connection.change {
            guard try migration.isNeeded() else { return }
            try saveCopy(of: try version(of: database))
            try migration.run()
        }
    }

    private func isOutdated(_ database: SQLiteConnection) throws -> Bool {
        try SchemaMigration(connection: StoreConnection(database, path: displayName)).isNeeded()
    }

    private func version(of database: SQLiteConnection) throws -> Int64 {
        try perform { try database.version() }
    }

    /// Copies the database to `inventory.version-N.sqlite`. The migrating transaction keeps others from writing, and has
    /// written nothing itself.
    private func saveCopy(of version: Int64) throws {
        let copy = path + "/inventory.version-\(version).sqlite"
        let partial = copy + ".part"
        unlink(partial)
        defer { unlink(partial) }
        let reader = try open(file, mode: .readOnly)
        try perform { try reader.backUp(to: partial) }
        chmod(partial, 0o600)
        guard rename(partial, copy) == 0 else { throw failure(errno) }
        do { try Folder.flush(path) } catch { throw failure(error.code) }
    }

    /// A store of an earlier version that cannot be written is migrated in a temporary copy, for as long as it is read.
    private func migratedCopy(of database: SQLiteConnection) throws -> SQLiteConnection {
        guard try isOutdated(database) else { return database }
        let copy = try perform {
            let copy = try SQLiteConnection.temporary()
            try database.backUp(to: copy)
            try copy.begin(.write(waits: true))
            return copy
        }
        try SchemaMigration(connection: StoreConnection(copy, path: displayName)).run()
        try perform { try copy.commit() }
        return copy
    }

    /// Rewrites the database, and empties the log.
    func compact() throws {
        let database = try open(file, mode: .readWrite)
        try perform {
            try database.prepareForWriting()
            try database.compact()
        }
    }

    func copies() throws -> [String] {
        try names().filter { $0.hasPrefix("inventory.version-") }.sorted().map { "\(path)/\($0)" }
    }

    /// The names in the folder, in no particular order.
    /// - Throws: `unreadable` or another error of the system.
    func names() throws -> [String] {
        do { return try Folder.list(path) } catch {
            throw error.code == EACCES ? StoreError.unreadable(path: displayName) : failure(error.code)
        }
    }

    private static func size(_ file: String) -> Int {
        var status = stat()
        return stat(file, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Refuses files that are not stores, and stores of newer programs.
    private func check(_ database: SQLiteConnection) throws {
        let (application, version) = try perform { (try database.application(), try database.version()) }
        guard application == Schema.applicationID else { throw StoreError.notAStore(path: displayName) }
        guard version <= Schema.version else {
            throw StoreError.newerVersion(path: displayName, version: Int(version), supported: Int(Schema.version))
        }
    }

    func reader(_ access: StoreAccess) throws -> any DatabaseMaintenance {
        var database = try open(file, mode: access.mode)
        if access != .full { database = try migratedCopy(of: database) }
        try perform { try database.prepareForReading() }
        return database
    }

    func openConnection() throws -> any DatabaseMaintenance {
        let database = try open(file, mode: .readWrite)
        try perform { try database.prepareForWriting() }
        return database
    }

    func refusal() -> StoreError? { nil }

    func copyDatabase(_ access: StoreAccess, to file: String) throws {
        let database = try open(self.file, mode: access.mode)
        try perform { try database.backUp(to: file) }
    }

    func fingerprint() -> [Int] {
        var status = stat()
        guard stat(file, &status) == 0 else { return [] }
        return [
            Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
            StoreFolder.size(file + "-wal"),
        ]
    }
}

/// The possible access to a store.
enum StoreAccess {
    case full, reading
    /// Read without any lock, from media that are not written.
    case immutable

    /// The mode of a connection for reading.
    fileprivate var mode: SQLiteConnection.Mode {
        switch self {
        case .full: .readWrite
        case .reading: .readOnly
        case .immutable: .immutable
        }
    }
}

extension StoreError {
    /// Whether a store that cannot be opened for writing may still be readable.
    fileprivate var mayBeReadable: Bool {
        switch self {
        case .readOnly, .inputOutput, .diskFull: true
        default: false
        }
    }
}

/// The place of a store's rows: a file in a folder, or an inventory of a database server.
protocol StoreLocation: Sendable {
    /// The folder of the photos and documents. If the store is a folder, the database is in it too.
    var path: String { get }
    /// The name of the store in errors, without a password.
    var displayName: String { get }
    /// The number of the inventory in every row.
    var inventory: Int64 { get }

    /// The beginning of the paths of other files in the store's tables: the name of this machine if several use the store.
    var machine: String { get }

    /// A connection for writing, or for reading if the store cannot be written.
    /// - Parameter purpose: for reading, a store of an earlier version is not brought up to date.
    /// - Returns: the connection, how it can be used, and why it cannot be written if it cannot.
    func connect(
        for purpose: InventoryStore.OpeningPurpose
    ) throws -> (database: any DatabaseMaintenance, access: StoreAccess, readOnlyReason: StoreError?)

    /// Another connection of the same kind, for reading a snapshot.
    func reader(_ access: StoreAccess) throws -> any DatabaseMaintenance

    /// Another connection for writing tables that another module keeps beside the items.
    func openConnection() throws -> any DatabaseMaintenance

    /// Why the database refuses writers, or has no rows of the inventory, if that can be known.
    func refusal() -> StoreError?

    /// Ends the filling of a staged store.
    func finish(_ connection: StoreConnection) throws

    /// Removes the store.
    func remove()

    /// Removes the remains of deleted rows, unless the database server does so itself.
    func compact() throws

    /// Copies the database as it is at one moment, without what others commit meanwhile, into a new file.
    func copyDatabase(_ access: StoreAccess, to file: String) throws

    /// The copies that were made before the store was brought up to date.
    func copies() throws -> [String]

    /// Values that change when another program writes the file, for media without locks.
    func fingerprint() -> [Int]
}

extension StoreLocation {
    /// The store's session over a connection.
    func session(_ database: any DatabaseMaintenance) -> StoreConnection {
        StoreConnection(database, path: displayName, inventory: inventory)
    }

    /// Calls the driver, whose failures become the store's.
    func perform<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as DatabaseError { throw StoreError(error, path: displayName) }
    }
}
