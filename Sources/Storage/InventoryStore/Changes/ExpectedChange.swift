package import FoundationEssentials

/// The change that a client wants to undo, with the properties that the client knows.
///
/// If an older copy of the inventory takes its place, revisions after the copy are given to other changes.
package struct ExpectedChange: Equatable, Sendable {
    /// The kind of the change.
    package let kind: JournalEntry.Kind
    /// Items among which are all that the change concerns.
    package let items: Set<UUID>

    /// Creates a description of a change.
    package init(_ kind: JournalEntry.Kind, of items: Set<UUID>) {
        self.kind = kind
        self.items = items
    }

    /// Whether an entry of the journal is such a change.
    func matches(_ record: JournalRecord, in journal: JournalTable) throws -> Bool {
        guard record.kind == kind else { return false }
        if let item = record.item { return items.contains(item) }
        var last: Int64?
        while true {
            let parts = try journal.parts(of: record.revision, before: last, limit: 256)
            guard let first = parts.last else { return true }
            guard parts.allSatisfy({ items.contains($0.part.item) }) else { return false }
            last = first.number
        }
    }
}
