/// Ascending numbers, stored as differences in as few bytes as each needs (LEB128).
struct AscendingNumbers {
    private var bytes: [UInt8] = []
    private var last = 0
    private(set) var count = 0

    /// Appends a number that is not smaller than the last one.
    mutating func append(_ number: Int) {
        var rest = UInt(number - last)
        last = number
        count += 1
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Calls `body` with each number in order.
    func forEach(_ body: (Int) throws -> Void) rethrows {
        var number = 0
        var difference = 0
        var shift = 0
        for byte in bytes {
            difference |= Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 {
                number += difference
                try body(number)
                (difference, shift) = (0, 0)
            }
        }
    }
}
