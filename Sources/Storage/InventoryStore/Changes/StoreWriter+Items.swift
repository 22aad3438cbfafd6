public import FoundationEssentials
public import Inventory
import Localization

extension StoreWriter {
    /// Adds an item.
    /// - Throws: `itemExists`, `noSuchItem` for a place beside an item that is not there, `noSuchPosition`, `value` for a
    ///   text that is too long or a quantity × value that cannot be counted, `parent` for a parent that cannot be,
    ///   `reference` for a reference or key that another item goes by.
    @discardableResult
    public func add(
        _ item: Item, at place: ListPosition = .last, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        let requestFingerprint = context.requestFingerprint ?? place.text
        return try change(
            Request(kind: .add, context: context),
            isRepeated: {
                $0.matchesAddition(requestFingerprint: requestFingerprint)
                    && $0.edit.item?.isSameRequest(like: item) ?? true
            }
        ) { revision throws(StoreError) in
            try item.checkLineValue()
            try checkParent(item[.parent], of: item.id)
            try checkReference(of: item)
            let orderKey = try order.key(for: place)
            let location = ItemLocation(orderKey: orderKey, revision: revision, added: revision)
            guard try tables.items.insert(item, at: location) else { throw .itemExists(item.id) }
            var change = Change(outcome: ChangeOutcome(revision: revision, item: item.id))
            change.edit.item = item
            change.edit.place = try order.record(of: orderKey)
            if context.key != nil { change.edit.requestFingerprint = requestFingerprint }
            change.inverse.removes = true
            return change
        }
    }

    /// Changes fields of an item.
    ///
    /// An edit that names the revision it is based on is merged field by field with what happened since: a field
    /// nobody else touched, or to which both give the same value, is taken; the others are a conflict.
    /// - Throws: `noSuchItem`, `conflict`, `value` for a text that is too long or a quantity × value that cannot be counted,
    ///   `parent` for a parent that cannot be, `reference` for a reference that another item goes by.
    @discardableResult
    public func edit(
        _ id: UUID, _ edit: ItemEdit, basedOn base: Revision? = nil, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        try self.edit(
            id, context, mending: edit.fields,
            isRepeated: { known throws(StoreError) in try isRepeated(edit, of: id, by: known) }
        ) { stored throws(StoreError) in
            guard let base, base < stored.revision else { return edit }
            return try merge(edit, onto: stored, basedOn: base)
        }
    }

