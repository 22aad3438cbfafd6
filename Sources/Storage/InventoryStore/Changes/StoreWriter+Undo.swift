import FoundationEssentials
import Inventory

extension StoreWriter {
    /// Undoes a change, or the latest that is not undone yet, by a change of its own.
    ///
    /// Fields and settings that were changed since keep their values and are listed in ``ChangeOutcome/refused``, each
    /// with the later change; the change remains in effect for them and can be undone later. Values that are already as
    /// before the change need no undoing. A removed item returns to its position, a moved one moves back. Undoing an undo
    /// makes the change again. Undoing an import removes the items that it added and restores those that it changed; if
    /// an added item was edited since, it is refused as a whole, as is undoing an addition.
    /// - Parameter expected: the change that the caller expects; nil to accept any.
    /// - Throws: `nothingToUndo`, also for another change than the expected one, `alreadyUndone`, or `cannotUndo` if nothing
    ///   at all could be undone.
    @discardableResult
    package func undo(
        _ target: Revision?, expecting expected: ExpectedChange? = nil, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        try change(
            Request(kind: .undo, context: context), isRepeated: { target == nil || $0.undoes == target }
        ) { revision in
            let latest = target == nil ? try tables.journal.latestUndoable() : target
            guard let target = latest, let record = try tables.journal.record(target) else {
                throw StoreError.nothingToUndo(latest)
            }
            if let expected, try !expected.matches(record, in: tables.journal) {
                throw StoreError.nothingToUndo(target)
            }
            try tables.checkUndo(of: record, context)
            if let by = record.undoneBy { throw StoreError.alreadyUndone(target, by: by) }
            if let by = record.edit.forgottenBy { throw StoreError.forgotten(target, by: by) }
            if record.kind == .forget { throw StoreError.forgotten(target, by: target) }
            var undoing = UndoOperation(writer: self, revision: revision, target: record)
            try undoing.run()
            let isPartial = !undoing.diagnostics.isEmpty
            if isPartial {
                try updatePartialUndoMarks(of: record)
            } else {
                try updateUndoMarks(record, undoneBy: revision)
            }
            var change = Change(
                outcome: ChangeOutcome(
                    revision: revision, item: record.item, undoes: target, refused: undoing.diagnostics))
            change.undoes = target
            change.edit = undoing.edit
            change.edit.isPartial = isPartial
            change.inverse = undoing.inverse
            return change
        }
    }

    /// Records which changes are in effect: if an undo is undone, the change that it undid is in effect again, and so on.
    private func updateUndoMarks(_ record: JournalRecord, undoneBy revision: Revision) throws {
        try tables.journal.mark(record.revision, undoneBy: revision)
        var current = record
        while let undone = current.undoes {
            try tables.journal.mark(undone, undoneBy: nil)
            guard let next = try tables.journal.record(undone), let again = next.undoes else { return }
            try tables.journal.mark(again, undoneBy: undone)
            guard let last = try tables.journal.record(again) else { return }
            current = last
        }
    }
}

extension StoreWriter {
    /// After a partial undo the remaining fields keep their values. Undoing an undo restores only the fields that it had
    /// reverted.
    private func updatePartialUndoMarks(of record: JournalRecord) throws {
        guard let undone = record.undoes else { return }
        try tables.journal.mark(undone, undoneBy: nil)
        guard let next = try tables.journal.record(undone), let again = next.undoes else { return }
        try tables.journal.mark(again, undoneBy: nil)
    }
}

/// One change being undone: its inverse is applied as far as later changes allow, and recorded as a change.
private struct UndoOperation {
    let writer: StoreWriter
    let revision: Revision
    let target: JournalRecord
    var diagnostics: [UndoDiagnostic] = []
    var edit = JournalPayload()
    var inverse = JournalPayload()
    private var hasChanges = false
    /// The items that were removed just before.
    private var removed: OrderKeys.RemovedRun?
    /// The change that erased the content of a part for good.
    private var forgottenBy: Revision?

    init(writer: StoreWriter, revision: Revision, target: JournalRecord) {
        self.writer = writer
        self.revision = revision
        self.target = target
    }

    private var tables: StoreTables { writer.tables }

    mutating func run() throws {
        if let item = target.item {
            let part = JournalPart(item: item, edit: target.edit, inverse: target.inverse)
            if let undone = try undo(part) { (edit, inverse) = undone }
            // If the item cannot be removed, its parts remain as well.
            if target.inverse.removes, !diagnostics.isEmpty {
                throw StoreError.cannotUndo(target.revision, diagnostics)
            }
        }
        if let settings = target.inverse.settings { try undo(settings: settings) }
        // In reverse order, so that each part meets the state that it produced.
        var last: Int64?
        while true {
            let parts = try tables.journal.parts(of: target.revision, before: last, limit: 256)
            guard let first = parts.last else { break }
            last = first.number
            for (_, part) in parts {
                if let by = part.edit.forgottenBy {
                    forgottenBy = by
                    continue
                }
                guard let undone = try undo(part) else { continue }
                try tables.journal.append(
                    JournalPart(item: part.item, edit: undone.edit, inverse: undone.inverse), to: revision)
            }
        }
        if target.kind == .import { try removeAdded() }
        if let forgottenBy, !hasChanges, diagnostics.isEmpty {
            throw StoreError.forgotten(target.revision, by: forgottenBy)
        }
        guard hasChanges || diagnostics.isEmpty else { throw StoreError.cannotUndo(target.revision, diagnostics) }
    }

