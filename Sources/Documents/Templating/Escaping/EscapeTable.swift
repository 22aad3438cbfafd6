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

/// The way in which a value is written in its context.
enum Escape: UInt8, Hashable, Sendable {
    /// As it is: plain text, safe markup, trusting templates.
    case none
    /// HTML text, title, textarea and quoted attributes.
    case html
    /// XML text.
    case xmlText
    /// A quoted XML attribute: white space is kept by character references (XML 1.0, section 3.3.3).
    case xmlAttribute
    /// A whole CSV field (RFC 4180), kept from being read as a formula.
    case csvField
    /// A whole JSON value (RFC 8259).
    case jsonValue
    /// The name of a member of a JSON object: only a text is one.
    case jsonName
    /// A whole URL in a quoted attribute: its scheme is looked at.
    case url
    /// A whole URL that brings in code: only a trusted one is written.
    case codeURL
    /// A whole URL among several, in `srcset`.
    case urlInSet
    /// One component of a URL.
    case urlComponent
    /// A part of the host and port of a URL.
    case urlHost
    /// A part of an address after `mailto:` or of a number after `tel:`.
    case urlMailbox
    /// Inside a Typst string.
    case typst
    /// A whole URL in a string that Typst follows: its scheme is looked at.
    case typstURL

    /// Whether it is ``html``, ``xmlText`` or ``xmlAttribute``, which escape text and numbers alike.
    @inline(__always) var isMarkup: Bool { rawValue &- Self.html.rawValue <= 2 }
}

/// Escaping by a table, a byte or a character at a time. ``FastMarkupEscaper`` writes the same for HTML and XML.
extension OutputWindow {
    /// Writes text, replacing bytes as the table says.
    mutating func write(_ text: Span<UInt8>, escaped table: EscapeTable) throws {
        var index = 0
        while index < text.count { index += try writeCharacter(of: text, at: index, table) }
    }

    /// Writes one byte, or one whole character past ASCII; returns how many bytes of the text that is.
    @inline(__always)
    mutating func writeCharacter(of text: Span<UInt8>, at index: Int, _ table: EscapeTable) throws -> Int {
        let entry = table.entries[Int(text[index])]
        if entry == .kept {
            try write(text[index])
            return 1
        }
        guard entry == .sequence else {
            try write(entry)
            return 1
        }
        let length = UTF8Sequence.length(in: text, at: index)
        if length == 0 || table.noncharacters.contain(text.extracting(index..<index + length)) {
            try write(EscapeTable.Entry.replacement)
        } else {
            for position in index..<index + length { try write(text[position]) }
        }
        return max(length, 1)
    }
}

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
