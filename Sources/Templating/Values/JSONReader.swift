extension TemplateValue {
    /// Reads a JSON text (RFC 8259).
    ///
    /// Numbers keep the digits they were written with.
    ///
    /// - Parameter refusesDuplicates: whether a name that stands twice in an object is a fault (RFC 7493, 2.3); else the
    ///   last counts.
    /// - Throws: ``JSONFault`` with line and column of the first fault.
    public init(json: some Sequence<UInt8>, refusesDuplicates: Bool = false) throws(JSONFault) {
        var reader = JSONReader(Array(json), refusesDuplicates: refusesDuplicates)
        self = try reader.document()
    }
}

/// A fault in a JSON text.
public struct JSONFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public let message: String
    /// The line, counted from 1.
    public let line: Int
    /// The column in bytes, counted from 1.
    public let column: Int

    /// Place and message.
    public var description: String { "line \(line), column \(column): \(message)" }
}

/// Reads JSON into values, strictly. The engine depends on no other module, so it has its own reader.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private let refusesDuplicates: Bool

    /// How deep lists and objects may stand inside each other.
    private static let maximumDepth = 512

    init(_ bytes: [UInt8], refusesDuplicates: Bool = false) {
        self.bytes = bytes
        self.refusesDuplicates = refusesDuplicates
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func document() throws(JSONFault) -> TemplateValue {
        if let fault = UTF8Check.firstFault(in: bytes) {
            position = fault
            throw self.fault("this is not UTF-8")
        }
        let value = try value()
        skipBlanks()
        if position < bytes.count { throw fault("there is something after the end of the value") }
        return value
    }

    private mutating func value() throws(JSONFault) -> TemplateValue {
        skipBlanks()
        switch peek {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try list()
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw fault("the text ends where a value should stand")
        case let byte?:
            guard Self.isNumberByte(byte) else { throw fault("a value should stand here") }
            return try number()
        }
    }

    private mutating func object() throws(JSONFault) -> TemplateValue {
        try enter()
        var members: [String: TemplateValue] = [:]
        skipBlanks()
        if take(UInt8(ascii: "}")) { return leave(.object(members)) }
        while true {
            skipBlanks()
            guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotation marks should stand here") }
            let start = position
            let name = try string()
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw fault("\":\" should stand here") }
            if members.updateValue(try value(), forKey: name) != nil, refusesDuplicates {
                position = start
                throw fault("the name \"\(name.prefix(80))\" stands twice in this object")
            }
            skipBlanks()
            if take(UInt8(ascii: "}")) { return leave(.object(members)) }
            guard take(UInt8(ascii: ",")) else { throw fault("\",\" or \"}\" should stand here") }
        }
    }

    private mutating func list() throws(JSONFault) -> TemplateValue {
        try enter()
        var elements: [TemplateValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return leave(.list(elements)) }
        while true {
            elements.append(try value())
            skipBlanks()
            if take(UInt8(ascii: "]")) { return leave(.list(elements)) }
            guard take(UInt8(ascii: ",")) else { throw fault("\",\" or \"]\" should stand here") }
        }
    }

    private mutating func enter() throws(JSONFault) {
        position += 1
        depth += 1
        if depth > Self.maximumDepth { throw fault("lists and objects stand more than \(Self.maximumDepth) deep") }
    }

    private mutating func leave(_ value: TemplateValue) -> TemplateValue {
        depth -= 1
        return value
    }

    private mutating func word(_ word: String, _ value: TemplateValue) throws(JSONFault) -> TemplateValue {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("a value should stand here") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONFault) -> TemplateValue {
        let start = position
        while let byte = peek, Self.isNumberByte(byte) { position += 1 }
        let digits = Array(bytes[start..<position])
        guard Self.isNumber(digits) else {
            position = start
            throw fault("this is not a JSON number")
        }
        return .number(String(decoding: digits, as: UTF8.self))
    }

    private mutating func string() throws(JSONFault) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(&text)
            case 0..<0x20:
                position -= 1
                throw fault("a control character must be escaped in text")
            default: text.append(byte)
            }
        }
        throw fault("this text is never closed")
    }

    private mutating func escape(_ text: inout [UInt8]) throws(JSONFault) {
        guard let byte = peek else { throw fault("this text is never closed") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800...0xDBFF).contains(code), peek == UInt8(ascii: "\\") {
                let mark = position
                position += 1
                let low = take(UInt8(ascii: "u")) ? try hexadecimal() : 0
                if (0xDC00...0xDFFF).contains(low) {
                    code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
                } else {
                    position = mark
                }
            }
            guard let scalar = Unicode.Scalar(code) else { throw fault("half a surrogate pair is no character") }
            text += Array(String(scalar).utf8)
        default:
            position -= 1
            throw fault("this escape does not exist in JSON")
        }
    }

    private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("four hexadecimal digits should stand here")
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func fault(_ message: String) -> JSONFault {
        let before = bytes[..<min(position, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONFault(
            message: message, line: before.count { $0 == 0x0A } + 1, column: before.count - lineStart + 1)
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
    }

    /// Whether bytes are a number as JSON writes it (RFC 8259, section 6).
    static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        var rest = text[...]
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        func digits() -> Int {
            let count = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        if rest.first == UInt8(ascii: "0") { rest = rest.dropFirst() } else if digits() == 0 { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            if digits() == 0 { return false }
        }
        if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
            if digits() == 0 { return false }
        }
        return rest.isEmpty
    }
}
