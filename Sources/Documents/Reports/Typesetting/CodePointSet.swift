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

    /// Whether a letter is read from right to left: the blocks from Hebrew to Arabic Extended-A, and the presentation
    /// forms of both (Unicode, Bidi_Class R and AL).
    var hasRightToLeftLetters: Bool {
        [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF].contains { range in
            words[Int(range.lowerBound >> 6)...Int(range.upperBound >> 6)].contains { $0 != 0 }
        }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Every code point, from the lowest.
    var points: [UInt32] {
        words.indices.filter { words[$0] != 0 }.flatMap { index in
            (0..<64).map { UInt32(index * 64 + $0) }.filter(contains)
        }
    }
}
