public import Inventory

/// Who makes a change, when, and under what key.
public struct ChangeContext: Sendable {
    /// Who makes it, for the journal: a user's name or a program's.
    public var actor: String
    /// When; the moment it is made where nothing is said.
    public var timestamp: Timestamp?
    /// The caller's own name for it, if it may be sent twice.
    public var key: IdempotencyKey?
    /// The request as it was sent, in words or their digest, where what it comes to depends on what the store holds by
    /// then: under its key it is known again by them.
    public var requestFingerprint: String?

    /// A change by `actor`.
    public init(
        actor: String, key: IdempotencyKey? = nil, requestFingerprint: String? = nil, timestamp: Timestamp? = nil
    ) {
        self.actor = actor
        self.key = key
        self.requestFingerprint = requestFingerprint
        self.timestamp = timestamp
    }
}
