/// Follows the literal text of a URL in an attribute as a browser reads it: character references are decoded, and what
/// browsers leave out of a scheme is left out (WHATWG URL, 4.4).
struct URLEscapingContext: Hashable, Sendable {
    /// The part of a URL at the compiler's position.
    enum Part: UInt8, Hashable {
        /// Before anything: a value here is the whole URL, whose scheme is looked at.
        case start
        /// After something that may still turn out to be a scheme.
        case beforeColon
        /// Past any scheme: a value here is one component.
        case component
        /// After the URL of an image candidate: its width or density.
        case descriptor
        /// After a scheme that is not known to be harmless: no value is safe here.
        case refused
    }

    /// Part of the URL after the scheme.
    enum Area: UInt8, Hashable {
        case path
        /// After `http:` or `https:`, and after one slash there.
        case afterScheme, afterSlash
        case host
        /// After `mailto:` or `tel:`.
        case mailbox
    }

    var part = Part.start
    private(set) var area = Area.path
    /// Whether the URL that is being read contains a value before this place.
    var hasValue = false
    /// The literal part of the scheme, in lower case.
    private(set) var scheme = ""
    /// Whether a comma of an image set was read last, outside of a width.
    private var isAfterComma = false
    /// The part of a character reference read so far, without its `&`; nil outside of one.
    private var reference: String?

    /// Advances over one byte of literal text; returns a diagnostic if it would make a value the URL's scheme.
    mutating func advance(over byte: UInt8, inImageSet: Bool) -> LiteralDiagnostic? {
        guard let read = reference else {
            if byte == UInt8(ascii: "&") {
                reference = ""
                return nil
            }
            return follow(byte, inImageSet)
        }
        if CharacterReference.goesOn(read, byte), read.utf8.count < CharacterReference.longest {
            // Noughts in front mean nothing, and there may be any number of them.
            let isNought = byte == UInt8(ascii: "0") && ["#", "#x", "#X"].contains(read)
            if !isNought { reference = read + String(UnicodeScalar(byte)) }
            return nil
        }
        reference = nil
        let literalDiagnostic = follow(CharacterReference.decode(read), inImageSet)
        if byte == UInt8(ascii: ";") { return literalDiagnostic }
        return literalDiagnostic ?? advance(over: byte, inImageSet: inImageSet)
    }

    /// Advances over one byte that is not part of a character reference.
    mutating func follow(_ byte: UInt8, _ inImageSet: Bool) -> LiteralDiagnostic? {
        if inImageSet {
            let isAfterComma = isAfterComma
            self.isAfterComma = false
            if byte == UInt8(ascii: ",") {
                // A comma ends a candidate after its width, or if a blank follows it; else it is part of the URL.
                if part == .start || part == .descriptor {
                    self = URLEscapingContext()
                } else {
                    self.isAfterComma = true
                }
                return nil
            }
            if HTMLEscapingContext.isBlank(byte) {
                if isAfterComma { self = URLEscapingContext() } else if part != .start { enter(.descriptor) }
                return nil
            }
            if part == .descriptor { return nil }
        }
        guard part == .start || part == .beforeColon else {
            followRest(byte)
            return nil
        }
        switch byte {
        // Browsers remove these from a URL, and blanks and controls before it.
        case 0x09, 0x0A, 0x0D: break
        case 0...0x20 where part == .start: break
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
            if part == .start, byte == UInt8(ascii: "/") { area = .afterSlash }
            enter(.component)
        case UInt8(ascii: ":"):
            if hasValue {
                enter(.component)
                return .valueAsScheme
            }
            guard URLEscaper.schemes.contains(scheme) else {
                part = .refused
                return nil
            }
            area = scheme == "mailto" || scheme == "tel" ? .mailbox : .afterScheme
            enter(.component)
        default:
            part = .beforeColon
            // A long one is none that is allowed; it only has to stay so.
            if scheme.utf8.count < 16 { scheme += HTMLEscapingContext.lowercase(byte) }
        }
        return nil
    }

    private mutating func followRest(_ byte: UInt8) {
        let isSlash = byte == UInt8(ascii: "/")
        switch area {
        case .path: break
        case _ where byte == 0x09 || byte == 0x0A || byte == 0x0D: break
        case .afterScheme: area = isSlash ? .afterSlash : .path
        case .afterSlash: area = isSlash ? .host : .path
        case .host, .mailbox:
            let isEnd = byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
            if isEnd || area == .host && (isSlash || byte == UInt8(ascii: "\\")) { area = .path }
        }
    }

    private mutating func enter(_ part: Part) {
        self.part = part
        scheme = ""
    }

    /// Whether a value would be part of a character reference that decides about the scheme.
    var isInReference: Bool { reference != nil && part != .component && part != .descriptor }

    /// Notes a value; `isTrusted` for a URL that the program vouches for.
    mutating func takeValue(isTrusted: Bool) {
        reference = nil
        isAfterComma = false
        hasValue = true
        if part == .start { enter(isTrusted ? .component : .beforeColon) }
        if area == .afterScheme || area == .afterSlash { area = .path }
    }

    /// The context after a branch that may or may not have been taken; nil if the two cannot be distinguished later.
    func joined(with other: URLEscapingContext) -> URLEscapingContext? {
        if self == other { return self }
        guard reference == other.reference, isAfterComma == other.isAfterComma else { return nil }
        let parts: Set = [part, other.part]
        // Between the candidates of an image set, most often the branch is the comma.
        if parts == [.descriptor, .start] { return URLEscapingContext() }
        guard parts.isDisjoint(with: [.descriptor, .refused]) else { return nil }
        var joined = self
        // A value that is escaped for the path is safe anywhere.
        joined.area = area == other.area ? area : .path
        joined.hasValue = hasValue || other.hasValue
        joined.part = parts == [.component] ? .component : .beforeColon
        // A colon after this makes a scheme that is not known.
        joined.scheme = joined.part == .component || scheme == other.scheme ? scheme : "?"
        return joined
    }
}

/// Character references in attribute values (WHATWG HTML, 13.2.5.72 and on), as far as they can make up a scheme.
enum CharacterReference {
    /// Longer than any name or number of a character.
    static let longest = 40

    /// The references to characters of a scheme or its end, or to characters that browsers remove from it.
    private static let named: [String: UInt8] = [
        "colon": UInt8(ascii: ":"), "sol": UInt8(ascii: "/"), "quest": UInt8(ascii: "?"), "num": UInt8(ascii: "#"),
        "Tab": 0x09, "NewLine": 0x0A,
    ]

    /// Whether a byte is a further part of a reference.
    static func goesOn(_ read: String, _ byte: UInt8) -> Bool {
        let isDigit = (0x30...0x39).contains(byte)
        guard read.utf8.first == UInt8(ascii: "#") else {
            return isDigit || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "#") && read.isEmpty
        }
        if read == "#", byte | 0x20 == UInt8(ascii: "x") { return true }
        let isHexadecimal = read.utf8.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        return isDigit || isHexadecimal && (0x61...0x66).contains(byte | 0x20)
    }

    /// The character of a reference; DEL if the character cannot occur in a scheme.
    static func decode(_ read: String) -> UInt8 {
        guard read.utf8.first == UInt8(ascii: "#") else { return named[read] ?? 0x7F }
        let digits = read.dropFirst()
        let code =
            digits.first == "x" || digits.first == "X"
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        return code.flatMap { $0 < 0x7F ? UInt8($0) : nil } ?? 0x7F
    }
}
