/// Reads the JSON text that ``JSONWriter`` writes (RFC 8259, whole numbers only). Damaged text reads as nil.
struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    /// Deeper nesting than anything written here is damage.
    private static let deepest = 16

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The one value of a text.
    static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        var reader = JSONReader(bytes)
        guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
        return value
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index == bytes.count
        }
    }

    @inline(__always)
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] <= 0x20, JSONReader.isSpace(bytes[index]) { index += 1 }
    }

    /// Goes past one byte if it is the next.
    mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skip(word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            guard bytes.count - index >= word.count, bytes[index..<(index + word.count)].elementsEqual(word) else {
                return false
            }
            index += word.count
            return true
        }
    }

    private mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        guard index < bytes.count, depth < JSONReader.deepest else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "\""): return text().map(JSONValue.text)
        case UInt8(ascii: "["): return list(depth: depth)
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "t"): return skip(word: "true") ? .flag(true) : nil
        case UInt8(ascii: "f"): return skip(word: "false") ? .flag(false) : nil
        case UInt8(ascii: "n"): return skip(word: "null") ? .null : nil
        default: return integer()
        }
    }

    private mutating func list(depth: Int) -> JSONValue? {
        index += 1
        var values: [JSONValue] = []
        if skip(UInt8(ascii: "]")) { return .list(values) }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: "]")) ? .list(values) : nil
    }

    private mutating func object(depth: Int) -> JSONValue? {
        index += 1
        var members: [(name: String, value: JSONValue)] = []
        if skip(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard let name = text(), skip(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
            members.append((name, value))
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: "}")) ? .object(members) : nil
    }

    private mutating func integer() -> JSONValue? {
        let start = index
        while index < bytes.count, bytes[index] == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[index]) {
            index += 1
        }
        return Int64(String(decoding: bytes[start..<index], as: UTF8.self)).map(JSONValue.integer)
    }

    private mutating func text() -> String? {
        var scratch: [UInt8] = []
        switch rawText(&scratch) {
        case .slice(let run): return String(decoding: run, as: UTF8.self)
        case .unescaped: return String(decoding: scratch, as: UTF8.self)
        case nil: return nil
        }
    }

    /// Where the bytes of a string are: in the text itself, or unescaped in the scratch array.
    enum RawText {
        case slice(UnsafeBufferPointer<UInt8>)
        case unescaped
    }

    mutating func rawText(_ scratch: inout [UInt8]) -> RawText? {
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
        index += 1
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") { index += 1 }
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "\"") {
            index += 1
            return .slice(UnsafeBufferPointer(rebasing: bytes[start..<(index - 1)]))
        }
        scratch = Array(bytes[start..<index])
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                guard let scalar = escaped() else { return nil }
                scratch.append(contentsOf: Array(String(Character(scalar)).utf8))
            } else {
                scratch.append(bytes[index])
                index += 1
            }
        }
        guard index < bytes.count else { return nil }
        index += 1
        return .unescaped
    }

    private mutating func escaped() -> Unicode.Scalar? {
        guard index + 1 < bytes.count else { return nil }
        index += 2
        switch bytes[index - 1] {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"):
            guard bytes.count - index >= 4 else { return nil }
            let digits = String(decoding: bytes[index..<(index + 4)], as: UTF8.self)
            index += 4
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
        case let byte where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/"):
            return Unicode.Scalar(byte)
        default: return nil
        }
    }
}
