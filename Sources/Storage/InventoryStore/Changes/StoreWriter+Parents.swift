import FoundationEssentials
import Inventory
public import Message

/// Why an item cannot be the parent of another one.
public enum InvalidParentDiagnostic: String, CaseIterable, Sendable {
    /// No item has the id or reference.
    case unknown
    /// The item names itself.
    case itself
    /// The parent is, directly or further up, part of this item.
    case cycle
}

extension StoreWriter {
    /// Why an item cannot be the parent of another; nil if it can.
    func diagnostic(ofParent parent: UUID, for id: UUID) throws(StoreError) -> InvalidParentDiagnostic? {
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

    /// - Throws: `parent` if the value is an impossible parent.
    func checkParent(_ value: FieldValue?, of id: UUID) throws(StoreError) {
        guard case .identifier(let parent)? = value else { return }
        if let diagnostic = try diagnostic(ofParent: parent, for: id) { throw .parent(diagnostic, of: id) }
    }

    /// Clears the parent of an item's parts before it is removed; each is a part of the same change.
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

/// Follows the parents of many items, each item once, and finds cycles.
struct CycleFinder {
    /// Items that were visited before.
    private var walked: Set<UUID> = []

    /// The items of the cycle that an item's chain of parents leads into, the first time it is met; empty if it ends.
    mutating func cycle(
        from id: UUID, _ parent: (UUID) throws(StoreError) -> UUID?
    ) throws(StoreError) -> ArraySlice<UUID> {
        var way: [UUID] = []
        var indexes: [UUID: Int] = [:]
        var current: UUID? = id
        while let next = current, !walked.contains(next) {
            if let index = indexes[next] {
                walked.formUnion(way)
                return way[index...]
            }
            indexes[next] = way.count
            way.append(next)
            current = try parent(next)
        }
        walked.formUnion(way)
        return []
    }
}

extension InvalidParentDiagnostic: MessageConvertible {
    public var message: Message { Message("store.parent.\(rawValue)") }
}
