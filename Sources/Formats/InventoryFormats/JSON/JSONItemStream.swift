import Inventory
import JSON
import Message

/// Steps through a JSON text of any size in a window on a file, and reads its values one at a time.
///
/// Only one value is held in memory, and not even that if it is larger than an item may be.
struct JSONItemStream: ~Copyable {
    /// The next value of the text.
    enum Step {
        case value(JSONValue)
        /// A value that was skipped because it exceeds a limit.
        case tooLarge(ImportFieldDiagnostic.JSONSizeLimit)
    }

    private var input: InputBuffer
    /// The first bytes of the window that belong to what was read last.
    private var length = 0
    private var line = 1
    /// The place in the file where the line begins.
    private var lineStart: Int64 = 0

    init(_ input: consuming InputBuffer) {
        self.input = input
        if self.input.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self.input.consume(3)
            lineStart = 3
        }
    }

    var bytesRead: Int64 { input.offset }
    var totalBytes: Int64? { input.totalBytes }
    /// The line of the next byte that is not white space, once `peek` has found it.
    var nextLine: Int { line }

    /// The bytes of the value that was read last.
    var valueBytes: Slice<ByteView> { input.bytes[..<length] }

    /// Returns an error at the position behind what was read last.
    func error(_ damage: Message) -> InventoryFileError {
        InventoryFileError(.document(damage), line: line, column: Int(input.offset + Int64(length) - lineStart) + 1)
    }

    // MARK: Steps

    /// Finds the next byte that is not white space, and discards everything before it.
    mutating func peek() throws(InventoryFileError) -> UInt8? {
        discardConsumed()
        while true {
            for (place, byte) in input.bytes.enumerated() {
                guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
                    input.consume(place)
                    return byte
                }
                if byte == 0x0A {
                    line += 1
                    lineStart = input.offset + Int64(place) + 1
                }
            }
            input.consume(input.bytes.count)
            if try !input.extend() { return nil }
        }
    }

    /// Goes past one byte.
    mutating func take(
        _ byte: UInt8, otherwise damage: @autoclosure () -> Message
    ) throws(InventoryFileError) {
        guard try peek() == byte else { throw error(damage()) }
        length = 1
        discardConsumed()
    }

    /// Discards the value that was read last.
    private mutating func discardConsumed() {
        for (place, byte) in input.bytes[..<length].enumerated() where byte == 0x0A {
            line += 1
            lineStart = input.offset + Int64(place) + 1
        }
        input.consume(length)
        length = 0
    }

    // MARK: Values

    /// Reads the next value; its bytes stay until the next step.
    mutating func next() throws(InventoryFileError) -> Step {
        _ = try peek()
        var extent = JSONValueScanner()
        var end = extent.end(in: input.bytes)
        while end == nil, extent.exceededLimit == nil, try input.extend() { end = extent.end(in: input.bytes) }
        if let limit = extent.exceededLimit {
            try skipPast(&extent, end: end)
            return .tooLarge(limit)
        }
        length = end ?? input.bytes.count
        let bytes = ByteView(rebasing: input.bytes[..<length])
        do {
            var scanner = JSONScanner(bytes.pointer, enclosingDepth: 1)
            return .value(try scanner.wholeText())
        } catch {
            throw InventoryFileError(
                .json(error), line: line + error.line - 1,
                column: error.column + (error.line == 1 ? Int(input.offset - lineStart) : 0))
        }
    }

    /// Reads the next value where it has to be a name.
    mutating func name() throws(InventoryFileError) -> String {
        guard try peek() == UInt8(ascii: "\""), case .value(.string(let name)) = try next() else {
            throw error(Message("formats.json.expectedName"))
        }
        return name
    }

    /// Goes to the end of a value without holding it.
    private mutating func skipPast(_ extent: inout JSONValueScanner, end: Int?) throws(InventoryFileError) {
        var end = end
        while true {
            length = end ?? input.bytes.count
            discardConsumed()
            if end != nil { return }
            guard try input.extend() else { throw error(Message("formats.json.endsInValue")) }
            extent.restart()
            end = extent.end(in: input.bytes)
        }
    }
}

/// Finds the end of a JSON value without decoding it, as bytes arrive in pieces.
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
