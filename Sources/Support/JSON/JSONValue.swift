/// A value of JSON (RFC 8259) with its numbers as they are written.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The number's exact text, such as `12.34` or `1e3`.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text.
    case object([JSONMember])

    /// The value of a member, nil where this is no object or has none of that name.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// Reads one JSON text, which is a single value of any kind; see ``JSONScanner``.
    ///
    /// A byte order mark is skipped; no name may stand twice in an object.
    /// - Throws: what is wrong, and where.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        var read: Result<JSONValue, JSONError> = .success(.null)
        bytes.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes, rejectsDuplicateNames: true)
            scanner.skipByteOrderMark()
            read = Result { () throws(JSONError) in try scanner.wholeText() }
        }
        self = try read.get()
    }
}

/// A member of a JSON object.
public struct JSONMember: Equatable, Sendable {
    /// The member's name.
    public let name: String
    /// What it holds.
    public let value: JSONValue

    /// A member of that name and value.
    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}
