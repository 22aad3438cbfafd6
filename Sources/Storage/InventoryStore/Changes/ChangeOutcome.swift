import Files
package import FoundationEssentials
package import Inventory

/// The outcome of a change.
package struct ChangeOutcome: Equatable, Sendable {
    /// The revision of the change. If there was nothing to change, the present revision of the item or store.
    package let revision: Revision
    /// The item that was changed, if it was exactly one.
    package let item: UUID?
    /// Whether the key was known and this is the first outcome again.
    package let isRepeat: Bool
    /// The change that was undone.
    package let undoes: Revision?
    /// Whether only a part of it was undone; the rest can be undone later.
    package let isPartial: Bool
    /// The numbers of changed and unchanged items, if the change was one of many items at once.
    package let counts: ImportCounts?
    /// The parts that an undo did not revert because they were changed since; empty for a repeated request.
    package let refused: [UndoDiagnostic]

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
package struct ItemConflict: Equatable, Sendable {
    /// A field that both changed.
    package struct Field: Equatable, Sendable {
        /// The field.
        package let field: ItemField
        /// The value at the revision that the edit is based on.
        package let base: FieldValue
        /// The present value.
        package let theirs: FieldValue
        /// The value that the edit would set.
        package let yours: FieldValue
    }

    /// The item.
    package let item: UUID
    /// The item's revision now.
    package let revision: Revision
    /// The fields that both changed, in the order documents show them.
    package let fields: [Field]
}

/// The author, time and idempotency key of a change.
package struct ChangeContext: Sendable {
    /// The author for the journal: the name of a user or program.
    package var actor: String
    /// The rights of the author.
    package var role: Role
    /// The fields that the author does not see, and so cannot change.
    package var hidden: HiddenFields
    /// The time; the present moment if nil.
    package var timestamp: Timestamp?
    /// The caller's own name for the change, if it may be sent twice.
    package var key: IdempotencyKey?
    /// Fingerprint of the original request. Lets a retried idempotency key be recognised even if replaying the request
    /// now would produce a different change.
    package var requestFingerprint: String?

    /// A change by `actor`.
    package init(
        actor: String, role: Role = .owner, hidden: HiddenFields = [], key: IdempotencyKey? = nil,
        requestFingerprint: String? = nil, timestamp: Timestamp? = nil
    ) {
        self.actor = actor
        self.role = role
        self.hidden = hidden
        self.key = key
        self.requestFingerprint = requestFingerprint
        self.timestamp = timestamp
    }

    /// The fingerprint of a request: the SHA-256 (FIPS 180-4) of its texts, after a word that names its kind.
    package static func requestFingerprint(_ kind: String, of texts: some Sequence<String>) -> String {
        var bytes: [UInt8] = []
        for text in texts {
            // The length separates the texts: "ab" and "c" are not "a" and "bc".
            bytes += "\(text.utf8.count):".utf8
            bytes += text.utf8
        }
        return "\(kind) \(SHA256.hexadecimalDigest(of: bytes))"
    }
}
