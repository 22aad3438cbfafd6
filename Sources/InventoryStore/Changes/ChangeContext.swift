public import InventoryModel

/// Who makes a change, when, and under what key.
public struct ChangeContext: Sendable {
    /// Who makes it, for the journal: a user's name or a program's.
    public var actor: String
    /// When; the moment it is made where nothing is said.
    public var moment: Timestamp?
    /// The caller's own name for it, if it may be sent twice.
    public var key: IdempotencyKey?

    /// A change by `actor`.
    public init(actor: String, key: IdempotencyKey? = nil, moment: Timestamp? = nil) {
        self.actor = actor
        self.key = key
        self.moment = moment
    }
}
