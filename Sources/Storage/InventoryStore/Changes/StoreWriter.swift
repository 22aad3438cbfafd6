import Database
package import FoundationEssentials
package import Inventory
package import Message

/// Makes changes inside one transaction of a store; see ``InventoryStore/write(_:)``.
///
/// Every change is atomic: one that throws leaves no trace, and those before and after it remain.
package final class StoreWriter {
    let tables: StoreTables
    private var revision: Revision
    /// The error that broke the transaction; nothing can be written after it.
    private var failure: (any Error)?
    private var isOpen = true
    /// The latest entry that was appended to the journal.
    private(set) var appended: JournalRecord?
    /// The item after the latest change, if that change edited one.
    var edited: StoredItem?

    init(_ connection: StoreConnection) throws {
        tables = StoreTables(connection)
        let latest = try tables.journal.latest()
        revision = latest.revision
        try tables.prepareSortKeys(latest.sortKeys)
    }

    /// The revision of the latest change.
    package var latestRevision: Revision { revision }

    var orderKeys: OrderKeys { OrderKeys(tables: tables) }

    func close() throws {
        isOpen = false
        if let failure { throw failure }
    }

    /// A request for a change. Compared with the first request of its idempotency key.
    struct Request {
        var kind: JournalEntry.Kind
        var item: UUID?
        var context: ChangeContext
    }

    /// Makes one change, whole or not at all, and writes its row of the journal; a known idempotency key returns the first
    /// outcome.
    ///
    /// The body receives the change's revision. Its result says whether there was anything to do.
    /// - Parameters:
    ///   - isRepeated: compares a journal record with this request; true if the record may be its first execution.
    ///   - isSingleWrite: whether the body writes at most one row, and nothing after it. Such a change needs no savepoint,
    ///     after which SQLite copies every page that is touched.
    func change(
        _ request: Request, isRepeated: (JournalRecord) throws -> Bool = { _ in true },
        isSingleWrite: Bool = false,
        _ body: (Revision) throws -> Change
    ) throws -> ChangeOutcome {
        guard isOpen else { throw StoreError.closed }
        if let failure { throw failure }
        edited = nil
        try checkRole(request)
        if let outcome = try outcome(ofRepeated: request, isRepeated) { return outcome }
        let outcome = try isSingleWrite ? makeUnprotected(request, body) : makeInSavepoint(request, body)
        // A change that had nothing to do has the revision of an earlier one.
        revision = max(revision, outcome.revision)
        return outcome
    }

    /// The outcome of the change that was made under the request's key before; nil for none.
    private func outcome(
        ofRepeated request: Request, _ isRepeated: (JournalRecord) throws -> Bool
    ) throws -> ChangeOutcome? {
        guard let key = request.context.key, let known = try tables.keys.record(of: key) else { return nil }
        guard known.kind == request.kind, request.item == nil || known.item == request.item else {
            throw StoreError.keyReused(key)
        }
        if known.matchesRequest(request.context.requestFingerprint) { return ChangeOutcome(repeating: known) }
        guard try isRepeated(known) else { throw StoreError.keyReused(key) }
        return ChangeOutcome(repeating: known)
    }

    /// Makes a change that writes several rows: what fails in the midst of it is taken back.
    private func makeInSavepoint(_ request: Request, _ body: (Revision) throws -> Change) throws -> ChangeOutcome {
        let connection = tables.connection
        try connection.perform { database in try database.createSavepoint("change") }
        do {
            let outcome = try journal(try body(revision.next), request)
            try connection.perform { database in try database.releaseSavepoint("change") }
            return outcome
        } catch {
            connection.database.rollBack(toSavepoint: "change")
            noteIfBroken(error)
            throw error
        }
    }

    private func noteIfBroken(_ error: any Error) {
        if (error as? StoreError)?.breaksTransaction ?? false { failure = error }
    }

    /// Makes a change whose body writes one row at most, last of all: an error of the body leaves nothing to take back.
    private func makeUnprotected(_ request: Request, _ body: (Revision) throws -> Change) throws -> ChangeOutcome {
        let change: Change
        do {
            change = try body(revision.next)
        } catch {
            noteIfBroken(error)
            throw error
        }
        do {
            return try journal(change, request)
        } catch {
            // The row of the body stays without its row of the journal, so the whole transaction must fail.
            failure = error
            throw error
        }
    }

    /// Appends a change to the journal. A change that had nothing to do gets a row only for its key.
    private func journal(_ change: Change, _ request: Request) throws -> ChangeOutcome {
        var change = change
        if request.context.key != nil {
            // The caller's own fingerprint is the one that it looks for when it repeats the request.
            change.edit.requestFingerprint = request.context.requestFingerprint ?? change.edit.requestFingerprint
        }
        if change.isNoOp {
            guard request.context.key != nil else { return change.outcome }
            change.outcome = ChangeOutcome(
                revision: revision.next, item: change.outcome.item, counts: change.outcome.counts)
        }
        let record = record(of: change, request)
        try tables.journal.append(record)
        appended = record
        return change.outcome
    }

    private func record(of change: Change, _ request: Request) -> JournalRecord {
        JournalRecord(
            revision: revision.next, timestamp: request.context.timestamp ?? .now, actor: request.context.actor,
            key: request.context.key, kind: request.kind, item: change.outcome.item, edit: change.edit,
            inverse: change.inverse, undoes: change.undoes)
    }

    /// The work of a change's body.
    struct Change {
        var outcome: ChangeOutcome
        var edit = JournalPayload()
        var inverse = JournalPayload()
        var undoes: Revision?
        /// Whether there was nothing to do.
        var isNoOp = false
    }
}

