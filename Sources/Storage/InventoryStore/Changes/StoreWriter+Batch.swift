package import FoundationEssentials
package import Inventory

// Changes of many items at once: each is one change of the store, with a part for every item, and one undo takes it back.
extension StoreWriter {
    /// Changes fields of many items. Items that do not exist are left out.
    ///
    /// The outcome counts the changed items and those that were as requested before. A request with an idempotency key
    /// has a fingerprint in its context, without which a repeated one is refused.
    /// - Parameter make: makes the edit of an item from its present values.
    /// - Throws: for any item what ``edit(_:_:basedOn:own:_:)`` throws; nothing is changed then.
    @discardableResult
    package func edit(
        _ ids: [UUID], _ context: ChangeContext, _ make: (Item) throws -> ItemEdit
    ) throws -> ChangeOutcome {
        try changeMany(.edit, context) { revision, counts in
            for id in ids {
                guard let stored = try tables.items.find(id) else { continue }
                let edit = try make(stored.item)
                try context.checkVisible(edit)
                let changes = edit.changes.filter { !$1.isIdentical(to: stored.item[$0]) }
                guard !changes.isEmpty else {
                    counts.unchanged += 1
                    continue
                }
                try checkParent(changes[.parent], of: id)
                try checkReference(changes[.externalReference], of: id)
                try editPart(of: stored, changes, revision)
                counts.updated += 1
            }
        }
    }

    /// Removes many items; see ``remove(_:basedOn:own:_:)``. Items that do not exist are left out.
    @discardableResult
    package func remove(_ ids: [UUID], _ context: ChangeContext) throws -> ChangeOutcome {
        try changeMany(.remove, context) { revision, counts in
            var run: OrderKeys.RemovedRun?
            let parents = try tables.items.parents()
            for id in ids {
                guard let stored = try tables.items.find(id) else { continue }
                var edit = JournalPayload()
                edit.removes = true
                let inverse = try removal(of: stored, revision, parents: parents, addingTo: &run)
                try tables.journal.append(JournalPart(item: id, edit: edit, inverse: inverse), to: revision)
                counts.updated += 1
            }
        }
    }

    /// Gives a location another name or place: all items in it and below it move along, archived ones too. If the new one
    /// exists, the two are merged.
    /// - Parameters:
    ///   - names: the names of the location's path.
    ///   - target: the names of its new path, at least one.
    @discardableResult
    package func relocate(_ names: [String], to target: [String], _ context: ChangeContext) throws -> ChangeOutcome {
        let ids = try tables.items.identifiers(in: names)
        return try edit(ids, context) { item in
            let rest = Selection.pathNames(item.location ?? "").dropFirst(names.count)
            return try ItemEdit.checked([.location: .text((target + rest).joined(separator: " / "))])
        }
    }

    private func changeMany(
        _ kind: JournalEntry.Kind, _ context: ChangeContext,
        _ body: (Revision, inout ImportCounts) throws -> Void
    ) throws -> ChangeOutcome {
        try change(Request(kind: kind, context: context), isRepeated: { _ in false }) { revision in
            var counts = ImportCounts()
            try body(revision, &counts)
            let isNoOp = counts.updated == 0
            var change = Change(
                outcome: ChangeOutcome(revision: isNoOp ? latestRevision : revision, counts: counts), isNoOp: isNoOp)
            change.edit.counts = counts
            // A change without an inverse counts as one that cannot be undone.
            if !isNoOp { change.inverse.counts = counts }
            return change
        }
    }

    /// Changes fields of one of the items of a change.
    func editPart(of stored: StoredItem, _ changes: [ItemField: FieldValue], _ revision: Revision) throws {
        var edit = JournalPayload()
        var inverse = JournalPayload()
        let fields = try ItemEdit.checked(changes)
        try fields.checkLineValue(of: stored.item)
        edit.fields = fields
        inverse.fields = fields.inverse(on: stored.item)
        try apply(fields, to: stored, revision)
        try tables.journal.append(JournalPart(item: stored.item.id, edit: edit, inverse: inverse), to: revision)
    }
}

extension ItemTable {
    /// The items at a location and below it, in the owner's order.
    fileprivate func identifiers(in names: [String]) throws -> [UUID] {
        guard let range = LocationPath.range(of: names) else { return [] }
        return try connection.all(
            """
            SELECT id FROM items WHERE inventory = ?1 AND location_path >= ?2 AND location_path < ?3 ORDER BY position
            """, .bytes(range.from), .bytes(range.before)
        ) { $0.identifier(0) }
    }
}
