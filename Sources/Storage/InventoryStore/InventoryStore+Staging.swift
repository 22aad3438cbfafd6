import Files
import Glibc
public import Inventory

extension InventoryStore {
    /// Makes a store that is gone when it is closed, for reports straight from a file.
    ///
    /// It stands in a private folder below `TMPDIR`, else below `/tmp`, and is not flushed to the disk. It is filled
    /// first and read then: while a snapshot of it lives, it cannot be written. What a killed program left of such
    /// folders is taken away.
    /// - Throws: `readOnly`, `diskFull`, `inputOutput`, naming the folder of temporary files.
    public static func temporary(settings: InventorySettings) throws(StoreError) -> InventoryStore {
        let place = TemporaryFile.defaultFolder
        let kind = TemporaryFolder.Kind(in: place, prefix: "homepwner-", holds: StoreFolder.mayHold)
        return try make(kind, shown: place, settings: settings, isTemporary: true, hasLog: false)
    }

    /// Makes a store under a hidden name beside `path`, to be filled and then put there by ``place(at:)``.
    ///
    /// Until then it may be let go of at any time, and is taken away by the next one where the program is killed.
    /// - Parameter isReadMeanwhile: whether snapshots of it live while it is written. Where none does it is filled as a
    ///   temporary store is, without a log, and flushed to the disk when it is put in its place.
    /// - Throws: `notAFolder` and `folderInUse` where something stands in the place, `readOnly`, `diskFull`, `inputOutput`.
    public static func staged(
        beside path: String, settings: InventorySettings, allowsConcurrentReads: Bool = false
    ) throws(StoreError) -> InventoryStore {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        let shown = path
        path = resolvingLinks(path)
        try checkTarget(path, shown: shown)
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let place = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let kind = TemporaryFolder.Kind(
            in: place, prefix: ".\(name).", holds: StoreFolder.mayHold)
        return try make(kind, shown: shown, settings: settings, isTemporary: false, hasLog: allowsConcurrentReads)
    }

    /// Where a link leads to a folder, that folder.
    private static func resolvingLinks(_ path: String) -> String {
        guard Folder.exists(path), let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Looks whether a draft can be put there, before it is filled.
    private static func checkTarget(_ path: String, shown: String) throws(StoreError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: shown) }
        let names = Folder.names(in: path)
        if !names.isEmpty { throw occupied(shown, by: names) }
    }

    private static func occupied(_ path: String, by names: [String]) -> StoreError {
        names.contains(StoreFolder.fileName) ? .exists(path: path) : .folderInUse(path: path, names: names)
    }

    private static func make(
        _ kind: TemporaryFolder.Kind, shown: String, settings: InventorySettings, isTemporary: Bool, hasLog: Bool
    ) throws(StoreError) -> InventoryStore {
        let work: TemporaryFolder
        do throws(FileError) {
            work = try TemporaryFolder(kind)
        } catch {
            throw StoreFolder(path: shown).failure(error.code)
        }
        let folder = StoreFolder(path: work.path, shown: shown)
        do throws(StoreError) {
            try folder.create(settings: settings)
            return try InventoryStore(folder, in: work, isTemporary: isTemporary, hasLog: hasLog)
        } catch {
            folder.remove()
            throw error
        }
    }

    /// Closes a draft and puts it into its place, which may be an empty folder.
    /// - Throws: `exists`, `folderInUse` or `notAFolder` where something else stands there, or what the system answered; the draft is closed then.
    public func place(at path: String) throws(StoreError) {
        try finish()
        try folder.flushFile()
        do throws(FileError) {
            try work?.move(to: InventoryStore.resolvingLinks(path))
            try Folder.flush(path + "/..")
        } catch {
            switch error.code {
            case ENOTEMPTY, EEXIST: throw InventoryStore.occupied(path, by: Folder.names(in: path))
            case ENOTDIR: throw .notAFolder(path: path)
            case let code: throw StoreFolder(path: path).failure(code)
            }
        }
    }
}

extension StoreFolder {
    /// Removes the files of a store and its folder.
    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file + suffix) }
        unlink("\(path)/\(TemporaryFolder.lockFileName)")
        rmdir(path)
    }

    /// Whether a file of that name is a store's database, or one that was about to become it, or goes with it.
    @Sendable static func mayHold(_ name: String, isLink: Bool) -> Bool {
        !isLink
            && ["", "-wal", "-shm", "-journal"].contains { suffix in
                name == fileName + suffix || (name.hasPrefix(".") && name.hasSuffix(".sqlite" + suffix))
            }
    }
}
