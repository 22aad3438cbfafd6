package import FoundationEssentials
package import Inventory

extension StoreWriter {
    /// Adds an item.
    /// - Throws: `itemExists`, `noSuchItem` for a position beside an unknown item, `noSuchPosition`, `value` for a
    ///   text that is too long or a quantity × value that cannot be counted, `parent` for a parent that cannot be,
    ///   `reference` for a reference or id that also identifies another item.
    @discardableResult
    package func add(_ item: Item, at place: ListPosition = .last, _ context: ChangeContext) throws -> ChangeOutcome {
        let requestFingerprint = context.requestFingerprint ?? place.text
        if let field = context.hidden.fields.first(where: { item[$0] != .none }) { throw StoreError.hiddenField(field) }
        return try change(
            Request(kind: .add, context: context),
            isRepeated: {
                $0.matchesAddition(requestFingerprint: requestFingerprint)
                    && $0.edit.item?.isSameRequest(like: item) ?? true
            }
        ) { revision in
            try item.checkLineValue()
            try checkParent(item[.parent], of: item.id)
            try checkReference(of: item)
            let orderKey = try orderKeys.key(for: place)
            let location = ItemLocation(orderKey: orderKey, revision: revision, added: revision)
            guard try tables.items.insert(item, at: location) else { throw StoreError.itemExists(item.id) }
            var change = Change(outcome: ChangeOutcome(revision: revision, item: item.id))
            change.edit.item = item
            change.edit.place = try orderKeys.record(of: orderKey)
            if context.key != nil { change.edit.requestFingerprint = requestFingerprint }
            change.inverse.removes = true
            return change
        }
    }

    /// Changes fields of an item.
    ///
    /// An edit that names the revision it is based on is merged field by field with what happened since: a field
    /// nobody else touched, or to which both give the same value, is changed; the others are a conflict.
    /// - Parameter own: changes since the base that the same author made. They conflict with nothing.
    /// - Throws: `noSuchItem`, `conflict`, `value` for a text that is too long or a quantity × value that cannot be counted,
    ///   `parent` for a parent that cannot be, `reference` for a reference that also identifies another item.
    @discardableResult
    package func edit(
        _ id: UUID, _ edit: ItemEdit, basedOn base: Revision? = nil, own: Set<Revision> = [], _ context: ChangeContext
    ) throws -> ChangeOutcome {
        // A conflict would show the values.
        try context.checkVisible(edit)
        return try self.edit(
            id, context, replacingDamaged: edit.fields,
            isRepeated: { known in try isRepeated(edit, of: id, by: known) }
        ) { stored in
            guard let base, base < stored.revision else { return edit }
            return try merge(edit, onto: stored, basedOn: base, own: own)
        }
    }

    /// Changes fields of an item by an edit that is made from its values inside the transaction.
    /// - Parameter requestFingerprint: identifies the request if the changed fields do not.
    func edit(
        _ id: UUID, _ context: ChangeContext, replacingDamaged fields: [ItemField] = [],
        requestFingerprint: String? = nil,
        isRepeated: (JournalRecord) throws -> Bool = { _ in true },
        _ make: (StoredItem) throws -> ItemEdit
    ) throws -> ChangeOutcome {
        var written: StoredItem?
        // A server is asked for the item and for the key at once.
        if context.key != nil { try tables.items.prefetch(id) }
        let outcome = try change(
            Request(kind: .edit, item: id, context: context), isRepeated: isRepeated, isSingleWrite: true
        ) { revision in
            var isDamaged = false
            let found: StoredItem?
            do {
                found = try tables.items.find(id)
            } catch StoreError.damagedField(let field, _, _) where fields.contains(field) {
                found = try tables.items.find(id, excluding: fields)
                isDamaged = true
            }
            guard let stored = found else { throw StoreError.noSuchItem(id) }
            let edit = try make(stored)
            var changes = edit.changes
            for (field, value) in edit.changes where !isDamaged && value.isIdentical(to: stored.item[field]) {
                changes[field] = nil
            }
            try context.checkVisible(edit)
            guard !changes.isEmpty else {
                var nothing = Change(outcome: ChangeOutcome(revision: stored.revision, item: id), isNoOp: true)
                nothing.edit.fields = ItemEdit()
                nothing.edit.requestFingerprint = requestFingerprint
                return nothing
            }
            try checkParent(changes[.parent], of: id)
            try checkReference(changes[.externalReference], of: id)
            var change = Change(outcome: ChangeOutcome(revision: revision, item: id))
            let applied = try ItemEdit.checked(changes)
            change.edit.fields = applied
            change.edit.requestFingerprint = requestFingerprint
            change.inverse.fields = applied.inverse(on: stored.item)
            try applied.checkLineValue(of: stored.item)
            written = try apply(applied, to: stored, revision)
            return change
        }
        edited = written
        return outcome
    }

