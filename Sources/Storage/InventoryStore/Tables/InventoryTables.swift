import FoundationEssentials
public import Inventory

/// What a store keeps and how it is changed, one row at a time: the boundary below which a database lies.
///
/// Everything above it (merging, undo, places, imports) speaks of items and journal entries; everything below speaks
/// SQL. A change happens inside a transaction, each part of a batch that writes more than one row inside a mark of its own.
protocol InventoryTables: AnyObject {
    /// The store's folder, for messages.
    var path: String { get }

    // Transactions
    func begin() throws(StoreError)
    func commit() throws(StoreError)
    func rollBack()
    func beginSavepoint() throws(StoreError)
    func releaseSavepoint() throws(StoreError)
    func rollBackToSavepoint()

    // Items
    func item(_ id: UUID) throws(StoreError) -> StoredItem?
    /// An item of which those fields are about to be given anew; what cannot be read there is not stated.
    func item(_ id: UUID, excluding replacedFields: [ItemField]) throws(StoreError) -> StoredItem?
    func items(added revision: Revision, _ body: (StoredItem) throws(StoreError) -> Void) throws(StoreError)
    func locate(_ id: UUID) throws(StoreError) -> ItemLocation?
    func locate(reference: String) throws(StoreError) -> ItemLocation?
    /// An item other than the one of the key that has the external reference.
    func holder(ofReference reference: String, excluding id: UUID) throws(StoreError) -> UUID?
    /// Whether the external reference of some item looks like a key.
    func hasReferencesLikeIDs() throws(StoreError) -> Bool
    /// The items that have an external reference, those of one reference together, in the owner's order.
    func forEachReference(
        _ body: (_ reference: String, _ orderKey: Int64) throws(StoreError) -> Void
    ) throws(StoreError)
    /// The parent of an item, nil where it has none or is not there.
    func parent(of id: UUID) throws(StoreError) -> UUID?
    /// The other items that name an item as their parent.
    func parts(ofItem id: UUID) throws(StoreError) -> [UUID]
    func itemCount() throws(StoreError) -> Int
    /// Puts in a new item; false where its key is taken.
    func insert(_ item: Item, at location: ItemLocation) throws(StoreError) -> Bool
    /// Writes the fields of an item that changed, and its revision, into the row at its position.
    func update(_ item: Item, _ fields: [ItemField], at location: ItemLocation) throws(StoreError)
    func updateParent(_ parent: UUID, at orderKey: Int64) throws(StoreError)
    func delete(at orderKey: Int64) throws(StoreError)
    func relocate(from orderKey: Int64, to location: ItemLocation) throws(StoreError)

    /// The files of all items, in no order.
    func forEachFile(_ body: (ContentHash, UUID) -> Void) throws(StoreError)
    /// The files that the journal speaks of.
    func filesInJournal() throws(StoreError) -> Set<ContentHash>

    // The order
    func firstOrderKey() throws(StoreError) -> Int64?
    func lastOrderKey() throws(StoreError) -> Int64?
    func orderKey(ofIndex index: Int) throws(StoreError) -> Int64?
    func orderKey(before orderKey: Int64) throws(StoreError) -> Int64?
    func orderKey(after orderKey: Int64) throws(StoreError) -> Int64?
    func orderKeys(from orderKey: Int64, forward: Bool, limit: Int) throws(StoreError) -> [Int64]
    func isTaken(_ orderKey: Int64) throws(StoreError) -> Bool
    func identifier(at orderKey: Int64) throws(StoreError) -> UUID?
    func updateOrderKey(_ orderKey: Int64, to new: Int64) throws(StoreError)
    /// How often positions were dealt out anew.
    func orderKeyGeneration() throws(StoreError) -> Int64
    func set(orderKeyGeneration: Int64) throws(StoreError)

    // Settings
    func settings() throws(StoreError) -> InventorySettings
    func replace(settings: InventorySettings) throws(StoreError)

    // The totals that an import leaves behind
    func cachedTotals() throws(StoreError) -> CachedTotals?
    func keep(_ totals: CachedTotals) throws(StoreError)

    // The journal
    func latestRevision() throws(StoreError) -> Revision
    func append(_ record: JournalRecord) throws(StoreError)
    func finish(_ revision: Revision, edit: JournalPayload) throws(StoreError)
    func append(_ part: JournalPart, to revision: Revision) throws(StoreError)
    func record(_ revision: Revision) throws(StoreError) -> JournalRecord?
    func record(key: IdempotencyKey) throws(StoreError) -> JournalRecord?
    func latestUndoable() throws(StoreError) -> Revision?
    func records(before revision: Revision?, limit: Int) throws(StoreError) -> [JournalRecord]
    func records(after revision: Revision) throws(StoreError) -> [JournalRecord]
    /// The parts of a change, the last first.
    func parts(
        of revision: Revision, before number: Int64?, limit: Int
    ) throws(StoreError) -> [(number: Int64, part: JournalPart)]
    /// What the changes of one item after a revision put and what stood there before, oldest first.
    func history(
        of id: UUID, after revision: Revision
    ) throws(StoreError) -> [(revision: Revision, edit: ItemEdit, inverse: ItemEdit)]
    /// What a field held before a change, where that is `value` unless the changes that put it there were undone since.
    func effectiveValue(
        _ value: FieldValue, of field: ItemField, in id: UUID, before revision: Revision
    ) throws(StoreError) -> FieldValue
    /// The last change of one item after a revision that did what is looked for.
    func lastChange(
        of id: UUID, after revision: Revision, where matches: (JournalPayload) -> Bool
    ) throws(StoreError) -> Revision?
    /// The last change after a revision that moved an item and still stands.
    func lastMove(of id: UUID, after revision: Revision) throws(StoreError) -> Revision?
    func mark(_ revision: Revision, undoneBy: Revision?) throws(StoreError)

    /// Gets ready for many new items, or goes back to small changes.
    func prepareForBulk(_ bulk: Bool)
}

/// Where an item stands and since when.
struct ItemLocation: Equatable {
    /// The key of the owner's order; neighbours are mostly ``OrderKeys/gap`` apart.
    var orderKey: Int64
    /// The change that touched the item last.
    var revision: Revision
    /// The change that added it.
    var added: Revision
}

/// An item as it stands in a store.
public struct StoredItem: Equatable, Sendable {
    /// The item.
    public var item: Item
    /// The revision of the last change that touched it: its ETag.
    public var revision: Revision
    var orderKey: Int64
    var added: Revision

    var location: ItemLocation { ItemLocation(orderKey: orderKey, revision: revision, added: added) }
}
