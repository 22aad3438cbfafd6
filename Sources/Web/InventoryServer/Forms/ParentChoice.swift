import FoundationEssentials
import Inventory
import InventoryStore
import Message

/// The form field for the parent of an item: a name if exactly one item has it, otherwise an id.
struct ParentChoice {
    /// The maximum number of names that a form offers.
    static let limit = 500

    private let snapshot: StoreSnapshot

    init(_ snapshot: StoreSnapshot) { self.snapshot = snapshot }

    /// The text of the field for a parent.
    func text(_ id: UUID) throws -> String {
        guard let name = try snapshot.item(id)?.item.name, name.utf8.count <= 200, ParentChoice.canName(name),
            try items(named: name).count == 1
        else { return id.text }
        return name
    }

    /// The item that the field names; nil for an empty field.
    func item(_ text: String) throws -> UUID? {
        let text = text.trimmingSpaces
        if text.isEmpty { return nil }
        if let id = UUID(text: text) { return id }
        let found = try items(named: text)
        guard let first = found.first else {
            throw ParentLookupError(fault: Message("request.noItemNamed", ["name": .text(text)]))
        }
        guard found.count == 1 else {
            throw ParentLookupError(fault: Message("request.severalItemsNamed", ["name": .text(text)]))
        }
        return first
    }

    /// The names to choose from, each of exactly one item other than `id`; empty if there are too many.
    func names(besides id: UUID) throws -> [String] {
        guard try snapshot.count <= ParentChoice.limit else { return [] }
        var counts: [String: Int] = [:]
        try forEach { cursor in
            guard cursor.id != id, let name = cursor.text(.name), !name.isEmpty else { return }
            counts[String(decoding: name, as: UTF8.self), default: 0] += 1
        }
        let names = counts.filter { $0.value == 1 && ParentChoice.canName($0.key) }.keys
        return snapshot.collation.sorted(names, by: \.self)
    }

    /// Whether a name survives a one-line field unchanged and cannot be mistaken for an id.
    private static func canName(_ name: String) -> Bool {
        !name.isEmpty && name.trimmingSpaces == name && UUID(text: name) == nil
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// The items with a name; if there is none, those whose names differ only in upper and lower case.
    private func items(named name: String) throws -> [UUID] {
        var (exact, like): ([UUID], [UUID]) = ([], [])
        let folded = name.lowercased()
        try forEach { cursor in
            guard let bytes = cursor.text(.name) else { return }
            let other = String(decoding: bytes, as: UTF8.self)
            if other == name { exact.append(cursor.id) } else if other.lowercased() == folded { like.append(cursor.id) }
        }
        return exact.isEmpty ? like : exact
    }

    private func forEach(_ body: (ItemCursor) -> Void) throws {
        let cursor = try snapshot.items(matching: .everything, fields: ItemFieldSet([.id, .name]))
        while try cursor.next() { body(cursor) }
    }
}

/// Why a text does not name a parent.
struct ParentLookupError: Error {
    let fault: Message
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)])
    }
}
