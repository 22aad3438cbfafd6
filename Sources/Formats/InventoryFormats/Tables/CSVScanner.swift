/// The bytes of a field, relative to the first byte of its record.
struct CSVField {
    var start: Int
    var end: Int
    /// Whether it was in quotes.
    var quoted: Bool
    /// Whether it holds doubled quotes or, outside quotes, bars behind a backslash.
    var escaped: Bool
    /// The type that a sheet states for the cell.
    var type: CellType?

    var isEmpty: Bool { start == end }
}

/// Finds the ends of records and fields in separated text (RFC 4180), over bytes.
///
/// A record ends with LF, CRLF or CR. A field in quotes begins and ends with one; quotes inside are doubled. A quote
/// inside other fields, as in `27" monitor`, is a character like others: RFC 4180 forbids it, and spreadsheets read it so.
struct CSVScanner {
    enum Outcome {
        /// The record is complete and has that many bytes, including its line end.
        case record(length: Int)
        /// The bytes end before the record does.
        case incomplete(insideQuotes: Bool, fieldStart: Int)
        /// A quote or what follows it is not allowed at that byte.
        case badQuote(at: Int)
        /// The record has more than ``fieldLimit`` fields by that byte.
        case tooManyFields(at: Int)
        /// The file ends inside quotes.
        case unclosedQuote
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// The most fields of one record.
    static let fieldLimit = 16_384

    let delimiter: UInt8
    private(set) var fields: [CSVField] = []

    init(delimiter: UInt8) {
        self.delimiter = delimiter
        fields.reserveCapacity(64)
    }

    /// Finds the fields of the record that begins the bytes, which are not empty.
    ///
    /// - Parameter complete: whether the file ends with the bytes.
    mutating func scan(_ bytes: ByteView, complete: Bool) -> Outcome {
        fields.removeAll(keepingCapacity: true)
        let count = bytes.count
        let delimiter = self.delimiter
        var index = 0
        while true {
            let start = index
            var field = CSVField(start: start, end: start, quoted: false, escaped: false)
            if index < count, bytes[index] == CSVScanner.quote {
                switch closingQuote(bytes, after: index, complete: complete, escaped: &field.escaped) {
                case .at(let close):
                    field = CSVField(start: start + 1, end: close, quoted: true, escaped: field.escaped)
                    index = close + 1
                case .none: return complete ? .unclosedQuote : .incomplete(insideQuotes: true, fieldStart: start)
                }
            } else {
                while index < count {
                    let byte = bytes[index]
                    // In Markdown, `\|` is a bar of the cell.
                    if byte == delimiter, byte == UInt8(ascii: "|"), index > start,
                        bytes[index - 1] == UInt8(ascii: "\\")
                    {
                        field.escaped = true
                        index &+= 1
                        continue
                    }
                    if byte == delimiter || byte == CSVScanner.lineFeed || byte == CSVScanner.carriageReturn { break }
                    // After other characters, a quote is an inch mark. After blanks alone, it was meant to enclose the field.
                    if byte == CSVScanner.quote, isBlank(bytes, start..<index) { return .badQuote(at: index) }
                    index &+= 1
                }
                field.end = index
            }
            fields.append(field)
            guard index < count else {
                return complete ? .record(length: index) : .incomplete(insideQuotes: false, fieldStart: start)
            }
            switch bytes[index] {
            case delimiter:
                index += 1
                if fields.count == CSVScanner.fieldLimit { return .tooManyFields(at: index) }
            case CSVScanner.lineFeed:
                return .record(length: index + 1)
            case CSVScanner.carriageReturn:
                guard index + 1 < count else {
                    return complete ? .record(length: index + 1) : .incomplete(insideQuotes: false, fieldStart: start)
                }
                return .record(length: bytes[index + 1] == CSVScanner.lineFeed ? index + 2 : index + 1)
            default:
                return .badQuote(at: index)
            }
        }
    }

    private func isBlank(_ bytes: ByteView, _ range: Range<Int>) -> Bool {
        range.allSatisfy { bytes[$0] == UInt8(ascii: " ") || bytes[$0] == UInt8(ascii: "\t") }
    }

    private enum Closing {
        case at(Int)
        case none
    }

    private func closingQuote(
        _ bytes: ByteView, after open: Int, complete: Bool, escaped: inout Bool
    ) -> Closing {
        var index = open + 1
        while index < bytes.count {
            guard bytes[index] == CSVScanner.quote else {
                index &+= 1
                continue
            }
            if index + 1 < bytes.count {
                guard bytes[index + 1] == CSVScanner.quote else { return .at(index) }
                escaped = true
                index += 2
            } else {
                return complete ? .at(index) : .none
            }
        }
        return .none
    }

    /// The delimiter of a header: the one of comma, tab and semicolon that it has most of outside quotes.
    static func delimiter(of header: some Sequence<UInt8>) -> UInt8 {
        var counts: [(byte: UInt8, count: Int)] = [
            (UInt8(ascii: ","), 0), (UInt8(ascii: "\t"), 0), (UInt8(ascii: ";"), 0),
        ]
        var quoted = false
        for byte in header {
            if byte == quote { quoted.toggle() }
            if quoted { continue }
            if byte == lineFeed || byte == carriageReturn { break }
            for index in counts.indices where counts[index].byte == byte { counts[index].count += 1 }
        }
        return counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.byte
    }
}