extension StoreError {
    /// Whether the database itself failed, so that a transaction cannot go on.
    package var breaksTransaction: Bool {
        switch self {
        case .diskFull, .inputOutput, .locked, .readOnly, .unreadable, .damaged, .notAStore, .closed, .lostServer,
            .unknownOutcome:
            true
        default: false
        }
    }
}

/// The items and files to erase for good.
package struct ErasureRequest: Equatable, Sendable {
    /// Items that were removed.
    package var items: [UUID] = []
    /// Files that no item has.
    package var files: Set<ContentHash> = []
    /// The latest change that concerned one of them; zero if there is nothing to erase.
    package var latest = Revision.zero

    /// Nothing yet.
    package init() {}
}

extension StoreSnapshot {
    /// The items that were removed, with the latest change of each.
    package func removedItems() throws -> [FormerContent<UUID>] { try tables.journal.removedItems() }

    /// Whether an item is or was in the inventory.
    package func knows(_ id: UUID) throws -> Bool {
        if try contains(id) { return true }
        return try tables.journal.mentions(id)
    }

    /// A request for all items that were removed and all files that were taken off items before a time.
    package func erasure(before timestamp: Timestamp) throws -> ErasureRequest {
        var request = ErasureRequest()
        for item in try removedItems() where item.timestamp < timestamp {
            request.items.append(item.id)
            request.latest = max(request.latest, item.revision)
        }
        let present = try files()
        for file in try tables.journal.mentionedFiles().values
        where file.timestamp < timestamp && present[file.id] == nil {
            request.files.insert(file.id)
            request.latest = max(request.latest, file.revision)
        }
        return request
    }

    /// A request for some items.
    /// - Throws: `notRemoved` if one of them is in the inventory, `noSuchItem` if it never was.
    package func erasure(of items: [UUID]) throws -> ErasureRequest {
        var request = ErasureRequest()
        request.items = items
        for id in items {
            if try contains(id) { throw StoreError.notRemoved(id) }
            guard try knows(id) else { throw StoreError.noSuchItem(id) }
        }
        for item in try removedItems() where items.contains(item.id) {
            request.latest = max(request.latest, item.revision)
        }
        return request
    }
}

