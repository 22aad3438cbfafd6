public import Inventory

/// The author, time and idempotency key of a change.
public struct ChangeContext: Sendable {
    /// The author for the journal: the name of a user or program.
    public var actor: String
    /// The time; the present moment if nil.
    public var timestamp: Timestamp?
    /// The caller's own name for the change, if it may be sent twice.
    public var key: IdempotencyKey?
    /// Fingerprint of the original request. Lets a retried idempotency key be recognised even if replaying the request
    /// now would produce a different change.
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
