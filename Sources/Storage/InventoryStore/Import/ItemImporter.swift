package import FoundationEssentials
package import Inventory

/// Imports the items of a file, one after the other; see ``InventoryStore/importItems(_:source:unknownParents:isDryRun:_:)``.
package final class ItemImporter {
    /// The outcome for an item.
    package enum Outcome: Sendable {
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
    private var recognised: RecognisedItems?
    private var isOpen = true
    /// The totals of all items, as long as the added ones alone determine them.
    private var totals: CachedTotals?

    /// The counts so far.
    package private(set) var counts = ImportCounts()

    init(_ writer: StoreWriter, revision: Revision) throws {
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
    package func put(_ incoming: IncomingItem) throws -> Outcome {
        guard isOpen else { throw StoreError.closed }
        do {
            return try take(incoming)
        } catch StoreError.value(let field, let error) {
            throw StoreError.importDiagnostics([
                ImportDiagnostic(row: incoming.row, problem: .value(field: field, error))
            ])
        }
    }

    /// Whether an item with the id exists, in the store or by this import.
    package func holds(_ id: UUID) throws -> Bool {
        guard isOpen else { throw StoreError.closed }
        return try tables.items.contains(id)
    }

    private func take(_ incoming: IncomingItem) throws -> Outcome {
        let statesID = incoming.stated.contains(.id)
        let statesReference = incoming.stated.contains(.externalReference)
        if let key = incoming.key {
            let own = try ownItem(of: incoming)
            let hasOwnName = statesID || (statesReference && incoming.item.externalReference?.isEmpty == false)
            switch try recognise(incoming, by: key) {
            case .item(let id):
                if let own, own != id {
                    throw StoreError.importDiagnostics([
                        ImportDiagnostic(row: incoming.row, problem: .ambiguousReference(own, id))
                    ])
                }
                var known = incoming
                known.item.id = id
                guard let location = try tables.items.locate(id) else {
                    throw StoreError.damaged(path: tables.path, .indexMismatch)
                }
                return try update(known, at: location)
            case .equal where !hasOwnName:
                counts.unchanged += 1
                return .unchanged
            case .equal, .new: break
            }
        }
        // A stated id is looked up by trying to insert the item: most are new.
        if !statesID, statesReference, let reference = incoming.item.externalReference, !reference.isEmpty,
            let location = try tables.items.locate(reference: reference)
        {
            if let id = try tables.orderKeyTable.identifier(at: location.orderKey),
                let other = try tables.items.holder(ofReference: reference, excluding: id)
            {
                throw StoreError.importDiagnostics([
                    ImportDiagnostic(row: incoming.row, problem: .ambiguousReference(id, other))
                ])
            }
            return try update(incoming, at: location)
        }
        let named = incoming.namedParent
        let parent = try named.flatMap { name in try parents.find(name) }
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
                throw StoreError.importDiagnostics([ImportDiagnostic(row: incoming.row, problem: .idTaken)])
            }
            return try update(incoming, at: known)
        }
        // A stated reference without an id was looked up above.
        try references.note(
            incoming.item, statesID: statesID, isNew: !statesID && statesReference, row: incoming.row)
        if let named, parent == nil { parents.postpone(named, of: incoming.item.id, row: incoming.row) }
        nextOrderKey += OrderKeys.gap
        recognised?.note(incoming.item)
        addedRows.append(incoming.row)
        counts.added += 1
        do { try totals?.add(incoming.item) } catch { totals = nil }
        return .added
    }

    /// The item that a row names by its id or reference.
    private func ownItem(of incoming: IncomingItem) throws -> UUID? {
        if incoming.stated.contains(.id), try tables.items.contains(incoming.item.id) { return incoming.item.id }
        guard incoming.stated.contains(.externalReference), let reference = incoming.item.externalReference,
            !reference.isEmpty, let location = try tables.items.locate(reference: reference)
        else { return nil }
        return try tables.orderKeyTable.identifier(at: location.orderKey)
    }

    /// Looks for the item of a row by the columns of its list.
    private func recognise(_ incoming: IncomingItem, by key: RecognitionKey) throws -> RecognisedItems.Outcome {
        if recognised?.key !== key {
            recognised = try RecognisedItems(key, in: tables, before: revision)
        }
        let outcome = try recognised?.find(incoming) ?? .new
        // A new item may have the id or the reference of another.
        if case .new = outcome, incoming.item.name.isEmpty, let text = key.text(of: incoming.item),
            !incoming.stated.contains(.id), !incoming.stated.contains(.externalReference)
        {
            throw StoreError.importDiagnostics([ImportDiagnostic(row: incoming.row, problem: .namesNoItem(text))])
        }
        return outcome
    }

    private func update(_ incoming: IncomingItem, at location: ItemLocation) throws -> Outcome {
        if let row = knownRows[location.orderKey] ?? addedRow(at: location.orderKey) {
            throw StoreError.importDiagnostics([ImportDiagnostic(row: incoming.row, problem: .repeats(row: row))])
        }
        guard let id = try tables.orderKeyTable.identifier(at: location.orderKey),
            let stored = try tables.items.find(id)
        else {
            throw StoreError.damaged(path: tables.path, .indexMismatch)
        }
        var changes: [ItemField: FieldValue] = [:]
        for field in ItemField.allCases
        where field != .id && incoming.stated.contains(field)
            && !incoming.item[field].isIdentical(to: stored.item[field])
        {
            changes[field] = incoming.item[field]
        }
        if let key = incoming.key {
            if changes[.customFields] != nil {
                let merged = FieldValue.customFields(stored.item.customFields.updated(with: incoming.item.customFields))
                changes[.customFields] = merged.isIdentical(to: stored.item[.customFields]) ? nil : merged
            }
            // The list has no column for the value. One that differs from what was paid is the owner's own.
            if key.takesPriceAsValue, stored.item.value != nil, stored.item.value != stored.item.purchase.price {
                changes[.value] = nil
            }
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

    private func change(_ stored: StoredItem, _ changes: [ItemField: FieldValue]) throws {
        totals = nil
        try writer.editPart(of: stored, changes, revision)
    }

    /// Caches the totals of the items for reports of this revision.
    func cacheTotals() throws {
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
    func finish() throws -> [ImportDiagnostic] {
        close()
        let shared = try references.diagnostics { id in
            guard let location = try tables.items.locate(id) else { return nil }
            return knownRows[location.orderKey] ?? addedRow(at: location.orderKey)
        }
        if !shared.isEmpty { throw StoreError.importDiagnostics(shared) }
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

/// The items of a store by the columns of a list.
private struct RecognisedItems {
    enum Outcome {
        case item(UUID)
        /// An item has all values of the row.
        case equal
        case new
    }

    let key: RecognitionKey
    private var byText: [String: [UUID]] = [:]
    /// The number of items that had these values before the import and are not in the list yet.
    private var equal: [Int: Int] = [:]

    /// - Parameter revision: the import. Of two equal rows of a list, both are items.
    init(_ key: RecognitionKey, in tables: StoreTables, before revision: Revision) throws {
        self.key = key
        try tables.items.forEach { stored in
            note(stored.item)
            if stored.added != revision { equal[key.fingerprint(of: stored.item), default: 0] += 1 }
        }
    }

    mutating func note(_ item: Item) {
        if let text = key.text(of: item) { byText[text, default: []].append(item.id) }
    }

    mutating func find(_ incoming: IncomingItem) throws -> Outcome {
        if let text = key.text(of: incoming.item) {
            let holders = byText[text] ?? []
            guard holders.count < 2 else {
                throw StoreError.importDiagnostics([
                    ImportDiagnostic(row: incoming.row, problem: .ambiguousText(text, holders[0], holders[1]))
                ])
            }
            return holders.first.map(Outcome.item) ?? .new
        }
        let fingerprint = key.fingerprint(of: incoming.item)
        guard let count = equal[fingerprint], count > 0 else { return .new }
        equal[fingerprint] = count - 1
        return .equal
    }
}

/// The way a file names an item's parent.
enum ParentLookup: Equatable {
    case id(UUID)
    /// Its external reference.
    case reference(String)
}

extension IncomingItem {
    /// The parent that the file states, if any.
    var namedParent: ParentLookup? {
        parentReference.map(ParentLookup.reference) ?? item.parent.map(ParentLookup.id)
    }
}

/// Finds the parents that a file names; a parent may come after its parts.
struct ParentResolver {
    let tables: StoreTables
    /// The last result: parts of one item mostly follow one another.
    private var last: (name: ParentLookup, item: UUID)?
    private var pending: [(name: ParentLookup, item: UUID, row: Int)] = []

    init(tables: StoreTables) { self.tables = tables }

    mutating func find(_ name: ParentLookup) throws -> UUID? {
        if let last, last.name == name { return last.item }
        let found: UUID?
        switch name {
        case .id(let id): found = try tables.items.contains(id) ? id : nil
        case .reference(let reference):
            guard let location = try tables.items.locate(reference: reference) else { return nil }
            found = try tables.orderKeyTable.identifier(at: location.orderKey)
        }
        if let found { last = (name, found) }
        return found
    }

    mutating func postpone(_ name: ParentLookup, of item: UUID, row: Int) { pending.append((name, item, row)) }

    /// The parents of the postponed items, and diagnostics for those that cannot have theirs.
    mutating func resolve() throws -> (
        found: [(item: UUID, parent: UUID)], diagnostics: [ImportDiagnostic]
    ) {
        var diagnostics: [ImportDiagnostic] = []
        var found: [(item: UUID, parent: UUID, row: Int)] = []
        for (name, item, row) in pending {
            switch try find(name) {
            case nil: diagnostics.append(ImportDiagnostic(row: row, problem: .parent(.unknown)))
            case item: diagnostics.append(ImportDiagnostic(row: row, problem: .parent(.itself)))
            case let parent?: found.append((item, parent, row))
            }
        }
        // An item that does not get its new parent keeps its old one, which may close another cycle.
        while true {
            let cycles = try itemsInCycles(found.map { ($0.item, $0.parent) })
            guard !cycles.isEmpty else { break }
            for (item, _, row) in found where cycles.contains(item) {
                diagnostics.append(ImportDiagnostic(row: row, problem: .parent(.cycle)))
            }
            found.removeAll { cycles.contains($0.item) }
        }
        return (found.map { ($0.item, $0.parent) }, diagnostics.sorted { $0.row < $1.row })
    }

    private func itemsInCycles(_ links: [(item: UUID, parent: UUID)]) throws -> Set<UUID> {
        let new = Dictionary(links.map { ($0.item, $0.parent) }) { _, last in last }
        var walk = CycleFinder()
        var cycles: Set<UUID> = []
        for (item, _) in links {
            let cycle = try walk.cycle(from: item) { id in
                if let parent = new[id] { return parent }
                return try tables.items.parent(of: id)
            }
            cycles.formUnion(cycle)
        }
        return cycles
    }
}

/// Makes sure that no reference identifies two items, of an import or of the store.
///
/// A later row may remove a reference from the item that has it, so the result is final only when all rows are in.
struct ReferenceChecker {
    let tables: StoreTables
    /// Whether a reference of some item may be another one's id. Mostly none is, and ids need not be looked up.
    private var mayBeIDs: Bool
    private var pending: [(item: UUID, row: Int)] = []

    init(tables: StoreTables) throws {
        self.tables = tables
        mayBeIDs = try tables.items.hasReferencesLikeIDs()
    }

    /// Checks an item that was imported.
    /// - Parameter isNew: whether no item had the reference just before.
    mutating func note(_ item: Item, statesID: Bool, isNew: Bool, row: Int) throws {
        let reference = item.externalReference ?? ""
        let referencedID = UUID(reference: reference)
        if let referencedID, referencedID != item.id { mayBeIDs = true }
        let isOwn = referencedID == item.id
        var isDoubtful = false
        if !reference.isEmpty, isOwn ? mayBeIDs : !isNew || referencedID != nil {
            isDoubtful = try tables.items.diagnostic(ofReference: reference, for: item.id) != nil
        }
        if !isDoubtful, statesID, mayBeIDs, !isOwn { isDoubtful = try tables.items.diagnostic(ofID: item.id) != nil }
        if isDoubtful { pending.append((item.id, row)) }
    }

    /// The rows that are still invalid when all are in.
    func diagnostics(_ row: (UUID) throws -> Int?) throws -> [ImportDiagnostic] {
        var diagnostics: [ImportDiagnostic] = []
        for (id, importedRow) in pending {
            guard let item = try tables.items.find(id)?.item else { continue }
            guard let reference = try tables.items.diagnostic(ofReferenceOrID: item) else { continue }
            diagnostics.append(
                ImportDiagnostic(row: importedRow, problem: .reference(reference, row: try row(reference.other))))
        }
        return diagnostics.sorted { $0.row < $1.row }
    }
}
