import Database
import Files
package import FoundationEssentials
import Glibc
package import Inventory
import JSON
import Synchronization

/// An inventory in a folder or on a database server: its items in the owner's order, its settings, and the journal of every
/// change.
///
/// Several processes may open one store. Writers wait for one another; readers take a ``snapshot()`` and never
/// wait. A change that returned is on the disk and survives a power failure.
///
///     let store = try InventoryStore.create(at: "inventory.homepwner", settings: InventorySettings(currency: usd))
///     try store.add(lamp, ChangeContext(actor: "owner"))
///     let cursor = try store.snapshot().items()
package final class InventoryStore: Sendable {
    let location: any StoreLocation
    /// The possible access, and the reason if the store can only be read.
    private let state: Mutex<(access: StoreAccess, readOnlyReason: StoreError?)>
    /// The locked folder of a temporary or staged store.
    let work: TemporaryFolder?
    private let isTemporary: Bool
    private let connection: Mutex<StoreConnection?>

    /// The store's own id, made with it and never changed.
    package let identifier: UUID

    /// The store's folder. For an inventory on a server, the folder of its photos and documents.
    package var path: String { location.path }

    /// The name of the store in messages: the folder, or the address without a password.
    package var displayName: String { location.displayName }

    /// Whether the store can only be read.
    package var isReadOnly: Bool { access != .full }

    /// Why the store cannot be written; nil if it can.
    package var readOnlyReason: StoreError? { state.withLock { $0.readOnlyReason } }

    var access: StoreAccess { state.withLock { $0.access } }

    init(
        _ location: any StoreLocation, for purpose: OpeningPurpose = .writing, in work: TemporaryFolder? = nil,
        isTemporary: Bool = false, hasLog: Bool = true
    ) throws {
        let (database, access, readOnlyReason) = try location.connect(for: purpose)
        if !hasLog, let database = database as? SQLiteConnection {
            try location.perform { try database.setJournal(.none) }
        }
        let connection = location.session(database)
        self.location = location
        state = Mutex((access, readOnlyReason))
        self.work = work
        self.isTemporary = isTemporary
        identifier = try SettingsTable(connection: connection).identifier()
        self.connection = Mutex(connection)
    }

    deinit { close() }

    /// Closes a store that was filled without a log; it is opened with one from now on.
    func finish() throws {
        defer { close() }
        try connection.withLock { connection in
            guard let connection else { throw StoreError.closed }
            try location.finish(connection)
        }
    }

    /// Closes the files; a temporary store is removed. Snapshots that were taken remain valid.
    package func close() {
        if disconnect(), isTemporary { location.remove() }
    }

    /// Closes the connection; what is temporary stays.
    /// - Returns: whether it was open.
    @discardableResult
    func disconnect() -> Bool {
        connection.withLock { connection in
            defer { connection = nil }
            return connection != nil
        }
    }

    /// Makes changes in one transaction; all of them are on the disk when this returns.
    ///
    /// A single change that throws leaves no trace and may be caught; a body that throws takes all changes back.
    /// Many small changes at once take little longer than one.
    /// - Parameter waits: whether to wait for another writer, of this process or another, or else throw `locked` at once.
    /// - Throws: the body's error; `readOnly`, `locked`, `diskFull`, `damaged`, `inputOutput`.
    package func write<Result>(
        waiting waits: Bool = true, _ body: (StoreWriter) throws -> sending Result
    ) throws -> sending Result { try transaction(waits: waits) { writer in try body(writer) } }

    /// Runs a body in one transaction with a writer of its own.
    /// - Parameters:
    ///   - bulk: whether very many rows are about to be inserted.
    ///   - commits: false for a dry run, which is taken back in the end.
    func transaction<Result>(
        bulk: Bool = false, waits: Bool = true, commits: Bool = true,
        _ body: (StoreWriter) throws -> sending Result
    ) throws -> sending Result {
        func run(_ connection: inout sending StoreConnection?) throws -> sending Result {
            if connection != nil, access != .full { connection = try reopen() }
            guard let connection else { throw StoreError.closed }
            let database = connection.database
            if bulk { database.setBulkLoading(true) }
            defer { if bulk { database.setBulkLoading(false) } }
            do {
                let first = try JournalTable.latestRevision(connection)
                try connection.perform { database in
                    try database.begin(.write(waits: waits), fetching: first.statement)
                }
            } catch StoreError.readOnly(let path) {
                throw location.refusal() ?? .readOnly(path: path)
            }
            do {
                let writer = try StoreWriter(connection)
                let result = try body(writer)
                try writer.close()
                guard commits else {
                    database.rollBack()
                    return result
                }
                try commit(connection, writer)
                return result
            } catch {
                database.rollBack()
                throw error
            }
        }
        if waits { return try connection.withLock(run) }
        guard let result = try connection.withLockIfAvailable(run) else {
            throw StoreError.locked(path: location.displayName)
        }
        return result
    }

    private func commit(_ connection: StoreConnection, _ writer: StoreWriter) throws {
        do {
            try connection.commit()
        } catch StoreError.unknownOutcome(let path) {
            // Without a journal entry nothing of the inventory was changed, and a staged store that fails is discarded.
            guard let entry = writer.appended, !isTemporary else { throw StoreError.lostServer(path: path) }
            guard try writer.tables.journal.isCommitted(entry) else { throw StoreError.lostServer(path: path) }
        }
    }

    /// Fails early if the store cannot be written.
    /// - Throws: why it can only be read.
    package func requireWritable() throws {
        try connection.withLock { connection in
            if connection != nil, access != .full { connection = try reopen() }
        }
    }

    /// Opens a store for writing that could only be read before: free space or the disk's answer may be other by now.
    /// - Throws: why it can still only be read.
    private func reopen() throws -> sending StoreConnection {
        // A temporary or staged store is written by this object only.
        let (database, access, reason) = try location.connect(for: .writing)
        guard access == .full else { throw reason ?? .readOnly(path: location.displayName) }
        state.withLock { $0 = (access, nil) }
        return location.session(database)
    }

    /// Runs a setting of the writing connection, for tests of failures.
    func configure(_ sql: String) throws {
        try connection.withLock { connection in try connection?.execute(sql) }
    }

    /// The state of the store at this moment, which stays as it is however long it is read.
    /// - Parameter hidden: the fields of which items have no value in it.
    package func snapshot(without hidden: HiddenFields = []) throws -> StoreSnapshot {
        try StoreSnapshot(location, access, without: hidden)
    }
}

