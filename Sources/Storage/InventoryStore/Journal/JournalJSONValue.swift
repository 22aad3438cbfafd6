import JSON

/// A value of JSON text (RFC 8259) as the journal and the columns of lists hold it: numbers are whole.
enum JournalJSONValue: Equatable {
    case null
    case flag(Bool)
    case integer(Int64)
    case text(String)
    case list([JournalJSONValue])
    case object([(name: String, value: JournalJSONValue)])

    static func == (one: JournalJSONValue, other: JournalJSONValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.flag(let one), .flag(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
        case (.list(let one), .list(let other)): one == other
        case (.object(let one), .object(let other)):
            one.elementsEqual(other) { $0.name == $1.name && $0.value == $1.value }
        default: false
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var list: [JournalJSONValue]? { if case .list(let values) = self { values } else { nil } }
    var object: [(name: String, value: JournalJSONValue)]? {
        if case .object(let members) = self { members } else { nil }
    }
}

/// Writes JSON text, each string byte for byte except for the required escapes (RFC 8259, 7).
struct JournalJSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether the next member is the first of its object.
    private var isFirst = true

    /// Writes an object whose members the body adds; with a name, as a member of another object.
    mutating func object(_ name: String? = nil, _ body: (inout JournalJSONWriter) -> Void) {
        if let name { begin(name) }
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    /// Writes a member of an object.
    mutating func add(_ name: String, _ value: JournalJSONValue) {
        begin(name)
        write(value)
    }

    private mutating func begin(_ name: String) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        write(name)
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func write(_ value: JournalJSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .integer(let number): bytes += String(number).utf8
        case .text(let text): write(text)
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(value)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(member.name)
                bytes.append(UInt8(ascii: ":"))
                write(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Writes a list of texts.
    mutating func write(_ texts: [String]) {
        bytes.reserveCapacity(2 + texts.reduce(0) { $0 + $1.utf8.count + 3 })
        bytes.append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(text)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func write(_ text: String) { JSONString.append(text, to: &bytes, .numbered) }
}
