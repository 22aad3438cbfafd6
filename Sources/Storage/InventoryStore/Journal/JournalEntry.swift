public import FoundationEssentials
public import Inventory

/// A change of the store as its journal records it.
public struct JournalEntry: Equatable, Sendable {
    /// The kind of a change.
    public enum Kind: String, CaseIterable, Sendable {
        case add, edit, remove, move, settings, `import`, undo, forget
    }

    /// The number of the change.
    public let revision: Revision
    /// The time of the change.
    public let timestamp: Timestamp
    /// The author of the change.
    public let actor: String
    /// The caller's own name for it.
    public let key: IdempotencyKey?
    /// The kind of a change.
    public let kind: Kind
    /// The item, if the change touched exactly one.
    public let item: UUID?
    /// The item's name if the change has it: the item was added, removed or renamed.
    public let name: String?
    /// The fields it changed, with their values after it.
    public let edit: ItemEdit?
    /// The values of the fields before it.
    public let inverse: ItemEdit?
    /// The names of the settings it changed.
    public let settings: [String]
    /// The counts of an import, or of a change of many items at once.
    public let counts: ImportCounts?
    /// The name of an imported file.
    public let source: String?
    /// The change it undid.
    public let undoes: Revision?
    /// Whether it undid only some of that change.
    public let isPartial: Bool
    /// The change that undid it.
    public let undoneBy: Revision?
    /// The change that erased its content for good.
    public let forgottenBy: Revision?
    /// The numbers of items and files that it erased for good.
    public let erased: ErasureCounts?

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
        forgottenBy = record.edit.forgottenBy
        erased = record.edit.erased
    }
}
