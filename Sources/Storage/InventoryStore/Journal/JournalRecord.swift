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

/// One item's share of a change that touched many.
struct JournalPart: Equatable {
    var item: UUID
    var edit: JournalPayload
    var inverse: JournalPayload
}

/// What a change did, or what undoes it. Every part that is absent is left as it is.
struct JournalPayload: Equatable {
    /// The item is put in, as it stands here.
    var item: Item?
    /// The change that first added the item, where it is put back.
    var added: Revision?
    /// The item is taken out.
    var removes = false
    /// An undo took back only some of the change.
    var isPartial = false
    /// Fields are changed.
    var fields: ItemEdit?
    /// The item is put at a place.
    var place: ListPositionRecord?
    /// The request in words, where what came of it does not tell it, to know it when it comes again.
    var requestFingerprint: String?
    /// Settings are changed, by name; nil is "not stated".
    var settings: [String: String?]?
    /// What an import counted.
    var counts: ImportCounts?
    /// What the import was read from.
    var source: String?

    var isEmpty: Bool { self == JournalPayload() || fields?.isEmpty == true && item == nil }
}

/// A place in the owner's order, told by its key, and by its neighbours for when keys were dealt out anew since.
struct ListPositionRecord: Equatable {
    var orderKey: Int64
    /// How often keys had been dealt out anew by then.
    var orderKeyGeneration: Int64
    var after: UUID?
    var before: UUID?
}

/// How many items an import added, changed and found as they were.
public struct ImportCounts: Equatable, Sendable {
    /// Items that were new.
    public var added = 0
    /// Items that were there and were changed.
    public var updated = 0
    /// Items that were there and already held what the file states.
    public var unchanged = 0

    /// Nothing yet.
    public init() {}
}
