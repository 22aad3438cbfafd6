public import FoundationEssentials
public import Inventory

/// What a change came to.
public struct ChangeOutcome: Equatable, Sendable {
    /// The revision of the change; where there was nothing to change, that of the item or store as it was.
    public let revision: Revision
    /// The item that was changed, where it was one.
    public let item: UUID?
    /// Whether the key was known and this is the outcome of the first time.
    public let isRepeat: Bool
    /// The change that an undo took back.
    public let undoes: Revision?
    /// Whether the undo took back only some of it; the rest can be undone later.
    public let isPartial: Bool
    /// What an undo left as it is, because it was changed since; not told again where the outcome is a repeat.
    public let refused: [UndoDiagnostic]

    init(revision: Revision, item: UUID? = nil, undoes: Revision? = nil, refused: [UndoDiagnostic] = []) {
        self.revision = revision
        self.item = item
        self.undoes = undoes
        self.refused = refused
        isPartial = !refused.isEmpty
        isRepeat = false
    }

    /// The outcome of a change that was made before.
    init(repeating record: JournalRecord) {
        revision = record.revision
        item = record.item
        undoes = record.undoes
        isPartial = record.edit.isPartial
        refused = []
        isRepeat = true
    }
}

/// Two edits of the same fields of one item.
public struct ItemConflict: Equatable, Sendable {
    /// One field that both changed.
    public struct Field: Equatable, Sendable {
        /// The field.
        public let field: ItemField
        /// What it held at the revision the edit is based on.
        public let base: FieldValue
        /// What it holds now.
        public let theirs: FieldValue
        /// What the edit would put there.
        public let yours: FieldValue
    }

    /// The item.
    public let item: UUID
    /// The item's revision now.
    public let revision: Revision
    /// The fields that both changed, in the order documents show them.
    public let fields: [Field]

    /// The names of the fields, parted by commas.
    public var fieldNames: String { fields.map(\.field.name).joined(separator: ", ") }
}
