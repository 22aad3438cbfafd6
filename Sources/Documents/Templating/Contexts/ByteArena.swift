/// Memory for the text of one record: never moved while the record is filled, used again for the next one.
@usableFromInline
struct ByteArena: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    @usableFromInline
    var next: UnsafeMutablePointer<UInt8>
    @usableFromInline
    var end: UnsafeMutablePointer<UInt8>
    /// Blocks that were too small; kept until the arena is cleared, since slots point into them.
    private var outgrown: [UnsafeMutablePointer<UInt8>] = []

    init() {
        start = .allocate(capacity: 256)
        next = start
        end = start + 256
    }

    deinit {
        for block in outgrown { block.deallocate() }
        start.deallocate()
    }

    @inline(__always)
    mutating func clear() {
        next = start
        if !outgrown.isEmpty { release() }
    }

    private mutating func release() {
        for block in outgrown { block.deallocate() }
        outgrown.removeAll(keepingCapacity: true)
    }

    /// The next free byte, with room for `count` bytes.
    @inlinable
    @inline(__always)
    mutating func room(for count: Int) -> UnsafeMutablePointer<UInt8> {
        if end - next < count { grow(count, keeping: 0) }
        return next
    }

    /// More room for something begun at the end of the arena, which moves.
    @usableFromInline
    @inline(never)
    mutating func grow(_ count: Int, keeping begun: Int) {
        let old = start
        let unfinished = next
        let capacity = max((end - start) * 2, begun + count)
        start = .allocate(capacity: capacity)
        start.update(from: unfinished, count: begun)
        next = start
        end = start + capacity
        outgrown.append(old)
    }

    @inlinable
    @inline(__always)
    mutating func take(_ count: Int) {
        next += count
    }

    @inline(__always)
    mutating func copy(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafeMutablePointer<UInt8> {
        let address = room(for: count)
        address.copy(bytes, count)
        next = address + count
        return address
    }

    /// How many bytes fit without growing.
    var free: Int { end - next }
}

extension UnsafeMutablePointer<UInt8> {
    /// Copies bytes from memory that does not overlap; for the short texts that most values are, quicker than a call.
    @inline(__always)
    func copy(_ source: UnsafePointer<UInt8>, _ count: Int) {
        let from = UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(self)
        if count >= 16 {
            if count > 64 { return update(from: source, count: count) }
            // Whole words from the front, and the last ones from the end, over bytes that are there already.
            var offset = 0
            repeat {
                move(SIMD16<UInt8>.self, from, to, offset)
                offset &+= 16
            } while offset &+ 16 <= count
            move(SIMD16<UInt8>.self, from, to, count &- 16)
        } else if count >= 8 {
            move(UInt64.self, from, to, 0)
            move(UInt64.self, from, to, count &- 8)
        } else if count >= 4 {
            move(UInt32.self, from, to, 0)
            move(UInt32.self, from, to, count &- 4)
        } else if count > 0 {
            self[0] = source[0]
            self[count &>> 1] = source[count &>> 1]
            self[count &- 1] = source[count &- 1]
        }
    }

    @inline(__always)
    private func move<Word: BitwiseCopyable>(
        _ word: Word.Type, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ offset: Int
    ) {
        to.storeBytes(of: from.loadUnaligned(fromByteOffset: offset, as: word), toByteOffset: offset, as: word)
    }
}
