public import FoundationEssentials
import Glibc

/// Generates item ids that sort in the order of their creation: UUIDs of version 7 (RFC 9562, 5.7).
///
/// Consecutive ids are neighbours in an index, which keeps large imports fast.
public struct ItemIDGenerator: Sendable {
    private var last: UInt64 = 0
    /// Random bits fetched in bulk: a system call for each id would cost more than all other work.
    private var pool: [UInt64] = []

    /// Creates a generator.
    public init() {}

    /// Returns an id for the time `now` that sorts after all earlier ones.
    ///
    /// The millisecond is followed by a 12-bit counter, which may run into the next millisecond, and 62 random bits.
    public mutating func next(at now: Timestamp) -> UUID {
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
    public init(high: UInt64, low: UInt64) {
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
