import FoundationEssentials
import Inventory
import InventoryStore

/// The items of a store by their keys, serial numbers and names, as far as they are asked for.
struct ItemNameIndex {
    /// An item that is called so.
    struct Owner: Equatable {
        let id: UUID
        let name: String
    }

    private var owners: [String: [Owner]] = [:]

    /// Looks the items of a snapshot through once.
    init(of names: [String], in snapshot: StoreSnapshot) throws {
        let wanted = Set(names.map(ItemNameIndex.folded))
        let cursor = try snapshot.items(matching: .everything, fields: ItemFieldSet([.id, .name, .serialNumber]))
        while try cursor.next() {
            let id = cursor.id
            let name = cursor.string(.name)
            let compact = id.text.filter { $0 != "-" }
            for key in Set([name, cursor.string(.serialNumber), id.text, compact].map(ItemNameIndex.folded))
            where !key.isEmpty && wanted.contains(key) {
                owners[key, default: []].append(Owner(id: id, name: name))
            }
        }
    }

    /// Every item that has one of these names.
    func items(called names: [String]) -> [Owner] {
        var found: [Owner] = []
        for owner in names.flatMap({ owners[ItemNameIndex.folded($0)] ?? [] }) where !found.contains(owner) {
            found.append(owner)
        }
        return found
    }

    /// Letters count the same in either case, and composed or not, as file systems keep them.
    private static func folded(_ name: String) -> String { name.lowercased() }
}
