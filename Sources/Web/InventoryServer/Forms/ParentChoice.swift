import FoundationEssentials
import Inventory
import InventoryStore
import Localization

/// The field of a form that tells which item another is part of: by name where one item is called so, else by key.
struct ParentChoice {
    /// The most names that a form offers to choose from.
    static let limit = 500

    private let snapshot: StoreSnapshot

    init(_ snapshot: StoreSnapshot) { self.snapshot = snapshot }

    /// What the field shows for an item.
    func text(_ id: UUID) throws(StoreError) -> String {
        guard let name = try snapshot.item(id)?.item.name, name.utf8.count <= 200, ParentChoice.canName(name),
            try items(named: name).count == 1
        else { return id.text }
        return name
    }

    /// The item that the field names; nil for none.
    func item(_ text: String) throws(ParentLookupError) -> UUID? {
        let text = text.trimmingSpaces
        if text.isEmpty { return nil }
        if let id = UUID(text: text) { return id }
        let found: [UUID]
        do throws(StoreError) { found = try items(named: text) } catch { throw .store(error) }
        guard let first = found.first else { throw .words(said("fault.noItemIsCalledSo", text)) }
        guard found.count == 1 else { throw .words(said("fault.severalItemsAreCalledSo", text)) }
        return first
    }

    /// The names to choose from, each of one item and none of `id`; none where there are too many.
    func names(besides id: UUID) throws(StoreError) -> [String] {
        guard try snapshot.count <= ParentChoice.limit else { return [] }
        var counts: [String: Int] = [:]
        try forEach { cursor in
            guard cursor.id != id, let name = cursor.text(.name), !name.isEmpty else { return }
            counts[String(decoding: name, as: UTF8.self), default: 0] += 1
        }
        return counts.filter { $0.value == 1 && ParentChoice.canName($0.key) }.keys.sorted()
    }

    /// Whether a name comes back from a field of one line as it is, and is read as a name.
    private static func canName(_ name: String) -> Bool {
        !name.isEmpty && name.trimmingSpaces == name && UUID(text: name) == nil
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The items of that name; where there is none, those whose names differ in capitals alone.
    private func items(named name: String) throws(StoreError) -> [UUID] {
        var (exact, like): ([UUID], [UUID]) = ([], [])
        let folded = name.lowercased()
        try forEach { cursor in
            guard let bytes = cursor.text(.name) else { return }
            let other = String(decoding: bytes, as: UTF8.self)
            if other == name { exact.append(cursor.id) } else if other.lowercased() == folded { like.append(cursor.id) }
        }
        return exact.isEmpty ? like : exact
    }

    private func forEach(_ body: (ItemCursor) -> Void) throws(StoreError) {
        let cursor = try snapshot.items(matching: .everything, fields: ItemFieldSet([.id, .name]))
        while try cursor.next() { body(cursor) }
    }
}

/// Why a field names no item.
enum ParentLookupError: Error {
    case words(String)
    case store(StoreError)
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)])
    }
}
