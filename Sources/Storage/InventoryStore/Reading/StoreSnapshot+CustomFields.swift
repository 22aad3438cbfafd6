import Inventory

extension StoreSnapshot {
    /// The most names of custom fields that are told apart.
    private static let maxCustomFieldNames = 10_000

    /// The names of the custom fields that at least one item has, in alphabetical order; found by reading all items.
    public func customFieldNames() throws(StoreError) -> [String] {
        let cursor = try items(matching: .everything, fields: ItemFieldSet([.customFields]))
        var names: Set<[UInt8]> = []
        while try cursor.next() {
            cursor.forEachCustomField { name, _ in
                if names.count < StoreSnapshot.maxCustomFieldNames { names.insert(Array(name)) }
            }
        }
        return names.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }
}
