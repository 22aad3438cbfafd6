import Inventory

/// The outcome of an import.
package struct ImportOutcome: Equatable, Sendable {
    /// The revision of the import. If nothing was added or changed, the present revision of the store.
    package let revision: Revision
    /// Numbers of items that were added, changed and unchanged.
    package let counts: ImportCounts
    /// The rows that were imported without the parent they name, if the policy allows that.
    package let withoutParent: [ImportDiagnostic]
    /// Whether the key was known and this is the first outcome again.
    package let isRepeat: Bool
}

/// The treatment of an item whose parent is neither in the file nor in the store, or is part of the item itself.
package enum UnresolvedParentPolicy: Sendable {
    /// The import fails, and names every such row.
    case refuse
    /// The item is imported without a parent.
    case omitParent
    /// The item is imported without a parent that does not exist; the import fails if a parent is part of the item itself.
    case omitMissingParent
}

extension UnresolvedParentPolicy {
    fileprivate func refused(of diagnostics: [ImportDiagnostic]) -> [ImportDiagnostic] {
        switch self {
        case .refuse: diagnostics
        case .omitParent: []
        case .omitMissingParent: diagnostics.filter { $0.problem != .parent(.unknown) }
        }
    }
}

extension StoreWriter {
    /// Runs an import as one change. The caller rolls a dry run back as a whole.
    /// - Parameter failure: receives the body's error, which may be of any type.
    func importItems(
        _ context: ChangeContext, source: String?, unknownParents: UnresolvedParentPolicy, isDryRun: Bool,
        failure: inout (any Error)?, _ body: (ItemImporter) throws -> Void
    ) throws -> ImportOutcome {
        let before = latestRevision
        var withoutParent: [ImportDiagnostic] = []
        var counts = ImportCounts()
        let outcome = try change(
            Request(kind: .import, context: context), isRepeated: { $0.edit.source == source }
        ) { revision in
            let importer = try ItemImporter(self, revision: revision)
            defer { importer.close() }
            do {
                try body(importer)
            } catch {
                failure = error
                throw error as? StoreError ?? .closed
            }
            withoutParent = try importer.finish()
            let refused = unknownParents.refused(of: withoutParent)
            if !refused.isEmpty { throw StoreError.importDiagnostics(refused) }
            counts = importer.counts
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
            revision: isDryRun && !outcome.isRepeat ? before : outcome.revision, counts: counts,
            withoutParent: withoutParent, isRepeat: outcome.isRepeat)
    }
}
