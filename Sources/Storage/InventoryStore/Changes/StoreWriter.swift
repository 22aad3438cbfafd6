import Database
import FoundationEssentials
import Inventory

/// Makes changes inside one transaction of a store; see ``InventoryStore/write(_:)``.
///
/// Every change is atomic: one that throws leaves no trace, and those before and after it remain.
public final class StoreWriter {
    let tables: StoreTables
    private var revision: Revision
    /// The error that broke the transaction; nothing can be written after it.
    private var failure: StoreError?
    private var isOpen = true
    /// The latest entry that was appended to the journal.
    private(set) var appended: JournalRecord?
    /// The item after the latest change, if that change edited one.
    var edited: StoredItem?

    init(_ connection: StoreConnection) throws(StoreError) {
        tables = StoreTables(connection)
        revision = try tables.journal.latestRevision()
    }

    /// The revision of the latest change.
    public var latestRevision: Revision { revision }

    var orderKeys: OrderKeys { OrderKeys(tables: tables) }

    func close() throws(StoreError) {
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
        _ request: Request, isRepeated: (JournalRecord) throws(StoreError) -> Bool = { _ in true },
        isSingleWrite: Bool = false,
        _ body: (Revision) throws(StoreError) -> Change
    ) throws(StoreError) -> ChangeOutcome {
        guard isOpen else { throw .closed }
        if let failure { throw failure }
        edited = nil
        if let outcome = try outcome(ofRepeated: request, isRepeated) { return outcome }
        let outcome = try isSingleWrite ? makeUnprotected(request, body) : makeInSavepoint(request, body)
        // A change that had nothing to do has the revision of an earlier one.
        revision = max(revision, outcome.revision)
        return outcome
    }

    /// The outcome of the change that was made under the request's key before; nil if there is none.
    private func outcome(
        ofRepeated request: Request, _ isRepeated: (JournalRecord) throws(StoreError) -> Bool
    ) throws(StoreError) -> ChangeOutcome? {
        guard let key = request.context.key, let known = try tables.keys.record(of: key) else { return nil }
        guard known.kind == request.kind, request.item == nil || known.item == request.item else {
            throw .keyReused(key)
        }
        if known.matchesRequest(request.context.requestFingerprint) { return ChangeOutcome(repeating: known) }
        guard try isRepeated(known) else { throw .keyReused(key) }
        return ChangeOutcome(repeating: known)
    }

    /// Makes a change that writes several rows: what fails in the midst of it is taken back.
    private func makeInSavepoint(
        _ request: Request, _ body: (Revision) throws(StoreError) -> Change
    ) throws(StoreError) -> ChangeOutcome {
        let connection = tables.connection
        try connection.perform { database throws(DatabaseError) in try database.createSavepoint("change") }
        do throws(StoreError) {
            let outcome = try journal(try body(revision.next), request)
            try connection.perform { database throws(DatabaseError) in try database.releaseSavepoint("change") }
            return outcome
        } catch {
            connection.database.rollBack(toSavepoint: "change")
            if error.breaksTransaction { failure = error }
            throw error
        }
    }

    /// Makes a change whose body writes one row at most, last of all: an error of the body leaves nothing to take back.
    private func makeUnprotected(
        _ request: Request, _ body: (Revision) throws(StoreError) -> Change
    ) throws(StoreError) -> ChangeOutcome {
        let change: Change
        do throws(StoreError) {
            change = try body(revision.next)
        } catch {
            if error.breaksTransaction { failure = error }
            throw error
        }
        do throws(StoreError) {
            return try journal(change, request)
        } catch {
            // The row of the body stays without its row of the journal, so the whole transaction must fail.
            failure = error
            throw error
        }
    }

    /// Appends a change to the journal. A change that had nothing to do gets a row only for its key.
    private func journal(_ change: Change, _ request: Request) throws(StoreError) -> ChangeOutcome {
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
