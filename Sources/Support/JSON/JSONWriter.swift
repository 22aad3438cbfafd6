/// Writes JSON (RFC 8259) member by member, exactly and in order.
///
///     var json = JSONWriter(.pretty)
///     json.object { json in
///         json.add("name", .string("Lamp"))
///         json.array("tags") { json in json.add(.string("antique")) }
///     }
///
/// Text is UTF-8; only `"`, `\` and control characters are escaped. Long lists are opened with ``open(_:as:)`` and
/// drained on the way. The caller balances ``open(_:as:)`` and ``close(_:)`` and passes names for members of objects only.
public struct JSONWriter: Sendable {
    /// The white space between the parts.
    public enum Layout: Sendable {
        /// No white space.
        case compact
        /// One member a line, two spaces a level, and a line end after the text.
        case pretty
    }

    /// The two kinds of values that contain others.
    public enum Container: Sendable {
        case object, array
    }

    /// The bytes written since the last ``drain()``.
    public private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private let controls: JSONString.Controls
    private var depth = 0
    /// Whether the next value is the first of its list or object.
    private var isFirst = true

    /// Creates a writer.
    /// - Parameter layout: the white space between the parts.
    public init(_ layout: Layout = .compact) {
        self.init(layout, controls: .named)
    }

    package init(_ layout: Layout, controls: JSONString.Controls) {
        isPretty = layout == .pretty
        self.controls = controls
    }

    /// The text written since the last ``drain()``.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Makes room for a text of about `count` bytes.
    public mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

    /// Returns the text written since the last call and forgets it.
    public mutating func drain() -> String {
        defer { bytes.removeAll(keepingCapacity: true) }
        return text
    }

    // MARK: Lists and objects

    /// Writes an object, as a member of another if `name` is given.
    public mutating func object(_ name: String? = nil, _ body: (inout JSONWriter) -> Void) {
        open(.object, as: name)
        body(&self)
        close(.object)
    }

    /// Writes a list, as a member of an object if `name` is given.
    public mutating func array(_ name: String? = nil, _ body: (inout JSONWriter) -> Void) {
        open(.array, as: name)
        body(&self)
        close(.array)
    }

    /// Opens an object or list that ``close(_:)`` ends.
    public mutating func open(_ container: Container, as name: String? = nil) {
        begin(name)
        bytes.append(container == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        depth += 1
        isFirst = true
    }

    /// Closes the innermost object or list.
    public mutating func close(_ container: Container) {
        depth -= 1
        if !isFirst, isPretty { breakLine() }
        bytes.append(container == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        isFirst = false
        if depth == 0, isPretty { bytes.append(UInt8(ascii: "\n")) }
    }

    // MARK: Values

    /// Writes a member of an object.
    public mutating func add(_ name: String, _ value: JSONValue) { write(value, as: name) }

    /// Writes an element of a list, or the only value of the text.
    public mutating func add(_ value: JSONValue) { write(value, as: nil) }

    /// Writes a value that is compact JSON text already.
    public mutating func add(_ name: String? = nil, raw json: some Sequence<UInt8>) {
        begin(name)
        bytes.append(contentsOf: json)
    }

    private mutating func write(_ value: JSONValue, as name: String?) {
        switch value {
        case .array(let elements):
            array(name) { json in
                for element in elements { json.add(element) }
            }
        case .object(let members):
            object(name) { json in
                for member in members { json.add(member.name, member.value) }
            }
        case .null:
            begin(name)
            bytes += "null".utf8
        case .bool(let flag):
            begin(name)
            bytes += (flag ? "true" : "false").utf8
        case .number(let digits):
            begin(name)
            bytes += digits.utf8
        case .string(let text):
            begin(name)
            JSONString.append(text, to: &bytes, controls: controls)
        }
    }

    private mutating func begin(_ name: String?) {
        if depth > 0 {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            if isPretty { breakLine() }
        }
        isFirst = false
        if let name {
            JSONString.append(name, to: &bytes, controls: controls)
            bytes.append(UInt8(ascii: ":"))
            if isPretty { bytes.append(UInt8(ascii: " ")) }
        }
    }

    private mutating func breakLine() {
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { bytes += "  ".utf8 }
    }
}
