import Files
public import FoundationEssentials
import Inventory
import Synchronization

/// An inventory kept in a folder: its items in the owner's order, its settings, and the journal of every change.
///
/// Several processes may open one store. Writers wait for one another; readers take a ``snapshot()`` and wait for
/// nobody. A change that returned is on the disk, whatever happens next.
///
///     let store = try InventoryStore.create(at: "inventory.homepwner", settings: InventorySettings(currency: usd))
///     try store.add(lamp, ChangeContext(actor: "owner"))
///     let cursor = try store.snapshot().items()
public final class InventoryStore: Sendable {
    let folder: StoreFolder
    let access: StoreAccess
    /// Why the store can only be read.
    private let readOnlyReason: StoreError?
    /// The folder's lock, where it is there for one call.
    let work: TemporaryFolder?
    private let isTemporary: Bool
    private let connection: Mutex<SQLiteTables?>

    /// The store's own key, made with it and kept for ever.
    public let identifier: UUID

    /// The folder.
    public var path: String { folder.path }

    /// Whether the store can only be read.
    public var isReadOnly: Bool { access != .full }

    init(
        _ folder: StoreFolder, in work: TemporaryFolder? = nil, isTemporary: Bool = false, hasLog: Bool = true
    ) throws(StoreError) {
        let (database, access, readOnlyReason) = try folder.connect()
        // Each page is written once and in its place, and by nobody while somebody reads.
        if !hasLog { try database.run("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF") }
        let tables = SQLiteTables(database)
        self.folder = folder
        self.access = access
        self.readOnlyReason = readOnlyReason
        self.work = work
        self.isTemporary = isTemporary
        identifier = try tables.identifier()
        connection = Mutex(tables)
    }

    deinit { close() }

    /// Closes a store that was filled without a log, so that it is opened with one from now on.
    func finish() throws(StoreError) {
        defer { close() }
        try connection.withLock { tables throws(StoreError) in
            guard let tables else { throw .closed }
            try tables.database.run("PRAGMA synchronous = FULL")
            guard try tables.database.text("PRAGMA journal_mode = WAL") == "wal" else {
                throw .locked(path: folder.shown)
            }
        }
    }

    /// Lets go of the files; a temporary store is removed. Snapshots that were taken stay good until they go.
    public func close() {
        connection.withLock { $0 = nil }
        if isTemporary { folder.remove() }
    }

    /// Makes changes in one transaction: all of them are on the disk when this returns.
    ///
    /// A change inside that throws leaves no trace of its own and may be caught; a body that throws leaves none at all.
    /// Many small changes at once take little longer than one.
    /// - Parameter waits: whether to wait for another writer, of this process or another; else that is `locked` at once.
    /// - Throws: what the body throws; `readOnly`, `locked`, `diskFull`, `damaged`, `inputOutput`.
    public func write<Result>(
        waiting waits: Bool = true, _ body: (StoreWriter) throws(StoreError) -> sending Result
    ) throws(StoreError) -> sending Result {
        try transaction(waits: waits) { tables throws(StoreError) in
            let writer = try StoreWriter(tables)
            let result = try body(writer)
            try writer.close()
            return result
        }
    }

    func transaction<Result>(
        bulk: Bool = false, waits: Bool = true, _ body: (any InventoryTables) throws(StoreError) -> sending Result
    ) throws(StoreError) -> sending Result {
        func run(_ tables: inout sending SQLiteTables?) throws(StoreError) -> sending Result {
            guard let tables else { throw .closed }
            guard access == .full else { throw readOnlyReason ?? .readOnly(path: folder.shown) }
            if bulk { tables.prepareForBulk(true) }
            defer { if bulk { tables.prepareForBulk(false) } }
            if waits { try tables.begin() } else { try tables.beginWithoutWaiting() }
            do throws(StoreError) {
                let result = try body(tables)
                try tables.commit()
                return result
            } catch {
                tables.rollBack()
                throw error
            }
        }
        if waits { return try connection.withLock(run) }
        guard let result = try connection.withLockIfAvailable(run) else { throw .locked(path: folder.shown) }
        return result
    }

    /// Runs a setting of the writing connection, for tests of failures.
    func configure(_ sql: String) throws(StoreError) {
        try connection.withLock { tables throws(StoreError) in try tables?.database.run(sql) }
    }

    /// The state of the store at this moment, which stays as it is however long it is read.
    public func snapshot() throws(StoreError) -> StoreSnapshot { try StoreSnapshot(folder, access) }
}
