package import Message

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

/// A violation of the JSON syntax (RFC 8259), with its position in the text.
public struct JSONError: Error, Equatable, Sendable {
    /// The parts of a text that can be cut off by its end.
    public enum Part: String, Sendable {
        case value, object, list, string
    }

    /// The tokens that a text can lack.
    public enum Token: String, Sendable {
        case value, name, colon, commaOrBrace, commaOrBracket, digit, hexadecimalDigits
        case `true`, `false`, null
    }

    /// The kinds of violations.
    public enum Kind: Equatable, Sendable {
        /// The text ends too early.
        case endOfText(inside: Part)
        case expected(Token)
        /// An object has two members of this name.
        case duplicateName(String)
        /// Lists and objects are nested too deeply.
        case tooDeep(maximum: Int)
        case trailingContent
        case leadingZero
        case controlCharacter
        case unknownEscape
        case unpairedSurrogate
        case invalidUTF8
    }

    /// The kind of the violation.
    public let kind: Kind
    /// The offset of the offending byte, from 0.
    public let offset: Int
    /// The line in the text, from 1.
    public let line: Int
    /// The byte within the line, from 1.
    public let column: Int
}

extension JSONError.Kind: MessageConvertible {
    /// The violation as a clause, without its position.
    package var message: Message {
        switch self {
        case .endOfText(let part): Message("json.endOfText.\(part.rawValue)")
        case .expected(let token): Message("json.expected.\(token.rawValue)")
        case .duplicateName(let name): Message("json.duplicateName", ["name": name])
        case .tooDeep(let maximum): Message("json.tooDeep", ["maximum": .value(maximum)])
        case .trailingContent: Message("json.trailingContent")
        case .leadingZero: Message("json.leadingZero")
        case .controlCharacter: Message("json.controlCharacter")
        case .unknownEscape: Message("json.unknownEscape")
        case .unpairedSurrogate: Message("json.unpairedSurrogate")
        case .invalidUTF8: Message("json.invalidUTF8")
        }
    }
}

extension JSONScanner {
    /// The location of a string's bytes: in the text itself, or unescaped in the scratch array.
    public enum RawText {
        case slice(UnsafeBufferPointer<UInt8>)
        case unescaped
    }

    /// Reads the next value as the bytes of a string; returns nil if it is not a string or is damaged.
    ///
    /// Creates no String and does not check the encoding: for lists whose texts were checked when they were written.
    /// - Parameter scratch: receives the bytes of a string that contains escapes.
    public mutating func rawText(_ scratch: inout [UInt8]) -> RawText? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        let start = index
        let bytes = bytes
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\") { end &+= 1 }
        index = end
        if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
            index = end &+ 1
            return .slice(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        }
        scratch = Array(bytes[start..<index])
        return (try? unescape(into: &scratch)) == nil ? nil : .unescaped
    }

    /// Reads the string whose opening quote is the next byte.
    mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                let text = try decoded(bytes[start..<index])
                index += 1
                return text
            case UInt8(ascii: "\\"):
                var text = Array(bytes[start..<index])
                try unescape(into: &text)
                index -= 1
                let result = try decoded(text)
                index += 1
                return result
            case 0..<0x20: throw syntaxError(.controlCharacter)
            default: index += 1
            }
        }
        throw syntaxError(.endOfText(inside: .string))
    }

    private func decoded(_ bytes: some Collection<UInt8>) throws(JSONError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw syntaxError(.invalidUTF8) }
        return text
    }

    /// Appends the rest of a string and skips its closing quote.
    private mutating func unescape(into text: inout [UInt8]) throws(JSONError) {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return
            case UInt8(ascii: "\\"):
                index += 1
                try escape(into: &text)
            case 0..<0x20: throw syntaxError(.controlCharacter)
            default:
                text.append(byte)
                index += 1
            }
        }
        throw syntaxError(.endOfText(inside: .string))
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let byte = peek
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte ?? 0)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code) {
                for byte in "\\u".utf8 {
                    guard peek == byte else { throw syntaxError(.unpairedSurrogate) }
                    index += 1
                }
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw syntaxError(.unpairedSurrogate) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw syntaxError(.unpairedSurrogate) }
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            index -= 1
            throw syntaxError(.unknownEscape)
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw syntaxError(.expected(.hexadecimalDigits))
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}

/// A JSON value (RFC 8259) that keeps the order of members and the exact text of numbers.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The number's exact text, such as `12.34` or `1e3`.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text.
    case object([JSONMember])

    /// A whole number.
    public static func number(_ number: some BinaryInteger) -> JSONValue { .number(String(number)) }

    /// The text, or null.
    public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// The text of a string; nil for other values.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// A whole number of at most 64 bits, written without fraction and exponent; nil for other values.
    public var integer: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }
    /// The truth value; nil for other values.
    public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    /// The elements of an array; nil for other values.
    public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The members of an object; nil for other values.
    public var object: [JSONMember]? { if case .object(let members) = self { members } else { nil } }

    /// The value of a member; nil if the value is not an object or has no member of this name.
    public subscript(name: String) -> JSONValue? { object?.first { $0.name == name }?.value }
}

/// A member of a JSON object.
public struct JSONMember: Equatable, Sendable {
    /// The member's name.
    public let name: String
    /// The member's value.
    public let value: JSONValue

    /// Creates a member.
    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue {
    /// The limit on nested lists and objects unless a caller sets another.
    public static let defaultMaximumDepth = 128

    /// Reads one JSON text, which is a single value of any kind. A byte order mark is skipped.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - rejectsDuplicateNames: whether two members of one name in an object are an error (RFC 7493, 2.3).
    ///   - maximumDepth: how deeply lists and objects may be nested.
    /// - Throws: the first violation of the syntax.
    public init(
        parsing bytes: [UInt8], rejectsDuplicateNames: Bool = true, maximumDepth: Int = defaultMaximumDepth
    ) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            try JSONValue(
                parsing: bytes, rejectsDuplicateNames: rejectsDuplicateNames, maximumDepth: maximumDepth)
        }
    }

    /// Reads one JSON text in memory that the caller owns, such as a column of a database.
    /// - Throws: the first violation of the syntax.
    public init(
        parsing bytes: UnsafeBufferPointer<UInt8>, rejectsDuplicateNames: Bool = true,
        maximumDepth: Int = defaultMaximumDepth
    ) throws(JSONError) {
        var scanner = JSONScanner(bytes, rejectsDuplicateNames: rejectsDuplicateNames, maximumDepth: maximumDepth)
        scanner.skipByteOrderMark()
        self = try scanner.wholeText()
    }

    /// The value as JSON text without white space.
    public var encoded: [UInt8] {
        var writer = JSONWriter(.compact, controls: .numbered)
        writer.add(self)
        return writer.bytes
    }
}

/// The changes, insertions, removals and swaps of neighbours between two names (optimal string alignment).
package func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (i, x) in one.enumerated() {
        var row = [i + 1]
        for (j, y) in other.enumerated() {
            var cost = min(last[j] + (x == y ? 0 : 1), last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, x == other[j - 1], one[i - 1] == y { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[other.count]
}