extension InventoryStore {
    /// The name of the database in a store's folder.
    package static let databaseName = "inventory.sqlite"

    /// Copies the database into a new file, as it is at one moment: with everything that was acknowledged before the call,
    /// and nothing that others have half done. An inventory on a server becomes a database of the same rows.
    /// - Parameter file: the name of a store's database in a folder that has none.
    /// - Throws: `diskFull` if there is no space for the copy; `damaged`, `inputOutput`.
    package func copyDatabase(to file: String) throws { try location.copyDatabase(access, to: file) }

    /// Whether something was erased for good after a revision.
    package func hasErased(since revision: Revision) throws -> Bool {
        try InventoryStore.hasErased(since: revision, snapshot().tables.connection)
    }

    private static func hasErased(since revision: Revision, _ connection: StoreConnection) throws -> Bool {
        let kind = JournalEntry.Kind.forget.rawValue
        return try connection.number(
            "SELECT 1 FROM journal WHERE inventory = ?1 AND revision > ?2 AND kind = '\(kind)'",
            .integer(revision.rawValue)) != nil
    }

    /// Runs a body unless something was erased for good after a revision. Holds the write lock meanwhile, so that nothing is
    /// erased, unless the inventory cannot be changed now.
    /// - Returns: false if something was erased, and the body did not run.
    /// - Throws: the errors of reading, and the errors that the body throws.
    package func unlessErased(since revision: Revision, _ body: () throws -> Void) throws -> Bool {
        var outcome: Result<Void, any Error>?
        if !isReadOnly {
            let isErased = try? transaction(commits: false) { writer in
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
    package func closeCopy() {
        close()
        for suffix in ["-wal", "-shm"] { unlink("\(path)/\(InventoryStore.databaseName)\(suffix)") }
    }

    /// Notes a backup, so that `forget` can name the files that still have erased content. An inventory of an
    /// earlier version, opened for reading, is not brought up to date for this.
    /// - Parameter path: its absolute path.
    /// - Throws: `readOnly` if the inventory can only be read; the errors of a change.
    package func note(backup path: String) throws {
        guard !isReadOnly else { throw StoreError.readOnly(path: location.displayName) }
        try transaction { writer in
            let settings = writer.tables.settings
            let known = InventoryStore.paths(try settings.value(InventoryStore.backupsSetting))
            let path = qualifiedPath(path)
            let kept = known.filter { $0 != path && mayExist($0) } + [path]
            let json = JSONValue.array(kept.map(JSONValue.string)).encoded
            try settings.set(String(decoding: json, as: UTF8.self), for: InventoryStore.backupsSetting)
        }
    }

    /// The recorded backups that exist, or may exist on a disk that is not there now or on another machine, which is named.
    package func backups() throws -> [String] {
        let text = try snapshot().tables.settings.value(InventoryStore.backupsSetting)
        return InventoryStore.paths(text).filter(mayExist).map { localPath(of: $0) ?? $0 }
    }

    /// The saved reports by their names: files of definitions, which the program checks.
    package func savedReports() throws -> [String: String] {
        try snapshot().tables.settings.values(after: InventoryStore.reportsSetting)
    }

    /// Saves a report under a name and replaces one of that name; removes it if `text` is nil.
    /// - Throws: `readOnly` if the inventory can only be read; the errors of a change.
    package func save(report text: String?, named name: String) throws {
        try set([(InventoryStore.reportsSetting + name, text)])
    }

    /// Saves the record of a time stamp under a name, instead of the one that waits for an answer.
    /// - Parameter name: nil for one that waits for an answer itself.
    /// - Throws: `readOnly` if the inventory can only be read; the errors of a change.
    package func save(stamp text: String, named name: String?) throws {
        let waiting = (SettingsTable.stamps, name == nil ? text : nil)
        try set([waiting] + (name.map { [(SettingsTable.stamps + $0, text)] } ?? []))
    }

    private func set(_ values: [(name: String, text: String?)]) throws {
        guard !isReadOnly else { throw StoreError.readOnly(path: location.displayName) }
        try transaction { writer in
            let settings = writer.tables.settings
            for (name, text) in values {
                if let text { try settings.set(text, for: name) } else { try settings.remove(name) }
            }
        }
    }

    /// The beginning of the names of saved reports in the table of settings.
    private static let reportsSetting = "report:"

    /// The name of the value in the table of settings.
    private static let backupsSetting = "backups"

    private static func paths(_ text: String?) -> [String] {
        text.flatMap { try? JSONValue(parsing: Array($0.utf8)).array }?.compactMap(\.string) ?? []
    }

    private func mayExist(_ path: String) -> Bool {
        guard let path = localPath(of: path) else { return true }
        return !Folder.isRemoved(path)
    }
}

// Each of these is one transaction; StoreWriter documents their behaviour and errors.
extension InventoryStore {
    /// Adds an item; see ``StoreWriter/add(_:at:_:)``.
    @discardableResult
    package func add(_ item: Item, at place: ListPosition = .last, _ context: ChangeContext) throws -> ChangeOutcome {
        try write { writer in try writer.add(item, at: place, context) }
    }

    /// Changes fields of an item; see ``StoreWriter/edit(_:_:basedOn:own:_:)``.
    @discardableResult
    package func edit(
        _ id: UUID, _ edit: ItemEdit, basedOn base: Revision? = nil, _ context: ChangeContext
    ) throws -> ChangeOutcome { try write { writer in try writer.edit(id, edit, basedOn: base, context) } }

    /// Removes an item; see ``StoreWriter/remove(_:basedOn:own:_:)``.
    @discardableResult
    package func remove(_ id: UUID, basedOn base: Revision? = nil, _ context: ChangeContext) throws -> ChangeOutcome {
        try write { writer in try writer.remove(id, basedOn: base, context) }
    }

    /// Moves an item; see ``StoreWriter/move(_:to:_:)``.
    @discardableResult
    package func move(_ id: UUID, to place: ListPosition, _ context: ChangeContext) throws -> ChangeOutcome {
        try write { writer in try writer.move(id, to: place, context) }
    }

    /// Changes the settings; see ``StoreWriter/update(settings:_:)``.
    @discardableResult
    package func update(settings: InventorySettings, _ context: ChangeContext) throws -> ChangeOutcome {
        try write { writer in try writer.update(settings: settings, context) }
    }

    /// Undoes the latest change that is not undone yet; see ``StoreWriter/undo(_:expecting:_:)``.
    @discardableResult
    package func undo(_ context: ChangeContext) throws -> ChangeOutcome { try undo(nil, context) }

    /// Undoes a change, the latest if none is named; see ``StoreWriter/undo(_:expecting:_:)``.
    @discardableResult
    package func undo(_ revision: Revision?, _ context: ChangeContext) throws -> ChangeOutcome {
        try write { writer in try writer.undo(revision, context) }
    }

    /// Imports the items of a file as one change, all or none.
    ///
    ///     let outcome = try store.importItems(ChangeContext(actor: "owner"), source: "home.csv") { importer in
    ///         for incoming in rows { try importer.put(incoming) }
    ///     }
    ///
    /// ``IncomingItem/stated`` documents how an item is recognised. A parent may come anywhere in the file or be in the
    /// store.
    /// - Parameters:
    ///   - context: who, when, and under what key; if the key is known the body is not called.
    ///   - source: the name of the file, for the journal.
    ///   - unknownParents: how to treat an item whose parent is unknown, or part of the item itself.
    ///   - isDryRun: whether to do everything and then take it back.
    ///   - body: passes the items to the importer, one after the other.
    /// - Throws: a ``StoreError``, such as `importDiagnostics`, or the body's error; nothing is changed then.
    @discardableResult
    package func importItems(
        _ context: ChangeContext, source: String? = nil, unknownParents: UnresolvedParentPolicy = .refuse,
        isDryRun: Bool = false, _ body: (ItemImporter) throws -> Void
    ) throws -> ImportOutcome {
        var failure: (any Error)?
        do {
            return try transaction(bulk: true, commits: !isDryRun) { writer in
                try writer.importItems(
                    context, source: source, unknownParents: unknownParents, isDryRun: isDryRun, failure: &failure,
                    body)
            }
        } catch {
            throw failure ?? error
        }
    }
}

extension InventoryStore {
    /// Opens a session with the store's database for the index of published folders, whose tables it makes if need be.
    ///
    /// For a store that can only be read the database is a temporary one.
    /// - Parameter reads: whether the index is only read, which is possible if an inventory on a server was archived.
    package func openSiteConnection(reads: Bool = false) throws -> StoreConnection {
        let database: any DatabaseMaintenance =
            try isReadOnly && !(reads && location is ServerInventory)
            ? location.perform { try SQLiteConnection.temporary() }
            : location.openConnection()
        let connection = location.session(database)
        // Until a folder is chosen.
        connection.site = 0
        try connection.perform { database in
            let statements = SiteSchema.statements(database.dialect)
            // On a server the tables are made with the first inventory. Even CREATE … IF NOT EXISTS takes locks there for
            // which the publications of other inventories would wait, and only the owner of the tables may execute it.
            guard database.dialect.sharesTables else { return try database.execute(statements) }
            func exist() throws -> Bool { try !database.columns(of: "site_files").isEmpty }
            guard try !exist() else { return }
            do { try database.execute(statements) } catch {
                // Another program may have made them at the same time.
                guard (try? exist()) == true else { throw error }
            }
        }
        return connection
    }

    /// Opens a session with the database server of the inventory for what several programs share beside the items, whose
    /// transactions do not wait for those that change the inventory.
    /// - Returns: nil for an inventory in a folder.
    package func openUnlockedConnection() throws -> StoreConnection? {
        guard let inventory = location as? ServerInventory else { return nil }
        return try location.perform { location.session(try inventory.server.connect(writeLock: nil)) }
    }

    /// An absolute path as the store's tables have it: with the name of this machine if several machines use the store.
    package func qualifiedPath(_ path: String) -> String { location.machine + path }

    /// The path on this machine of a path in the store's tables; nil if it is another machine's.
    package func localPath(of path: String) -> String? {
        if path.hasPrefix("/") { return path }
        return path.hasPrefix(location.machine) ? String(path.dropFirst(location.machine.count)) : nil
    }
}

extension InventoryStore {
    /// Whether a folder has a file of a store's name, or a server has an inventory of the address.
    package static func exists(at path: String) -> Bool {
        if let address = StoreAddress(path) { return (try? ServerInventory(at: address)) != nil }
        return Glibc.access(StoreFolder(path: path).file, F_OK) == 0
    }

    /// Makes a store in a folder, which may exist, or at the address of an inventory on a server. A failure leaves nothing
    /// behind.
    /// - Throws: `exists`, `notAStore`, `notAFolder`, `readOnly`, `diskFull`, `inputOutput`; for an address also
    ///   `noServerDriver` and `noInventoryName`.
    package static func create(at path: String, settings: InventorySettings) throws -> InventoryStore {
        if let address = StoreAddress(path) {
            return try InventoryStore(try ServerInventory(at: address, settings: settings))
        }
        let folder = StoreFolder(path: path)
        try folder.create(settings: settings)
        return try InventoryStore(folder)
    }

    /// Makes a store as ``create(at:settings:)`` does, without opening it.
    package static func make(at path: String, settings: InventorySettings) throws {
        if let address = StoreAddress(path) {
            try make(at: address, settings: settings)
        } else {
            try StoreFolder(path: path).create(settings: settings)
        }
    }

    /// Makes an inventory on a server.
    /// - Throws: `exists`, `noServerDriver`, `noInventoryName`, `inputOutput`.
    package static func make(at address: StoreAddress, settings: InventorySettings) throws {
        _ = try ServerInventory(at: address, settings: settings)
    }

    /// The purpose for which a store is opened.
    package enum OpeningPurpose: Sendable {
        /// A store of an earlier version is copied and then brought up to date.
        case writing
        /// A store of an earlier version stays as it is: it is brought up to date in a temporary copy, and cannot be
        /// written.
        case reading
    }

    /// Opens the store of a folder, or at the address of an inventory on a server. If its medium is full or cannot be
    /// written, it can only be read.
    /// - Parameter displayName: the path in errors, if it is another.
    /// - Throws: `missing`, `notAFolder`, `notAStore`, `newerVersion`, `damaged`, `readOnly`, `unreadable`,
    ///   `inputOutput`; for an address also `noServerDriver` and `noInventoryName`.
    package static func open(
        at path: String, for purpose: OpeningPurpose, displayName: String? = nil
    ) throws -> InventoryStore {
        if let address = StoreAddress(path) { return try open(at: address, for: purpose) }
        return try InventoryStore(StoreFolder(path: path, displayName: displayName), for: purpose)
    }

    /// Opens an inventory on a server. If it is archived, it can only be read.
    /// - Throws: `missing`, `notAStore`, `newerVersion`, `noServerDriver`, `noInventoryName`, `inputOutput`.
    package static func open(at address: StoreAddress, for purpose: OpeningPurpose) throws -> InventoryStore {
        try InventoryStore(try ServerInventory(at: address), for: purpose)
    }
}

extension InventoryStore {
    /// The settings of the inventory.
    package var settings: InventorySettings {
        get throws { try snapshot().settings }
    }

    /// The latest change.
    package var revision: Revision {
        get throws { try snapshot().revision }
    }

    /// The changes, the latest first.
    /// - Parameters:
    ///   - limit: the most that are returned.
    ///   - before: only changes before this one; nil for the latest.
    package func journal(limit: Int, before revision: Revision? = nil) throws -> [JournalEntry] {
        try snapshot().journal(limit: limit, before: revision)
    }

    /// The changes after a revision; see ``StoreSnapshot/changes(since:limit:)``.
    package func changes(since revision: Revision, limit: Int = StoreChanges.limit) throws -> StoreChanges {
        try snapshot().changes(since: revision, limit: limit)
    }
}

extension Timestamp {
    /// The current time.
    package static var now: Timestamp { Timestamp(clampedMilliseconds: WallClock.milliseconds()) }
}
