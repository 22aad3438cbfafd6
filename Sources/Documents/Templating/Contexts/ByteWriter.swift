/// Writes the bytes of one value straight into a record's memory: the digits of a number, a date, a path put together.
public struct ByteWriter: ~Copyable {
    /// The writer lives only inside ``Record/write(_:_:)``, which holds the record.
    private unowned(unsafe) let record: Record
    private(set) var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes were written.
    public private(set) var count = 0

    init(_ record: Record) {
        self.record = record
        base = record.arena.pointee.room(for: 64)
        capacity = record.arena.pointee.free
    }

    /// Writes one byte.
    @inline(__always)
    public mutating func write(_ byte: UInt8) {
        if count == capacity { grow(1) }
        base[count] = byte
        count += 1
    }

    /// Writes bytes of UTF-8.
    public mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        if capacity - count < bytes.count { grow(bytes.count) }
        (base + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Writes text.
    public mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { write($0) }
    }

    /// Writes an integer in decimal digits, with zeros in front up to `width` digits.
    public mutating func write(_ value: Int64, width: Int = 1) {
        if value < 0 { write(UInt8(ascii: "-")) }
        write(value.magnitude, width: width)
    }

    /// Writes an integer in decimal digits, with zeros in front up to `width` digits.
    public mutating func write(_ value: UInt64, width: Int = 1) {
        var digits = 1
        var bound: UInt64 = 10
        while digits < 20, value >= bound {
            digits += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        if value >= 10_000_000_000_000_000_000 { digits = 20 }
        let length = max(digits, min(width, 64))
        if capacity - count < length { grow(length) }
        var rest = value
        var index = count + length
        while index > count {
            index -= 1
            base[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        record.arena.pointee.grow(max(more, 64), keeping: count)
        base = record.arena.pointee.room(for: 0)
        capacity = record.arena.pointee.free
    }
}
