public import FoundationEssentials
public import InventoryModel

/// Something in a store that is not as it must be.
public enum Finding: Equatable, Sendable {
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
    /// An item names a parent that it cannot have.
    case parent(ParentFault, of: UUID)
    /// Another item goes by an item's external reference.
    case reference(ReferenceFault, of: UUID)
    /// A row has no key that could be read.
    case itemWithoutKey(position: Int64)
    /// The journal added and removed items to another number than are there.
    case count(journal: Int, items: Int)
    /// The settings cannot be read.
    case settings
}

extension Finding: CustomStringConvertible {
    public var description: String {
        switch self {
        case .database(let words, let places, let orMore):
            "the database file is damaged in \(places) place\(places == 1 ? "" : "s")\(orMore ? " or more" : ""); restore a copy "
                + "made before, or save what can still be read with 'homepwner export'. In SQLite's words: "
                + words.joined(separator: "; ") + (places > words.count ? "; and so on" : "")
        case .journalGap(let revisions, let latest):
            "the journal has \(revisions) changes, but the latest is number \(latest)"
        case .unreadableChange(let revision): "the change of revision \(revision) cannot be read"
        case .danglingChange(let revision, let other):
            "the change of revision \(revision) names revision \(other), which is not there"
        case .unknownRevision(let id, let revision):
            "item \(id.uuidString.lowercased()) was touched by revision \(revision), which is not in the journal"
        case .field(let field, let id):
            "\(field.rawValue) of item \(id.uuidString.lowercased()) holds what it cannot hold"
        case .parent(.unknown, let id): "item \(id.uuidString.lowercased()) names a parent that is not there"
        case .parent(.itself, let id): "item \(id.uuidString.lowercased()) names itself as its parent"
        case .parent(.ring, let id):
            "item \(id.uuidString.lowercased()) is part of itself: its parent, or one further up, is part of it"
        case .reference(.taken(let other), let id), .reference(.keyTaken(let other), let id):
            "item \(id.reference) has an external reference by which item \(other.reference) goes"
        case .itemWithoutKey(let position): "the item at position \(position) has no readable key"
        case .count(let journal, let items): "by the journal there are \(journal) items, in the list \(items)"
        case .settings: "the settings cannot be read"
        }
    }
}
