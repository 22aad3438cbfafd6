public import FoundationEssentials
public import Inventory
import Localization

/// Something in a store that is not as it must be.
public enum StoreDiagnostic: Equatable, Sendable {
    /// The database itself is damaged in so many places, or more; the words are SQLite's, for some of them.
    case database(words: [String], places: Int, orMore: Bool)
    /// The numbers of the changes do not follow one another.
    case journalGap(revisions: Int, latest: Revision)
    /// A change cannot be read back.
    case unreadableChange(Revision)
    /// A change names another that is not there.
    case danglingChange(Revision, names: Revision)
    /// An item was touched by a change that is not in the journal.
    case unknownRevision(UUID, Revision)
    /// A field of an item holds what it cannot hold.
    case field(ItemField, of: UUID)
    /// A field of an item is not what the last change that set it left there.
    case unrecorded(ItemField, of: UUID, Revision)
    /// An item names a parent that it cannot have.
    case parent(InvalidParentDiagnostic, of: UUID)
    /// Another item goes by an item's external reference.
    case reference(DuplicateReferenceDiagnostic, of: UUID)
    /// A row has no key that could be read.
    case itemWithoutID(orderKey: Int64)
    /// The journal added and removed items to another number than are there.
    case count(journal: Int, items: Int)
    /// The settings cannot be read.
    case settings
    /// The totals that the last import left behind are not those of the items.
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
