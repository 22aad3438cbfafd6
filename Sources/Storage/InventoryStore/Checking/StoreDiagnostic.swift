public import FoundationEssentials
public import Inventory
public import Message

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

extension StoreDiagnostic: MessageConvertible {
    public var message: Message {
        switch self {
        case .database(let words, let places, let orMore):
            Message(
                orMore ? "store.diagnostic.databaseInMore" : "store.diagnostic.database",
                [
                    "places": .count(places),
                    "words": (words + (places > words.count ? ["…"] : [])).joined(separator: "; "),
                ])
        case .foreignObject(let name): Message("store.diagnostic.foreignObject", ["name": name])
        case .journalGap(let revisions, let latest):
            Message("store.diagnostic.journalGap", ["revisions": .count(revisions), "latest": .value(latest)])
        case .unreadableChange(let revision):
            Message("store.diagnostic.unreadableChange", ["revision": .value(revision)])
        case .danglingChange(let revision, let other):
            Message("store.diagnostic.danglingChange", ["revision": .value(revision), "named": .value(other)])
        case .unknownRevision(let id, let revision):
            Message("store.diagnostic.unknownRevision", ["item": id.text, "revision": .value(revision)])
        case .field(let field, let id): Message("store.diagnostic.field", ["field": field.name, "item": id.text])
        case .unrecorded(let field, let id, let revision):
            Message(
                "store.diagnostic.unrecorded", ["field": field.name, "item": id.text, "revision": .value(revision)])
        case .parent(.unknown, let id): Message("store.diagnostic.unknownParent", ["item": id.text])
        case .parent(.itself, let id): Message("store.diagnostic.ownParent", ["item": id.text])
        case .parent(.cycle, let id): Message("store.diagnostic.parentCycle", ["item": id.text])
        case .reference(let diagnostic, let id):
            Message("store.diagnostic.reference", ["item": id.text, "other": diagnostic.other.text])
        case .itemWithoutID(let orderKey): Message("store.diagnostic.itemWithoutID", ["position": .value(orderKey)])
        case .count(let journal, let items):
            Message("store.diagnostic.count", ["journal": .value(journal), "items": .value(items)])
        case .settings: Message("store.diagnostic.settings")
        case .totals: Message("store.diagnostic.totals")
        }
    }
}
