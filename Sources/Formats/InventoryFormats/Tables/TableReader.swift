import Inventory
import JSON

/// Reads the items of a table by a reading.
final class TableReader: ItemEntrySource {
    private var records: RecordReader
    private var decoder: RowDecoder
    /// Tells items from other rows; nil if unusual rows are refused.
    private var filter: RowFilter?
    let reading: TableReading
    private var group: GroupPlace?
    private let unusualRows: UnusualRowTest?
    let rejectsHeader: [UInt8]

    /// Reads a table by a reading.
    init(_ source: TableSource, reading: TableReading, options: ImportOptions) throws(InventoryFileError) {
        records = try reading.records(of: source)
        // The columns of a table without headings have the numbers that the reading gives them.
        var names = reading.headerRow == 0 ? reading.columns.map(\.heading) : []
        var above: String?
        var header = records.separatorLine
        while records.row < reading.lastHeaderRow {
            let outcome = try records.next()
            if case .end = outcome {
                throw InventoryFileError(.headingsNotFound(row: reading.headerRow), file: source.name)
            }
            if case .record = outcome, records.row == reading.headerRow {
                names = TableReader.names(in: records.current)
                header += TableReader.line(records.bytes)
            } else if case .record = outcome, records.row == reading.secondHeaderRow {
                names = TwoRowHeading.headings(names, TableReader.names(in: records.current)).map(\.text)
                header += TableReader.line(records.bytes)
            } else if case .record = outcome, RowDecoder.damage(records.current) == nil {
                above = TableReader.names(in: records.current).filter { !$0.isEmpty }.only
            } else {
                above = nil
            }
        }
        if reading.hasGroupAboveHeader { group = above.map { GroupPlace($0, isInLocations: false) } }
        // Columns without headings may lie right of the header row's last cell.
        names += Array(repeating: "", count: max(0, reading.columns.count - names.count))
        guard let columns = reading.columns(for: names) else {
            throw InventoryFileError(.headingsNotFound(row: reading.headerRow), file: source.name)
        }
        var reading = reading
        reading.columns = columns
        try reading.checkRecognition()
        self.reading = reading
        rejectsHeader = header
        unusualRows = options.refusesUnusualRows ? UnusualRowTest(reading) : nil
        filter = options.refusesUnusualRows ? nil : RowFilter(reading)
        decoder = RowDecoder(reading: reading, options: options)
    }

    /// Returns the cells of a header. Those of blanks alone are empty.
    static func names(in row: TableRow) -> [String] {
        var buffer = UnescapeBuffer()
        return row.fields.indices.map { column in
            guard row.isFilled(column) else { return "" }
            let cell = row.cell(row.fields[column], &buffer)
            // Spaces around a name mean something only in quotes.
            let name = row.fields[column].quoted ? cell : ByteView(rebasing: NumberCellParser.trimmed(cell[...]))
            return String(decoding: FormulaEscape.removed(name, escape: UInt8(ascii: "'")), as: UTF8.self)
        }
    }

    /// The bytes of a row with a line end.
    private static func line(_ row: ByteView) -> [UInt8] {
        row.last == UInt8(ascii: "\n") || row.last == UInt8(ascii: "\r") ? Array(row) : Array(row) + [0x0A]
    }

    func next() throws(InventoryFileError) -> ImportEntry? {
        while true {
            switch try records.next() {
            case .end: return nil
            case .damaged(let reason): return .rejected(rejectedRow([ImportFieldDiagnostic(nil, reason)]))
            case .record:
                let row = records.current
                if let kind = filter?.kind(of: row), !isItem(kind) {
                    guard case .group(let name, let column) = kind else { continue }
                    if let reason = RowDecoder.damage(row) {
                        // The rows below are not of the group above either.
                        group = nil
                        return .rejected(rejectedRow([ImportFieldDiagnostic(nil, reason)]))
                    }
                    begin(name, column)
                    continue
                }
                if unusualRows?.matches(row) == true { return .rejected(rejectedRow([])) }
                let outcome = decoder.decode(row, group: group)
                switch consume outcome {
                case .item(let item): return .item(item)
                case .diagnostics(let diagnostics): return .rejected(rejectedRow(diagnostics))
                case .skipped: continue
                }
            }
        }
    }

