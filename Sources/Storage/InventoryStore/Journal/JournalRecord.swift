package import FoundationEssentials
package import Inventory

/// One row of the journal.
struct JournalRecord: Equatable {
    var revision: Revision
    var timestamp: Timestamp
    var actor: String
    var key: IdempotencyKey?
    var kind: JournalEntry.Kind
    var item: UUID?
    var edit: JournalPayload
    var inverse: JournalPayload
    var undoes: Revision?
    var undoneBy: Revision?
}

extension JournalRecord {
    /// Whether two records are of the same change, whatever was undone or erased since.
    func isSame(as other: JournalRecord) -> Bool {
        timestamp == other.timestamp && actor == other.actor && key == other.key && kind == other.kind
            && item == other.item && undoes == other.undoes
            && (edit.forgottenBy != nil || JournalJSON.payload(edit) == JournalJSON.payload(other.edit))
    }
}

/// One item's part in a change that touched many.
struct JournalPart: Equatable {
    var item: UUID
    var edit: JournalPayload
    var inverse: JournalPayload
}

/// The effect of a change, or of its inverse. A part that is absent changes nothing.
struct JournalPayload: Equatable {
    /// The item is inserted with these fields.
    var item: Item?
    /// The change that first added the item, if it is restored.
    var added: Revision?
    /// The item is removed.
    var removes = false
    /// An undo reverted only a part of the change.
    var isPartial = false
    /// Fields are changed.
    var fields: ItemEdit?
    /// The item is moved.
    var place: ListPositionRecord?
    /// Fingerprint of the request, if the effect alone would not identify it when its key is used again.
    var requestFingerprint: String?
    /// Settings are changed, by name; nil is "not stated".
    var settings: [String: String?]?
    /// The counts of an import, or of a change of many items at once.
    var counts: ImportCounts?
    /// The name of the imported file.
    var source: String?
    /// The change that erased the content of this one.
    var forgottenBy: Revision?
    /// An item was inserted whose fields were erased since.
    var adds = false
    /// The numbers of items and files that were erased.
    var erased: ErasureCounts?
}

/// Numbers of items and files that were erased for good.
package struct ErasureCounts: Equatable, Sendable {
    /// Removed items.
    package var items = 0
    /// Files of photos and documents that had been taken off items that are still there.
    package var files = 0
    /// Entries of the journal whose content was erased.
    package var changes = 0

    /// Nothing yet.
    package init() {}
}

/// A place in the owner's order: its key, and its neighbours in case keys are reassigned later.
struct ListPositionRecord: Equatable {
    var orderKey: Int64
    /// Number of times that order keys had been reassigned until this change.
    var orderKeyGeneration: Int64
    var after: UUID?
    var before: UUID?
}

/// Numbers of items that a change of many items added, changed (or removed) and left unchanged.
package struct ImportCounts: Equatable, Sendable {
    /// Items that were new.
    package var added = 0
    /// Items that were there and were changed.
    package var updated = 0
    /// Items that were there and already held what the file states.
    package var unchanged = 0

    /// The number of items that were added or changed.
    package var total: Int { added + updated }

    /// Nothing yet.
    package init() {}
}

/// A change of the store as its journal records it.
package struct JournalEntry: Equatable, Sendable {
    /// The kind of a change.
    package enum Kind: String, CaseIterable, Sendable {
        case add, edit, remove, move, settings, `import`, undo, forget
    }

    /// The number of the change.
    package let revision: Revision
    /// The time of the change.
    package let timestamp: Timestamp
    /// The author of the change.
    package let actor: String
    /// The caller's own name for it.
    package let key: IdempotencyKey?
    /// The kind of a change.
    package let kind: Kind
    /// The item, if the change touched exactly one.
    package let item: UUID?
    /// The item's name if the change has it: the item was added, removed or renamed.
    package let name: String?
    /// The fields it changed, with their values after it.
    package let edit: ItemEdit?
    /// The values of the fields before it.
    package let inverse: ItemEdit?
    /// The names of the settings it changed.
    package let settings: [String]
    /// The counts of an import, or of a change of many items at once.
    package let counts: ImportCounts?
    /// The name of an imported file.
    package let source: String?
    /// The change it undid.
    package let undoes: Revision?
    /// Whether it undid only some of that change.
    package let isPartial: Bool
    /// The change that undid it.
    package let undoneBy: Revision?
    /// The change that erased its content for good.
    package let forgottenBy: Revision?
    /// The numbers of items and files that it erased for good.
    package let erased: ErasureCounts?

    /// - Parameter hidden: the fields that it does not mention.
    init(_ record: JournalRecord, without hidden: HiddenFields) {
        revision = record.revision
        timestamp = record.timestamp
        actor = record.actor
        key = record.key
        kind = record.kind
        item = record.item
        var named: String?
        if case .text(let text)? = record.edit.fields?.changes[.name] { named = text }
        name = record.edit.item?.name ?? record.inverse.item?.name ?? named
        edit = record.edit.fields.map(hidden.visible)
        inverse = record.inverse.fields.map(hidden.visible)
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
