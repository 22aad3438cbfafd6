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
            if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                bytes.append(contentsOf: text)
            } else {
                for byte in text { append(byte, to: &bytes, controls) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
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
