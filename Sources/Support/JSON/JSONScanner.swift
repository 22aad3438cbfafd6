/// Reads JSON text in memory (RFC 8259), strictly: UTF-8, no comments, no commas at the end, no lone surrogates.
///
/// The only JSON reader of the package. Foundation's decoder does not fit: errors need line and column, numbers their
/// exact digits, members their order, and repeated names must be noticed. ``rawText(_:)`` walks a list of strings
/// without creating values.
public struct JSONScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0
    private let rejectsDuplicateNames: Bool
    private let maximumDepth: Int
    private let enclosingDepth: Int

    /// Creates a scanner at the first byte.
    /// - Parameters:
    ///   - bytes: the text; it must outlive the scanner.
    ///   - rejectsDuplicateNames: whether two members of one name in an object are an error (RFC 7493, 2.3).
    ///   - maximumDepth: how deeply lists and objects may be nested.
    ///   - enclosingDepth: number of lists and objects that already enclose the text.
    public init(
        _ bytes: UnsafeBufferPointer<UInt8>, rejectsDuplicateNames: Bool = false,
        maximumDepth: Int = JSONValue.defaultMaximumDepth,
        enclosingDepth: Int = 0
    ) {
        self.bytes = bytes
        self.rejectsDuplicateNames = rejectsDuplicateNames
        self.maximumDepth = maximumDepth
        self.enclosingDepth = enclosingDepth
    }

    /// Skips a byte order mark at the start of the text.
    public mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    // MARK: Steps

    /// Whether only white space is left.
    public var isAtEnd: Bool {
        mutating get { nextByte() == nil }
    }

    /// Skips white space and then `byte`, and returns whether `byte` was there.
    public mutating func skip(_ byte: UInt8) -> Bool {
        // Lists that the program itself wrote have no white space: test the current byte first.
        guard peek == byte || nextByte() == byte else { return false }
        index += 1
        return true
    }

    /// Skips white space and returns the next byte without consuming it.
    mutating func nextByte() -> UInt8? {
        while index < bytes.count {
            let byte = bytes[index]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            index += 1
        }
        return nil
    }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    func syntaxError(_ kind: JSONError.Kind) -> JSONError {
        let before = bytes[..<min(index, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONError(
            kind: kind, offset: before.count, line: before.count { $0 == 0x0A } + 1,
            column: before.count - lineStart + 1)
    }

    // MARK: Values

    /// Reads the text as one value.
    /// - Throws: the first violation of the syntax.
    public mutating func wholeText() throws(JSONError) -> JSONValue {
        let value = try value()
        guard isAtEnd else { throw syntaxError(.trailingContent) }
        return value
    }

    /// Reads the next value.
    /// - Throws: the first violation of the syntax.
    public mutating func value() throws(JSONError) -> JSONValue { try value(depth: enclosingDepth) }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < maximumDepth else { throw syntaxError(.tooDeep(maximum: maximumDepth)) }
        switch nextByte() {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try keyword(.true, .bool(true))
        case UInt8(ascii: "f"): return try keyword(.false, .bool(false))
        case UInt8(ascii: "n"): return try keyword(.null, .null)
        case .some(let byte) where byte == UInt8(ascii: "-") || isDigit(byte): return .number(try number())
        case nil: throw syntaxError(.endOfText(inside: .value))
        default: throw syntaxError(.expected(.value))
        }
    }

    private mutating func members(depth: Int) throws(JSONError) -> [JSONMember] {
        index += 1
        var members: [JSONMember] = []
        // The names of an object of many members: a set costs more than comparing a few.
        var names: Set<String> = []
        if skip(UInt8(ascii: "}")) { return members }
        while true {
            guard nextByte() == UInt8(ascii: "\"") else { throw syntaxError(.expected(.name)) }
            let name = try string()
            if rejectsDuplicateNames {
                if members.count == 8 { names = Set(members.map(\.name)) }
                let isNew =
                    members.count < 8 ? !members.contains { $0.name == name } : names.insert(name).inserted
                guard isNew else { throw syntaxError(.duplicateName(String(name.prefix(80)))) }
            }
            guard skip(UInt8(ascii: ":")) else { throw syntaxError(.expected(.colon)) }
            members.append(JSONMember(name: name, value: try value(depth: depth + 1)))
            switch nextByte() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "}"):
                index += 1
                return members
            case nil: throw syntaxError(.endOfText(inside: .object))
            default: throw syntaxError(.expected(.commaOrBrace))
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
            case nil: throw syntaxError(.endOfText(inside: .list))
            default: throw syntaxError(.expected(.commaOrBracket))
            }
        }
    }

    private mutating func keyword(_ word: JSONError.Token, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for byte in word.rawValue.utf8 {
            guard peek == byte else { throw syntaxError(.expected(word)) }
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
        if isDigit(peek) { throw syntaxError(.leadingZero) }
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
        guard isDigit(peek) else { throw syntaxError(.expected(.digit)) }
        while isDigit(peek) { index += 1 }
    }
}
