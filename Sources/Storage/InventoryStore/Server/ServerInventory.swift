package import Database
import Files
import FoundationEssentials
import Glibc
import Inventory
import Synchronization

/// An inventory on a database server.
struct ServerInventory: StoreLocation {
    let server: any DatabaseServer
    let address: StoreAddress
    let inventory: Int64
    let path: String
    let displayName: String
    private let isArchived: Bool

    /// Finds an inventory.
    /// - Throws: `missing`, `newerVersion`, `notAStore`, `noServerDriver`, `inputOutput`.
    init(at address: StoreAddress) throws {
        // Checked before connecting to a server.
        _ = try address.name()
        try self.init(address, in: try InventoryDirectory(at: address))
    }

    /// Makes an inventory.
    /// - Throws: `exists`, and as ``init(at:)``.
    init(at address: StoreAddress, settings: InventorySettings) throws {
        let name = try address.name()
        let directory = try InventoryDirectory(at: address, makesTables: true)
        try directory.create(name, settings: settings)
        try self.init(address, in: directory)
    }

    /// - Parameter displayName: the name in errors, if it is not the address.
    private init(_ address: StoreAddress, in directory: InventoryDirectory, displayName: String? = nil)
        throws
    {
        let name = try address.name(allowsHidden: true)
        guard let entry = try directory.find(name) else { throw StoreError.missing(path: address.displayName) }
        server = directory.server
        self.address = address
        self.displayName = displayName ?? address.displayName
        inventory = entry.number
        isArchived = entry.entry.isArchived
        path = address.files + "/" + entry.identifier
    }

    /// Makes an inventory under a hidden name, which ``publish(as:)`` replaces.
    static func staged(for address: StoreAddress, settings: InventorySettings) throws -> ServerInventory {
        let name = try address.name()
        let directory = try InventoryDirectory(at: address, makesTables: true)
        guard try directory.find(name) == nil else { throw StoreError.exists(path: address.displayName) }
        try directory.removeAbandoned()
        let staged = address.of("." + UUID().uuidString.lowercased())
        do {
            try directory.create(try staged.name(allowsHidden: true), settings: settings)
        } catch StoreError.unknownOutcome(let path) {
            // The outcome does not matter: an inventory under a hidden name is not listed, and is removed later.
            throw StoreError.lostServer(path: path)
        }
        return try ServerInventory(staged, in: directory, displayName: address.displayName)
    }

    /// Gives a staged inventory its name.
    func publish(as address: StoreAddress) throws {
        let directory = try InventoryDirectory(at: address)
        do {
            try directory.move(try self.address.name(allowsHidden: true), to: try address.name())
        } catch StoreError.unknownOutcome(let path) {
            guard let found = try? InventoryDirectory(at: address).find(address.name()), found.number == inventory
            else {
                throw StoreError.unknownOutcome(path: path)
            }
        }
    }

    let machine: String = {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + ":"
    }()

    func connect(
        for purpose: InventoryStore.OpeningPurpose
    ) throws -> (database: any DatabaseMaintenance, access: StoreAccess, readOnlyReason: StoreError?) {
        let database = try open()
        // It may have been made writable again since it was opened first.
        if isArchived, try ServerInventory(at: address).isArchived {
            return (database, .reading, .archived(path: displayName))
        }
        if purpose == .writing {
            try requireFiles()
            makeFolder()
        }
        return (database, .full, nil)
    }

    /// Throws `missingFiles` if items have photos or documents but their folder does not exist: the address probably names the
    /// wrong folder.
    func requireFiles() throws {
        guard !Folder.exists(path), try !StoreSnapshot(self, .full).referencedFiles().isEmpty else { return }
        throw StoreError.missingFiles(path: displayName, folder: path)
    }

    /// Makes the folder of the inventory's files. A failure is ignored: the command that needs the folder reports it.
    private func makeFolder() {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let folder = String(path[..<end])
            // Photos that are acknowledged must not be lost with the name of their folder.
            if mkdir(folder, 0o700) == 0 { try? Folder.flush(nameOf: folder) }
        }
    }

    func refusal() -> StoreError? {
        // An inventory without a name cannot be archived.
        guard (try? address.name()) != nil else { return nil }
        do {
            let found = try ServerInventory(at: address)
            // Another inventory may have got the name of one that was deleted.
            guard found.inventory == inventory else { return .missing(path: displayName) }
            return found.isArchived ? .archived(path: displayName) : nil
        } catch {
            return error as? StoreError
        }
    }

    /// A lock of the inventory's row (PostgreSQL, "Row-Level Locks"). Renaming and deleting an inventory take `FOR UPDATE`,
    /// which excludes both of these.
    private enum RowLock: String {
        /// One writer of items at a time.
        case items = "FOR NO KEY UPDATE"
        /// Writers of published folders' rows, which nobody else changes, beside writers of items.
        case sites = "FOR KEY SHARE"
    }

    private func open(_ lock: RowLock = .items) throws -> any DatabaseMaintenance {
        // A program of an earlier version that still runs must not write to tables that a later one has upgraded.
        let query = """
            SELECT inventory FROM inventories WHERE inventory = ?1 AND archived IS NULL \
            AND (SELECT max(version) FROM homepwner_database) <= \(Schema.version) \(lock.rawValue)
            """
        return try perform { try server.connect(writeLock: WriteLock(query, of: inventory)) }
    }

    func reader(_ access: StoreAccess) throws -> any DatabaseMaintenance { try open() }

    func openConnection() throws -> any DatabaseMaintenance { try open(.sites) }

    func finish(_ connection: StoreConnection) throws {}

    /// Removes the rows and, only if there were any, the files: a staged inventory that got its name keeps both.
    func remove() {
        guard let name = try? address.name(allowsHidden: true),
            let folder = try? InventoryDirectory(at: address).remove(name, inventory)
        else { return }
        Folder.removeAll(folder)
    }

    func compact() throws {
        let database = try open()
        try perform { try database.compact() }
    }

    func copyDatabase(_ access: StoreAccess, to file: String) throws {
        let source = try StoreSnapshot(self, access)
        let folder = StoreFolder(path: Folder.parent(file), displayName: displayName)
        try folder.create(settings: source.settings)
        let copy = try InventoryStore(folder)
        try copy.fill(from: source, identifier: try source.tables.settings.identifier())
    }

    func copies() throws -> [String] { [] }

    func fingerprint() -> [Int] { [] }
}

