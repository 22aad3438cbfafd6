import InventoryModel

/// What an import came to.
public struct ImportOutcome: Equatable, Sendable {
    /// The revision of the import; where nothing was added or changed, that of the store as it was.
    public let revision: Revision
    /// How many items were added, changed and found as they were.
    public let counts: ImportCounts
    /// The rows whose parent is nowhere, where these are let through.
    public let unknownParents: [Int]
    /// Whether the key was known and this is the outcome of the first time.
    public let isRepeat: Bool
}

/// What to do with an item whose parent is neither in the file nor in the store.
public enum UnknownParents: Sendable {
    /// The import fails, and names every such row.
    case refuse
    /// The item is taken in without a parent.
    case leaveOut
}

extension StoreWriter {
    func importItems(
        _ context: ChangeContext, source: String?, unknownParents: UnknownParents, failure: inout (any Error)?,
        _ body: (ItemImporter) throws -> Void
    ) throws(StoreError) -> ImportOutcome {
        var unknown: [Int] = []
        var counts = ImportCounts()
        let outcome = try change(Request(kind: .import, context: context)) { revision throws(StoreError) in
            let importer = try ItemImporter(self, revision: revision)
            do {
                try body(importer)
            } catch {
                failure = error
                throw error as? StoreError ?? .closed
            }
            unknown = try importer.finish()
            if unknownParents == .refuse, !unknown.isEmpty {
                throw .importFaults(unknown.map { ImportFault(row: $0, problem: .unknownParent) })
            }
            counts = importer.counts
            var change = Change(outcome: ChangeOutcome(revision: revision))
            change.edit.counts = counts
            change.edit.source = source
            change.inverse.counts = counts
            if counts.added == 0, counts.updated == 0 {
                change.isNothing = true
                change.inverse = JournalPayload()
                change.outcome = ChangeOutcome(revision: latestRevision)
            }
            return change
        }
        if outcome.isRepeat { counts = try tables.record(outcome.revision)?.edit.counts ?? counts }
        return ImportOutcome(
            revision: outcome.revision, counts: counts, unknownParents: unknown, isRepeat: outcome.isRepeat)
    }
}
