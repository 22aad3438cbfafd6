/// Checks UTF-8 (RFC 3629) byte by byte.
enum UTF8Sequence {
    /// The offset of the first byte that is not part of well-formed UTF-8.
    static func firstInvalidIndex(in bytes: [UInt8]) -> Int? {
        let bytes = bytes.span
        var index = 0
        while index < bytes.count {
            let length = bytes[index] < 0x80 ? 1 : length(in: bytes, at: index)
            if length == 0 { return index }
            index += length
        }
        return nil
    }

    /// The length of the well-formed sequence of two to four bytes that starts at an index, or 0.
    static func length(in bytes: Span<UInt8>, at index: Int) -> Int {
        let lead = bytes[index]
        let available = bytes.count - index
        func isContinuation(_ offset: Int) -> Bool { bytes[index + offset] & 0xC0 == 0x80 }
        if lead < 0xC2 || available < 2 { return 0 }
        if lead < 0xE0 { return isContinuation(1) ? 2 : 0 }
        let second = bytes[index + 1]
        if lead < 0xF0 {
            guard available >= 3, isContinuation(1), isContinuation(2) else { return 0 }
            // Overlong forms and surrogates.
            if lead == 0xE0, second < 0xA0 { return 0 }
            if lead == 0xED, second > 0x9F { return 0 }
            return 3
        }
        guard lead < 0xF5, available >= 4, isContinuation(1), isContinuation(2), isContinuation(3) else { return 0 }
        // Overlong forms and code points past U+10FFFF.
        if lead == 0xF0, second < 0x90 { return 0 }
        if lead == 0xF4, second > 0x8F { return 0 }
        return 4
    }
}
