public import Inventory

/// Who makes a change, when, and under what key.
public struct ChangeContext: Sendable {
    /// Who makes it, for the journal: a user's name or a program's.
    public var actor: String
    /// When; the moment it is made where nothing is said.
    public var moment: Timestamp?
    /// The caller's own name for it, if it may be sent twice.
    public var key: IdempotencyKey?
    /// The request as it was sent, in words or their digest, where what it comes to depends on what the store holds by
    /// then: under its key it is known again by them.
    public var asked: String?

    /// A change by `actor`.
    public init(actor: String, key: IdempotencyKey? = nil, asked: String? = nil, moment: Timestamp? = nil) {
        self.actor = actor
        self.key = key
        self.asked = asked
        self.moment = moment
    }
}
