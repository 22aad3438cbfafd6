import Inventory

/// The columns of the tables that this program writes.
enum HomepwnerColumns {
    /// The name of the program in readings.
    static let program = "homepwner"

    /// Whether headings are those of an export or a report of this program: exact names of fields, the id or the kind of each
    /// row among them.
    static func detect(_ headings: [String]) -> Bool {
        headings.contains { $0 == ItemField.id.name || $0 == ColumnTarget.recordKind.name }
            && headings.contains(ItemField.name.name)
            && headings.allSatisfy { heading in
                PlainColumns.target(of: heading).map { $0 == .ignored || $0.name == heading } ?? false
            }
    }
}

extension TableSource {
    /// The reading of separated text that this program or Homebox wrote. Its headings tell all of it, so that the import needs
    /// no proposal: ``ImportOptions/refusesUnusualRows`` finds the rows that only a proposal can judge.
    ///
    /// - Returns: nil for any other table.
    /// - Throws: ``InventoryFileError`` if the file cannot be read.
    package func programReading() throws(InventoryFileError) -> TableReading? {
        if holdsTables { return nil }
        var reading = TableReading()
        var input = try open(nil)
        _ = try input.extend()
        let text = ByteView(rebasing: input.bytes.dropFirst(TableText(input.bytes).mark))
        reading.separator = CSVScanner.delimiter(of: text)
        var records = try reading.records(of: self)
        guard case .record = try records.next(), records.row == 1, RowDecoder.damage(records.current) == nil else {
            return nil
        }
        let headings = TableReader.names(in: records.current)
        let found = HeadingMatcher().match(headings)
        reading.program = found.program
        guard reading.hasCertainColumns else { return nil }
        for (heading, match) in zip(headings, found.matches) {
            guard let target = match?.target,
                target.joinsColumns || !reading.columns.contains(where: { $0.target.conflicts(with: target) })
            else { return nil }
            reading.columns.append(ReadingColumn(heading: heading, target: target))
        }
        reading.decimal = .point
        return reading.nameColumn == nil ? nil : reading
    }
}

/// Finds the rows of a program's table that only the program can have written: those are items, or lines of a report.
struct ProgramRows {
    private let kindColumn: Int?
    /// The columns that only programs fill. A row with such a cell is an item.
    private let keys: [Int]

    /// - Returns: nil if the table is not that of a program with certain columns.
    init?(_ reading: TableReading) {
        guard reading.hasCertainColumns else { return nil }
        kindColumn = reading.columns.firstIndex { $0.target == .recordKind }
        let targets: [ColumnTarget] = [
            .field(.id), .field(.externalReference), .field(.dateCreated), .importReference,
        ]
        keys = reading.columns.indices.filter { targets.contains(reading.columns[$0].target) }
    }

    /// Returns what a row is; nil if anybody may have written it.
    func kind(of row: TableRow) -> RowFilter.Kind? {
        if let kindColumn, row.isFilled(kindColumn) {
            let field = row.fields[kindColumn]
            let kind = String(decoding: row.bytes[field.start..<field.end], as: UTF8.self)
            return kind == "item" ? .item : .omitted(kind)
        }
        return keys.contains(where: row.isFilled) ? .item : nil
    }
}

/// Finds the rows of a program's table that may be something else than items: a few comparisons, because nearly all rows of
/// such tables are items.
struct UnusualRowTest {
    private let nameColumn: Int?
    private let programRows: ProgramRows?
    private let columnCount: Int
    private let vocabulary = Vocabulary.shared

    init(_ reading: TableReading) {
        nameColumn = reading.nameColumn
        programRows = ProgramRows(reading)
        columnCount = reading.columns.count
    }

    func matches(_ row: TableRow) -> Bool {
        guard columnCount > 1, programRows?.kind(of: row) == nil else { return false }
        var filled = row.fields.indices.lazy.filter(row.isFilled).makeIterator()
        guard let first = filled.next() else { return false }
        guard filled.next() != nil, let nameColumn, row.isFilled(nameColumn) else { return true }
        return vocabulary.hasTotalWord(row, first) || vocabulary.hasTotalWord(row, nameColumn)
    }
}
