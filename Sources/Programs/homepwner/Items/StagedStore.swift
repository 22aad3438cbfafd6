import Files
import Inventory
import InventoryStore

/// A store to import into: an existing one, or a new one that appears only when the import is complete.
///
/// A new store is filled under a hidden name beside its place and renamed into it, so that an import that fails or is
/// killed leaves no half-filled store.
final class StagedStore {
    /// The store to write to.
    let store: InventoryStore
    /// Whether the store was created for this call.
    private(set) var isNew = false

    private let path: String
    /// The folder of a copy in which changes are tried; nil for none.
    private let copy: String?

    /// Opens the store at `path`, or begins a new one.
    /// - Parameters:
    ///   - settings: of a new store.
    ///   - allowsConcurrentReads: whether it is read while it is written.
    ///   - isDryRun: whether an existing store is only read, and the changes are made in a temporary copy.
    /// - Throws: `StoreError`.
    init(
        at path: String, settings: @autoclosure () throws -> InventorySettings, allowsConcurrentReads: Bool = false,
        isDryRun: Bool = false
    ) throws {
        self.path = path
        if isDryRun, InventoryStore.exists(at: path) {
            store = try StagedStore.copy(of: path)
            copy = store.path
            return
        }
        copy = nil
        do {
            store = try InventoryStore.open(at: path, for: .writing)
        } catch StoreError.missing {
            func make() throws -> sending InventoryStore {
                try InventoryStore.staged(
                    beside: path, settings: settings(), allowsConcurrentReads: allowsConcurrentReads)
            }
            // On a server the rows decide whether the files stay, so an interruption leaves both.
            let isOnServer = StoreAddress(path) != nil
            store = try isOnServer ? make() : InterruptionCleanup.protecting(make) { $0.path }
            isNew = true
        }
    }

    /// A temporary copy of a store, which is removed when it is closed or the program interrupted.
    static func copy(of path: String) throws -> InventoryStore {
        try InterruptionCleanup.protecting {
            try InventoryStore.temporaryCopy(ofStoreAt: path)
        } path: {
            $0.path
        }
    }

    deinit {
        if let copy { InterruptionCleanup.release(copy) }
        guard isNew else { return }
        store.close()
        guard StoreAddress(path) == nil else { return }
        Folder.removeAll(store.path)
        InterruptionCleanup.release(store.path)
    }

    /// Puts a new store into its place. The store is closed.
    /// - Returns: `unconfirmed` if the store is there, but might not survive a power failure.
    /// - Throws: if another store has appeared there, or the system's error.
    func keep() throws -> StoreError? {
        guard isNew else {
            store.close()
            return nil
        }
        var problem: StoreError?
        do {
            try store.publish(at: path)
        } catch let error as StoreError {
            guard case .unconfirmed = error else { throw error }
            problem = error
        }
        InterruptionCleanup.release(store.path)
        isNew = false
        return problem
    }
}
