import FoundationEssentials
import Inventory

// Whether a request that comes under a known key is the one that was made, as far as the journal tells.
extension StoreWriter {
    /// Whether an edit asks for what a change made: it names every field that was changed, and the item held what it
    /// asks for when that change was made.
    func isRepeated(_ edit: ItemEdit, of id: UUID, by known: JournalRecord) throws(StoreError) -> Bool {
        guard let made = known.edit.fields?.changes else { return true }
        guard made.keys.allSatisfy({ edit.changes[$0] != nil }) else { return false }
        // What fields held before the first change after that one they held since.
        var held: [ItemField: FieldValue] = [:]
        for (_, _, inverse) in try tables.journal.history(of: id, after: known.revision) {
            held.merge(inverse.changes) { first, _ in first }
        }
        // Of an item that is gone, or was added anew since, no more is known than what the change made.
        let stored = try? tables.items.find(id)
        let now = stored.flatMap { $0.added <= known.revision ? $0.item : nil }
        return edit.changes.allSatisfy { field, requestFingerprint in
            switch field {
            // Lists are joined with what others put into them.
            case .photos, .documents: return true
            // May be lost when an item that was removed is had back.
            case .parent, .externalReference:
                return made[field]?.isHeld(like: requestFingerprint, by: field) ?? true
            default:
                guard let then = made[field] ?? now.map({ held[field] ?? $0[field] }) else { return true }
                return then.isHeld(like: requestFingerprint, by: field)
            }
        }
    }

    /// Whether what was asked for by a change's words is what another change asks for.
    func isRepeated(_ requestFingerprint: String, by known: JournalRecord) -> Bool {
        if let before = known.edit.requestFingerprint { return before == requestFingerprint }
        // Journals of earlier versions do not tell.
        return known.edit.fields?.changes.keys.allSatisfy { $0.kind == .photos || $0.kind == .documents } ?? true
    }

    /// Whether settings are those that a change made: what was not changed by then they held.
    func isRepeated(_ settings: InventorySettings, by known: JournalRecord) throws(StoreError) -> Bool {
        var then = try tables.settings.settings().named
        for record in try tables.journal.records(after: known.revision).reversed() {
            then.merge(record.inverse.settings ?? [:]) { $1 }
        }
        return then == settings.named
    }
}

extension JournalRecord {
    /// Whether the change was asked for in these very words; false where there are none.
    func matchesRequest(_ words: String?) -> Bool { words != nil && edit.requestFingerprint == words }

    /// Whether an addition was asked for in these words, as far as the journal tells; that of earlier versions does not.
    func matchesAddition(requestFingerprint words: String) -> Bool {
        edit.requestFingerprint.map { $0 == words } ?? true
    }
}

extension FieldValue {
    /// Whether an item holds the same whichever of two values its field is given.
    func isHeld(like other: FieldValue, by field: ItemField) -> Bool {
        func held(_ value: FieldValue) -> FieldValue {
            var item = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
            do throws(ValueError) { try item.set(field, to: value) } catch { return value }
            return item[field]
        }
        return held(self).isExactly(held(other))
    }
}

extension Item {
    /// Whether two items to be added are the same but for key and moment, which are made anew where a request has none.
    func isSameRequest(like other: Item) -> Bool {
        ItemField.allCases.allSatisfy { field in
            field == .id || field == .dateCreated || self[field].isExactly(other[field])
        }
    }
}
