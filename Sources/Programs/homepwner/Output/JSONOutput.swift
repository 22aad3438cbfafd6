import JSON

/// Writes JSON (RFC 8259) member by member, exactly and in order.
///
/// Two spaces a level; text is UTF-8, with only `"`, `\` and control characters escaped.
struct JSONOutput {
    private var bytes: [UInt8] = []
    private var depth = 0
    private var isFirst = true

    /// What is written so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// What stands in a member.
    enum Value {
        case text(String)
        /// A number as it stands in JSON.
        case number(String)
        case flag(Bool)
        case null

        static func number(_ number: some BinaryInteger) -> Value { .number(String(number)) }
        /// The text, or null.
        static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
    }

    /// Writes an object.
    mutating func object(_ name: String? = nil, _ body: (inout JSONOutput) -> Void) {
        nest(name, "{", "}", body)
    }

    /// Writes an array.
    mutating func array(_ name: String? = nil, _ body: (inout JSONOutput) -> Void) {
        nest(name, "[", "]", body)
    }

    /// Writes a member of an object, or an element of an array where it has no name.
    mutating func add(_ name: String? = nil, _ value: Value) {
        begin(name)
        switch value {
        case .text(let content): write(content)
        case .number(let digits): append(digits)
        case .flag(let flag): append(flag ? "true" : "false")
        case .null: append("null")
        }
    }

    /// Hands out what is written so far and goes on.
    mutating func drain() -> String {
        defer { bytes.removeAll(keepingCapacity: true) }
        return text
    }

    private mutating func nest(
        _ name: String?, _ opening: String, _ closing: String, _ body: (inout JSONOutput) -> Void
    ) {
        open(opening, as: name)
        body(&self)
        close(closing)
    }

    /// Opens an object or array that is closed by ``close(_:)``, for long ones that are drained on the way.
    mutating func open(_ opening: String, as name: String? = nil) {
        begin(name)
        append(opening)
        depth += 1
        isFirst = true
    }

    /// Closes the innermost object or array.
    mutating func close(_ closing: String) {
        depth -= 1
        if !isFirst { breakLine() }
        append(closing)
        isFirst = false
        if depth == 0 { append("\n") }
    }

    private mutating func begin(_ name: String?) {
        if depth > 0 {
            if !isFirst { append(",") }
            breakLine()
        }
        isFirst = false
        if let name {
            write(name)
            append(": ")
        }
    }

    private mutating func breakLine() {
        append("\n")
        for _ in 0..<depth { append("  ") }
    }

    private mutating func append(_ piece: String) { bytes.append(contentsOf: piece.utf8) }

    private mutating func write(_ content: String) { JSONString.append(content, to: &bytes, .named) }
}