/// A cheap sign of whether an inventory has changed.
package struct StoreProbe: Equatable, Sendable {
    /// The latest revision.
    package let revision: Revision
    /// Numbers that are others after each change of the people, share links or sessions of an inventory on a server; nil if
    /// such a change cannot be told.
    package let admissions: [Int64]?
    /// Whether the inventory was deleted or renamed.
    package let isGone: Bool
}

extension InventoryStore {
    /// Probes inventories, those of one database server with one statement.
    /// - Returns: nil for each that cannot be read.
    package static func probes(of stores: [InventoryStore]) -> [StoreProbe?] {
        let onServer = stores.compactMap { $0.location as? ServerInventory }
        guard let first = onServer.first, onServer.count == stores.count,
            onServer.allSatisfy({ $0.address.server == first.address.server })
        else { return stores.map { try? StoreProbe(revision: $0.revision, admissions: nil, isGone: false) } }
        return (try? ServerInventory.probes(of: onServer, at: first)) ?? stores.map { _ in nil }
    }
}

extension ServerInventory {
    fileprivate static func probes(of all: [ServerInventory], at first: ServerInventory) throws -> [StoreProbe?] {
        let connection = first.session(try first.perform { try first.server.connect(writeLock: nil) })
        // A row's xmin is the transaction that made it (PostgreSQL, "System Columns"). The names are those of PeopleTable and
        // ShareLinkTable.
        func digest(_ table: String, _ condition: String) -> String {
            """
            (SELECT count(*) FROM \(table) WHERE inventory = number \(condition)), \
            (SELECT sum(xmin::text::bigint) FROM \(table) WHERE inventory = number \(condition))
            """
        }
        let sql = """
            SELECT place, (SELECT max(revision) FROM journal WHERE inventory = number), \
            \(digest("settings", "AND substr(name, 1, 6) IN ('person', 'hidden', 'share.')")), \
            \(digest("serve_sessions", "")), \
            (SELECT name FROM inventories WHERE inventories.inventory = number) \
            FROM (SELECT CAST(value AS BIGINT) AS number, place FROM (\(connection.dialect.elements("?2"))) AS list) AS asked
            """
        var probes = [StoreProbe?](repeating: nil, count: all.count)
        let numbers = "[" + all.map { "\"\($0.inventory)\"" }.joined(separator: ",") + "]"
        try connection.forEach(sql, .text(numbers)) { row in
            // Places are counted from 1.
            let index = Int(row.integer(0)) - 1
            probes[index] = StoreProbe(
                revision: Revision(rawValue: row.integer(1)), admissions: (2..<6).map(row.integer),
                isGone: row.text(6) != all[index].address.inventory)
        }
        return probes
    }
}

extension StoreAddress {
    /// The name of the inventory.
    /// - Throws: `noInventoryName` if it is missing or invalid.
    func name(allowsHidden: Bool = false) throws -> String {
        guard let inventory, StoreAddress.isValid(name: allowsHidden ? "x\(inventory)" : inventory) else {
            throw StoreError.noInventoryName(path: displayName)
        }
        return inventory
    }
}

/// The driver for database servers, if the program has one.
package enum ServerDriver {
    private static let driver = Mutex<(@Sendable (String) -> any DatabaseServer)?>(nil)
    /// The servers by address. Each keeps sessions for the next store that is opened.
    private static let servers = Mutex<[String: any DatabaseServer]>([:])

    /// Makes stores on servers available. To be called once, when the program starts.
    /// - Parameter connect: makes a server from the URI of its database.
    package static func register(_ connect: @escaping @Sendable (String) -> any DatabaseServer) {
        driver.withLock { $0 = connect }
    }

    /// The server of an address.
    /// - Throws: `noServerDriver` if this program has no driver.
    static func server(at address: StoreAddress) throws -> any DatabaseServer {
        guard let connect = driver.withLock({ $0 }) else { throw StoreError.noServerDriver(path: address.displayName) }
        return servers.withLock { servers in
            if let known = servers[address.server] { return known }
            let server = connect(address.server)
            servers[address.server] = server
            return server
        }
    }
}
