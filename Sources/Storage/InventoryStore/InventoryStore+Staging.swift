import Database
package import Files
import Glibc
package import Inventory

extension InventoryStore {
    /// Makes a store that is removed when it is closed, for reports straight from a file.
    ///
    /// It is in a private folder below `TMPDIR` or else `/tmp`, and is not flushed to the disk. It is filled first and
    /// read afterwards: while a snapshot of it exists, it cannot be written. Folders that killed programs left are removed.
    /// - Throws: `readOnly`, `diskFull`, `inputOutput`, naming the folder of temporary files.
    package static func temporary(settings: InventorySettings) throws -> InventoryStore {
        let parent = TemporaryFile.defaultFolder
        let kind = TemporaryFolder.Kind(in: parent, prefix: "homepwner-", holds: StoreFolder.mayHold)
        return try make(kind, displayName: parent, settings: settings, isTemporary: true, hasLog: false)
    }

    /// Makes a temporary copy of a store, in which changes can be tried. The store itself is only read; if it is of an
    /// earlier version, the copy is brought up to date.
    /// - Throws: as ``open(at:for:)`` and ``temporary(settings:)``.
    package static func temporaryCopy(ofStoreAt path: String) throws -> InventoryStore {
        let server = try StoreAddress(path).map { address in try ServerInventory(at: address) }
        let original = StoreFolder(path: path)
        let database = server == nil ? try original.connect(for: .reading).database : nil
        let parent = TemporaryFile.defaultFolder
        let work: TemporaryFolder
        do {
            work = try TemporaryFolder(
                TemporaryFolder.Kind(in: parent, prefix: "homepwner-", holds: StoreFolder.mayHold))
        } catch {
            throw StoreFolder(path: parent).failure(error.code)
        }
        let folder = StoreFolder(path: work.path, displayName: parent)
        do {
            try server?.copyDatabase(.reading, to: folder.file)
            try original.perform { try database?.backUp(to: folder.file) }
            return try InventoryStore(folder, in: work, isTemporary: true, hasLog: false)
        } catch {
            folder.remove()
            throw error
        }
    }

    /// Makes a store under a hidden name beside `path`, to be filled and then moved there by ``publish(at:)``.
    ///
    /// Until then it can be discarded at any time. If the program is killed, the next staged store removes it.
    /// - Parameter allowsConcurrentReads: whether snapshots of it are read while it is written. If not, it is filled
    ///   without a log, as a temporary store is, and flushed to the disk when it is published.
    /// - Throws: `notAFolder` and `folderInUse` if the path is taken, `readOnly`, `diskFull`, `inputOutput`, also for a link
    ///   of somebody else.
    package static func staged(
        beside path: String, settings: InventorySettings, allowsConcurrentReads: Bool = false
    ) throws -> InventoryStore {
        if let address = StoreAddress(path) {
            return try InventoryStore(
                try ServerInventory.staged(for: address, settings: settings), isTemporary: true)
        }
        let (kind, displayName) = try staging(beside: path)
        return try make(
            kind, displayName: displayName, settings: settings, isTemporary: false, hasLog: allowsConcurrentReads)
    }

    /// Makes an empty folder under a hidden name beside `path`, to be filled with the files of a whole store and then moved
    /// there by ``publish(_:at:)``.
    ///
    /// If the program is killed, the next staged store removes it.
    /// - Throws: as ``staged(beside:settings:allowsConcurrentReads:)``.
    package static func stagingFolder(beside path: String) throws -> TemporaryFolder {
        let (kind, displayName) = try staging(beside: path)
        return try makeFolder(kind, displayName: displayName)
    }

    /// Checks the path of a new store.
    /// - Returns: the kind of hidden folders beside it, and the path for messages.
    private static func staging(beside path: String) throws -> (kind: TemporaryFolder.Kind, displayName: String) {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        let displayName = path
        try StoreFolder(path: path).requireOwnLinks()
        path = resolvingLinks(path)
        try checkTarget(path, displayName: displayName)
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let kind = TemporaryFolder.Kind(
            in: parent, prefix: ".\(name).", folders: ["photos", "photos/derived"], holds: StoreFolder.mayHold)
        return (kind, displayName)
    }