    /// Applies the inverse of one item's part.
    /// - Returns: the change that was made and its inverse; nil if nothing changed.
    private mutating func undo(_ part: JournalPart) throws -> (edit: JournalPayload, inverse: JournalPayload)? {
        if let item = part.inverse.item { return try reinsert(item, part.inverse) }
        guard let stored = try tables.items.find(part.item) else {
            if part.inverse.removes { return nil }
            diagnostics.append(UndoDiagnostic(.removed(part.item), by: try removal(of: part.item)))
            return nil
        }
        if part.inverse.removes { return try removeItem(stored, addedAs: part.edit.item) }
        if let fields = part.inverse.fields { return try restore(fields, of: stored, undoing: part.edit.fields) }
        if let place = part.inverse.place { return try restoreOrder(stored, to: place) }
        return nil
    }

    private mutating func reinsert(
        _ item: Item, _ payload: JournalPayload
    ) throws -> (edit: JournalPayload, inverse: JournalPayload)? {
        if let stored = try tables.items.find(item.id) { return try keep(stored, insteadOf: item, payload) }
        var item = item
        if let parent = item.parent, let reason = try writer.diagnostic(ofParent: parent, for: item.id) {
            item.parent = nil
            diagnostics.append(try diagnostic(lostParent: parent, of: item.id, reason: reason))
        }
        if let taken = try tables.items.diagnostic(ofReferenceOrID: item) {
            diagnostics.append(try diagnostic(takenReference: taken, of: item.id))
            return nil
        }
        guard let place = payload.place else { throw StoreError.damagedJournal(target.revision, path: tables.path) }
        let orderKey = try writer.orderKeys.key(for: place)
        removed = nil
        let location = ItemLocation(orderKey: orderKey, revision: revision, added: payload.added ?? revision)
        guard try tables.items.insert(item, at: location) else { throw StoreError.itemExists(item.id) }
        hasChanges = true
        var done = JournalPayload()
        done.item = item
        done.place = place
        var undone = JournalPayload()
        undone.removes = true
        return (done, undone)
    }

    /// Handles an item that should be restored but exists: it was restored before, or another item has its id.
    private mutating func keep(
        _ stored: StoredItem, insteadOf item: Item, _ payload: JournalPayload
    ) throws -> (edit: JournalPayload, inverse: JournalPayload)? {
        let changed = ItemField.allCases.filter { !stored.item[$0].isIdentical(to: item[$0]) }
        if changed.isEmpty { return nil }
        if changed == [.parent], stored.item.parent == nil, stored.added == payload.added {
            // It was restored while its parent was missing.
            let missing = try ItemEdit.checked([.parent: item[.parent]])
            return try restore(missing, of: stored, undoing: missing.inverse(on: stored.item))
        }
        diagnostics.append(UndoDiagnostic(.added(item.id), by: stored.added))
        return nil
    }

    private mutating func removeItem(
        _ stored: StoredItem, addedAs original: Item?
    ) throws -> (edit: JournalPayload, inverse: JournalPayload)? {
        if let original {
            let changed = ItemField.allCases.filter { !stored.item[$0].isIdentical(to: original[$0]) }
            guard changed.isEmpty else {
                for field in changed { diagnostics.append(try diagnostic(changedField: field, of: stored.item.id)) }
                return nil
            }
        }
        var done = JournalPayload()
        done.removes = true
        let inverse = try writer.removal(of: stored, revision, addingTo: &removed)
        hasChanges = true
        return (done, inverse)
    }

    private mutating func restore(
        _ fields: ItemEdit, of stored: StoredItem, undoing edit: ItemEdit?
    ) throws -> (edit: JournalPayload, inverse: JournalPayload)? {
        var changes: [ItemField: FieldValue] = [:]
        for field in fields.fields {
            let current = stored.item[field]
            guard let former = fields.changes[field] else { continue }
            let old = try tables.journal.effectiveValue(former, of: field, in: stored.item.id, before: target.revision)
            if current.isIdentical(to: old) { continue }
            guard let left = edit?.changes[field],
                let restored = current.isIdentical(to: left) ? old : old.joined(field, base: left, with: current),
                !restored.isIdentical(to: current)
            else {
                diagnostics.append(try diagnostic(changedField: field, of: stored.item.id))
                continue
            }
            if case .identifier(let parent) = old, field == .parent,
                let reason = try writer.diagnostic(ofParent: parent, for: stored.item.id)
            {
                diagnostics.append(try diagnostic(lostParent: parent, of: stored.item.id, reason: reason))
                continue
            }
            if case .text(let reference) = restored, field == .externalReference,
                let taken = try tables.items.diagnostic(ofReference: reference, for: stored.item.id)
            {
                diagnostics.append(try diagnostic(takenReference: taken, of: stored.item.id))
                continue
            }
            changes[field] = restored
        }
        guard !changes.isEmpty else { return nil }
        var done = JournalPayload()
        var undone = JournalPayload()
        let applied = try ItemEdit.checked(changes)
        done.fields = applied
        undone.fields = applied.inverse(on: stored.item)
        try writer.apply(applied, to: stored, revision)
        hasChanges = true
        return (done, undone)
    }

