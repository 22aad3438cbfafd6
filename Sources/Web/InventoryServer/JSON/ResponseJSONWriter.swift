import JSON

/// Writes JSON (RFC 8259) member by member into bytes, without spaces.
struct ResponseJSONWriter {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    init() { bytes.reserveCapacity(1536) }

    mutating func object(_ name: String? = nil, _ body: (inout ResponseJSONWriter) -> Void) {
        nest(name, UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    mutating func array(_ name: String? = nil, _ body: (inout ResponseJSONWriter) -> Void) {
        nest(name, UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    mutating func add(_ name: String?, _ text: String) {
        begin(name)
        write(text)
    }

    /// A text in a list.
    mutating func append(_ text: String) {
        begin(nil)
        write(text)
    }

    mutating func add(_ name: String?, _ number: some BinaryInteger) {
        begin(name)
        bytes += String(number).utf8
    }

    mutating func add(_ name: String?, _ flag: Bool) {
        begin(name)
        bytes += (flag ? "true" : "false").utf8
    }

    mutating func addNull(_ name: String? = nil) {
        begin(name)
        bytes += "null".utf8
    }

    /// A number in JSON syntax.
    mutating func add(_ name: String? = nil, number digits: String) {
        begin(name)
        bytes += digits.utf8
    }

    /// A value that is already JSON.
    mutating func add(_ name: String? = nil, raw json: [UInt8]) {
        begin(name)
        bytes += json
    }

    mutating func open(_ name: String) {
        begin(name)
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
    }

    mutating func close() {
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    private mutating func nest(
        _ name: String?, _ start: UInt8, _ end: UInt8, _ body: (inout ResponseJSONWriter) -> Void
    ) {
        begin(name)
        bytes.append(start)
        isFirst = true
        body(&self)
        bytes.append(end)
        isFirst = false
    }

    private mutating func begin(_ name: String?) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        guard let name else { return }
        bytes.append(UInt8(ascii: "\""))
        bytes += name.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func write(_ text: String) { JSONString.append(text, to: &bytes, .named) }
}
