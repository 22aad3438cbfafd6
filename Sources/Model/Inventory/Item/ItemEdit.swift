package import FoundationEssentials
import Glibc

/// A change of some fields of one item: their new values.
///
/// An edit is applied completely or not at all. It has an inverse on the item to which it was applied.
package struct ItemEdit: Equatable, Sendable {
    /// The changed fields with their new values; the item's id is never among them.
    package private(set) var changes: [ItemField: FieldValue]

    /// Creates an edit that changes nothing yet.
    package init() { changes = [:] }

    /// Creates an edit.
    /// - Throws: `wrongKind` for the item's id, or if a field takes another kind of value.
    package init(_ changes: [ItemField: FieldValue]) throws(ValueError) {
        self.init()
        for (field, value) in changes { try set(field, to: value) }
    }

    /// Creates the edit that changes `old` into `new`. Omits identical fields.
    package init(from old: Item, to new: Item) {
        changes = [:]
        for field in ItemField.allCases where field != .id && !old[field].isIdentical(to: new[field]) {
            changes[field] = new[field]
        }
    }

    /// Whether the edit changes nothing.
    package var isEmpty: Bool { changes.isEmpty }

    /// The changed fields in the order in which documents show them.
    package var fields: [ItemField] {
        changes.count <= 1 ? Array(changes.keys) : changes.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// Adds the new value of a field.
    /// - Throws: `wrongKind` for the item's id, or if the field takes another kind of value.
    package mutating func set(_ field: ItemField, to value: FieldValue) throws(ValueError) {
        guard field != .id else { throw .fixedField(.id) }
        var probe = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
        try probe.set(field, to: value)
        changes[field] = value
    }

    /// Changes the fields of an item.
    /// - Throws: `wrongKind`; never for an edit made by ``set(_:to:)``.
    package func apply(to item: inout Item) throws(ValueError) {
        var changed = item
        for (field, value) in changes { try changed.set(field, to: value) }
        item = changed
    }

    /// The edit that restores the present values of `item` in the fields that this edit changes.
    package func inverse(on item: Item) -> ItemEdit {
        var inverse = ItemEdit()
        for field in changes.keys { inverse.changes[field] = item[field] }
        return inverse
    }
}

/// Generates item ids that sort in the order of their creation: UUIDs of version 7 (RFC 9562, 5.7).
///
/// Consecutive ids are neighbours in an index, which keeps large imports fast.
package struct ItemIDGenerator: Sendable {
    private var last: UInt64 = 0
    /// Random bits fetched in bulk: a system call for each id would cost more than all other work.
    private var pool: [UInt64] = []

    /// Creates a generator.
    package init() {}

    /// Returns an id for the time `now` that sorts after all earlier ones.
    ///
    /// The millisecond is followed by a 12-bit counter, which may run into the next millisecond, and 62 random bits.
    package mutating func next(at now: Timestamp) -> UUID {
        let clock = UInt64(max(0, now.milliseconds)) << 12
        last = max(last + 1, clock)
        let random = nextRandom()
        let high = (last >> 12) << 16 | 0x7000 | (last & 0xFFF)
        return UUID(high: high, low: random & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    private mutating func nextRandom() -> UInt64 {
        if pool.isEmpty {
            var bytes = [UInt64](repeating: 0, count: 32)
            // 256 bytes at most, whole or not at all (getentropy(3)).
            let failed = getentropy(&bytes, 256) != 0
            pool = failed ? [UInt64.random(in: 0...UInt64.max)] : bytes
        }
        return pool.removeLast()
    }
}

extension UUID {
    /// The UUID of two big-endian halves.
    package init(high: UInt64, low: UInt64) {
        self.init(
            uuid: (
                UInt8(truncatingIfNeeded: high >> 56), UInt8(truncatingIfNeeded: high >> 48),
                UInt8(truncatingIfNeeded: high >> 40), UInt8(truncatingIfNeeded: high >> 32),
                UInt8(truncatingIfNeeded: high >> 24), UInt8(truncatingIfNeeded: high >> 16),
                UInt8(truncatingIfNeeded: high >> 8), UInt8(truncatingIfNeeded: high),
                UInt8(truncatingIfNeeded: low >> 56), UInt8(truncatingIfNeeded: low >> 48),
                UInt8(truncatingIfNeeded: low >> 40), UInt8(truncatingIfNeeded: low >> 32),
                UInt8(truncatingIfNeeded: low >> 24), UInt8(truncatingIfNeeded: low >> 16),
                UInt8(truncatingIfNeeded: low >> 8), UInt8(truncatingIfNeeded: low)
            ))
    }
}
