import Database
import FoundationEssentials
import Inventory

/// Makes changes inside one transaction of a store; see ``InventoryStore/write(_:)``.
///
/// Every change is whole on its own: one that throws leaves no trace, and those before and after it stand.
public final class StoreWriter {
    let tables: StoreTables
    private var revision: Revision
    /// What broke the transaction itself; nothing can be written after it.
    private var failure: StoreError?
    private var isOpen = true
    /// The item of the latest change as it stands now, where that change edited one.
    var edited: StoredItem?

    init(_ connection: StoreConnection) throws(StoreError) {
        tables = StoreTables(connection)
        revision = try tables.journal.latestRevision()
    }

    /// The revision of the latest change.
    public var latestRevision: Revision { revision }

    var order: OrderKeys { OrderKeys(tables: tables) }

    func close() throws(StoreError) {
        isOpen = false
        if let failure { throw failure }
    }

    /// What was asked for, to be compared with what its key was used for before.
    struct Request {
        var kind: JournalEntry.Kind
        var item: UUID?
        var context: ChangeContext
    }

    /// Runs one change, between marks where it writes more than one row; a key that was used before answers the first
    /// outcome.
    ///
    /// The body is given the number the change will have and returns its row of the journal, nil for no change.
    /// - Parameters:
    ///   - isRepeated: whether a change of the same kind and item that the key was used for before came of this very
    ///     request, as far as the journal tells.
    ///   - writesOnce: whether the body writes one row at most, last of all, so that where it throws there is nothing to
    ///     take back and no mark is needed. SQLite copies every page that is touched after a mark.
    func change(
        _ request: Request, isRepeated: (JournalRecord) throws(StoreError) -> Bool = { _ in true },
        isSingleWrite: Bool = false,
        _ body: (Revision) throws(StoreError) -> Change
    ) throws(StoreError) -> ChangeOutcome {
        guard isOpen else { throw .closed }
        if let failure { throw failure }
        edited = nil
        if let key = request.context.key, let known = try tables.keys.record(of: key) {
            guard known.kind == request.kind, request.item == nil || known.item == request.item else {
                throw .keyReused(key)
            }
            if known.matchesRequest(request.context.requestFingerprint) { return ChangeOutcome(repeating: known) }
            guard try isRepeated(known) else { throw .keyReused(key) }
            return ChangeOutcome(repeating: known)
        }
        if !isSingleWrite { try beginSavepoint() }
        do throws(StoreError) {
            var change = try body(revision.next)
            if request.context.key != nil {
                change.edit.requestFingerprint = change.edit.requestFingerprint ?? request.context.requestFingerprint
            }
            if change.isNoOp {
                // A repeated key must be known again even if there was nothing to do.
                guard request.context.key != nil else {
                    if !isSingleWrite { try releaseSavepoint() }
                    return change.outcome
                }
                change.outcome = ChangeOutcome(
                    revision: revision.next, item: change.outcome.item)
            }
            if !change.isRecorded {
                do throws(StoreError) {
                    try tables.journal.append(record(of: change, request))
                } catch {
                    // Without a mark the row that was written stays.
                    if isSingleWrite { failure = error }
                    throw error
                }
            }
            if !isSingleWrite { try releaseSavepoint() }
            revision = revision.next
            return change.outcome
        } catch {
            if !isSingleWrite { rollBackToSavepoint() }
            if error.breaksTransaction { failure = error }
            throw error
        }
    }

    private func beginSavepoint() throws(StoreError) {
        try tables.connection.perform { database throws(DatabaseError) in try database.createSavepoint("change") }
    }

    private func releaseSavepoint() throws(StoreError) {
        try tables.connection.perform { database throws(DatabaseError) in try database.releaseSavepoint("change") }
    }

    private func rollBackToSavepoint() { tables.connection.database.rollBack(toSavepoint: "change") }

    func record(of change: Change, _ request: Request) -> JournalRecord {
        JournalRecord(
            revision: revision.next, timestamp: request.context.timestamp ?? .now, actor: request.context.actor,
            key: request.context.key, kind: request.kind, item: change.outcome.item, edit: change.edit,
            inverse: change.inverse, undoes: change.undoes)
    }

    /// What a change did.
    struct Change {
        var outcome: ChangeOutcome
        var edit = JournalPayload()
        var inverse = JournalPayload()
        var undoes: Revision?
        /// Whether nothing had to be done.
        var isNoOp = false
        /// Whether its row stands in the journal already.
        var isRecorded = false
    }
}

extension StoreError {
    /// Whether the database itself failed, so that a transaction cannot go on.
    package var breaksTransaction: Bool {
        switch self {
        case .diskFull, .inputOutput, .locked, .readOnly, .unreadable, .damaged, .notAStore, .closed: true
        default: false
        }
    }
}