    /// The folder that a symbolic link leads to, or the path itself.
    private static func resolvingLinks(_ path: String) -> String {
        guard Folder.exists(path), let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Checks before it is filled whether a staged store can be published at a path.
    private static func checkTarget(_ path: String, displayName: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw StoreError.notAFolder(path: displayName) }
        StoreFolder(path: path).removeAbandonedStagedFiles()
        let names = try StoreFolder(path: path, displayName: displayName).names()
        if !names.isEmpty { throw occupied(displayName, by: names) }
    }

    private static func occupied(_ path: String, by names: [String]) -> StoreError {
        names.contains(StoreFolder.fileName) ? .exists(path: path) : .folderInUse(path: path, names: names)
    }

    private static func make(
        _ kind: TemporaryFolder.Kind, displayName: String, settings: InventorySettings, isTemporary: Bool, hasLog: Bool
    ) throws -> InventoryStore {
        let work = try makeFolder(kind, displayName: displayName)
        let folder = StoreFolder(path: work.path, displayName: displayName)
        do {
            try folder.create(settings: settings)
            return try InventoryStore(folder, in: work, isTemporary: isTemporary, hasLog: hasLog)
        } catch {
            folder.remove()
            throw error
        }
    }

    private static func makeFolder(_ kind: TemporaryFolder.Kind, displayName: String) throws -> TemporaryFolder {
        do {
            return try TemporaryFolder(kind)
        } catch {
            throw StoreFolder(path: displayName).failure(error.code)
        }
    }

    /// Closes a staged store and moves it to its path, which may be an empty folder.
    /// - Throws: `exists`, `folderInUse` or `notAFolder` if the path is taken, or the system's error; the store is closed
    ///   then. `unconfirmed` if it is in its place, but might not survive a power failure.
    package func publish(at path: String) throws {
        if let inventory = location as? ServerInventory, let address = StoreAddress(path) {
            try inventory.publish(as: address)
            disconnect()
            return
        }
        try finish()
        try (location as? StoreFolder)?.flushFile()
        if let work { try InventoryStore.publish(work, at: path) }
    }

    /// Moves a folder with the flushed files of a whole store to its path, which may be an empty folder.
    /// - Throws: as ``publish(at:)``.
    package static func publish(_ staged: TemporaryFolder, at path: String) throws {
        do {
            try staged.move(to: InventoryStore.resolvingLinks(path))
            try Folder.flush(nameOf: InventoryStore.resolvingLinks(path))
        } catch {
            switch error.code {
            case let code where error.operation == .flushName: throw StoreError.unconfirmed(path: path, code: code)
            case ENOTEMPTY, EEXIST: throw InventoryStore.occupied(path, by: Folder.names(in: path))
            case ENOTDIR: throw StoreError.notAFolder(path: path)
            case let code: throw StoreFolder(path: path).failure(code)
            }
        }
    }
}

extension StoreFolder {
    /// Removes the files of a store and its folder.
    func remove() {
        for name in Folder.names(in: path) where StoreFolder.mayHold(name, isLink: false) { unlink("\(path)/\(name)") }
        // The lock file goes last: if another file stays, the next program can still tell that the folder is abandoned.
        guard let rest = try? Folder.list(path), rest.allSatisfy({ $0 == TemporaryFolder.lockFileName }) else { return }
        unlink("\(path)/\(TemporaryFolder.lockFileName)")
        rmdir(path)
    }

    /// Whether a file of that name is a store's database, a staged one, a log of either, or a file of its photos.
    @Sendable static func mayHold(_ name: String, isLink: Bool) -> Bool {
        guard !isLink else { return false }
        if let file = name.split(separator: "/").last, name.hasPrefix("photos/") {
            // An original, what is made of it, the lock of the pictures, and files of an intake.
            return ContentHash(String(file.prefix(64))) != nil || file == ".lock" || file.hasPrefix(".taking-")
                || (file.hasPrefix(".") && file.hasSuffix(".tmp"))
        }
        return logSuffixes.contains { name == fileName + $0 } || isStaged(name)
    }

    private static let logSuffixes = ["", "-wal", "-shm", "-journal"]

    private static func isStaged(_ name: String) -> Bool {
        name.hasPrefix(".") && logSuffixes.contains { name.hasSuffix(".sqlite" + $0) }
    }

    /// Removes the unfinished stores of killed programs from the folder.
    func removeAbandonedStagedFiles() {
        // The lock of a staged store stays if it cannot be removed when the store gets its name.
        for name in Folder.names(in: path) where StoreFolder.isStaged(name) || name == TemporaryFolder.lockFileName {
            AtomicFile.removeAbandoned("\(path)/\(name)")
        }
    }
}
