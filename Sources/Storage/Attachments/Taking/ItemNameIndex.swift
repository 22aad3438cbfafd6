public import FoundationEssentials
import Inventory
import InventoryStore

/// Finds items by id, serial number or name.
public struct ItemNameIndex {
    /// An item with its name.
    public struct Owner: Equatable, Sendable {
        public let id: UUID
        public let name: String
    }

    private var owners: [String: [Owner]] = [:]

    /// Reads all items of a snapshot once, and keeps those that have one of these names.
    init(of names: [String], in snapshot: StoreSnapshot) throws {
        let wanted = Set(names.map(ItemNameIndex.folded))
        let cursor = try snapshot.items(matching: .everything, fields: ItemFieldSet([.id, .name, .serialNumber]))
        func text(_ field: ItemField) -> String { cursor.text(field).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        while try cursor.next() {
            let id = cursor.id
            let name = text(.name)
            let compact = id.text.filter { $0 != "-" }
            for key in Set([name, text(.serialNumber), id.text, compact].map(ItemNameIndex.folded))
            where !key.isEmpty && wanted.contains(key) {
                owners[key, default: []].append(Owner(id: id, name: name))
            }
        }
    }

    /// The items that have one of these names. The names must be among those of the initializer.
    func items(called names: [String]) -> [Owner] {
        var found: [Owner] = []
        for owner in names.flatMap({ owners[ItemNameIndex.folded($0)] ?? [] }) where !found.contains(owner) {
            found.append(owner)
        }
        return found
    }

    /// Ignores case. Swift's strings also ignore whether letters are composed, which differs between file systems.
    private static func folded(_ name: String) -> String { name.lowercased() }
}
