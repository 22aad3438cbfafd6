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

/// Writes strings as JSON (RFC 8259, section 7).
package enum JSONString {
    /// The two ways to escape line ends and tabs; readers accept both.
    package enum Controls: Sendable {
        /// `\n`, `\r`, `\t`
        case named
        /// `\u000a`, `\u000d`, `\u0009`
        case numbered
    }

    /// Appends a text in quotes, with quotes, backslashes and control characters escaped.
    package static func append(_ text: String, to bytes: inout [UInt8], controls: Controls) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            var start = 0
            while true {
                let end = firstEscaped(text, from: start)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
                guard end < text.count else { break }
                append(text[end], to: &bytes, controls: controls)
                start = end + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The index of the next byte that is escaped, or the end.
    ///
    /// Compares eight bytes at a time: most texts have nothing to escape, and this is most of the work of an export.
    private static func firstEscaped(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        if let address = UnsafeRawPointer(text.baseAddress) {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let high: UInt64 = 0x8080_8080_8080_8080
            while index + 8 <= text.count {
                let bytes = address.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                // Sets the high bit of the first byte that is a control character, a quote or a backslash. Borrows may
                // set it in later bytes too, so only the lowest one counts (Warren, Hacker's Delight, 6-1).
                let quotes = bytes ^ ones &* UInt64(UInt8(ascii: "\""))
                let slashes = bytes ^ ones &* UInt64(UInt8(ascii: "\\"))
                let found =
                    ((bytes &- 0x20 &* ones) & ~bytes | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes)
                    & high
                if found != 0 { return index + found.littleEndian.trailingZeroBitCount / 8 }
                index += 8
            }
        }
        while index < text.count, !isEscaped(text[index]) { index += 1 }
        return index
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8], controls: Controls) {
        switch (byte, controls) {
        case (UInt8(ascii: "\""), _), (UInt8(ascii: "\\"), _): bytes += [UInt8(ascii: "\\"), byte]
        case (UInt8(ascii: "\n"), .named): bytes += "\\n".utf8
        case (UInt8(ascii: "\r"), .named): bytes += "\\r".utf8
        case (UInt8(ascii: "\t"), .named): bytes += "\\t".utf8
        case (0..<0x20, _): bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
        default: bytes.append(byte)
        }
    }
}
