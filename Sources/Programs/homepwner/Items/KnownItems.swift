import Inventory
import InventoryStore

/// Recognises items of an import that the inventory has already, by their content instead of an id or reference.
struct KnownItems {
    /// The fields that do not describe an item, or differ between imports.
    private static let ignored: Set<ItemField> = [
        .id, .dateCreated, .parent, .externalReference, .photos, .documents,
    ]
    private static let fields = ItemField.allCases.filter { !ignored.contains($0) }

    private let fingerprints: Set<Int>
    /// The number of items that were recognised.
    private(set) var count = 0

    /// - Returns: nil if the inventory has no items.
    init?(_ store: InventoryStore) throws {
        // Not held during the import: a dry run writes to a copy without a log, which waits until nobody reads.
        let snapshot = try store.snapshot()
        if try snapshot.count == 0 { return nil }
        fingerprints = KnownItems.fingerprints(of: snapshot)
    }

    /// Counts an item that is about to be added if the inventory has an equal one.
    mutating func note(_ incoming: IncomingItem) {
        guard !incoming.stated.contains(.id), (incoming.item.externalReference ?? "").isEmpty else { return }
        if fingerprints.contains(KnownItems.fingerprint(of: incoming.item)) { count += 1 }
    }

    private static func fingerprints(of snapshot: StoreSnapshot) -> Set<Int> {
        var found: Set<Int> = []
        // An inventory that cannot be read is reported by the import itself.
        guard let cursor = try? snapshot.items(matching: .everything) else { return found }
        while (try? cursor.next()) == true {
            if let item = try? cursor.item() { found.insert(fingerprint(of: item)) }
        }
        return found
    }

    private static func fingerprint(of item: Item) -> Int {
        var hasher = Hasher()
        for field in fields { hasher.combine(item[field].description) }
        return hasher.finalize()
    }
}
