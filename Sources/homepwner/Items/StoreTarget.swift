import FoundationEssentials
import Glibc
import InventoryModel
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
    /// - Parameter settings: of a new store.
    /// - Throws: `StoreError`.
    init(at path: String, settings: @autoclosure () throws -> InventorySettings) throws {
        self.path = path
        do throws(StoreError) {
            store = try InventoryStore.open(at: path)
        } catch .missing {
            let name = StoreTarget.draftName(beside: path)
            store = try Interruption.covering {
                try InventoryStore.create(at: name, settings: settings())
            } path: {
                $0.path
            }
            draft = name
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
        store.close()
        guard let draft else { return }
        guard rename(draft, path) == 0 else {
            throw errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR
                ? StoreError.exists(path: path) : .inputOutput(path: path, detail: String(cString: strerror(errno)))
        }
        Interruption.release(draft)
        self.draft = nil
    }

    private static func draftName(beside path: String) -> String {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { path[...$0] } ?? ""
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        return "\(folder).\(name).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
    }
}
