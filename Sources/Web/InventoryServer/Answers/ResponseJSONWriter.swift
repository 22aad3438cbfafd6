import JSON

/// Writes JSON (RFC 8259) member by member into bytes, without blanks.
struct ResponseJSONWriter {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    init() { bytes.reserveCapacity(1536) }

    mutating func object(_ name: ResponseJSONKey? = nil, _ body: (inout ResponseJSONWriter) -> Void) {
        nest(name, UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    mutating func array(_ name: ResponseJSONKey? = nil, _ body: (inout ResponseJSONWriter) -> Void) {
        nest(name, UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    mutating func add(_ name: ResponseJSONKey?, _ text: String) {
        begin(name)
        write(text)
    }

    /// A text in a list.
    mutating func append(_ text: String) {
        begin(nil)
        write(text)
    }

    mutating func add(_ name: ResponseJSONKey?, _ number: some BinaryInteger) {
        begin(name)
        bytes += String(number).utf8
    }

    mutating func add(_ name: ResponseJSONKey?, _ flag: Bool) {
        begin(name)
        bytes += (flag ? "true" : "false").utf8
    }

    mutating func addNull(_ name: ResponseJSONKey? = nil) {
        begin(name)
        bytes += "null".utf8
    }

    /// A number, as it stands in JSON.
    mutating func add(_ name: ResponseJSONKey? = nil, number digits: String) {
        begin(name)
        bytes += digits.utf8
    }

    /// A value that is JSON already.
    mutating func add(_ name: ResponseJSONKey? = nil, raw json: [UInt8]) {
        begin(name)
        bytes += json
    }

    mutating func open(_ name: ResponseJSONKey) {
        begin(name)
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
    }

    mutating func close() {
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    private mutating func nest(
        _ name: ResponseJSONKey?, _ start: UInt8, _ end: UInt8, _ body: (inout ResponseJSONWriter) -> Void
    ) {
        begin(name)
        bytes.append(start)
        isFirst = true
        body(&self)
        bytes.append(end)
        isFirst = false
    }

    private mutating func begin(_ name: ResponseJSONKey?) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        guard let name else { return }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.bytes)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func write(_ text: String) { JSONString.append(text, to: &bytes, controls: .named) }
}

/// The name of a member: one of ours, with nothing to escape, at a place where it stays as long as the program runs.
struct ResponseJSONKey: ExpressibleByStringLiteral, Sendable {
    nonisolated(unsafe) fileprivate let bytes: UnsafeBufferPointer<UInt8>

    init(stringLiteral name: StaticString) {
        bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    }

    /// A name that is made while the program runs; its bytes are never given back.
    init(kept name: String) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
        _ = copy.initialize(from: name.utf8)
        bytes = UnsafeBufferPointer(copy)
    }
}
