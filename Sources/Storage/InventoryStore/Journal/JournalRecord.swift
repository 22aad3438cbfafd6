import FoundationEssentials
import Inventory

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
public struct ErasureCounts: Equatable, Sendable {
    /// Removed items.
    public var items = 0
    /// Files of photos and documents that had been taken off items that are still there.
    public var files = 0
    /// Entries of the journal whose content was erased.
    public var changes = 0

    /// Nothing yet.
    public init() {}
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
public struct ImportCounts: Equatable, Sendable {
    /// Items that were new.
    public var added = 0
    /// Items that were there and were changed.
    public var updated = 0
    /// Items that were there and already held what the file states.
    public var unchanged = 0

    /// The number of items that were added or changed.
    public var total: Int { added + updated }

    /// Nothing yet.
    public init() {}
}
