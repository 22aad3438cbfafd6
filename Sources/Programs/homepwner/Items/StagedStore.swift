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
    var isNew: Bool { staged != nil }

    private let path: String
    private var staged: String?

    /// Opens the store at `path`, or begins a new one.
    /// - Parameters:
    ///   - settings: of a new store.
    ///   - allowsConcurrentReads: whether it is read while it is written.
    /// - Throws: `StoreError`.
    init(
        at path: String, settings: @autoclosure () throws -> InventorySettings, allowsConcurrentReads: Bool = false
    ) throws {
        self.path = path
        do throws(StoreError) {
            store = try InventoryStore.open(at: path)
        } catch .missing {
            store = try InterruptionCleanup.protecting {
                try InventoryStore.staged(
                    beside: path, settings: settings(), allowsConcurrentReads: allowsConcurrentReads)
            } path: {
                $0.path
            }
            staged = store.path
        }
    }

    deinit {
        guard let staged else { return }
        store.close()
        removeFolder(staged)
        InterruptionCleanup.release(staged)
    }

    /// Puts a new store into its place. The store is closed.
    /// - Returns: `unconfirmed` if the store is there, but might not survive a power failure.
    /// - Throws: if another store has appeared there, or the system's error.
    func keep() throws -> StoreError? {
        guard let staged else {
            store.close()
            return nil
        }
        var problem: StoreError?
        do throws(StoreError) {
            try store.place(at: path)
        } catch {
            guard case .unconfirmed = error else { throw error }
            problem = error
        }
        InterruptionCleanup.release(staged)
        self.staged = nil
        return problem
    }
}
