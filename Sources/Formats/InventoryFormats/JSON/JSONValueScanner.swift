import Inventory

/// Finds where a JSON value ends, without reading it, in bytes that become more.
struct JSONValueScanner {
    /// The most bytes of one value.
    private static let valueLimit = 64 << 20
    /// The most commas in one value.
    private static let commaLimit = 1 << 18
    /// The most bytes of a number or word.
    private static let wordLimit = 1 << 12
    /// Deeper than any reader accepts, so that the reader reports the depth.
    private static let deepest = 256

    private enum Part {
        case space, structure, word, string(escaped: Bool)
    }

    private var index = 0
    private var closers: [UInt8] = []
    private var part = Part.structure
    /// The number of bytes of the current part.
    private var partLength = 0
    private var commas = 0
    /// The limit that the value exceeds.
    private(set) var exceededLimit: ImportFieldDiagnostic.JSONSizeLimit?

    /// Continues at the start of a window that begins after the bytes read so far.
    mutating func restart() { index = 0 }

    /// The index past the value that begins the bytes, nil if they end before it.
    ///
    /// If the text is not JSON, it is the index after the fault, so that decoding the bytes reports it.
    mutating func end(in bytes: ByteView) -> Int? {
        while index < bytes.count {
            let byte = bytes[index]
            if case .string(let isEscaped) = part {
                index += 1
                if takesText(byte, isEscaped: isEscaped) { return index }
            } else if case .word = part, closers.isEmpty, JSONValueScanner.terminatesWord(byte) {
                return index
            } else {
                index += 1
                if takes(byte) { return index }
            }
        }
        if index > JSONValueScanner.valueLimit { exceededLimit = exceededLimit ?? .value }
        return nil
    }

    /// Takes a byte inside a string; true if the value ends after it.
    private mutating func takesText(_ byte: UInt8, isEscaped: Bool) -> Bool {
        if byte == UInt8(ascii: "\""), !isEscaped {
            part = .structure
            return closers.isEmpty
        }
        partLength += 1
        // An escape takes at most six bytes for each byte of the text.
        if partLength > 6 * Item.textLimit { exceededLimit = exceededLimit ?? .text }
        switch byte {
        case UInt8(ascii: "\\"): part = .string(escaped: !isEscaped)
        default: part = .string(escaped: false)
        }
        return byte < 0x20
    }

    private static func terminatesWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }

    /// Takes a byte outside strings; true if the value ends after it.
    private mutating func takes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""):
            part = .string(escaped: false)
            partLength = 0
            return false
        case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
        case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return closers.popLast() != byte || closers.isEmpty
        case UInt8(ascii: ","):
            commas += 1
            if commas > JSONValueScanner.commaLimit { exceededLimit = exceededLimit ?? .commas }
            if closers.isEmpty { return true }
        case UInt8(ascii: ":"): if closers.isEmpty { return true }
        case 0x20, 0x0A, 0x0D, 0x09:
            if case .space = part {} else { partLength = 0 }
            part = .space
            partLength += 1
            if partLength > Item.textLimit { exceededLimit = exceededLimit ?? .spaces }
            return false
        default:
            if case .word = part {} else { partLength = 0 }
            part = .word
            partLength += 1
            if partLength > JSONValueScanner.wordLimit { exceededLimit = exceededLimit ?? .word }
            return false
        }
        part = .structure
        return closers.count > JSONValueScanner.deepest
    }
}
