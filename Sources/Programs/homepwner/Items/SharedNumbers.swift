import FoundationEssentials
import Inventory
import InventoryStore

/// The items of a change that have a number which is given to one thing only, but which another item has, too: most
/// likely one thing was recorded twice.
struct SharedNumbers {
    /// The fields that distinguish a thing from all others.
    static let fields: [ItemField] = [.serialNumber, .assetIdentifier]
    private static let exampleLimit = 3

    private struct Number: Hashable {
        let field: ItemField
        let folded: String
    }

    /// The number of these items.
    private(set) var count = 0
    /// The first numbers, each with two of its items.
    private(set) var examples: [String] = []

    /// Finds the items of a change in two passes, so that only numbers that are there twice are kept in memory.
    init(of change: Revision, in snapshot: StoreSnapshot) throws {
        var (seen, repeated): (Set<Int>, Set<Int>) = ([], [])
        try SharedNumbers.forEach(in: snapshot) { number, _, _ in
            if !seen.insert(number.hashValue).inserted { repeated.insert(number.hashValue) }
        }
        guard !repeated.isEmpty else { return }
        var holders: [Number: (text: String, names: [String], count: Int, changed: [UUID])] = [:]
        var order: [Number] = []
        try SharedNumbers.forEach(in: snapshot) { number, text, cursor in
            guard repeated.contains(number.hashValue) else { return }
            var holder = holders[number] ?? (text, [], 0, [])
            if holder.count == 0 { order.append(number) }
            holder.count += 1
            if holder.names.count < 2 {
                let name = cursor.text(.name).map { String(decoding: $0, as: UTF8.self) }
                holder.names.append(JournalEntry.words(name, cursor.id))
            }
            if cursor.revision == change { holder.changed.append(cursor.id) }
            holders[number] = holder
        }
        let shared = order.compactMap { holders[$0] }.filter { $0.count > 1 && !$0.changed.isEmpty }
        count = Set(shared.flatMap(\.changed)).count
        examples = shared.prefix(SharedNumbers.exampleLimit).map { holder in
            "'\(holder.text)' (\(Phrases.names(holder.names, limit: 2)))"
        }
    }

    private static func forEach(
        in snapshot: StoreSnapshot, _ body: (Number, String, ItemCursor) throws -> Void
    ) throws {
        let cursor = try snapshot.items(matching: .everything, fields: ItemFieldSet([.name] + fields))
        while try cursor.next() {
            for field in fields {
                guard let bytes = cursor.text(field), !bytes.isEmpty else { continue }
                let text = String(decoding: bytes, as: UTF8.self)
                try body(Number(field: field, folded: text.lowercased()), text, cursor)
            }
        }
    }
}
