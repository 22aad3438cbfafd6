/// Reads JSON text in memory (RFC 8259), strictly: UTF-8, no comments, no commas at the end, no lone surrogates.
///
/// One reader serves imports, the inventory's own lists and journal, and the data of templates. Foundation's decoder would not do: faults have to
/// be told with line and column, numbers kept to the digit, members kept in order and repeated names noticed; and a
/// list's texts are handed out as the bytes they are, without a value being made.
public struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0
    private let rejectsDuplicateNames: Bool
    private let maximumDepth: Int
    private let enclosingDepth: Int

    /// Begins at the first byte.
    /// - Parameters:
    ///   - bytes: the text, good for as long as the scanner is used.
    ///   - rejectsDuplicateNames: whether a name that stands twice in an object is a fault.
    ///   - deepest: how many lists and objects may stand inside each other.
    ///   - around: how many of them stand around the text already.
    public init(
        _ bytes: UnsafeBufferPointer<UInt8>, rejectsDuplicateNames: Bool = false, maximumDepth: Int = 128,
        enclosingDepth: Int = 0
    ) {
        self.bytes = bytes
        self.rejectsDuplicateNames = rejectsDuplicateNames
        self.maximumDepth = maximumDepth
        self.enclosingDepth = enclosingDepth
    }

    /// Goes past a byte order mark, which may begin a text.
    public mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    // MARK: Steps

    /// Whether nothing but spaces is left.
    public var isAtEnd: Bool {
        mutating get { nextByte() == nil }
    }

    /// Goes past one byte if it is the next but for spaces.
    public mutating func skip(_ byte: UInt8) -> Bool {
        // Lists that the program wrote itself have no spaces.
        guard peek == byte || nextByte() == byte else { return false }
        index += 1
        return true
    }

    /// The next byte that is no space; it is not gone past.
    mutating func nextByte() -> UInt8? {
        while index < bytes.count {
            let byte = bytes[index]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            index += 1
        }
        return nil
    }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    func syntaxError(_ problem: String, remedy: String? = nil) -> JSONError {
        let before = bytes[..<min(index, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONError(
            problem: problem, remedy: remedy, offset: before.count, line: before.count { $0 == 0x0A } + 1,
            column: before.count - lineStart + 1)
    }

    // MARK: Values

    /// The one value of the text.
    /// - Throws: what is wrong, and where.
    public mutating func wholeText() throws(JSONError) -> JSONValue {
        let value = try value()
        guard isAtEnd else { throw syntaxError("something follows the end of the JSON text") }
        return value
    }

    /// The next value.
    /// - Throws: what is wrong, and where.
    public mutating func value() throws(JSONError) -> JSONValue { try value(depth: enclosingDepth) }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < maximumDepth else { throw syntaxError("more than \(maximumDepth) levels deep") }
        switch nextByte() {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(let byte) where byte == UInt8(ascii: "-") || isDigit(byte): return .number(try number())
        case nil: throw syntaxError("the file ends in the middle of a value")
        default: throw syntaxError("expected a value")
        }
    }

    private mutating func members(depth: Int) throws(JSONError) -> [JSONMember] {
        index += 1
        var members: [JSONMember] = []
        var names: Set<String> = []
        if skip(UInt8(ascii: "}")) { return members }
        while true {
            guard nextByte() == UInt8(ascii: "\"") else { throw syntaxError("expected a name in quotes") }
            let name = try string()
            if rejectsDuplicateNames, !names.insert(name).inserted {
                throw syntaxError("the name '\(name.prefix(80))' stands twice")
            }
            guard skip(UInt8(ascii: ":")) else { throw syntaxError("expected a colon") }
            members.append(JSONMember(name: name, value: try value(depth: depth + 1)))
            switch nextByte() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "}"):
                index += 1
                return members
            case nil: throw syntaxError("the file ends inside an object")
            default: throw syntaxError("expected a comma or '}'")
            }
        }
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
        index += 1
        var elements: [JSONValue] = []
        if skip(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try value(depth: depth + 1))
            switch nextByte() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "]"):
                index += 1
                return elements
            case nil: throw syntaxError("the file ends inside a list")
            default: throw syntaxError("expected a comma or ']'")
            }
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for byte in word.utf8 {
            guard peek == byte else { throw syntaxError("expected \(word)") }
            index += 1
        }
        return value
    }

    // MARK: Numbers

    private func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- UInt8(ascii: "0") <= 9 } ?? false }

    private mutating func number() throws(JSONError) -> String {
        let start = index
        if peek == UInt8(ascii: "-") { index += 1 }
        if peek == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if isDigit(peek) { throw syntaxError("a number begins with a needless 0") }
        if peek == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        guard isDigit(peek) else { throw syntaxError("expected a digit") }
        while isDigit(peek) { index += 1 }
    }
}
