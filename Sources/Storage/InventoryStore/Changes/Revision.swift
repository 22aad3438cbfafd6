/// The number of a change, counted from 1 over the whole store; 0 is the new store.
///
/// An item's revision is the number of the last change that touched it, and serves as its ETag (RFC 9110, 8.8.3).
package struct Revision: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    package let rawValue: Int64

    /// The revision of that number.
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Before the first change.
    package static let zero = Revision(rawValue: 0)

    package static func < (one: Revision, other: Revision) -> Bool { one.rawValue < other.rawValue }

    var next: Revision { Revision(rawValue: rawValue + 1) }
}

extension Revision: CustomStringConvertible {
    package var description: String { String(rawValue) }
}

/// A caller's own name for one change. Using it again returns the first outcome and changes nothing.
///
/// See the Idempotency-Key header of the IETF's httpapi group.
package struct IdempotencyKey: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    package let rawValue: String

    /// The key with a text.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A key of 1 to 128 visible ASCII characters; nil for anything else.
    package init?(visible text: String) {
        guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.init(rawValue: text)
    }
}

extension IdempotencyKey: CustomStringConvertible {
    package var description: String { rawValue }
}
