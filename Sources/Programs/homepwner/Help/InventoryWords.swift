import Inventory
import InventoryStore

/// Words of an inventory that calls name: ids, locations, categories, tags. Empty if it cannot be read.
struct InventoryWords {
    private let snapshot: StoreSnapshot?

    /// - Parameter path: the inventory's folder.
    init(_ path: String) { snapshot = try? InventoryStore.open(at: path, for: .reading).snapshot() }

    /// The short id of every item, with its name.
    var ids: [(word: String, note: String)] {
        var ids: [(String, String)] = []
        visit([.id, .name]) { ids.append(($0.id.shortText, $0.string(.name).onOneLine)) }
        return ids
    }

    /// The values of a field, each once, in order.
    func values(of field: ItemField) -> [(word: String, note: String)] {
        var counts: [String: Int] = [:]
        visit([field]) { cursor in
            if field == .tags {
                cursor.forEachTag { counts[String(decoding: $0, as: UTF8.self), default: 0] += 1 }
            } else if case let text = cursor.string(field), !text.isEmpty {
                counts[text, default: 0] += 1
            }
        }
        return counts.filter { $0.key == $0.key.onOneLine }.sorted { $0.key < $1.key }
            .map { ($0.key, Phrases.count($0.value, "item")) }
    }

    /// Terms of the filter language, with the values that the inventory has.
    var filters: [(word: String, note: String)] {
        let fields: [(key: String, field: ItemField)] = [
            ("location", .location), ("category", .category), ("tag", .tags),
        ]
        var terms: [(word: String, note: String)] = []
        for (key, field) in fields {
            for value in values(of: field) { terms.append(("\(key):\(quoted(value.word))", value.note)) }
        }
        let others = ["value:>=", "created:", "purchased:", "serial:none", "insured:yes", "insured:no", "archived:any"]
        return terms + others.map { ($0, "") }
    }

    /// A value as the filter language takes it.
    private func quoted(_ value: String) -> String {
        guard value.contains(where: { " \",()".contains($0) }) else { return value }
        return "\"\(value.map { $0 == "\"" ? "\\\"" : String($0) }.joined())\""
    }

    private func visit(_ fields: [ItemField], _ body: (ItemCursor) throws -> Void) {
        guard let cursor = try? snapshot?.items(matching: .everything, fields: ItemFieldSet(fields)) else { return }
        while (try? cursor.next()) == true { try? body(cursor) }
    }
}
