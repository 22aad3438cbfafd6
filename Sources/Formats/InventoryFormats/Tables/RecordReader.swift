import Inventory

/// Reads the records of separated text one by one and continues after a damaged one.
///
/// The bytes of the current record stay in memory until the next call.
struct RecordReader: ~Copyable {
    /// The most bytes of one record. A longer record is skipped without being held.
    static let recordLimit = 64 << 20

    enum Outcome {
        case record
        case damaged(ImportFieldDiagnostic.Reason)
        case end
    }

    private var input: InputBuffer
    /// The line before the first record that names the separator; empty for none.
    private(set) var separatorLine: [UInt8] = []
    private(set) var scanner: CSVScanner
    /// The most bytes of one field: quotes take at most two bytes for each of the text.
    private static let fieldLimit = 2 * Item.textLimit + 2
    /// The record's number from 1.
    private(set) var row = 0
    /// The line where the record begins, from 1.
    private(set) var line = 1
    private var length = 0
    private var lines = 0
    /// Whether all bytes of the record are in memory.
    private(set) var isWhole = true
    /// The rows of a sheet; nil for separated text.
    private let sheet: SheetRecords?
    /// The text in the quotes of rows that are in one pair of them; nil if each cell has its own.
    private var quotedRow: QuotedRow?
    private var isUnwrapped = false
    /// The columns that ``current`` has; nil for all.
    var columns: ColumnRange?

    init(_ input: consuming InputBuffer, delimiter: UInt8) {
        self.input = input
        scanner = CSVScanner(delimiter: delimiter)
        sheet = nil
    }

    /// Reads the rows of a sheet.
    init(_ rows: @escaping SpreadsheetTables.Rows, file: String) {
        input = InputBuffer(bytes: [], file: file)
        scanner = CSVScanner(delimiter: UInt8(ascii: ","))
        sheet = SheetRecords(rows)
    }

    /// The current row.
    var current: TableRow {
        guard let columns else { return allCells }
        return allCells.columns(columns)
    }

    private var allCells: TableRow {
        if let sheet {
            return TableRow(
                bytes: sheet.bytes, fields: sheet.fields, number: row, offset: 0, delimiter: scanner.delimiter,
                links: sheet.links, isHidden: sheet.isHidden, hiddenColumns: sheet.hiddenColumns)
        }
        if isUnwrapped, let quotedRow {
            return TableRow(
                bytes: quotedRow.bytes, fields: quotedRow.fields, number: row, offset: input.offset,
                delimiter: scanner.delimiter)
        }
        return TableRow(
            bytes: bytes, fields: scanner.fields, number: row, offset: input.offset, delimiter: scanner.delimiter)
    }

    var bytesRead: Int64 { input.offset }
    var totalBytes: Int64? { input.totalBytes }

    /// The byte of the file where the record begins, from 0.
    var offset: Int64 { input.offset }

    /// The bytes of the current record, including its line end; of a sheet, the row as separated text.
    var bytes: ByteView { sheet?.bytes ?? ByteView(rebasing: input.bytes[..<length]) }

    /// Takes a row that is one cell in quotes for the row that is in them.
    mutating func unwrapRows() { quotedRow = QuotedRow(delimiter: scanner.delimiter) }

    /// Skips bytes before the first record.
    mutating func skip(_ count: Int) { input.consume(count) }

    /// Skips the line that names the separator.
    mutating func skip(_ named: SeparatorLine) {
        separatorLine = Array(input.bytes[..<named.length])
        input.consume(named.length)
        line += 1
    }

    /// Reads the next record that is not an empty line.
    mutating func next() throws(InventoryFileError) -> Outcome {
        while let sheet {
            guard try sheet.next() else { return .end }
            row += 1
            line = row
            if !sheet.fields.isEmpty { return .record }
        }
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
                if let quotedRow {
                    isUnwrapped =
                        scanner.fields.only.map { field in
                            field.quoted && quotedRow.unwrap(ByteView(rebasing: bytes[field.start..<field.end]))
                        } ?? false
                }
                return .record
            case .badQuote(let place):
                try endLine(from: place)
                return .damaged(.misplacedQuote)
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
        // Only a field in quotes can contain line ends.
        if scanner.fields.contains(where: \.quoted) { lines = LineCounter.lines(in: bytes) }
    }

