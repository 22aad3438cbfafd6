/// Strings as JSON text holds them (RFC 8259, section 7).
package enum JSONString {
    /// How line ends and tabs are written; readers take both.
    package enum Controls {
        /// `\n`, `\r`, `\t`
        case named
        /// `\u000a`, `\u000d`, `\u0009`
        case numbered
    }

    /// Appends a text in quotes, with quotes, backslashes and control characters escaped.
    package static func append(_ text: String, to bytes: inout [UInt8], _ controls: Controls) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            var start = 0
            while true {
                let end = firstEscaped(text, from: start)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
                guard end < text.count else { break }
                append(text[end], to: &bytes, controls)
                start = end + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The place of the next byte that is escaped, the end where there is none: eight bytes at a time.
    private static func firstEscaped(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        if let address = UnsafeRawPointer(text.baseAddress) {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let high: UInt64 = 0x8080_8080_8080_8080
            while place + 8 <= text.count {
                let bytes = address.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                // The high bit of the first byte that is a control character, a quote or a backslash is set, and perhaps
                // those of bytes after it (Warren, Hacker's Delight, 6-1).
                let quotes = bytes ^ ones &* UInt64(UInt8(ascii: "\""))
                let slashes = bytes ^ ones &* UInt64(UInt8(ascii: "\\"))
                let found =
                    ((bytes &- 0x20 &* ones) & ~bytes | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes)
                    & high
                if found != 0 { return place + found.littleEndian.trailingZeroBitCount / 8 }
                place += 8
            }
        }
        while place < text.count, !isEscaped(text[place]) { place += 1 }
        return place
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8], _ controls: Controls) {
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
