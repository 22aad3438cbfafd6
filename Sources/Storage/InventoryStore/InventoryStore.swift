import Database
import Files
public import FoundationEssentials
import Inventory
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
public final class InventoryStore: Sendable {
    let location: any StoreLocation
    /// The possible access, and the reason if the store can only be read.
    private let state: Mutex<(access: StoreAccess, readOnlyReason: StoreError?)>
    /// The locked folder of a temporary or staged store.
    let work: TemporaryFolder?
    private let isTemporary: Bool
    private let connection: Mutex<StoreConnection?>

    /// The store's own id, made with it and never changed.
    public let identifier: UUID

    /// The store's folder. For an inventory on a server, the folder of its photos and documents.
    public var path: String { location.path }

    /// The name of the store in messages: the folder, or the address without a password.
    public var shown: String { location.shown }

    /// Whether the store can only be read.
    public var isReadOnly: Bool { access != .full }

    /// Why the store cannot be written; nil if it can.
    public var readOnlyReason: StoreError? { state.withLock { $0.readOnlyReason } }

    var access: StoreAccess { state.withLock { $0.access } }

    init(
        _ location: any StoreLocation, for purpose: OpeningPurpose = .writing, in work: TemporaryFolder? = nil,
        isTemporary: Bool = false, hasLog: Bool = true
    ) throws(StoreError) {
        let (database, access, readOnlyReason) = try location.connect(for: purpose)
        if !hasLog, let database = database as? SQLiteConnection {
            try location.perform { () throws(DatabaseError) in try database.setJournal(.none) }
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
    func finish() throws(StoreError) {
        defer { close() }
        try connection.withLock { connection throws(StoreError) in
            guard let connection else { throw .closed }
            try location.finish(connection)
        }
    }

    /// Closes the files; a temporary store is removed. Snapshots that were taken remain valid.
    public func close() {
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
    public func write<Result>(
        waiting waits: Bool = true, _ body: (StoreWriter) throws(StoreError) -> sending Result
    ) throws(StoreError) -> sending Result {
        try transaction(waits: waits) { writer throws(StoreError) in try body(writer) }
    }

    /// Runs a body in one transaction with a writer of its own.
    /// - Parameters:
    ///   - bulk: whether very many rows are about to be inserted.
    ///   - commits: false for a dry run, which is taken back in the end.
    func transaction<Result>(
        bulk: Bool = false, waits: Bool = true, commits: Bool = true,
        _ body: (StoreWriter) throws(StoreError) -> sending Result
    ) throws(StoreError) -> sending Result {
        func run(_ connection: inout sending StoreConnection?) throws(StoreError) -> sending Result {
            if connection != nil, access != .full { connection = try reopen() }
            guard let connection else { throw .closed }
            let database = connection.database
            if bulk { database.setBulkLoading(true) }
            defer { if bulk { database.setBulkLoading(false) } }
            do throws(StoreError) {
                let first = try JournalTable.latestRevision(connection)
                try connection.perform { database throws(DatabaseError) in
                    try database.begin(.write(waits: waits), fetching: first.statement)
                }
            } catch .readOnly(let path) {
                throw location.refusal() ?? .readOnly(path: path)
            }
            do throws(StoreError) {
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
        guard let result = try connection.withLockIfAvailable(run) else { throw .locked(path: location.shown) }
        return result
    }

    private func commit(_ connection: StoreConnection, _ writer: StoreWriter) throws(StoreError) {
        do throws(StoreError) {
            try connection.commit()
        } catch .unknownOutcome(let path) {
            // Without a journal entry nothing of the inventory was changed, and a staged store that fails is discarded.
            guard let entry = writer.appended, !isTemporary else { throw .lostServer(path: path) }
            guard try writer.tables.journal.isCommitted(entry) else { throw .lostServer(path: path) }
        }
    }

    /// Fails early if the store cannot be written.
    /// - Throws: why it can only be read.
    public func requireWritable() throws(StoreError) {
        try connection.withLock { connection throws(StoreError) in
            if connection != nil, access != .full { connection = try reopen() }
        }
    }

    /// Opens a store for writing that could only be read before: free space or the disk's answer may be other by now.
    /// - Throws: why it can still only be read.
    private func reopen() throws(StoreError) -> sending StoreConnection {
        // A temporary or staged store is written by this object only.
        let (database, access, reason) = try location.connect(for: .writing)
        guard access == .full else { throw reason ?? .readOnly(path: location.shown) }
        state.withLock { $0 = (access, nil) }
        return location.session(database)
    }

    /// Runs a setting of the writing connection, for tests of failures.
    func configure(_ sql: String) throws(StoreError) {
        try connection.withLock { connection throws(StoreError) in try connection?.execute(sql) }
    }

    /// The state of the store at this moment, which stays as it is however long it is read.
    public func snapshot() throws(StoreError) -> StoreSnapshot { try StoreSnapshot(location, access) }
}