    /// Writes an edit.
    /// - Returns: the item after it.
    @discardableResult
    func apply(_ edit: ItemEdit, to stored: StoredItem, _ revision: Revision) throws -> StoredItem {
        var item = stored.item
        do { try edit.apply(to: &item) } catch { throw StoreError.value(field: nil, error) }
        var location = stored.location
        location.revision = revision
        // Sorted, because a statement is cached for each order of fields, and a dictionary has no fixed order.
        let fields = edit.changes.keys.sorted { $0.column.rawValue < $1.column.rawValue }
        try tables.items.update(item, fields, at: location)
        return StoredItem(item: item, revision: revision, orderKey: location.orderKey, added: location.added)
    }

    /// Merges an edit with the changes since its base: refuses fields that someone else changed too, but joins lists of
    /// photos and documents if that is possible.
    private func merge(
        _ edit: ItemEdit, onto stored: StoredItem, basedOn base: Revision, own: Set<Revision>
    ) throws -> ItemEdit {
        let before = try values(of: stored.item.id, since: base, own: own)
        var changes = edit.changes
        let fields = edit.fields.compactMap { field -> ItemConflict.Field? in
            guard let original = before[field], let yours = edit.changes[field] else { return nil }
            let theirs = stored.item[field]
            guard !theirs.isIdentical(to: original), !theirs.isIdentical(to: yours) else { return nil }
            if let joined = yours.joined(field, base: original, with: theirs) {
                changes[field] = joined
                return nil
            }
            return ItemConflict.Field(field: field, base: original, theirs: theirs, yours: yours)
        }
        guard fields.isEmpty else {
            throw StoreError.conflict(ItemConflict(item: stored.item.id, revision: stored.revision, fields: fields))
        }
        return try ItemEdit.checked(changes)
    }

    /// Removes an item. Undoing restores it.
    ///
    /// Items that name it as their parent remain without a parent; undoing restores that too.
    /// - Parameter own: changes since the base that the same author made.
    /// - Throws: `noSuchItem`, or `conflict` if another user changed the item since the revision `basedOn`.
    @discardableResult
    package func remove(
        _ id: UUID, basedOn base: Revision? = nil, own: Set<Revision> = [], _ context: ChangeContext
    ) throws -> ChangeOutcome {
        try change(Request(kind: .remove, item: id, context: context)) { revision in
            guard let stored = try tables.items.find(id) else { throw StoreError.noSuchItem(id) }
            if let base, base < stored.revision {
                let fields = try changedFields(of: stored, since: base, own: own)
                guard fields.isEmpty else {
                    let visible = fields.filter { !context.hidden.hides($0.field) }
                    throw StoreError.conflict(ItemConflict(item: id, revision: stored.revision, fields: visible))
                }
            }
            var change = Change(outcome: ChangeOutcome(revision: revision, item: id))
            change.edit.removes = true
            var run: OrderKeys.RemovedRun?
            change.inverse = try removal(of: stored, revision, addingTo: &run)
            return change
        }
    }

    /// The fields that were changed since a revision, as conflicts with a removal, which would leave each one empty.
    func changedFields(
        of stored: StoredItem, since base: Revision, own: Set<Revision> = []
    ) throws -> [ItemConflict.Field] {
        let before = try values(of: stored.item.id, since: base, own: own)
        return ItemField.allCases.compactMap { field in
            guard let original = before[field], !original.isIdentical(to: stored.item[field]) else { return nil }
            return ItemConflict.Field(field: field, base: original, theirs: stored.item[field], yours: .none)
        }
    }

    /// The values that fields had before anybody else first changed them after a revision.
    private func values(of id: UUID, since base: Revision, own: Set<Revision>) throws -> [ItemField: FieldValue] {
        var before: [ItemField: FieldValue] = [:]
        for (revision, _, inverse) in try tables.journal.history(of: id, after: base) where !own.contains(revision) {
            before.merge(inverse.changes) { first, _ in first }
        }
        return before
    }

