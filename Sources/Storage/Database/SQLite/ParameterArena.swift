/// Copies of the texts and byte strings that are bound to a statement, at addresses that stay until they are removed.
///
/// One reused block instead of an allocation for each of an item's 20 texts (a tenth of an import's time). If a block is
/// full a larger one is begun, and the full ones are kept until the next run.
///
/// A class rather than a struct: avoids dynamic exclusivity checks, as its owner is a class. Used by one thread at a time.
final class ParameterArena {
    private var block: UnsafeMutableRawPointer?
    private var capacity = 0
    private var used = 0
    private var full: [UnsafeMutableRawPointer] = []

    deinit {
        block?.deallocate()
        for block in full { block.deallocate() }
    }

    /// Forgets all copies; the largest block is kept for the next ones, unless it is very large.
    func removeAll() {
        used = 0
        for block in full { block.deallocate() }
        full.removeAll(keepingCapacity: true)
        guard capacity > ParameterArena.largest else { return }
        block?.deallocate()
        (block, capacity) = (nil, 0)
    }

    /// A statement keeps no more than this between runs.
    private static let largest = 1 << 20

    /// Copies bytes; the address is never null, not even of none, which SQLite would take for NULL.
    func copy(_ bytes: Span<UInt8>) -> UnsafeMutableRawPointer {
        let start = place(bytes.count)
        bytes.withUnsafeBytes { source in
            if let address = source.baseAddress { start.copyMemory(from: address, byteCount: source.count) }
        }
        return start
    }

    private func place(_ count: Int) -> UnsafeMutableRawPointer {
        if let block, used + count <= capacity {
            defer { used += count }
            return block + used
        }
        if let block { full.append(block) }
        capacity = max(2 * capacity, count, 256)
        let new = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        block = new
        used = count
        return new
    }
}
