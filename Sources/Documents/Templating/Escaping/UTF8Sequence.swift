/// Looks at UTF-8 (RFC 3629) byte by byte.
enum UTF8Sequence {
    /// The offset of the first byte that is not part of well-formed UTF-8.
    static func firstInvalidIndex(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            var index = 0
            while index < buffer.count {
                if base[index] < 0x80 {
                    index += 1
                    continue
                }
                let length = sequenceLength(base + index, buffer.count - index)
                if length == 0 { return index }
                index += length
            }
            return nil
        }
    }

    /// The length of the well-formed sequence of two to four bytes that starts here, or 0.
    @inline(__always)
    static func sequenceLength(_ bytes: UnsafePointer<UInt8>, _ available: Int) -> Int {
        let lead = bytes[0]
        if lead < 0xC2 || available < 2 { return 0 }
        let second = bytes[1]
        if lead < 0xE0 { return second & 0xC0 == 0x80 ? 2 : 0 }
        if lead < 0xF0 {
            guard available >= 3, second & 0xC0 == 0x80, bytes[2] & 0xC0 == 0x80 else { return 0 }
            if lead == 0xE0, second < 0xA0 { return 0 }
            if lead == 0xED, second > 0x9F { return 0 }
            return 3
        }
        guard lead < 0xF5, available >= 4, second & 0xC0 == 0x80, bytes[2] & 0xC0 == 0x80, bytes[3] & 0xC0 == 0x80
        else { return 0 }
        if lead == 0xF0, second < 0x90 { return 0 }
        if lead == 0xF4, second > 0x8F { return 0 }
        return 4
    }
}
