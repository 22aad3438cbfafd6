/// Writes strings as JSON (RFC 8259, section 7).
package enum JSONString {
    /// The two ways to escape line ends and tabs; readers accept both.
    package enum Controls: Sendable {
        /// `\n`, `\r`, `\t`
        case named
        /// `\u000a`, `\u000d`, `\u0009`
        case numbered
    }

    /// Appends a text in quotes, with quotes, backslashes and control characters escaped.
    package static func append(_ text: String, to bytes: inout [UInt8], controls: Controls) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            var start = 0
            while true {
                let end = firstEscaped(text, from: start)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
                guard end < text.count else { break }
                append(text[end], to: &bytes, controls: controls)
                start = end + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The index of the next byte that is escaped, or the end.
    ///
    /// Compares eight bytes at a time: most texts have nothing to escape, and this is most of the work of an export.
    private static func firstEscaped(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        if let address = UnsafeRawPointer(text.baseAddress) {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let high: UInt64 = 0x8080_8080_8080_8080
            while index + 8 <= text.count {
                let bytes = address.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                // Sets the high bit of the first byte that is a control character, a quote or a backslash. Borrows may
                // set it in later bytes too, so only the lowest one counts (Warren, Hacker's Delight, 6-1).
                let quotes = bytes ^ ones &* UInt64(UInt8(ascii: "\""))
                let slashes = bytes ^ ones &* UInt64(UInt8(ascii: "\\"))
                let found =
                    ((bytes &- 0x20 &* ones) & ~bytes | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes)
                    & high
                if found != 0 { return index + found.littleEndian.trailingZeroBitCount / 8 }
                index += 8
            }
        }
        while index < text.count, !isEscaped(text[index]) { index += 1 }
        return index
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8], controls: Controls) {
        switch (byte, controls) {
        case (UInt8(ascii: "\""), _), (UInt8(ascii: "\\"), _): bytes += [UInt8(ascii: "\\"), byte]
        case (UInt8(ascii: "\n"), .named): bytes += "\\n".utf8
        case (UInt8(ascii: "\r"), .named): bytes += "\\r".utf8
        case (UInt8(ascii: "\t"), .named): bytes += "\\t".utf8
        case (0..<0x20, _): bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
        default: bytes.append(byte)
        }
    }
}
