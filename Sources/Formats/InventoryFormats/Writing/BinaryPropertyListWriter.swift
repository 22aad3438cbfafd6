/// Writes a binary property list, version 00, value by value. Each value has a number, which later values refer to.
///
/// References always take 4 bytes, so that values can be written before their number is known.
struct BinaryPropertyListWriter {
    private var output: BufferedOutput
    private var places = AscendingNumbers()

    init(_ sink: @escaping ByteConsumer) {
        output = BufferedOutput(sink)
        output.append("bplist00".utf8)
    }

    /// Number of values.
    var count: Int { places.count }

    private mutating func begin() -> Int {
        places.append(output.count)
        return places.count - 1
    }

    private mutating func marker(_ kind: UInt8, count: Int) {
        if count < 15 {
            output.append(kind << 4 | UInt8(count))
        } else {
            output.append(kind << 4 | 0x0F)
            output.append(0x12)
            output.append(bigEndian: UInt64(count), size: 4)
        }
    }

    mutating func text(_ text: String) -> Int {
        let number = begin()
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            marker(0x5, count: text.utf8.count)
            output.append(text.utf8)
        } else {
            marker(0x6, count: text.utf16.count)
            for unit in text.utf16 { output.append(bigEndian: UInt64(unit), size: 2) }
        }
        return number
    }

    mutating func integer(_ value: Int64) -> Int {
        let number = begin()
        let power =
            switch value {
            case 0..<0x100: 0
            case 0x100..<0x1_0000: 1
            case 0x1_0000..<0x1_0000_0000: 2
            default: 3
            }
        output.append(0x10 | UInt8(power))
        output.append(bigEndian: UInt64(bitPattern: value), size: 1 << power)
        return number
    }

    mutating func real(_ value: Double) -> Int {
        let number = begin()
        output.append(0x23)
        output.append(bigEndian: value.bitPattern, size: 8)
        return number
    }

    mutating func uid(_ place: Int) -> Int {
        let number = begin()
        let size = place < 0x100 ? 1 : place < 0x1_0000 ? 2 : 4
        output.append(0x80 | UInt8(size - 1))
        output.append(bigEndian: UInt64(place), size: size)
        return number
    }

    mutating func dictionary(_ members: [(key: Int, value: Int)]) -> Int {
        let number = begin()
        marker(0xD, count: members.count)
        for member in members { output.append(bigEndian: UInt64(member.key), size: 4) }
        for member in members { output.append(bigEndian: UInt64(member.value), size: 4) }
        return number
    }

    mutating func array(count: Int, _ body: ((Int) -> Void) -> Void) -> Int {
        let number = begin()
        marker(0xA, count: count)
        body { output.append(bigEndian: UInt64($0), size: 4) }
        return number
    }

    mutating func flushIfFull() throws { try output.flushIfFull() }

    /// Writes the table of offsets and the trailer.
    mutating func finish(root: Int) throws {
        let table = output.count
        let size = table < 1 << 32 ? 4 : 8
        try places.forEach { place in
            output.append(bigEndian: UInt64(place), size: size)
            try output.flushIfFull()
        }
        for byte in [0, 0, 0, 0, 0, 0, UInt8(size), 4] { output.append(byte) }
        for number in [places.count, root, table] { output.append(bigEndian: UInt64(number), size: 8) }
        try output.flush()
    }
}
