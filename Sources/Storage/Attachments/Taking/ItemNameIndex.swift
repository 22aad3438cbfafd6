public import FoundationEssentials
import Inventory
import InventoryStore

/// Finds items by id, serial number, name or product code.
public struct ItemNameIndex {
    /// An item with its name.
    public struct Owner: Equatable, Sendable {
        public let id: UUID
        public let name: String
    }

    private var owners: [String: [Owner]] = [:]

    /// Reads all items of a snapshot once, and keeps those that have one of these names.
    init(of names: [String], in snapshot: StoreSnapshot) throws {
        let wanted = Set(names.flatMap(ItemNameIndex.keys))
        let fields = ItemFieldSet([.id, .name, .serialNumber, .code])
        let cursor = try snapshot.items(matching: .everything, fields: fields)
        func text(_ field: ItemField) -> String { cursor.text(field).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        while try cursor.next() {
            let id = cursor.id
            let name = text(.name)
            let compact = id.text.filter { $0 != "-" }
            let texts = [name, text(.serialNumber), id.text, compact].filter { !$0.isEmpty }
            let code = text(.code)
            let keys = texts.map(ItemNameIndex.folded) + (code.isEmpty ? [] : [ItemNameIndex.codeKey(code)])
            for key in Set(keys) where wanted.contains(key) {
                owners[key, default: []].append(Owner(id: id, name: name))
            }
        }
    }

    /// The items that have one of these names. The names must be among those of the initializer.
    func items(called names: [String]) -> [Owner] {
        var found: [Owner] = []
        for owner in names.flatMap(ItemNameIndex.keys).flatMap({ owners[$0] ?? [] }) where !found.contains(owner) {
            found.append(owner)
        }
        return found
    }

    /// The keys of items that a file of this name may belong to.
    private static func keys(_ name: String) -> [String] { [folded(name), codeKey(name)] }

    /// The key of a product code. No text of an item begins with its first character.
    private static func codeKey(_ code: String) -> String { "\0" + ProductCode.normalized(code) }

    /// Ignores case. Swift's strings also ignore whether letters are composed, which differs between file systems.
    private static func folded(_ name: String) -> String { name.lowercased() }
}