extension StoreWriter {
    /// Erases removed items and unused files from the journal. It cannot be undone.
    ///
    /// The entries stay, without their content, and one entry states how much was erased. If nothing is left to erase, the
    /// journal stays as it is.
    /// - Throws: `notRemoved` if an item or file was restored meanwhile.
    package func forget(_ request: ErasureRequest, _ context: ChangeContext) throws -> ErasureCounts {
        var counts = ErasureCounts()
        _ = try change(Request(kind: .forget, context: context)) { revision in
            for id in request.items {
                if try tables.items.locate(id) != nil { throw StoreError.notRemoved(id) }
                let changes = try tables.journal.erase(id, by: revision)
                counts.items += changes > 0 ? 1 : 0
                counts.changes += changes
            }
            var present: Set<ContentHash> = []
            try tables.files.forEach { hash, _ in present.insert(hash) }
            let files = request.files.subtracting(present)
            let changes = try tables.journal.erase(files)
            counts.files = changes > 0 ? files.count : 0
            counts.changes += changes
            var change = Change(outcome: ChangeOutcome(revision: revision), isNoOp: counts.changes == 0)
            change.edit.erased = counts
            if change.isNoOp { change.outcome = ChangeOutcome(revision: latestRevision) }
            return change
        }
        return counts
    }
}

extension InventoryStore {
    /// Erases what the journal has of removed items and files; see ``StoreWriter/forget(_:_:)``. ``compact()`` then
    /// removes the remains from the file.
    package func forget(_ request: ErasureRequest, _ context: ChangeContext) throws -> ErasureCounts {
        try write { writer in try writer.forget(request, context) }
    }

    /// Rewrites the database file without remains of deleted or replaced values, and empties its log.
    /// - Throws: `locked` if another program reads the store for long; `diskFull`, `inputOutput`.
    package func compact() throws { try location.compact() }

    /// The files that earlier versions of the program left as copies of the store, in its folder.
    /// - Throws: `unreadable` or `inputOutput` if the folder cannot be listed.
    package func copies() throws -> [String] { try location.copies() }
}

