import CMarkupScan

/// What each byte becomes, packed in one word: the bytes of its replacement, and their count in the top byte.
///
/// 0 means the byte stays; ``sequence`` that it begins or breaks a UTF-8 sequence, which is looked at whole.
struct EscapeTable: @unchecked Sendable {
    /// 256 words that are made once, only read after that, and never freed: threads may share them.
    let words: UnsafePointer<UInt64>
    /// Whether noncharacters and C1 controls are replaced, which XML can carry.
    let isHTML: Bool
    /// Whether the processor escapes sixty-four bytes at a time.
    var isWide = markup_is_wide()

    static let sequence: UInt64 = 0xFF << 56
    /// U+FFFD, which stands for what a format cannot carry.
    static let replacement = pack("\u{FFFD}")

    private init(isHTML: Bool = false, ascii entry: (UInt8) -> UInt64) {
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
        for byte in UInt8.min...UInt8.max {
            words[Int(byte)] = byte < 0x80 ? entry(byte) : Self.sequence
        }
        self.words = UnsafePointer(words)
        self.isHTML = isHTML
    }

    static func pack(_ text: String) -> UInt64 {
        var word = UInt64(text.utf8.count) << 56
        for (index, byte) in text.utf8.enumerated() { word |= UInt64(byte) << (UInt64(index) * 8) }
        return word
    }

    private static func markup(_ byte: UInt8) -> UInt64 {
        switch byte {
        case UInt8(ascii: "&"): pack("&amp;")
        case UInt8(ascii: "<"): pack("&lt;")
        case UInt8(ascii: ">"): pack("&gt;")
        case UInt8(ascii: "\""): pack("&quot;")
        case UInt8(ascii: "'"): pack("&#39;")
        default: 0
        }
    }

    /// HTML: the five characters, and no control characters (WHATWG HTML, 13.2.3.5) but its own white space.
    static let html = EscapeTable(
        isHTML: true,
        ascii: { byte in
            switch byte {
            case 0x09, 0x0A, 0x0C, 0x0D: 0
            case 0..<0x20, 0x7F: replacement
            default: markup(byte)
            }
        })

    /// XML text: carriage returns would be read back as line feeds (XML 1.0, section 2.11).
    static let xmlText = EscapeTable(ascii: { byte in
        switch byte {
        case 0x09, 0x0A: 0
        case 0x0D: pack("&#13;")
        case 0..<0x20: replacement
        default: markup(byte)
        }
    })

    static let xmlAttribute = EscapeTable(ascii: { byte in
        switch byte {
        case 0x09: pack("&#9;")
        case 0x0A: pack("&#10;")
        case 0x0D: pack("&#13;")
        case 0..<0x20: replacement
        default: markup(byte)
        }
    })

    /// JSON text, safe inside an HTML data block too: no byte of it can end one.
    static let json = EscapeTable(ascii: { byte in
        switch byte {
        case UInt8(ascii: "\""): pack("\\\"")
        case UInt8(ascii: "\\"): pack("\\\\")
        case 0x08: pack("\\b")
        case 0x09: pack("\\t")
        case 0x0A: pack("\\n")
        case 0x0C: pack("\\f")
        case 0x0D: pack("\\r")
        case 0..<0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): unicodeEscape(byte)
        default: 0
        }
    })

    private static func unicodeEscape(_ byte: UInt8) -> UInt64 {
        let digits = Array("0123456789abcdef".utf8)
        return pack(
            "\\u00" + String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self))
    }

    /// CSV inside quotation marks: only the mark itself is doubled.
    static let csv = EscapeTable(ascii: { byte in
        byte == UInt8(ascii: "\"") ? pack("\"\"") : 0
    })

    /// URLs: every byte is written by its entry, percent-encoded (RFC 3986, section 2.1) unless it is allowed.
    static func url(_ isAllowed: (UInt8) -> Bool) -> EscapeTable {
        let digits = Array("0123456789ABCDEF".utf8)
        return EscapeTable(bytes: { byte in
            if byte == UInt8(ascii: "&") { return pack(isAllowed(byte) ? "&amp;" : "%26") }
            let code = [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            return pack(String(decoding: isAllowed(byte) ? [byte] : code, as: UTF8.self))
        })
    }

    private init(bytes entry: (UInt8) -> UInt64) {
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
        for byte in UInt8.min...UInt8.max { words[Int(byte)] = entry(byte) }
        self.words = UnsafePointer(words)
        isHTML = false
    }

    /// Typst strings: whatever has a meaning to Typst, in strings or in markup, by its code point.
    static let typst = EscapeTable(ascii: { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: 0
        default: " ,.;:!?()%&'".utf8.contains(byte) ? 0 : pack("\\u{" + String(byte, radix: 16) + "}")
        }
    })
}
