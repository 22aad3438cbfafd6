public import FoundationEssentials
public import Inventory

/// The outcome of a change.
public struct ChangeOutcome: Equatable, Sendable {
    /// The revision of the change. If there was nothing to change, the present revision of the item or store.
    public let revision: Revision
    /// The item that was changed, if it was exactly one.
    public let item: UUID?
    /// Whether the key was known and this is the first outcome again.
    public let isRepeat: Bool
    /// The change that was undone.
    public let undoes: Revision?
    /// Whether only a part of it was undone; the rest can be undone later.
    public let isPartial: Bool
    /// The numbers of changed and unchanged items, if the change was one of many items at once.
    public let counts: ImportCounts?
    /// The parts that an undo did not revert because they were changed since; empty for a repeated request.
    public let refused: [UndoDiagnostic]

    init(
        revision: Revision, item: UUID? = nil, undoes: Revision? = nil, refused: [UndoDiagnostic] = [],
        counts: ImportCounts? = nil
    ) {
        self.counts = counts
        self.revision = revision
        self.item = item
        self.undoes = undoes
        self.refused = refused
        isPartial = !refused.isEmpty
        isRepeat = false
    }

    /// The outcome of a change that was made before under the same key.
    init(repeating record: JournalRecord) {
        revision = record.revision
        item = record.item
        undoes = record.undoes
        isPartial = record.edit.isPartial
        refused = []
        counts = record.edit.counts
        isRepeat = true
    }
}

/// Two edits of the same fields of one item.
public struct ItemConflict: Equatable, Sendable {
    /// A field that both changed.
    public struct Field: Equatable, Sendable {
        /// The field.
        public let field: ItemField
        /// The value at the revision that the edit is based on.
        public let base: FieldValue
        /// The present value.
        public let theirs: FieldValue
        /// The value that the edit would set.
        public let yours: FieldValue
    }

    /// The item.
    public let item: UUID
    /// The item's revision now.
    public let revision: Revision
    /// The fields that both changed, in the order documents show them.
    public let fields: [Field]
}
