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

    /// Reads one JSON text, which is a single value of any kind.
    ///
    /// Strict: UTF-8 (a byte order mark is skipped), no comments, no commas at the end, no name twice in an object, no
    /// lone surrogates, at most 128 levels deep.
    /// - Parameter file: the text's name in messages.
    /// - Throws: ``InterchangeError`` of kind `damaged`, with line and column.
    public init(parsing bytes: [UInt8], file: String = "") throws(InterchangeError) {
        do throws(InterchangeError) {
            var parser = JSONParser(InputWindow(bytes: bytes, file: file), refusesDuplicates: true)
            self = try parser.wholeText()
        } catch {
            throw error.inFile(file)
        }
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
