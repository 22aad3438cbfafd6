/// Writes the bytes of one value straight into a record's memory: the digits of a number, a date, a path put together.
public struct ByteWriter: ~Copyable {
    private let arena: ByteArena
    private var room: UnsafeMutableBufferPointer<UInt8>
    /// Number of bytes written.
    public private(set) var count = 0

    init(_ arena: ByteArena) {
        self.arena = arena
        room = arena.room(for: 64)
    }

    /// Writes one byte.
    public mutating func write(_ byte: UInt8) {
        if count == room.count { grow(1) }
        room[count] = byte
        count += 1
    }

    /// Writes bytes of UTF-8.
    public mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        if room.count - count < bytes.count { grow(bytes.count) }
        _ = room[count...].update(fromContentsOf: bytes)
        count += bytes.count
    }

    /// Writes text.
    public mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { write($0) }
    }

    /// Writes an integer in decimal digits, with leading zeros up to `width` digits.
    public mutating func write(_ value: Int64, width: Int = 1) {
        if value < 0 { write(UInt8(ascii: "-")) }
        write(value.magnitude, width: width)
    }

    /// Writes an integer in decimal digits, with leading zeros up to `width` digits.
    public mutating func write(_ value: UInt64, width: Int = 1) {
        var rest = value / 10
        var digits = 1
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        let length = max(digits, min(width, 64))
        if room.count - count < length { grow(length) }
        rest = value
        for index in (count..<count + length).reversed() {
            room[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
    }

    /// Ends the value and keeps its bytes.
    consuming func finish() -> SlotValue { arena.take(count) }

    private mutating func grow(_ more: Int) {
        room = arena.room(for: count + max(more, 64), keeping: count)
    }
}

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
