import FoundationEssentials
import Inventory

extension StoreChecker {
    /// Compares the fields of items with the values that changes left in them.
    ///
    /// The journal has every field that a change set since its item was added, and all of an item that was added on its
    /// own. Of imported items it has nothing before their first change; the import's own totals are checked instead.
    mutating func checkHistory() throws(StoreError) {
        let rows = try connection.cursor(
            """
            SELECT id FROM items WHERE inventory = ?1 \
            AND (EXISTS (SELECT 1 FROM journal entry WHERE entry.item = items.id AND entry.inventory = ?1) \
            OR EXISTS (SELECT 1 FROM journal_parts part WHERE part.item = items.id AND part.inventory = ?1)) \
            ORDER BY position
            """)
        let reported = diagnostics
        while try rows.step(), diagnostics.count < limit {
            guard let id = rows.identifier(0), let stored = try readable(id) else { continue }
            let left = try tables.journal.left(by: stored.added, in: id)
            for field in ItemField.allCases where !reported.contains(where: { $0.concerns(field, in: id) }) {
                guard let (value, revision) = left[field] else { continue }
                let now = stored.item[field]
                // An item holds some values as others: no quantity as one, the photos with one of them as primary.
                guard !now.isIdentical(to: value), !now.isHeld(like: value, by: field) else { continue }
                diagnostics.append(.unrecorded(field, of: id, revision))
            }
        }
    }

    /// An item; nil if its row is damaged, which was found before.
    private func readable(_ id: UUID) throws(StoreError) -> StoredItem? {
        do throws(StoreError) {
            return try tables.items.find(id)
        } catch {
            switch error {
            case .damaged, .damagedField: return nil
            default: throw error
            }
        }
    }
}

extension StoreDiagnostic {
    /// Whether the diagnostic already reports a field in other words; a cycle is reported for one of its items.
    fileprivate func concerns(_ field: ItemField, in id: UUID) -> Bool {
        switch self {
        case .field(field, of: id): true
        case .parent: field == .parent
        case .reference: field == .externalReference
        default: false
        }
    }
}

extension JournalTable {
    /// The values that changes left in the fields of an item since it was added; without the fields that none set.
    fileprivate func left(
        by added: Revision, in id: UUID
    ) throws(StoreError) -> [ItemField: (value: FieldValue, revision: Revision)] {
        var left: [ItemField: (value: FieldValue, revision: Revision)] = [:]
        try connection.forEach(
            """
            SELECT revision, edit FROM journal WHERE inventory = ?1 AND item = ?2 AND revision >= ?3 \
            UNION ALL SELECT revision, edit FROM journal_parts WHERE inventory = ?1 AND item = ?2 AND revision >= ?3 \
            ORDER BY revision
            """, .id(id), .integer(added.rawValue)
        ) { row in
            let revision = Revision(rawValue: row.integer(0))
            guard let edit = row.bytes(1).flatMap(JournalJSON.payload) else { return }
            if edit.removes { left = [:] }
            if let item = edit.item {
                for field in ItemField.allCases { left[field] = (item[field], revision) }
            }
            for (field, value) in edit.fields?.changes ?? [:] { left[field] = (value, revision) }
        }
        return left
    }
}
