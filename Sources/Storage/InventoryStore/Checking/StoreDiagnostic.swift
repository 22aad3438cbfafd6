public import FoundationEssentials
public import Inventory

/// An inconsistency in a store.
public enum StoreDiagnostic: Equatable, Sendable {
    /// The database itself is damaged in so many places, or more; the words are SQLite's for some of them.
    case database(words: [String], places: Int, orMore: Bool)
    /// Somebody put a table, a trigger or a view of this name into the database. It is not used.
    case foreignObject(String)
    /// The revisions of the journal have gaps.
    case journalGap(revisions: Int, latest: Revision)
    /// An entry of the journal is unreadable.
    case unreadableChange(Revision)
    /// An entry of the journal names another that is missing.
    case danglingChange(Revision, names: Revision)
    /// An item was touched by a change that is not in the journal.
    case unknownRevision(UUID, Revision)
    /// A field of an item has an invalid value.
    case field(ItemField, of: UUID)
    /// A field of an item differs from the value that the last change gave it.
    case unrecorded(ItemField, of: UUID, Revision)
    /// An item names a parent that it cannot have.
    case parent(InvalidParentDiagnostic, of: UUID)
    /// An item's external reference also identifies another item.
    case reference(DuplicateReferenceDiagnostic, of: UUID)
    /// A row has no readable id.
    case itemWithoutID(orderKey: Int64)
    /// The journal's additions and removals amount to another number of items than the store has.
    case count(journal: Int, items: Int)
    /// The settings cannot be read.
    case settings
    /// The cached totals of the last import differ from the totals of the items.
    case totals
}
