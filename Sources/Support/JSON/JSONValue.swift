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
