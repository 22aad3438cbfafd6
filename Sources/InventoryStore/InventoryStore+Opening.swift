import FoundationEssentials
import Glibc
public import InventoryModel

extension InventoryStore {
    /// The name of a store's folder where the owner names none.
    public static let defaultPath = "inventory.homepwner"

    /// Whether a folder holds a store, or something in a store's place.
    public static func exists(at path: String) -> Bool { Glibc.access(StoreFolder(path: path).file, F_OK) == 0 }

    /// Makes a store in a folder, which may exist; whole or not at all.
    /// - Throws: `exists`, `readOnly`, `diskFull`, `inputOutput`.
    public static func create(at path: String, settings: InventorySettings) throws(StoreError) -> InventoryStore {
        let folder = StoreFolder(path: path)
        try folder.create(settings: settings)
        return try InventoryStore(folder)
    }

    /// Opens a store. On media that cannot be written it can only be read.
    /// - Throws: `missing`, `notAStore`, `newerVersion`, `damaged`, `readOnly`, `inputOutput`.
    public static func open(at path: String) throws(StoreError) -> InventoryStore {
        try InventoryStore(StoreFolder(path: path))
    }

    /// Makes a store that is gone when it is closed, for reports straight from a file.
    ///
    /// It stands in a private folder below `TMPDIR`, else below `/tmp`, and is not flushed to the disk. It is filled
    /// first and read then: while a snapshot of it lives, it cannot be written.
    /// - Throws: `readOnly`, `diskFull`, `inputOutput`.
    public static func temporary(settings: InventorySettings) throws(StoreError) -> InventoryStore {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array("\(base.isEmpty ? "/tmp" : base)/homepwner-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StoreFolder(path: base.isEmpty ? "/tmp" : base).failure(errno)
        }
        let folder = StoreFolder(
            path: String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        do throws(StoreError) {
            try folder.create(settings: settings)
            return try InventoryStore(folder, isTemporary: true)
        } catch {
            folder.remove()
            throw error
        }
    }
}

extension StoreFolder {
    /// Removes the files of a store and its folder.
    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file + suffix) }
        rmdir(path)
    }
}
