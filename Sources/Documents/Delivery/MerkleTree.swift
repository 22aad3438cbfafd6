package import Files

/// A tree of hashes (RFC 6962, 2.1). Its root depends on every leaf, and a path of few hashes shows that a leaf is in the tree.
///
/// The hash of a leaf is SHA-256(0x00 ‖ data), that of two nodes SHA-256(0x01 ‖ left ‖ right); the last node of a level that
/// has no other beside it is part of the next level as it is.
package struct MerkleTree {
    /// The nodes of each level, 32 bytes each, from the leaves to the root.
    private var levels: [[UInt8]]
    private static let size = SHA256.byteCount

    /// Builds the tree of at least one leaf.
    /// - Parameter leaves: the hashes of the leaves, one after the other.
    /// - Throws: `hash` if SHA-256 is not available.
    package init(leaves: [UInt8]) throws(FileError) {
        levels = [leaves]
        let hasher = SHA256Hasher()
        while levels[levels.count - 1].count > Self.size {
            let below = levels[levels.count - 1]
            var level: [UInt8] = []
            level.reserveCapacity((below.count / 2 + Self.size) / Self.size * Self.size)
            for place in stride(from: 0, to: below.count, by: 2 * Self.size) {
                let pair = below[place..<min(place + 2 * Self.size, below.count)]
                level += pair.count == Self.size ? Array(pair) : try Self.node(pair, hasher)
            }
            levels.append(level)
        }
    }

    /// The number of leaves.
    package var count: Int { levels[0].count / Self.size }
    /// The hash of all leaves.
    package var root: [UInt8] { levels[levels.count - 1] }

    /// The hashes beside the way from a leaf to the root, from the bottom.
    package func path(ofLeaf index: Int) -> [UInt8] {
        var (index, path) = (index, [UInt8]())
        for level in levels.dropLast() {
            let place = (index ^ 1) * Self.size
            if place < level.count { path += level[place..<(place + Self.size)] }
            index /= 2
        }
        return path
    }

    /// The hash of a leaf's data.
    /// - Throws: `hash` if SHA-256 is not available.
    package static func leaf(_ data: [UInt8], _ hasher: SHA256Hasher = SHA256Hasher()) throws(FileError) -> [UInt8] {
        hasher.update(([0x00] + data).span)
        return try hasher.finish()
    }

    /// The root to which a path leads from a leaf; nil if no tree of that number of leaves has such a path.
    /// - Throws: `hash` if SHA-256 is not available.
    package static func root(
        of leaf: [UInt8], at index: Int, of count: Int, path: [UInt8]
    ) throws(FileError) -> [UInt8]? {
        var (node, index, count, rest) = (leaf, index, count, path[...])
        guard index >= 0, index < count else { return nil }
        let hasher = SHA256Hasher()
        while count > 1 {
            if index % 2 == 1 || index + 1 < count {
                guard rest.count >= size else { return nil }
                let other = Array(rest.prefix(size))
                node = try Self.node((index % 2 == 1 ? other + node : node + other)[...], hasher)
                rest = rest.dropFirst(size)
            }
            (index, count) = (index / 2, count / 2 + count % 2)
        }
        return rest.isEmpty ? node : nil
    }

    private static func node(_ pair: ArraySlice<UInt8>, _ hasher: SHA256Hasher) throws(FileError) -> [UInt8] {
        hasher.update([0x01].span)
        hasher.update(pair.span)
        return try hasher.finish()
    }
}
