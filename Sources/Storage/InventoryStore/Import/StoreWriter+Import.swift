import Inventory

/// What an import came to.
public struct ImportOutcome: Equatable, Sendable {
    /// The revision of the import; where nothing was added or changed, that of the store as it was.
    public let revision: Revision
    /// How many items were added, changed and found as they were.
    public let counts: ImportCounts
    /// The rows that were taken in without the parent they name, where these are let through.
    public let withoutParent: [ImportDiagnostic]
    /// Whether the key was known and this is the outcome of the first time.
    public let isRepeat: Bool
}

/// What to do with an item whose parent is neither in the file nor in the store, or is part of the item itself.
public enum UnresolvedParentPolicy: Sendable {
    /// The import fails, and names every such row.
    case refuse
    /// The item is taken in without a parent.
    case omitParent
    /// The item is taken in without a parent that is not there; the import fails where one is part of the item itself.
    case omitMissingParent
}

extension UnresolvedParentPolicy {
    fileprivate func refused(of faults: [ImportDiagnostic]) -> [ImportDiagnostic] {
        switch self {
        case .refuse: faults
        case .omitParent: []
        case .omitMissingParent: faults.filter { $0.problem != .parent(.unknown) }
        }
    }
}

/// Stops an import that was only tried.
struct DryRunError: Error {
    let outcome: ImportOutcome
}

extension StoreWriter {
    func importItems(
        _ context: ChangeContext, source: String?, unknownParents: UnresolvedParentPolicy, isDryRun: Bool,
        failure: inout (any Error)?, _ body: (ItemImporter) throws -> Void
    ) throws(StoreError) -> ImportOutcome {
        var withoutParent: [ImportDiagnostic] = []
        var counts = ImportCounts()
        let outcome = try change(
            Request(kind: .import, context: context), isRepeated: { $0.edit.source == source }
        ) { revision throws(StoreError) in
            let importer = try ItemImporter(self, revision: revision)
            do {
                try body(importer)
            } catch {
                failure = error
                throw error as? StoreError ?? .closed
            }
            withoutParent = try importer.finish()
            let refused = unknownParents.refused(of: withoutParent)
            if !refused.isEmpty { throw .importDiagnostics(refused) }
            counts = importer.counts
            if isDryRun {
                failure = DryRunError(
                    outcome: ImportOutcome(
                        revision: latestRevision, counts: counts, withoutParent: withoutParent, isRepeat: false))
                throw .closed
            }
            if counts.added > 0 { try importer.cacheTotals() }
            var change = Change(outcome: ChangeOutcome(revision: revision))
            change.edit.counts = counts
            change.edit.source = source
            change.inverse.counts = counts
            if counts.added == 0, counts.updated == 0 {
                change.isNoOp = true
                change.inverse = JournalPayload()
                change.outcome = ChangeOutcome(revision: latestRevision)
            }
            return change
        }
        if outcome.isRepeat { counts = try tables.journal.record(outcome.revision)?.edit.counts ?? counts }
        return ImportOutcome(
            revision: outcome.revision, counts: counts, withoutParent: withoutParent, isRepeat: outcome.isRepeat)
    }
}