    /// Ends the record at the first line end from a byte on, however far away it is.
    private mutating func endLine(from place: Int) throws(InventoryFileError) {
        var searched = place
        while true {
            if let end = LineCounter.lineEnd(in: input.bytes, from: searched, complete: input.isComplete) {
                length = end
                lines = max(1, LineCounter.lines(in: bytes))
                return
            }
            if input.bytes.count > RecordReader.fieldLimit {
                // Too long to be held. The last byte is kept: it may be the first half of CRLF.
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

/// A row that is in one pair of quotes as a whole: `"Sofa,Hall,""4 legs"""`.
private final class QuotedRow {
    private var scanner: CSVScanner
    private var memory = UnescapeBuffer()
    private(set) var bytes = ByteView(UnsafeBufferPointer(start: nil, count: 0))
    var fields: [CSVField] { scanner.fields }

    init(delimiter: UInt8) { scanner = CSVScanner(delimiter: delimiter) }

    /// Finds the cells in the text between the quotes; returns whether it is one row.
    func unwrap(_ cell: ByteView) -> Bool {
        guard cell.count > 0 else { return false }
        bytes = memory.unescape(cell, UInt8(ascii: "\""), before: UInt8(ascii: "\""))
        guard case .record(let length) = scanner.scan(bytes, complete: true) else { return false }
        return length == bytes.count
    }
}

/// Line ends in bytes: LF, CRLF, CR.
enum LineCounter {
    /// Returns the number of line ends in the bytes.
    static func lines(in bytes: ByteView) -> Int {
        var count = 0
        if bytes.firstIndex(of: 0x0D, from: 0) == nil {
            var start = 0
            while let found = bytes.firstIndex(of: 0x0A, from: start) {
                count += 1
                start = found + 1
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

    /// Returns the index past the first line end, nil for none yet.
    static func lineEnd(in bytes: ByteView, from start: Int, complete: Bool) -> Int? {
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

/// The rows of a sheet as records of separated text, so that sheets and text are decoded alike.
final class SheetRecords {
    private let rows: SpreadsheetTables.Rows
    private var buffer: [UInt8] = []
    private(set) var fields: [CSVField] = []
    /// The addresses that cells of the current row link to.
    private(set) var links: [CellLink] = []
    /// Whether the spreadsheet does not show the current row, and the columns that it does not show.
    private(set) var isHidden = false
    private(set) var hiddenColumns: [Int] = []
    /// Memory that views of the current row point into.
    private var memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)

    init(_ rows: @escaping SpreadsheetTables.Rows) { self.rows = rows }

    deinit { memory.deallocate() }

    /// The cells of the current row, in quotes and separated by commas.
    var bytes: ByteView { ByteView(UnsafeBufferPointer(rebasing: memory[..<buffer.count])) }

    /// Reads the next row.
    /// - Returns: false at the end of the sheet.
    func next() throws(InventoryFileError) -> Bool {
        guard let cells = try rows() else { return false }
        buffer.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        links.removeAll()
        hiddenColumns.removeAll(keepingCapacity: true)
        isHidden = cells.first?.isInHiddenRow ?? false
        for cell in cells {
            if cell.isInHiddenColumn { hiddenColumns.append(fields.count) }
            if let link = cell.link { links.append(CellLink(column: fields.count, address: link)) }
            if !fields.isEmpty { buffer.append(UInt8(ascii: ",")) }
            let start = buffer.count + 1
            buffer.append(UInt8(ascii: "\""))
            var escaped = false
            for byte in cell.text.utf8 {
                if byte == UInt8(ascii: "\"") {
                    buffer.append(byte)
                    escaped = true
                }
                buffer.append(byte)
            }
            fields.append(
                CSVField(
                    start: start, end: buffer.count, quoted: !cell.text.isEmpty, escaped: escaped, type: cell.type))
            buffer.append(UInt8(ascii: "\""))
        }
        if cells.allSatisfy({ $0.text.isEmpty }) { fields.removeAll(keepingCapacity: true) }
        if memory.count < buffer.count {
            memory.deallocate()
            memory = .allocate(capacity: buffer.count * 2)
        }
        _ = memory.update(fromContentsOf: buffer)
        return true
    }
}