    private func isItem(_ kind: RowFilter.Kind) -> Bool {
        kind == .item || (kind == .doubtfulTotal && reading.totalRows == .items)
            || (kind == .rowBelow && reading.rowsBelow == .items)
    }

    /// Begins the rows of a group.
    private func begin(_ name: String, _ column: Int) {
        // The cell may stand to the right of the last heading.
        let target = column < reading.columns.count ? reading.columns[column] : nil
        if target?.fillsDown == true {
            decoder.fill(column, with: name)
        } else {
            group = GroupPlace(name, isInLocations: target?.target == .field(.location))
        }
    }

    private func rejectedRow(_ diagnostics: [ImportFieldDiagnostic]) -> RejectedRow {
        var raw: [UInt8]?
        if records.isWhole {
            raw = TableReader.line(records.bytes)
        }
        return RejectedRow(
            row: records.row, line: records.line, diagnostics: diagnostics, source: raw, isInTable: true)
    }

    var bytesRead: Int64 { records.bytesRead }
    var totalBytes: Int64? { records.totalBytes }
}

/// The type that a spreadsheet states for a cell. Separated text states none.
package enum CellType: UInt8, Sendable {
    case text, number, date, boolean
    /// An empty cell below a number with which it is merged.
    case covered
    /// A formula without a value, such as `#REF!`.
    case error
    /// A formula whose result the file does not hold.
    case notCalculated
    /// A date that no calendar has, or far outside of a household's.
    case dateOutOfRange
}

/// A cell of a sheet: its type and its canonical text.
///
/// The text of a number is plain decimal text (`1299.9`), of a date `YYYY-MM-DD`, of a boolean `true` or `false`.
package struct TableCell: Equatable, Sendable {
    package var text: String
    /// Nil for an empty cell.
    package var type: CellType?
    /// The address that the cell links to, if its text is another.
    package var link: String?
    /// Whether the cell is the first of a row that is hidden or filtered out.
    var isInHiddenRow = false
    var isInHiddenColumn = false

    package init(_ text: String, type: CellType?) {
        self.text = text
        self.type = type
    }
}

/// The address that a cell of a sheet links to.
struct CellLink {
    let column: Int
    let address: String

    /// Whether it is an address of the web or of mail, and not of a file beside the sheet.
    var isGlobal: Bool {
        ["https://", "http://", "mailto:", "ftp://"].contains { address.lowercased().hasPrefix($0) }
    }
}

/// A row of a table in memory, valid until the next row is read.
struct TableRow {
    let bytes: ByteView
    let fields: [CSVField]
    /// The row's number from 1; empty lines count.
    let number: Int
    /// The byte of the text where the row begins, from 0.
    let offset: Int64
    let delimiter: UInt8
    /// The cells of a sheet that link to addresses.
    var links: [CellLink] = []
    /// Whether the spreadsheet does not show the row.
    var isHidden = false
    /// The columns with a cell that the spreadsheet does not show.
    var hiddenColumns: [Int] = []

    /// Whether every cell is empty.
    var isBlank: Bool { fields.allSatisfy { $0.start == $0.end && !$0.quoted } }

    /// Whether a cell has more than blanks and signs that ``ReadingCell/trimmed(_:)`` removes; false right of the last cell.
    func isFilled(_ column: Int) -> Bool {
        guard column < fields.count else { return false }
        let field = fields[column]
        guard field.start < field.end else { return false }
        // Most cells begin with a letter or a digit.
        if (0x21..<0xC2).contains(bytes[field.start]) { return true }
        return !ReadingCell.trimmed(bytes[field.start..<field.end]).isEmpty
    }

    /// Returns the bytes of a cell; `buffer` holds them if it has escaped signs.
    func cell(_ field: CSVField, _ buffer: inout UnescapeBuffer) -> ByteView {
        let cell = ByteView(rebasing: bytes[field.start..<field.end])
        guard field.escaped else { return cell }
        return field.quoted
            ? buffer.unescape(cell, UInt8(ascii: "\""), before: UInt8(ascii: "\""))
            : buffer.unescape(cell, UInt8(ascii: "\\"), before: delimiter)
    }
}
