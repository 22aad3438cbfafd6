import Glibc
import Inventory

/// Reads the records of separated text one by one and goes on after a bad one.
///
/// The bytes of the record at hand stay in memory until the next call.
struct RecordReader: ~Copyable {
    /// The most bytes of one record: what is longer is skipped without being held.
    static let recordLimit = 64 << 20

    enum Outcome {
        case record
        case damaged(ImportFieldDiagnostic.Reason)
        case end
    }

    private var input: InputBuffer
    private(set) var scanner: CSVScanner
    /// The most bytes of one field: quotes take at most two bytes for each of the text.
    private static let fieldLimit = 2 * Item.textLimit + 2
    /// The record's number from 1.
    private(set) var row = 0
    /// The line where the record begins, from 1.
    private(set) var line = 1
    private var length = 0
    private var lines = 0
    /// Whether the bytes of the record are all there.
    private(set) var isWhole = true

    init(_ input: consuming InputBuffer, delimiter: UInt8) {
        self.input = input
        scanner = CSVScanner(delimiter: delimiter)
    }

    var bytesRead: Int64 { input.offset }
    var totalBytes: Int64? { input.totalBytes }

    /// The byte of the file where the record begins, from 0.
    var offset: Int64 { input.offset }

    /// The bytes of the record at hand, line end included.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: input.bytes[..<length]) }

    /// Skips bytes before the first record, and the lines that they are.
    mutating func skip(_ count: Int, lines: Int = 0) {
        input.consume(count)
        line += lines
    }

    /// Goes to the next record that is no empty line.
    mutating func next() throws(InventoryFileError) -> Outcome {
        while true {
            input.consume(length)
            line += lines
            (length, lines, isWhole) = (0, 0, true)
            if input.bytes.isEmpty, try !input.extend() { return .end }
            row += 1
            let outcome = try scan()
            if case .record = outcome, scanner.fields.count == 1, scanner.fields[0].end == 0 { continue }
            return outcome
        }
    }

    private mutating func scan() throws(InventoryFileError) -> Outcome {
        while true {
            switch scanner.scan(input.bytes, complete: input.isComplete) {
            case .record(let found):
                take(found)
                return .record
            case .badQuote(let place):
                try endLine(from: place)
                return .damaged(.quoteInsideField)
            case .tooManyFields(let place):
                try endLine(from: place)
                return .damaged(.tooManyFields(limit: CSVScanner.fieldLimit))
            case .unclosedQuote:
                try endLine(from: 0)
                return .damaged(.unclosedQuote)
            case .incomplete(let insideQuotes, let fieldStart):
                let held = input.bytes.count
                if held - fieldStart > RecordReader.fieldLimit || held > RecordReader.recordLimit {
                    try endLine(from: insideQuotes ? 0 : fieldStart)
                    return .damaged(insideQuotes ? .fieldTooLong : .rowTooLong)
                }
                _ = try input.extend()
            }
        }
    }

    private mutating func take(_ count: Int) {
        length = count
        lines = 1
        // Only quotes let a record run over several lines.
        if scanner.fields.contains(where: \.quoted) { lines = LineCounter.lines(in: bytes) }
    }

    /// Ends the record at the first line end from a byte on, however far that is.
    private mutating func endLine(from place: Int) throws(InventoryFileError) {
        var searched = place
        while true {
            if let end = LineCounter.lineEnd(in: input.bytes, from: searched, complete: input.isComplete) {
                length = end
                lines = max(1, LineCounter.lines(in: bytes))
                return
            }
            if input.bytes.count > RecordReader.fieldLimit {
                // Too long to be held: only the last byte, which may be half a line end, is kept.
                isWhole = false
                input.consume(input.bytes.count - 1)
                searched = 0
            } else {
                searched = max(0, input.bytes.count - 1)
            }
            if try !input.extend() {
                length = input.bytes.count
                lines = 1
                return
            }
        }
    }
}

/// Line ends in bytes: LF, CRLF, CR.
enum LineCounter {
    /// How many lines end in the bytes.
    static func lines(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        guard let start = bytes.baseAddress else { return 0 }
        if memchr(start, 0x0D, bytes.count) == nil {
            var rest = UnsafeRawPointer(start)
            let end = rest + bytes.count
            while let found = memchr(rest, 0x0A, end - rest) {
                count += 1
                rest = UnsafeRawPointer(found) + 1
            }
            return count
        }
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == UInt8(ascii: "\r") || (byte == UInt8(ascii: "\n") && previous != UInt8(ascii: "\r")) {
                count += 1
            }
            previous = byte
        }
        return count
    }

    /// The index past the first line end, nil where there is none yet.
    static func lineEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, complete: Bool) -> Int? {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\n"): return index + 1
            case UInt8(ascii: "\r"):
                guard index + 1 < bytes.count else { return complete ? index + 1 : nil }
                return bytes[index + 1] == UInt8(ascii: "\n") ? index + 2 : index + 1
            default: index += 1
            }
        }
        return complete && bytes.count > 0 ? bytes.count : nil
    }
}
