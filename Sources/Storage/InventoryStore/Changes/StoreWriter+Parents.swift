import FoundationEssentials
import Inventory

/// Why an item cannot be another one's parent.
public enum InvalidParentDiagnostic: Equatable, Sendable {
    /// No item is there by the key or reference that is named.
    case unknown
    /// The item names itself.
    case itself
    /// The item that is named is, directly or further up, part of this one.
    case cycle
}

extension StoreWriter {
    /// Why an item cannot be the parent of another, nil where it can.
    func fault(ofParent parent: UUID, for id: UUID) throws(StoreError) -> InvalidParentDiagnostic? {
        if parent == id { return .itself }
        guard try tables.items.locate(parent) != nil else { return .unknown }
        var seen: Set<UUID> = []
        var current: UUID? = parent
        while let next = current, seen.insert(next).inserted {
            current = try tables.items.parent(of: next)
            if current == id { return .cycle }
        }
        return nil
    }

    /// - Throws: `parent`, where a field's value is a parent that cannot be.
    func checkParent(_ value: FieldValue?, of id: UUID) throws(StoreError) {
        guard case .identifier(let parent)? = value else { return }
        if let fault = try fault(ofParent: parent, for: id) { throw .parent(fault, of: id) }
    }

    /// Takes the parent off the parts of an item that goes; each is a part of the same change.
    func release(partsOf id: UUID, _ revision: Revision) throws(StoreError) {
        for part in try tables.items.parts(ofItem: id) {
            guard let stored = try tables.items.find(part) else { continue }
            let fields = try ItemEdit.checked([.parent: .none])
            var edit = JournalPayload()
            var inverse = JournalPayload()
            edit.fields = fields
            inverse.fields = fields.inverse(on: stored.item)
            try apply(fields, to: stored, revision)
            try tables.journal.append(JournalPart(item: part, edit: edit, inverse: inverse), to: revision)
        }
    }
}

/// Follows the parents of many items, each item once, and finds rings.
struct CycleFinder {
    /// Items from which the way up is known to end.
    private var walked: Set<UUID> = []

    /// The items of a ring that the way up from an item leads into, the first time it is met; empty where it ends.
    mutating func cycle(
        from id: UUID, _ parent: (UUID) throws(StoreError) -> UUID?
    ) throws(StoreError) -> ArraySlice<UUID> {
        var way: [UUID] = []
        var places: [UUID: Int] = [:]
        var current: UUID? = id
        while let next = current, !walked.contains(next) {
            if let place = places[next] {
                walked.formUnion(way)
                return way[place...]
            }
            places[next] = way.count
            way.append(next)
            current = try parent(next)
        }
        walked.formUnion(way)
        return []
    }
}
