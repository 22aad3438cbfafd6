import FoundationEssentials
import Glibc
public import Inventory

extension InventoryStore {
    /// Whether a folder has a file of a store's name, or a server has an inventory of the address.
    public static func exists(at path: String) -> Bool {
        if let address = StoreAddress(path) { return (try? ServerInventory(at: address)) != nil }
        return Glibc.access(StoreFolder(path: path).file, F_OK) == 0
    }

    /// Makes a store in a folder, which may exist, or at the address of an inventory on a server. A failure leaves nothing
    /// behind.
    /// - Throws: `exists`, `notAStore`, `notAFolder`, `readOnly`, `diskFull`, `inputOutput`; for an address also
    ///   `noServerDriver` and `noInventoryName`.
    public static func create(at path: String, settings: InventorySettings) throws(StoreError) -> InventoryStore {
        if let address = StoreAddress(path) {
            return try InventoryStore(try ServerInventory(at: address, settings: settings))
        }
        let folder = StoreFolder(path: path)
        try folder.create(settings: settings)
        return try InventoryStore(folder)
    }

    /// Makes a store as ``create(at:settings:)`` does, without opening it.
    public static func make(at path: String, settings: InventorySettings) throws(StoreError) {
        if let address = StoreAddress(path) {
            try make(at: address, settings: settings)
        } else {
            try StoreFolder(path: path).create(settings: settings)
        }
    }

    /// Makes an inventory on a server.
    /// - Throws: `exists`, `noServerDriver`, `noInventoryName`, `inputOutput`.
    public static func make(at address: StoreAddress, settings: InventorySettings) throws(StoreError) {
        _ = try ServerInventory(at: address, settings: settings)
    }

    /// The purpose for which a store is opened.
    public enum OpeningPurpose: Sendable {
        /// A store of an earlier version is copied and then brought up to date.
        case writing
        /// A store of an earlier version stays as it is: it is brought up to date in a temporary copy, and cannot be
        /// written.
        case reading
    }

    /// Opens the store of a folder, or at the address of an inventory on a server. If its medium is full or cannot be
    /// written, it can only be read.
    /// - Parameter shown: the path in errors, if it is another.
    /// - Throws: `missing`, `notAFolder`, `notAStore`, `newerVersion`, `damaged`, `readOnly`, `unreadable`,
    ///   `inputOutput`; for an address also `noServerDriver` and `noInventoryName`.
    public static func open(
        at path: String, for purpose: OpeningPurpose, shown: String? = nil
    ) throws(StoreError) -> InventoryStore {
        if let address = StoreAddress(path) { return try open(at: address, for: purpose) }
        return try InventoryStore(StoreFolder(path: path, shown: shown), for: purpose)
    }

    /// Opens an inventory on a server. If it is archived, it can only be read.
    /// - Throws: `missing`, `notAStore`, `newerVersion`, `noServerDriver`, `noInventoryName`, `inputOutput`.
    public static func open(at address: StoreAddress, for purpose: OpeningPurpose) throws(StoreError) -> InventoryStore
    {
        try InventoryStore(try ServerInventory(at: address), for: purpose)
    }
}
