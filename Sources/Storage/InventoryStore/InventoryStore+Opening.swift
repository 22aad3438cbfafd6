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

    /// Makes a store as ``create(at:settings:)`` does, without opening it.
    public static func make(at path: String, settings: InventorySettings) throws(StoreError) {
        try StoreFolder(path: path).create(settings: settings)
    }

    /// The purpose for which a store is opened.
    public enum OpeningPurpose: Sendable {
        /// A store of an earlier version is copied and then brought up to date.
        case writing
        /// A store of an earlier version stays as it is: it is brought up to date in a temporary copy, and cannot be
        /// written.
        case reading
    }

    /// Opens a store. If its medium is full or cannot be written, it can only be read.
    /// - Throws: `missing`, `notAFolder`, `notAStore`, `newerVersion`, `damaged`, `readOnly`, `unreadable`,
    ///   `inputOutput`.
    public static func open(
        at path: String, for purpose: OpeningPurpose = .writing
    ) throws(StoreError) -> InventoryStore {
        try InventoryStore(StoreFolder(path: path), for: purpose)
    }
}
