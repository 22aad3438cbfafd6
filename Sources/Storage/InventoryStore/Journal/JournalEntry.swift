public import FoundationEssentials
public import Inventory

/// A change of the store as its journal tells it.
public struct JournalEntry: Equatable, Sendable {
    /// What kind of change it was.
    public enum Kind: String, CaseIterable, Sendable {
        case add, edit, remove, move, settings, `import`, undo
    }

    /// The number of the change.
    public let revision: Revision
    /// When it was made.
    public let timestamp: Timestamp
    /// Who made it.
    public let actor: String
    /// The caller's own name for it.
    public let key: IdempotencyKey?
    /// What kind of change it was.
    public let kind: Kind
    /// The item it touched, where it was one.
    public let item: UUID?
    /// The item's name where the change tells it: added, removed, or named anew.
    public let name: String?
    /// The fields it changed and what they hold since.
    public let edit: ItemEdit?
    /// What the fields held before.
    public let inverse: ItemEdit?
    /// The names of the settings it changed.
    public let settings: [String]
    /// What an import counted.
    public let counts: ImportCounts?
    /// What an import was read from.
    public let source: String?
    /// The change it undid.
    public let undoes: Revision?
    /// Whether it undid only some of that change.
    public let isPartial: Bool
    /// The change that undid it.
    public let undoneBy: Revision?

    init(_ record: JournalRecord) {
        revision = record.revision
        timestamp = record.timestamp
        actor = record.actor
        key = record.key
        kind = record.kind
        item = record.item
        var named: String?
        if case .text(let text)? = record.edit.fields?.changes[.name] { named = text }
        name = record.edit.item?.name ?? record.inverse.item?.name ?? named
        edit = record.edit.fields
        inverse = record.inverse.fields
        settings = record.edit.settings?.keys.sorted() ?? []
        counts = record.edit.counts
        source = record.edit.source
        undoes = record.undoes
        isPartial = record.edit.isPartial
        undoneBy = record.undoneBy
    }
}
