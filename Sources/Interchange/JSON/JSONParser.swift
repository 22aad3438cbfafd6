/// Reads JSON (RFC 8259) from a window on a file, value by value.
struct JSONParser: ~Copyable {
    static let depthLimit = 128
    /// The most bytes of one value.
    static let valueLimit = 64 << 20

    private var input: InputWindow
    private var bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var line = 1
    /// The place in the file where the line begins.
    private var lineStart: Int64 = 0
    private let refusesDuplicates: Bool

    init(_ input: consuming InputWindow, refusesDuplicates: Bool) {
        bytes = input.bytes
        self.input = input
        self.refusesDuplicates = refusesDuplicates
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
            lineStart = 3
        }
    }

    var bytesRead: Int64 { input.offset + Int64(index) }
    var totalBytes: Int64? { input.totalBytes }
    var position: (line: Int, column: Int) { (line, Int(input.offset + Int64(index) - lineStart) + 1) }

    func damaged(_ problem: String, remedy: String = "mend the JSON text or export it again") -> InterchangeError {
        let place = position
        return InterchangeError(.damaged, line: place.line, column: place.column, problem, remedy: remedy)
    }

    // MARK: Bytes

    /// The next byte, nil at the end.
    mutating func peek() throws(InterchangeError) -> UInt8? {
        if index < bytes.count { return bytes[index] }
        guard index <= JSONParser.valueLimit else {
            throw InterchangeError(
                .tooLarge, line: line, "a value is larger than 64 MiB", remedy: "an item holds at most 1 MiB a field")
        }
        let more = try input.extend()
        bytes = input.bytes
        return more ? bytes[index] : nil
    }

    mutating func advance() { index += 1 }

    /// Goes to the next byte that is no space.
    mutating func skipSpaces() throws(InterchangeError) -> UInt8? {
        while let byte = try peek() {
            switch byte {
            case 0x20, 0x09, 0x0D: index += 1
            case 0x0A:
                index += 1
                line += 1
                lineStart = input.offset + Int64(index)
            default: return byte
            }
        }
        return nil
    }

    /// Lets go of all before the next byte.
    mutating func mark() {
        input.consume(index)
        bytes = input.bytes
        index = 0
    }

    /// The bytes since ``mark()``.
    var marked: ArraySlice<UInt8> { ArraySlice(bytes[..<index]) }

    mutating func take(_ byte: UInt8, expected: String) throws(InterchangeError) {
        guard try skipSpaces() == byte else { throw damaged("expected \(expected)") }
        index += 1
    }

    // MARK: Values

    mutating func wholeText() throws(InterchangeError) -> JSONValue {
        let value = try value(depth: 0)
        guard try skipSpaces() == nil else { throw damaged("something follows the end of the JSON text") }
        return value
    }

    mutating func value(depth: Int) throws(InterchangeError) -> JSONValue {
        guard depth < JSONParser.depthLimit else { throw damaged("more than \(JSONParser.depthLimit) levels deep") }
        switch try skipSpaces() {
        case UInt8(ascii: "{"):
            index += 1
            return .object(try members(depth: depth))
        case UInt8(ascii: "["):
            index += 1
            return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(let byte) where byte == UInt8(ascii: "-") || isDigit(byte): return .number(try number())
        case nil: throw damaged("the file ends in the middle of a value")
        default: throw damaged("expected a value")
        }
    }

    private mutating func members(depth: Int) throws(InterchangeError) -> [JSONMember] {
        var members: [JSONMember] = []
        var names: Set<String> = []
        if try skipSpaces() == UInt8(ascii: "}") {
            index += 1
            return members
        }
        while true {
            guard try skipSpaces() == UInt8(ascii: "\"") else { throw damaged("expected a name in quotes") }
            let name = try string()
            if refusesDuplicates, !names.insert(name).inserted {
                throw damaged("the name '\(name.prefix(80))' stands twice")
            }
            try take(UInt8(ascii: ":"), expected: "a colon")
            members.append(JSONMember(name: name, value: try value(depth: depth + 1)))
            switch try skipSpaces() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "}"):
                index += 1
                return members
            case nil: throw damaged("the file ends inside an object")
            default: throw damaged("expected a comma or '}'")
            }
        }
    }

    private mutating func elements(depth: Int) throws(InterchangeError) -> [JSONValue] {
        var elements: [JSONValue] = []
        if try skipSpaces() == UInt8(ascii: "]") {
            index += 1
            return elements
        }
        while true {
            elements.append(try value(depth: depth + 1))
            switch try skipSpaces() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "]"):
                index += 1
                return elements
            case nil: throw damaged("the file ends inside a list")
            default: throw damaged("expected a comma or ']'")
            }
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(InterchangeError) -> JSONValue {
        for byte in word.utf8 {
            guard try peek() == byte else { throw damaged("expected \(word)") }
            index += 1
        }
        return value
    }

    private func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- UInt8(ascii: "0") <= 9 } ?? false }

    private mutating func number() throws(InterchangeError) -> String {
        let start = index
        if try peek() == UInt8(ascii: "-") { index += 1 }
        if try peek() == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if isDigit(try peek()) { throw damaged("a number begins with a needless 0") }
        if try peek() == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if let byte = try peek(), byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            if let sign = try peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(InterchangeError) {
        guard isDigit(try peek()) else { throw damaged("expected a digit") }
        while isDigit(try peek()) { index += 1 }
    }

    // MARK: Strings

    /// Reads a string whose opening quote is next.
    mutating func string() throws(InterchangeError) -> String {
        index += 1
        let start = index
        while let byte = try peek() {
            switch byte {
            case UInt8(ascii: "\""):
                let text = try decoded(bytes[start..<index])
                index += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw damaged("a control character stands in a string; write it as \\u00XX")
            default: index += 1
            }
        }
        throw damaged("the file ends inside a string")
    }

    private func decoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(InterchangeError) -> String {
        let bytes = UnsafeBufferPointer(rebasing: bytes)
        guard UTF8Check.firstFault(in: bytes) == nil else {
            throw damaged("a string is not UTF-8", remedy: "save the file as UTF-8")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func escapedString(from start: Int) throws(InterchangeError) -> String {
        var text = Array(bytes[start..<index])
        while let byte = try peek() {
            switch byte {
            case UInt8(ascii: "\""):
                let result = try text.withUnsafeBufferPointer { text throws(InterchangeError) in try decoded(text[...])
                }
                index += 1
                return result
            case UInt8(ascii: "\\"):
                index += 1
                try escape(into: &text)
            case 0..<0x20: throw damaged("a control character stands in a string; write it as \\u00XX")
            default:
                text.append(byte)
                index += 1
            }
        }
        throw damaged("the file ends inside a string")
    }

    private mutating func escape(into text: inout [UInt8]) throws(InterchangeError) {
        let byte = try peek()
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte ?? 0)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code) {
                for byte in "\\u".utf8 {
                    guard try peek() == byte else { throw damaged("half a surrogate pair") }
                    index += 1
                }
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw damaged("half a surrogate pair") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw damaged("half a surrogate pair") }
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            index -= 1
            throw damaged("no such escape in a string")
        }
    }

    private mutating func hexadecimal() throws(InterchangeError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = try peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw damaged("expected four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
