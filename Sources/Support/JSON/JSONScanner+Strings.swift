extension JSONScanner {
    /// The location of a string's bytes: in the text itself, or unescaped in the scratch array.
    public enum RawText {
        case slice(UnsafeBufferPointer<UInt8>)
        case unescaped
    }

    /// Reads the next value as the bytes of a string; returns nil if it is not a string or is damaged.
    ///
    /// Creates no String and does not check the encoding: for lists whose texts were checked when they were written.
    /// - Parameter scratch: receives the bytes of a string that contains escapes.
    public mutating func rawText(_ scratch: inout [UInt8]) -> RawText? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        let start = index
        let bytes = bytes
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\") { end &+= 1 }
        index = end
        if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
            index = end &+ 1
            return .slice(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        }
        scratch = Array(bytes[start..<index])
        return (try? unescape(into: &scratch)) == nil ? nil : .unescaped
    }

    /// Reads the string whose opening quote is the next byte.
    mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                let text = try decoded(bytes[start..<index])
                index += 1
                return text
            case UInt8(ascii: "\\"):
                var text = Array(bytes[start..<index])
                try unescape(into: &text)
                index -= 1
                let result = try decoded(text)
                index += 1
                return result
            case 0..<0x20: throw syntaxError(.controlCharacter)
            default: index += 1
            }
        }
        throw syntaxError(.endOfText(inside: .string))
    }

    private func decoded(_ bytes: some Collection<UInt8>) throws(JSONError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw syntaxError(.invalidUTF8) }
        return text
    }

    /// Appends the rest of a string and skips its closing quote.
    private mutating func unescape(into text: inout [UInt8]) throws(JSONError) {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return
            case UInt8(ascii: "\\"):
                index += 1
                try escape(into: &text)
            case 0..<0x20: throw syntaxError(.controlCharacter)
            default:
                text.append(byte)
                index += 1
            }
        }
        throw syntaxError(.endOfText(inside: .string))
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let byte = peek
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
                    guard peek == byte else { throw syntaxError(.unpairedSurrogate) }
                    index += 1
                }
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw syntaxError(.unpairedSurrogate) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw syntaxError(.unpairedSurrogate) }
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            index -= 1
            throw syntaxError(.unknownEscape)
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw syntaxError(.expected(.hexadecimalDigits))
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