    /// Changes fields of an item by what it holds when its turn to be written has come.
    /// - Parameter asked: the request in words, where the fields that are changed do not tell it.
    func edit(
        _ id: UUID, _ context: ChangeContext, mending fields: [ItemField] = [], requestFingerprint: String? = nil,
        isRepeated: (JournalRecord) throws(StoreError) -> Bool = { _ in true },
        _ make: (StoredItem) throws(StoreError) -> ItemEdit
    ) throws(StoreError) -> ChangeOutcome {
        var written: StoredItem?
        let outcome = try change(
            Request(kind: .edit, item: id, context: context), isRepeated: isRepeated, isSingleWrite: true
        ) { revision throws(StoreError) in
            var isDamaged = false
            let found: StoredItem?
            do throws(StoreError) {
                found = try tables.items.find(id)
            } catch {
                guard case .damagedField(let field, _, _) = error, fields.contains(field) else { throw error }
                found = try tables.items.find(id, excluding: fields)
                isDamaged = true
            }
            guard let stored = found else { throw .noSuchItem(id) }
            let edit = try make(stored)
            var changes = edit.changes
            for (field, value) in edit.changes where !isDamaged && value.isExactly(stored.item[field]) {
                changes[field] = nil
            }
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

    /// Writes an edit; answers the item as it stands then.
    @discardableResult
    func apply(_ edit: ItemEdit, to stored: StoredItem, _ revision: Revision) throws(StoreError) -> StoredItem {
        var item = stored.item
        do throws(ValueError) { try edit.apply(to: &item) } catch { throw .value(field: nil, error) }
        var location = stored.location
        location.revision = revision
        try tables.items.update(item, Array(edit.changes.keys), at: location)
        return StoredItem(item: item, revision: revision, orderKey: location.orderKey, added: location.added)
    }

    /// Lets an edit through if nothing it changes was changed since its base by someone else; lists of photos and
    /// documents are joined where they can be.
    private func merge(
        _ edit: ItemEdit, onto stored: StoredItem, basedOn base: Revision
    ) throws(StoreError) -> ItemEdit {
        var before: [ItemField: FieldValue] = [:]
        for (_, _, inverse) in try tables.journal.history(of: stored.item.id, after: base) {
            before.merge(inverse.changes) { first, _ in first }
        }
        var changes = edit.changes
        let fields = edit.fields.compactMap { field -> ItemConflict.Field? in
            guard let original = before[field], let yours = edit.changes[field] else { return nil }
            let theirs = stored.item[field]
            guard !theirs.isExactly(original), !theirs.isExactly(yours) else { return nil }
            if let joined = yours.joined(field, base: original, with: theirs) {
                changes[field] = joined
                return nil
            }
            return ItemConflict.Field(field: field, base: original, theirs: theirs, yours: yours)
        }
        guard fields.isEmpty else {
            throw .conflict(ItemConflict(item: stored.item.id, revision: stored.revision, fields: fields))
        }
        return try ItemEdit.checked(changes)
    }

    /// Takes an item out of the list. It can be put back by undoing.
    ///
    /// Items that name it as their parent stay, and name none from then on; undoing gives them their parent back.
    /// - Throws: `noSuchItem`, or `conflict` with no fields where the item was changed since the revision `basedOn`.
    @discardableResult
    public func remove(
        _ id: UUID, basedOn base: Revision? = nil, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        try change(Request(kind: .remove, item: id, context: context)) { revision throws(StoreError) in
            guard let stored = try tables.items.find(id) else { throw .noSuchItem(id) }
            if let base, base < stored.revision {
                let fields = try changedFields(of: stored, since: base)
                guard fields.isEmpty else {
                    throw .conflict(ItemConflict(item: id, revision: stored.revision, fields: fields))
                }
            }
            var change = Change(outcome: ChangeOutcome(revision: revision, item: id))
            change.edit.removes = true
            change.inverse = try removal(of: stored, revision)
            return change
        }
    }

    /// Every field that was changed since a revision, with what it held then; an edit that takes the item away
    /// would put "not stated" everywhere.
    func changedFields(of stored: StoredItem, since base: Revision) throws(StoreError) -> [ItemConflict.Field] {
        var before: [ItemField: FieldValue] = [:]
        for (_, _, inverse) in try tables.journal.history(of: stored.item.id, after: base) {
            before.merge(inverse.changes) { first, _ in first }
        }
        return ItemField.allCases.compactMap { field in
            guard let original = before[field], !original.isExactly(stored.item[field]) else { return nil }
            return ItemConflict.Field(field: field, base: original, theirs: stored.item[field], yours: .none)
        }
    }

    /// Takes an item out and tells how to put it back; its parts are told apart from it.
    func removal(of stored: StoredItem, _ revision: Revision) throws(StoreError) -> JournalPayload {
        try release(partsOf: stored.item.id, revision)
        var payload = JournalPayload()
        payload.item = stored.item
        payload.added = stored.added
        payload.place = try order.record(of: stored.orderKey)
        try tables.items.delete(at: stored.orderKey)
        return payload
    }

    /// Puts an item elsewhere in the owner's order.
    /// - Throws: `noSuchItem` for the item or the one it should stand beside, `noSuchPosition`.
    @discardableResult
    public func move(_ id: UUID, to place: ListPosition, _ context: ChangeContext) throws(StoreError) -> ChangeOutcome {
        try move(id, requestFingerprint: place.text, context) { place }
    }

    /// Puts an item one step before or after where it stands in the owner's order; at the end of the list it stays.
    /// - Throws: `noSuchItem`.
    @discardableResult
    public func move(
        _ id: UUID, oneStep direction: MoveDirection, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        try move(id, requestFingerprint: direction.rawValue, context) { () throws(StoreError) in
            try self.place(of: id, oneStep: direction) ?? (direction == .down ? .last : .first)
        }
    }

    /// - Parameter asked: the request in words: what came of it does not tell it from others.
    private func move(
        _ id: UUID, requestFingerprint: String, _ context: ChangeContext,
        to place: () throws(StoreError) -> ListPosition
    ) throws(StoreError) -> ChangeOutcome {
        try change(
            Request(kind: .move, item: id, context: context), isRepeated: { isRepeated(requestFingerprint, by: $0) }
        ) { revision throws(StoreError) in
            guard let location = try tables.items.locate(id) else { throw .noSuchItem(id) }
            let requestFingerprint = context.key == nil ? nil : requestFingerprint
            guard let target = try order.target(of: location.orderKey, id, to: place()) else {
                var nothing = Change(outcome: ChangeOutcome(revision: location.revision, item: id), isNoOp: true)
                nothing.edit.requestFingerprint = requestFingerprint
                return nothing
            }
            let old = try order.record(of: location.orderKey)
            let new = try put(id, at: try order.key(between: target.low, and: target.high), revision)
            var change = Change(outcome: ChangeOutcome(revision: revision, item: id))
            change.edit.requestFingerprint = requestFingerprint
            change.edit.place = new
            change.inverse.place = old
            return change
        }
    }

    /// Gives an item another key of the order; dealing that out may have given it a new one already.
    func put(_ id: UUID, at key: Int64, _ revision: Revision) throws(StoreError) -> ListPositionRecord {
        guard let location = try tables.items.locate(id) else { throw .noSuchItem(id) }
        if location.orderKey != key || location.revision != revision {
            let target = ItemLocation(orderKey: key, revision: revision, added: location.added)
            try tables.items.relocate(from: location.orderKey, to: target)
        }
        return try order.record(of: key)
    }
}

extension ItemEdit {
    static func checked(_ changes: [ItemField: FieldValue]) throws(StoreError) -> ItemEdit {
        do throws(ValueError) { return try ItemEdit(changes) } catch { throw .value(field: nil, error) }
    }

    /// Refuses a new quantity or value by which the line could not be counted.
    func checkLineValue(of item: Item) throws(StoreError) {
        guard changes[.quantity] != nil || changes[.value] != nil else { return }
        var changed = item
        do throws(ValueError) { try apply(to: &changed) } catch { throw .value(field: nil, error) }
        try changed.checkLineValue()
    }
}

extension Item {
    /// Refuses a quantity × value past 64 bits of minor units, which no total could hold.
    func checkLineValue() throws(StoreError) {
        do throws(ValueError) {
            _ = try lineValue()
        } catch {
            throw .value(field: .value, .outOfRange(.lineValue))
        }
    }
}

extension FieldValue {
    /// Whether two values are the same to the byte; `==` takes composed and decomposed letters for the same text.
    func isExactly(_ other: FieldValue) -> Bool { isIdentical(to: other) }

    /// The join of two changes of a list of photos or documents, nil for other fields and where there is none.
    func joined(_ field: ItemField, base: FieldValue, with other: FieldValue) -> FieldValue? {
        field.kind == .photos || field.kind == .documents ? merged(base: base, with: other) : nil
    }
}
