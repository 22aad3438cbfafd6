/// Memory for the text of one record: never moved while the record is filled, used again for the next one.
struct ByteArena: ~Copyable {
    private var current: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var used = 0
    /// Blocks that were too small; kept until the arena is cleared, since slots point into them.
    private var outgrown: [UnsafeMutablePointer<UInt8>] = []

    init() {
        capacity = 256
        current = .allocate(capacity: capacity)
    }

    deinit {
        for block in outgrown { block.deallocate() }
        current.deallocate()
    }

    @inline(__always)
    mutating func clear() {
        used = 0
        if !outgrown.isEmpty { release() }
    }

    private mutating func release() {
        for block in outgrown { block.deallocate() }
        outgrown.removeAll(keepingCapacity: true)
    }

    /// The next free byte, with room for `count` bytes.
    @inline(__always)
    mutating func room(for count: Int) -> UnsafeMutablePointer<UInt8> {
        if capacity - used < count { grow(count, keeping: 0) }
        return current + used
    }

    /// More room for something begun at the end of the arena, which moves.
    @inline(never)
    mutating func grow(_ count: Int, keeping begun: Int) {
        let old = current
        let start = used
        capacity = max(capacity * 2, begun + count)
        current = .allocate(capacity: capacity)
        (current).update(from: old + start, count: begun)
        outgrown.append(old)
        used = 0
    }

    @inline(__always)
    mutating func take(_ count: Int) {
        used += count
    }

    @inline(__always)
    mutating func copy(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutablePointer<UInt8> {
        let place = room(for: count)
        place.update(from: bytes, count: count)
        used += count
        return place
    }

    /// How many bytes fit without growing.
    var free: Int { capacity - used }
}
