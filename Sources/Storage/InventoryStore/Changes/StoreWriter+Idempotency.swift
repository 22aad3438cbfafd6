import FoundationEssentials
import Inventory

// Whether a request under a known key repeats the one that was made, as far as the journal shows.
extension StoreWriter {
    /// Whether an edit requests what a change made: it names every field that was changed, and the item had the requested
    /// values after that change.
    func isRepeated(_ edit: ItemEdit, of id: UUID, by known: JournalRecord) throws(StoreError) -> Bool {
        guard let made = known.edit.fields?.changes else { return true }
        guard made.keys.allSatisfy({ edit.changes[$0] != nil }) else { return false }
        // Before the first later change, a field had the value that this change left.
        var held: [ItemField: FieldValue] = [:]
        for (_, _, inverse) in try tables.journal.history(of: id, after: known.revision) {
            held.merge(inverse.changes) { first, _ in first }
        }
        // If the item was removed or added again since, only the change itself is known.
        let stored = try? tables.items.find(id)
        let now = stored.flatMap { $0.added <= known.revision ? $0.item : nil }
        return edit.changes.allSatisfy { field, value in
            switch field {
            // Lists may have been joined with other people's changes.
            case .photos, .documents: return true
            // May be lost when a removed item is restored.
            case .parent, .externalReference:
                return made[field]?.isHeld(like: value, by: field) ?? true
            default:
                guard let then = made[field] ?? now.map({ held[field] ?? $0[field] }) else { return true }
                return then.isHeld(like: value, by: field)
            }
        }
    }

    /// Whether a fingerprint belongs to the request that made a change.
    func isRepeated(_ requestFingerprint: String, by known: JournalRecord) -> Bool {
        if let before = known.edit.requestFingerprint { return before == requestFingerprint }
        // Journals of earlier versions have no fingerprints.
        return known.edit.fields?.changes.keys.allSatisfy { $0.kind == .photos || $0.kind == .documents } ?? true
    }

    /// Whether settings are those after a change.
    func isRepeated(_ settings: InventorySettings, by known: JournalRecord) throws(StoreError) -> Bool {
        var then = try tables.settings.settings().named
        for record in try tables.journal.records(after: known.revision).reversed() {
            then.merge(record.inverse.settings ?? [:]) { $1 }
        }
        return then == settings.named
    }
}

extension JournalRecord {
    /// Whether the change has this fingerprint; false for none.
    func matchesRequest(_ fingerprint: String?) -> Bool { fingerprint != nil && edit.requestFingerprint == fingerprint }

    /// Whether an addition has this fingerprint, or none, as in journals of earlier versions.
    func matchesAddition(requestFingerprint fingerprint: String) -> Bool {
        edit.requestFingerprint.map { $0 == fingerprint } ?? true
    }
}

extension FieldValue {
    /// Whether an item would hold the same for two values of a field.
    func isHeld(like other: FieldValue, by field: ItemField) -> Bool {
        func held(_ value: FieldValue) -> FieldValue {
            var item = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
            do throws(ValueError) { try item.set(field, to: value) } catch { return value }
            return item[field]
        }
        return held(self).isIdentical(to: held(other))
    }
}

extension Item {
    /// Whether two items to be added are equal except for id and time, which are generated if a request has none.
    func isSameRequest(like other: Item) -> Bool {
        ItemField.allCases.allSatisfy { field in
            field == .id || field == .dateCreated || self[field].isIdentical(to: other[field])
        }
    }
}
