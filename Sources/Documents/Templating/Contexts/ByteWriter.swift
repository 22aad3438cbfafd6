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
