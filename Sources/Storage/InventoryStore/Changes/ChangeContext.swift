import Files
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

    /// The fingerprint of a request: the SHA-256 (FIPS 180-4) of its texts, after a word that names its kind.
    public static func requestFingerprint(_ kind: String, of texts: some Sequence<String>) -> String {
        var bytes: [UInt8] = []
        for text in texts {
            // The length separates the texts: "ab" and "c" are not "a" and "bc".
            bytes += "\(text.utf8.count):".utf8
            bytes += text.utf8
        }
        return "\(kind) \(SHA256.hexadecimalDigest(of: bytes))"
    }
}
