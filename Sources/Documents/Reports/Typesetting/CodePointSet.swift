/// A set of Unicode code points, one bit each.
struct CodePointSet {
    private var words = [UInt64](repeating: 0, count: 0x11_0000 / 64)

    func contains(_ point: UInt32) -> Bool { words[Int(point >> 6)] & 1 << UInt64(point & 63) != 0 }

    mutating func insert(_ point: UInt32) { words[Int(point >> 6)] |= 1 << UInt64(point & 63) }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        for point in range where point < 0x11_0000 { insert(point) }
    }

    mutating func formUnion(_ other: CodePointSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// Removes ranges of code points and returns whether the set changed.
    mutating func subtract(_ ranges: [ClosedRange<UInt32>]) -> Bool {
        var changed = false
        for range in ranges {
            for index in Int(range.lowerBound >> 6)...Int(min(range.upperBound, 0x10_FFFF) >> 6)
            where words[index] != 0 {
                let first = UInt32(index) << 6
                for point in max(first, range.lowerBound)...min(first + 63, range.upperBound) where contains(point) {
                    words[index] &= ~(1 << UInt64(point & 63))
                    changed = true
                }
            }
        }
        return changed
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Every code point, from the lowest.
    var points: [UInt32] {
        words.indices.filter { words[$0] != 0 }.flatMap { index in
            (0..<64).map { UInt32(index * 64 + $0) }.filter(contains)
        }
    }
}
