/// Memory for the text of one record: never moved while the record is filled, used again for the next row.
final class ByteArena {
    private var block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)
    private var used = 0
    /// Blocks that were too small. They are freed when the arena is cleared, since slots point into them.
    private var outgrown: [UnsafeMutableBufferPointer<UInt8>] = []

    deinit {
        for block in outgrown + [block] { block.deallocate() }
    }

    /// Takes back all memory.
    func clear() {
        used = 0
        if !outgrown.isEmpty { freeOutgrown() }
    }

    /// Apart from ``clear()``: the check for overlapping access that it needs would be made for each row.
    @inline(never)
    private func freeOutgrown() {
        for block in outgrown { block.deallocate() }
        outgrown.removeAll()
    }

    /// Keeps a copy of bytes until the arena is cleared.
    func copy(_ bytes: Span<UInt8>) -> SlotValue {
        if block.count - used < bytes.count { _ = room(for: bytes.count) }
        defer { used += bytes.count }
        guard let start = block.baseAddress else { return .absent }
        let copy = start + used
        bytes.withUnsafeBufferPointer { bytes in
            if let source = bytes.baseAddress { copy.update(from: source, count: bytes.count) }
        }
        return .bytes(UnsafeBufferPointer(start: copy, count: bytes.count))
    }

    /// The free memory: at least `count` bytes, of which the first `begun` are those of the free memory before.
    func room(for count: Int, keeping begun: Int = 0) -> UnsafeMutableBufferPointer<UInt8> {
        if block.count - used < count {
            let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(2 * block.count, count))
            _ = larger.update(fromContentsOf: block[used..<used + begun])
            outgrown.append(block)
            block = larger
            used = 0
        }
        return UnsafeMutableBufferPointer(rebasing: block[used...])
    }

    /// Keeps the first bytes of the free memory until the arena is cleared.
    func take(_ count: Int) -> SlotValue {
        precondition(count >= 0 && count <= block.count - used, "more was written than there was room for")
        defer { used += count }
        return .bytes(UnsafeBufferPointer(rebasing: block[used..<used + count]))
    }
}