    private mutating func restoreOrder(
        _ stored: StoredItem, to place: ListPositionRecord
    ) throws -> (edit: JournalPayload, inverse: JournalPayload)? {
        let current = try writer.orderKeys.record(of: stored.orderKey)
        if current.after == place.after, current.before == place.before { return nil }
        if let later = try tables.journal.lastMove(of: stored.item.id, after: target.revision) {
            diagnostics.append(UndoDiagnostic(.place(of: stored.item.id), by: later))
            return nil
        }
        var done = JournalPayload()
        var undone = JournalPayload()
        undone.place = current
        done.place = try writer.put(stored.item.id, at: try writer.orderKeys.key(for: place), revision)
        removed = nil
        hasChanges = true
        return (done, undone)
    }

    private mutating func undo(settings: [String: String?]) throws {
        let current = try tables.settings.settings().named
        var values = current
        var changed: [String: String?] = [:]
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) where current[name] != value {
            guard current[name] == target.edit.settings?[name] else {
                let later = try tables.journal.records(after: target.revision).last { $0.edit.settings?[name] != nil }
                diagnostics.append(UndoDiagnostic(.setting(name), by: later?.revision))
                continue
            }
            values[name] = value
            changed[name] = value
        }
        guard !changed.isEmpty, let restored = InventorySettings(named: values.compactMapValues { $0 }) else { return }
        try tables.replace(restored)
        edit.settings = changed
        inverse.settings = current.filter { changed.keys.contains($0.key) }
        hasChanges = true
    }

    /// Removes the items that an import added; throws `cannotUndo` if one of them was edited since.
    private mutating func removeAdded() throws {
        var edited: [UndoDiagnostic] = []
        var range: ClosedRange<Int64>?
        try tables.items.forEach(added: target.revision) { stored in
            let id = stored.item.id
            if stored.revision != target.revision {
                let fields = try writer.changedFields(of: stored, since: target.revision)
                for field in fields { edited.append(try diagnostic(changedField: field.field, of: id)) }
            }
            range = (range?.lowerBound ?? stored.orderKey)...stored.orderKey
        }
        guard edited.isEmpty else { throw StoreError.cannotUndo(target.revision, edited) }
        // In reverse order: parts mostly come after their parent, and so are removed while they still name it.
        guard let range else { return }
        let parents = try tables.items.parents()
        var end = range.upperBound + 1
        var rows: ArraySlice<(place: OrderKeyTable.Neighbour, item: StoredItem?)> = []
        while end > range.lowerBound {
            if rows.isEmpty { rows = try tables.items.last(before: end, limit: 256, added: target.revision)[...] }
            guard let row = rows.popFirst() else { return }
            end = row.place.orderKey
            guard let stored = row.item else { continue }
            var done = JournalPayload()
            done.removes = true
            let inverse = try writer.removal(
                of: stored, revision, parents: parents, before: rows.first?.place, addingTo: &removed)
            try tables.journal.append(JournalPart(item: stored.item.id, edit: done, inverse: inverse), to: revision)
            // Its parts have no parent any more, and may be among the rows that were read.
            if parents.contains(stored.item.id) { rows = [] }
            hasChanges = true
        }
    }
}

// Obstacles, each with the later change that caused it.
extension UndoOperation {
    private func diagnostic(changedField field: ItemField, of id: UUID) throws -> UndoDiagnostic {
        let later = try tables.journal.lastChange(of: id, after: target.revision) { edit in
            edit.item != nil || edit.fields?.changes[field] != nil
        }
        return UndoDiagnostic(.field(field, of: id), by: later)
    }

    private func diagnostic(
        lostParent parent: UUID, of id: UUID, reason: InvalidParentDiagnostic
    ) throws -> UndoDiagnostic {
        UndoDiagnostic(.parent(reason, of: id), by: reason == .unknown ? try removal(of: parent) : nil)
    }

    private func diagnostic(takenReference taken: DuplicateReferenceDiagnostic, of id: UUID) throws -> UndoDiagnostic {
        let field = ItemField.externalReference
        let later = try tables.journal.lastChange(of: taken.other, after: target.revision) { edit in
            edit.item != nil || edit.fields?.changes[field] != nil
        }
        return UndoDiagnostic(.reference(taken, of: id), by: later)
    }

    /// The change that removed an item.
    private func removal(of id: UUID) throws -> Revision? {
        try tables.journal.lastChange(of: id, after: .zero, where: \.removes)
    }
}
