import FoundationEssentials
import Inventory
import InventoryStore

/// Items that were edited in place since a revision: none came, went, moved, or changed the lists it stands in.
struct ChangedItems {
    /// One item and what its fields held before.
    struct Change {
        let id: UUID
        var before: [ItemField: FieldValue]
    }

    /// The most items that are looked at one by one.
    static let limit = 100

    private(set) var changes: [Change] = []

    /// Nil where more happened than edits of a few items in place.
    init?(_ snapshot: StoreSnapshot, since base: Revision) throws(StoreError) {
        let count = snapshot.revision.rawValue - base.rawValue
        guard count <= Int64(ChangedItems.limit) else { return nil }
        var places: [UUID: Int] = [:]
        // The latest comes first, so that the oldest inverse is the one that stays.
        for entry in try snapshot.journal(limit: Int(count)) {
            guard entry.kind == .edit || entry.kind == .undo, let id = entry.item, let inverse = entry.inverse,
                let edit = entry.edit, edit.fields.allSatisfy(ChangedItems.keepsPlace)
            else { return nil }
            let place = places[id] ?? changes.count
            if place == changes.count {
                places[id] = place
                changes.append(Change(id: id, before: [:]))
            }
            changes[place].before.merge(inverse.changes) { $1 }
        }
    }

    /// Whether an item stays in its lists when this field changes; a name may change its initial, which is seen later.
    private static func keepsPlace(_ field: ItemField) -> Bool {
        switch field {
        // With photos files come and go.
        case .id, .location, .tags, .archived, .photos: false
        default: true
        }
    }
}

extension ChangedItems.Change {
    /// What the item added to its lists before.
    func line(_ cursor: ItemCursor, isPublic: Bool) throws(ValueError) -> RunningTotals.Contribution {
        var quantity = cursor.quantity
        if let old = before[.quantity] {
            quantity = .one
            if case .quantity(let stated) = old { quantity = stated }
        }
        var value = cursor.money(.value)
        if let old = before[.value] {
            value = nil
            if case .money(let stated) = old { value = stated }
        }
        var hasSerialNumber = cursor.text(.serialNumber).map { !$0.isEmpty } ?? false
        if let old = before[.serialNumber] {
            hasSerialNumber = false
            if case .text(let stated) = old { hasSerialNumber = !stated.isEmpty }
        }
        return RunningTotals.Contribution(
            quantity: quantity, value: isPublic ? nil : try value?.times(quantity), hasSerialNumber: hasSerialNumber)
    }

    /// The letter under which the item stood before, nil for none.
    func initial(_ cursor: ItemCursor) -> String? {
        guard case .text(let old)? = before[.name] else { return NameInitial.of(cursor.text(.name)) }
        return Array(old.utf8).withUnsafeBufferPointer { NameInitial.of($0) }
    }
}
