/// Puts a message of libxml2 into one line.
enum LibxmlMessage {
    /// Bytes of libxml2's own words that are kept; a faulty value may be a whole book.
    static let longestText = 400

    /// Bytes after which libxml2 cuts a message, within a character too, if its value is very long.
    private static let longestCutText = 149

    /// `Element 'value': 'x' is not …`, without namespaces, newlines and the final full stop.
    static func line(_ text: [UInt8], without namespacePrefix: String) -> String {
        let prefix = Array(namespacePrefix.utf8)
        var words: [UInt8] = []
        var rest = text[...]
        while let byte = rest.first {
            if words.count >= longestText {
                trimPartialScalar(&words)
                words.append(contentsOf: "…".utf8)
                break
            }
            if !prefix.isEmpty, byte == prefix[0], rest.starts(with: prefix) {
                rest = rest.dropFirst(prefix.count)
            } else {
                words.append(isLineBreak(byte) ? UInt8(ascii: " ") : byte)
                rest = rest.dropFirst()
            }
        }
        if text.count == longestCutText, text.last != UInt8(ascii: "\n") {
            trimPartialScalar(&words)
            words.append(contentsOf: "…".utf8)
        }
        while let last = words.last, last == UInt8(ascii: " ") || last == UInt8(ascii: ".") {
            words.removeLast()
        }
        return String(decoding: words, as: UTF8.self)
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    private static func trimPartialScalar(_ bytes: inout [UInt8]) {
        while let last = bytes.last, last & 0xC0 == 0x80 {
            bytes.removeLast()
        }
        if let last = bytes.last, last & 0xC0 == 0xC0 {
            bytes.removeLast()
        }
    }
}
