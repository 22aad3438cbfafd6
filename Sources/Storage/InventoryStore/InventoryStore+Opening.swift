import FoundationEssentials
import Glibc
public import Inventory

extension InventoryStore {
    /// Whether a folder has a file of a store's name.
    public static func exists(at path: String) -> Bool { Glibc.access(StoreFolder(path: path).file, F_OK) == 0 }

    /// Makes a store in a folder, which may exist. A failure leaves nothing behind.
    /// - Throws: `exists`, `notAStore`, `notAFolder`, `readOnly`, `diskFull`, `inputOutput`.
    public static func create(at path: String, settings: InventorySettings) throws(StoreError) -> InventoryStore {
        let folder = StoreFolder(path: path)
        try folder.create(settings: settings)
        return try InventoryStore(folder)
    }

    /// Opens a store. If its medium is full or cannot be written, it can only be read.
    /// - Throws: `missing`, `notAFolder`, `notAStore`, `newerVersion`, `damaged`, `readOnly`, `unreadable`,
    ///   `inputOutput`.
    public static func open(at path: String) throws(StoreError) -> InventoryStore {
        try InventoryStore(StoreFolder(path: path))
    }
}