// Whether a request under a known key repeats the one that was made, as far as the journal shows.
extension StoreWriter {
    /// Whether an edit requests what a change made: it names every field that was changed, and the item had the requested
    /// values after that change.
    func isRepeated(_ edit: ItemEdit, of id: UUID, by known: JournalRecord) throws -> Bool {
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
    func isRepeated(_ settings: InventorySettings, by known: JournalRecord) throws -> Bool {
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
            do { try item.set(field, to: value) } catch { return value }
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

// For callers that group changes of many clients in one transaction.
extension StoreWriter {
    /// The item with an id in this transaction; nil for none.
    package func item(_ id: UUID) throws -> StoredItem? {
        if let edited, edited.item.id == id { return edited }
        return try tables.items.find(id)
    }

    /// The position one step before or after an item in the owner's order; nil at the end of the list.
    func place(of id: UUID, oneStep direction: MoveDirection) throws -> ListPosition? {
        guard let location = try tables.items.locate(id) else { throw StoreError.noSuchItem(id) }
        let neighbour =
            direction == .down
            ? try tables.orderKeyTable.key(after: location.orderKey)
            : try tables.orderKeyTable.key(before: location.orderKey)
        guard let neighbour, let other = try tables.orderKeyTable.identifier(at: neighbour) else { return nil }
        return direction == .down ? .after(other) : .before(other)
    }

    /// Refuses a revision that is yet to come: nobody can have seen it.
    /// - Throws: `conflict` without fields, `noSuchItem`.
    package func rejectFutureRevision(_ base: Revision?, of id: UUID) throws {
        guard let base, base > latestRevision else { return }
        guard let location = try tables.items.locate(id) else { throw StoreError.noSuchItem(id) }
        throw StoreError.conflict(ItemConflict(item: id, revision: location.revision, fields: []))
    }
}

/// Why an item cannot be the parent of another one.
package enum InvalidParentDiagnostic: String, CaseIterable, Sendable {
    /// No item has the id or reference.
    case unknown
    /// The item names itself.
    case itself
    /// The parent is, directly or further up, part of this item.
    case cycle
}

extension StoreWriter {
    /// Why an item cannot be the parent of another; nil if it can.
    func diagnostic(ofParent parent: UUID, for id: UUID) throws -> InvalidParentDiagnostic? {
        if parent == id { return .itself }
        guard try tables.items.locate(parent) != nil else { return .unknown }
        var seen: Set<UUID> = []
        var current: UUID? = parent
        while let next = current, seen.insert(next).inserted {
            current = try tables.items.parent(of: next)
            if current == id { return .cycle }
        }
        return nil
    }

    /// - Throws: `parent` if the value is an impossible parent.
    func checkParent(_ value: FieldValue?, of id: UUID) throws {
        guard case .identifier(let parent)? = value else { return }
        if let diagnostic = try diagnostic(ofParent: parent, for: id) { throw StoreError.parent(diagnostic, of: id) }
    }

    /// Clears the parent of an item's parts before it is removed; each is a part of the same change.
    func release(partsOf id: UUID, _ revision: Revision) throws {
        for part in try tables.items.parts(ofItem: id) {
            guard let stored = try tables.items.find(part) else { continue }
            let fields = try ItemEdit.checked([.parent: .none])
            var edit = JournalPayload()
            var inverse = JournalPayload()
            edit.fields = fields
            inverse.fields = fields.inverse(on: stored.item)
            try apply(fields, to: stored, revision)
            try tables.journal.append(JournalPart(item: part, edit: edit, inverse: inverse), to: revision)
        }
    }
}

/// Follows the parents of many items, each item once, and finds cycles.
struct CycleFinder {
    /// Items that were visited before.
    private var walked: Set<UUID> = []

    /// The items of the cycle that an item's chain of parents leads into, the first time it is met; empty if it ends.
    mutating func cycle(from id: UUID, _ parent: (UUID) throws -> UUID?) throws -> ArraySlice<UUID> {
        var way: [UUID] = []
        var indexes: [UUID: Int] = [:]
        var current: UUID? = id
        while let next = current, !walked.contains(next) {
            if let index = indexes[next] {
                walked.formUnion(way)
                return way[index...]
            }
            indexes[next] = way.count
            way.append(next)
            current = try parent(next)
        }
        walked.formUnion(way)
        return []
    }
}

extension InvalidParentDiagnostic: MessageConvertible {
    package var message: Message { Message("store.parent.\(rawValue)") }
}

extension StoreWriter {
    /// - Throws: `reference` if the item's reference or id also identifies another item.
    func checkReference(of item: Item) throws {
        if let diagnostic = try tables.items.diagnostic(ofReferenceOrID: item) {
            throw StoreError.reference(diagnostic, of: item.id)
        }
    }

    /// - Throws: `reference` if the value is a reference that also identifies another item.
    func checkReference(_ value: FieldValue?, of id: UUID) throws {
        guard case .text(let reference)? = value else { return }
        if let diagnostic = try tables.items.diagnostic(ofReference: reference, for: id) {
            throw StoreError.reference(diagnostic, of: id)
        }
    }
}

extension StoreWriter {
    /// Changes the settings of the inventory.
    @discardableResult
    package func update(settings new: InventorySettings, _ context: ChangeContext) throws -> ChangeOutcome {
        try change(
            Request(kind: .settings, context: context),
            isRepeated: { known in try isRepeated(new, by: known) }
        ) { revision in
            let old = try tables.settings.settings()
            let before = old.named
            let after = new.named.filter { $0.value != before[$0.key] }
            guard !after.isEmpty else {
                return Change(outcome: ChangeOutcome(revision: latestRevision), isNoOp: true)
            }
            try tables.replace(new)
            var change = Change(outcome: ChangeOutcome(revision: revision))
            change.edit.settings = after
            change.inverse.settings = before.filter { after.keys.contains($0.key) }
            return change
        }
    }
}
