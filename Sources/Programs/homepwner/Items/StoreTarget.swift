import Inventory
import InventoryStore

/// A store to take items into: the one that is there, or a new one that appears only when all are in.
///
/// A new store is filled under a hidden name beside its place and renamed into it, so that an import that fails or is
/// killed leaves no half-filled store.
final class StoreTarget {
    /// The store to write to.
    let store: InventoryStore
    /// Whether the store was made for this call.
    var isNew: Bool { draft != nil }

    private let path: String
    private var draft: String?

    /// Opens the store at `path`, or begins a new one.
    /// - Parameters:
    ///   - settings: of a new store.
    ///   - isReadMeanwhile: whether it is read while it is written.
    /// - Throws: `StoreError`.
    init(
        at path: String, settings: @autoclosure () throws -> InventorySettings, isReadMeanwhile: Bool = false
    ) throws {
        self.path = path
        do throws(StoreError) {
            store = try InventoryStore.open(at: path)
        } catch .missing {
            store = try Interruption.covering {
                try InventoryStore.draft(
                    beside: path, settings: settings(), isReadMeanwhile: isReadMeanwhile)
            } path: {
                $0.path
            }
            draft = store.path
        }
    }

    deinit {
        guard let draft else { return }
        store.close()
        removeFolder(draft)
        Interruption.release(draft)
    }

    /// Puts a new store into its place. The store is closed.
    /// - Throws: that another store has appeared there, or what the system answered.
    func keep() throws {
        guard let draft else { return store.close() }
        try store.place(at: path)
        Interruption.release(draft)
        self.draft = nil
    }
}
