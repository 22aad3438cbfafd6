public import FoundationEssentials
public import Inventory

/// Imports the items of a file, one after the other; see ``InventoryStore/importItems(_:source:unknownParents:isDryRun:_:)``.
public final class ItemImporter {
    /// The outcome for an item.
    public enum Outcome: Sendable {
        case added, updated, unchanged
    }

    let tables: StoreTables
    let revision: Revision
    private let writer: StoreWriter
    private var nextOrderKey: Int64
    private let firstOrderKey: Int64
    /// The rows of the added items in order; their order keys are ``OrderKeys/gap`` apart.
    private var addedRows: [Int] = []
    /// The rows of items that were in the store, by order key.
    private var knownRows: [Int64: Int] = [:]
    private var parents: ParentResolver
    private var references: ReferenceChecker
    private var isOpen = true
    /// The totals of all items, as long as the added ones alone determine them.
    private var totals: CachedTotals?

    /// The counts so far.
    public private(set) var counts = ImportCounts()

    init(_ writer: StoreWriter, revision: Revision) throws(StoreError) {
        self.writer = writer
        self.revision = revision
        tables = writer.tables
        parents = ParentResolver(tables: writer.tables)
        references = try ReferenceChecker(tables: writer.tables)
        firstOrderKey = try writer.orderKeys.key(for: .last)
        nextOrderKey = firstOrderKey
        guard try tables.orderKeyTable.last() == nil else { return }
        totals = CachedTotals(revision: revision)
        tables.items.setFilling(true)
    }

    /// Imports an item: adds it at the end of the list, or changes the item of the store that it identifies.
    ///
    /// An invalid item leaves no trace; the import may go on with the next.
    /// - Throws: `importDiagnostics` with the row if it repeats an earlier one, its reference names several items, its id is
    ///   taken, or a value is invalid; `closed` after the import.
    @discardableResult
    public func put(_ incoming: IncomingItem) throws(StoreError) -> Outcome {
        guard isOpen else { throw .closed }
        do throws(StoreError) {
            return try take(incoming)
        } catch .value(let field, let error) {
            throw .importDiagnostics([ImportDiagnostic(row: incoming.row, problem: .value(field: field, error))])
        }
    }

    /// Whether an item with the id exists, in the store or by this import.
    public func holds(_ id: UUID) throws(StoreError) -> Bool {
        guard isOpen else { throw .closed }
        return try tables.items.contains(id)
    }

    private func take(_ incoming: IncomingItem) throws(StoreError) -> Outcome {
        let statesID = incoming.stated.contains(.id)
        let statesReference = incoming.stated.contains(.externalReference)
        // A stated id is looked up by trying to insert the item: most are new.
        if !statesID, statesReference, let reference = incoming.item.externalReference, !reference.isEmpty,
            let location = try tables.items.locate(reference: reference)
        {
            if let id = try tables.orderKeyTable.identifier(at: location.orderKey),
                let other = try tables.items.holder(ofReference: reference, excluding: id)
            {
                throw .importDiagnostics([ImportDiagnostic(row: incoming.row, problem: .ambiguousReference(id, other))])
            }
            return try update(incoming, at: location)
        }
        let named = incoming.namedParent
        let parent = try named.flatMap { name throws(StoreError) in try parents.find(name) }
        let location = ItemLocation(orderKey: nextOrderKey, revision: revision, added: revision)
        var isNew: Bool
        if parent != incoming.item.parent {
            var item = incoming.item
            item.parent = parent
            isNew = try tables.items.insert(item, at: location)
        } else {
            isNew = try tables.items.insert(incoming.item, at: location)
        }
        guard isNew else {
            guard statesID, let known = try tables.items.locate(incoming.item.id) else {
                throw .importDiagnostics([ImportDiagnostic(row: incoming.row, problem: .idTaken)])
            }
            return try update(incoming, at: known)
        }
        // A stated reference without an id was looked up above.
        try references.note(
            incoming.item, statesID: statesID, isNew: !statesID && statesReference, row: incoming.row)
        if let named, parent == nil { parents.postpone(named, of: incoming.item.id, row: incoming.row) }
        nextOrderKey += OrderKeys.gap
        addedRows.append(incoming.row)
        counts.added += 1
        do throws(ValueError) { try totals?.add(incoming.item) } catch { totals = nil }
        return .added
    }

    private func update(_ incoming: IncomingItem, at location: ItemLocation) throws(StoreError) -> Outcome {
        if let row = knownRows[location.orderKey] ?? addedRow(at: location.orderKey) {
            throw .importDiagnostics([ImportDiagnostic(row: incoming.row, problem: .repeats(row: row))])
        }
        guard let id = try tables.orderKeyTable.identifier(at: location.orderKey),
            let stored = try tables.items.find(id)
        else {
            throw .damaged(path: tables.path, .indexMismatch)
        }
        var changes: [ItemField: FieldValue] = [:]
        for field in ItemField.allCases
        where field != .id && incoming.stated.contains(field)
            && !incoming.item[field].isIdentical(to: stored.item[field])
        {
            changes[field] = incoming.item[field]
        }
        // Whether a known item can have this parent is decided when all rows are in.
        if let named = incoming.namedParent, incoming.parentReference != nil || changes[.parent] != nil {
            changes[.parent] = nil
            parents.postpone(named, of: id, row: incoming.row)
        }
        if !changes.isEmpty { try change(stored, changes) }
        if changes[.externalReference] != nil {
            try references.note(incoming.item, statesID: false, isNew: false, row: incoming.row)
        }
        knownRows[location.orderKey] = incoming.row
        guard !changes.isEmpty else {
            counts.unchanged += 1
            return .unchanged
        }
        counts.updated += 1
        return .updated
    }

    private func addedRow(at orderKey: Int64) -> Int? {
        let (index, rest) = (orderKey - firstOrderKey).quotientAndRemainder(dividingBy: OrderKeys.gap)
        return rest == 0 && addedRows.indices.contains(Int(index)) ? addedRows[Int(index)] : nil
    }

    private func change(_ stored: StoredItem, _ changes: [ItemField: FieldValue]) throws(StoreError) {
        totals = nil
        try writer.editPart(of: stored, changes, revision)
    }

    /// Caches the totals of the items for reports of this revision.
    func cacheTotals() throws(StoreError) {
        guard var totals else { return }
        totals.revision = revision
        try tables.totals.set(totals)
    }

    /// Ends the import of rows.
    func close() {
        isOpen = false
        tables.items.setFilling(false)
    }

    /// Sets the parents that were not known before.
    /// - Returns: the rows whose parent is unknown or impossible; they have none.
    /// - Throws: `importDiagnostics` naming the rows whose reference identifies another item.
    func finish() throws(StoreError) -> [ImportDiagnostic] {
        close()
        let shared = try references.diagnostics { id throws(StoreError) in
            guard let location = try tables.items.locate(id) else { return nil }
            return knownRows[location.orderKey] ?? addedRow(at: location.orderKey)
        }
        if !shared.isEmpty { throw .importDiagnostics(shared) }
        let (found, diagnostics) = try parents.resolve()
        for (item, parent) in found {
            guard let stored = try tables.items.find(item), stored.item.parent != parent else { continue }
            if stored.added == revision {
                try tables.items.updateParent(parent, at: stored.orderKey)
            } else {
                let wasTouched = stored.revision == revision
                try change(stored, [.parent: .identifier(parent)])
                if !wasTouched {
                    counts.unchanged -= 1
                    counts.updated += 1
                }
            }
        }
        return diagnostics
    }
}
