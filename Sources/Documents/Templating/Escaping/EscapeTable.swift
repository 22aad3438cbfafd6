/// The replacement for each byte of a text.
struct EscapeTable: Sendable {
    /// A replacement of up to seven bytes, packed into one word so that writing it is one store.
    struct Entry: Sendable, Equatable {
        /// The bytes, the first in the lowest position.
        let bytes: UInt64

        init(_ text: String) {
            precondition(text.utf8.count < 8, "a replacement has seven bytes at most")
            var word = UInt64(text.utf8.count) << 56
            for (index, byte) in text.utf8.enumerated() { word |= UInt64(byte) << (UInt64(index) * 8) }
            bytes = word
        }

        private init(word: UInt64) { bytes = word }

        /// Number of bytes.
        var count: Int { Int(bytes >> 56) }

        /// The byte is kept.
        static let kept = Entry(word: 0)
        /// The byte begins or breaks a UTF-8 sequence, which is checked as a whole.
        static let sequence = Entry(word: 0xFF << 56)
        /// U+FFFD, which is written for characters that a format cannot carry.
        static let replacement = Entry("\u{FFFD}")
    }

    /// One for each byte.
    let entries: [Entry]
    /// The characters past ASCII that are replaced.
    let noncharacters: Noncharacters

    private init(replacing noncharacters: Noncharacters = .none, ascii entry: (UInt8) -> Entry) {
        entries = (UInt8.min...UInt8.max).map { $0 < 0x80 ? entry($0) : .sequence }
        self.noncharacters = noncharacters
    }

    private static func markup(_ byte: UInt8) -> Entry {
        switch byte {
        case UInt8(ascii: "&"): Entry("&amp;")
        case UInt8(ascii: "<"): Entry("&lt;")
        case UInt8(ascii: ">"): Entry("&gt;")
        case UInt8(ascii: "\""): Entry("&quot;")
        case UInt8(ascii: "'"): Entry("&#39;")
        default: .kept
        }
    }

    /// HTML: the five characters, and no control characters (WHATWG HTML, 13.2.3.5) except its own white space.
    static let html = EscapeTable(
        replacing: .html,
        ascii: { byte in
            switch byte {
            case 0x09, 0x0A, 0x0C, 0x0D: .kept
            case 0..<0x20, 0x7F: .replacement
            default: markup(byte)
            }
        })

    /// XML text: carriage returns would be read back as line feeds (XML 1.0, section 2.11).
    static let xmlText = EscapeTable(
        replacing: .xml,
        ascii: { byte in
            switch byte {
            case 0x09, 0x0A: .kept
            case 0x0D: Entry("&#13;")
            case 0..<0x20: .replacement
            default: markup(byte)
            }
        })

    static let xmlAttribute = EscapeTable(
        replacing: .xml,
        ascii: { byte in
            switch byte {
            case 0x09: Entry("&#9;")
            case 0x0A: Entry("&#10;")
            case 0x0D: Entry("&#13;")
            case 0..<0x20: .replacement
            default: markup(byte)
            }
        })

    /// JSON text, safe inside an HTML data block too: none of its bytes can end one.
    static let json = EscapeTable(ascii: { byte in
        switch byte {
        case UInt8(ascii: "\""): Entry("\\\"")
        case UInt8(ascii: "\\"): Entry("\\\\")
        case 0x08: Entry("\\b")
        case 0x09: Entry("\\t")
        case 0x0A: Entry("\\n")
        case 0x0C: Entry("\\f")
        case 0x0D: Entry("\\r")
        case 0..<0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
            Entry("\\u00" + hexadecimal(byte, "0123456789abcdef"))
        default: .kept
        }
    })

    /// CSV inside quotation marks: only the mark itself is doubled.
    static let csv = EscapeTable(ascii: { byte in
        byte == UInt8(ascii: "\"") ? Entry("\"\"") : .kept
    })

    /// Typst strings: every character that has a meaning to Typst, in strings or in markup, by its code point.
    static let typst = EscapeTable(ascii: { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: .kept
        default: " ,.;:!?()%&'".utf8.contains(byte) ? .kept : Entry("\\u{" + String(byte, radix: 16) + "}")
        }
    })

    /// URLs: every byte is percent-encoded (RFC 3986, section 2.1) unless it is allowed.
    init(url isAllowed: (UInt8) -> Bool) {
        entries = (UInt8.min...UInt8.max).map { byte in
            if !isAllowed(byte) { return Entry("%" + Self.hexadecimal(byte, "0123456789ABCDEF")) }
            return byte == UInt8(ascii: "&") ? Entry("&amp;") : .kept
        }
        noncharacters = .none
    }

    private static func hexadecimal(_ byte: UInt8, _ digits: String) -> String {
        let digits = Array(digits)
        return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }
}

/// Code points past ASCII that a format cannot carry.
enum Noncharacters {
    case none
    /// U+FFFE and U+FFFF (XML 1.0, [2]).
    case xml
    /// C1 controls and all noncharacters (WHATWG HTML, 13.2.3.5).
    case html

    /// Whether a well-formed sequence is one of them.
    func contain(_ bytes: Span<UInt8>) -> Bool {
        switch (self, bytes.count) {
        case (.none, _): false
        case (.html, 2): bytes[0] == 0xC2 && bytes[1] < 0xA0
        case (.xml, 3): bytes[0] == 0xEF && bytes[1] == 0xBF && bytes[2] >= 0xBE
        case (.html, 3):
            bytes[0] == 0xEF
                && (bytes[1] == 0xBF && bytes[2] >= 0xBE || bytes[1] == 0xB7 && (0x90...0xAF).contains(bytes[2]))
        case (.html, _): bytes[1] & 0x0F == 0x0F && bytes[2] == 0xBF && bytes[3] >= 0xBE
        case (.xml, _): false
        }
    }
}