    /// Removes an item and separates its parts from it.
    /// - Parameters:
    ///   - parents: the only items that may have parts, if the caller knows them.
    ///   - before: the item before it, if the caller knows that.
    ///   - run: the items that the same change removed just before, with no other change to the order since.
    /// - Returns: the inverse.
    func removal(
        of stored: StoredItem, _ revision: Revision, parents: Set<UUID>? = nil, before: OrderKeyTable.Neighbour? = nil,
        addingTo run: inout OrderKeys.RemovedRun?
    ) throws -> JournalPayload {
        if parents?.contains(stored.item.id) ?? true { try release(partsOf: stored.item.id, revision) }
        var payload = JournalPayload()
        payload.item = stored.item
        payload.added = stored.added
        payload.place = try orderKeys.record(of: stored.orderKey, before: before, addingTo: &run)
        try tables.items.delete(at: stored.orderKey)
        return payload
    }

    /// Moves an item in the owner's order.
    /// - Throws: `noSuchItem` for the item or its new neighbour, `noSuchPosition`.
    @discardableResult
    package func move(_ id: UUID, to place: ListPosition, _ context: ChangeContext) throws -> ChangeOutcome {
        try move(id, requestFingerprint: place.text, context) { place }
    }

    /// Moves an item one step in the owner's order; at the end of the list it stays.
    /// - Throws: `noSuchItem`.
    @discardableResult
    package func move(_ id: UUID, oneStep direction: MoveDirection, _ context: ChangeContext) throws -> ChangeOutcome {
        try move(id, requestFingerprint: direction.rawValue, context) {
            try self.place(of: id, oneStep: direction) ?? (direction == .down ? .last : .first)
        }
    }

    /// - Parameter requestFingerprint: identifies the request: the outcome alone does not.
    private func move(
        _ id: UUID, requestFingerprint: String, _ context: ChangeContext,
        to place: () throws -> ListPosition
    ) throws -> ChangeOutcome {
        try change(
            Request(kind: .move, item: id, context: context), isRepeated: { isRepeated(requestFingerprint, by: $0) }
        ) { revision in
            guard let location = try tables.items.locate(id) else { throw StoreError.noSuchItem(id) }
            let requestFingerprint = context.key == nil ? nil : requestFingerprint
            guard let target = try orderKeys.target(of: location.orderKey, id, to: place()) else {
                var nothing = Change(outcome: ChangeOutcome(revision: location.revision, item: id), isNoOp: true)
                nothing.edit.requestFingerprint = requestFingerprint
                return nothing
            }
            let old = try orderKeys.record(of: location.orderKey)
            let new = try put(id, at: try orderKeys.key(between: target.low, and: target.high), revision)
            var change = Change(outcome: ChangeOutcome(revision: revision, item: id))
            change.edit.requestFingerprint = requestFingerprint
            change.edit.place = new
            change.inverse.place = old
            return change
        }
    }

    /// Gives an item another order key. Making room for that key may have changed its present one already.
    func put(_ id: UUID, at key: Int64, _ revision: Revision) throws -> ListPositionRecord {
        guard let location = try tables.items.locate(id) else { throw StoreError.noSuchItem(id) }
        if location.orderKey != key || location.revision != revision {
            let target = ItemLocation(orderKey: key, revision: revision, added: location.added)
            try tables.items.relocate(from: location.orderKey, to: target)
        }
        return try orderKeys.record(of: key)
    }
}

extension ItemEdit {
    static func checked(_ changes: [ItemField: FieldValue]) throws -> ItemEdit {
        do { return try ItemEdit(changes) } catch { throw StoreError.value(field: nil, error) }
    }

    /// Checks quantity × value after an edit that changes one of them.
    func checkLineValue(of item: Item) throws {
        guard changes[.quantity] != nil || changes[.value] != nil else { return }
        var changed = item
        do { try apply(to: &changed) } catch { throw StoreError.value(field: nil, error) }
        try changed.checkLineValue()
    }
}

extension Item {
    /// Checks that quantity × value fits into 64 bits of minor units, as every total must.
    func checkLineValue() throws {
        do {
            _ = try lineValue()
        } catch {
            throw StoreError.value(field: .value, .outOfRange(.lineValue))
        }
    }
}

extension FieldValue {
    /// The join of two changes of a list of photos or documents; nil for other fields and if they conflict.
    func joined(_ field: ItemField, base: FieldValue, with other: FieldValue) -> FieldValue? {
        field.kind == .photos || field.kind == .documents ? merged(base: base, with: other) : nil
    }
}
