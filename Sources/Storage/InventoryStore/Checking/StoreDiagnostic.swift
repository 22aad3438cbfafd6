public import FoundationEssentials
public import Inventory
import Localization

/// An inconsistency in a store.
public enum StoreDiagnostic: Equatable, Sendable {
    /// The database itself is damaged in so many places, or more; the words are SQLite's for some of them.
    case database(words: [String], places: Int, orMore: Bool)
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
    /// Another item goes by an item's external reference.
    case reference(DuplicateReferenceDiagnostic, of: UUID)
    /// A row has no readable id.
    case itemWithoutID(orderKey: Int64)
    /// The journal's additions and removals amount to another number of items than the store has.
    case count(journal: Int, items: Int)
    /// The settings cannot be read.
    case settings
    /// The cached totals of the last import are not those of the items.
    case totals
}

extension StoreDiagnostic: CustomStringConvertible {
    public var description: String {
        switch self {
        case .database(let words, let places, let orMore):
            said("store.damagedPlaces", Count(places), orMore ? said("store.orMore") : "")
                + words.joined(separator: "; ") + (places > words.count ? said("store.andSoOn") : "")
        case .journalGap(let revisions, let latest):
            said("store.theJournalHasChanges", revisions, latest)
        case .unreadableChange(let revision): said("store.theChangeOfRevisionCannotBe", revision)
        case .danglingChange(let revision, let other):
            said("store.theChangeOfRevisionNames", revision, other)
        case .unknownRevision(let id, let revision):
            said("store.itemWasTouchedBy", id.uuidString.lowercased(), revision)
        case .field(let field, let id):
            said("store.ofItemHoldsWhat", field.name, id.uuidString.lowercased())
        case .unrecorded(let field, let id, let revision):
            said("store.unrecorded", field.name, id.uuidString.lowercased(), revision)
        case .parent(.unknown, let id): said("store.itemNamesAParent", id.uuidString.lowercased())
        case .parent(.itself, let id): said("store.itemNamesItselfAs", id.uuidString.lowercased())
        case .parent(.cycle, let id):
            said("store.itemIsPartOf", id.uuidString.lowercased())
        case .reference(.taken(let other), let id), .reference(.idTaken(let other), let id):
            said("store.itemHasAnExternal", id.reference, other.reference)
        case .itemWithoutID(let orderKey): said("store.theItemAtPosition", orderKey)
        case .count(let journal, let items): said("store.byTheJournalThere", journal, items)
        case .settings: said("store.theSettingsCannotBe")
        case .totals: said("store.theTotalsKept")
        }
    }
}
