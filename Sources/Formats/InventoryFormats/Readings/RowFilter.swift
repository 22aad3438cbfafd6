import Inventory

/// Tells items from the other rows of a table.
struct RowFilter: ~Copyable {
    enum Kind: Equatable {
        case item
        case blank
        /// The headings again.
        case repeatedHeader
        /// Totals: the row begins with such a word and has only numbers besides.
        case total
        /// The row has no name and nothing but numbers.
        case numbersOnly
        /// The row has a value that the reading leaves out.
        case omitted(String)
        /// A single cell that names the place of the rows below.
        case group(String)
    }

    private let header: [String]
    private let nameColumn: Int?
    private let hasGroupRows: Bool
    private let omitted: [(column: Int, value: String)]
    private let columnCount: Int
    private let vocabulary = Vocabulary.shared
    private var buffer = UnescapeBuffer()
    /// The number of cells of the last row that are not empty, and the column of the first.
    private(set) var filled = (count: 0, first: 0)

    init(_ reading: TableReading) {
        let header = reading.columns.map(\.heading)
        self.header = header
        columnCount = header.count
        nameColumn = reading.columns.firstIndex { $0.target == .field(.name) || $0.target == .modelName }
        hasGroupRows = reading.hasGroupRows
        omitted = reading.omitted.compactMap { rule in
            header.firstIndex { Heading.folded($0) == Heading.folded(rule.heading) }.map { ($0, rule.value) }
        }
    }

    /// Returns what a row is.
    mutating func kind(of row: TableRow) -> Kind {
        var count = 0
        var first = 0
        for (index, field) in row.fields.enumerated() where field.start < field.end {
            if NumberCellParser.trimmed(row.bytes[field.start..<field.end]).isEmpty { continue }
            if count == 0 { first = index }
            count += 1
        }
        filled = (count, first)
        guard count > 0 else { return .blank }
        for (column, value) in omitted where column < row.fields.count {
            if row.cell(row.fields[column], &buffer).elementsEqual(value.utf8) { return .omitted(value) }
        }
        // A full row is an item. The other kinds leave cells empty, or repeat the first heading.
        let start = row.fields[first]
        let firstCell = row.bytes[start.start..<start.end]
        if count < columnCount || columnCount <= 2 {
            if let special = sparseKind(row, first: first, firstCell, count: count) { return special }
        }
        if firstCell.elementsEqual((first < header.count ? header[first] : "").utf8), isHeader(row) {
            return .repeatedHeader
        }
        return .item
    }

    private func sparseKind(_ row: TableRow, first: Int, _ firstCell: Slice<ByteView>, count: Int) -> Kind? {
        func isNumeric(_ field: CSVField) -> Bool {
            if field.type == .number || field.type == .boolean { return true }
            let cell = NumberCellParser.trimmed(row.bytes[field.start..<field.end])
            return cell.isEmpty || NumberScan(cell) != nil || cell.elementsEqual("FALSE".utf8)
                || vocabulary.isBlank(ByteView(rebasing: cell))
        }
        let hasName = nameColumn.map { $0 < row.fields.count && row.fields[$0].start < row.fields[$0].end } ?? true
        if !hasName, row.fields.allSatisfy(isNumeric) { return .numbersOnly }
        if count > 1 || first == nameColumn, firstCell.count <= 60,
            row.fields.enumerated().allSatisfy({ $0.offset == first || isNumeric($0.element) }),
            vocabulary.isTotal(String(decoding: firstCell, as: UTF8.self)), count > 1
        {
            return .total
        }
        if hasGroupRows, count == 1 {
            return .group(String(decoding: NumberCellParser.trimmed(firstCell), as: UTF8.self))
        }
        return nil
    }

    private func isHeader(_ row: TableRow) -> Bool {
        guard row.fields.count >= header.count else { return false }
        return TableReader.names(in: row).prefix(header.count).elementsEqual(header)
    }
}
