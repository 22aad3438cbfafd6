public import Inventory

extension ReadingProposal {
    /// Reads a table once and proposes how to read its items.
    ///
    /// - Parameters:
    ///   - overrides: the parts that the caller settles.
    ///   - usual: the currency of amounts that name none.
    ///   - origin: where that currency comes from.
    ///   - timestamp: the time of the import, by whose year dates of purchases lie ahead; nil if none does.
    /// - Throws: ``InventoryFileError`` if the file cannot be read, or holds no table.
    public init(
        of source: TableSource, overrides: ReadingOverrides, usual: Currency, origin: CurrencyOrigin = .inventory,
        timestamp: Timestamp? = nil
    ) throws(InventoryFileError) {
        do throws(InventoryFileError) {
            let analysis = try TableAnalysis(source, overrides: overrides, timestamp: timestamp)
            self = analysis.proposal(
                usual: overrides.currency ?? usual, origin: overrides.currency == nil ? origin : .option)
        } catch {
            throw error.inFile(source.name)
        }
    }
}

/// The evidence of a whole table, gathered in one pass.
struct TableAnalysis {
    let overrides: ReadingOverrides
    var reading = TableReading()
    private(set) var matches: [HeadingMatcher.Match?] = []
    private(set) var preset: ProgramPreset?
    private(set) var statistics: [ColumnStatistics] = []
    private(set) var leftOut = LeftOutRows()
    private(set) var groups = GroupRowEvidence()
    private(set) var encoding: EncodingFinding?
    /// The sheets that hold a table, if several do.
    private(set) var otherSheets: [String] = []

    init(
        _ source: TableSource, overrides: ReadingOverrides, timestamp: Timestamp? = nil
    ) throws(InventoryFileError) {
        self.overrides = overrides
        try chooseEncoding(source)
        try chooseSheet(source)
        let head = try readHead(source)
        let matcher = HeadingMatcher()
        guard !head.rows.isEmpty else { throw InventoryFileError(.empty) }
        let index: Int? =
            overrides.headerRow.map { row in head.rows.firstIndex { $0.number == row } } ?? head.headerIndex(matcher)
        guard let index else { throw InventoryFileError(.noTable) }
        let header = head.rows[index]
        reading.headerRow = header.number
        for row in head.rows[..<index] where !row.filled.isEmpty { leftOut.add(row.number, row.text, .aboveHeader) }
        let headings = header.cells + Array(repeating: "", count: head.columnsWithoutHeadings(after: index))
        let found = matcher.match(headings)
        (matches, preset, reading.program) = (found.matches, found.preset, found.program)
        reading.omitted = preset?.omitted ?? []
        reading.keepsFineAmounts = preset?.keepsFineAmounts ?? false
        for mapping in overrides.columns where !headings.contains(mapping.column) {
            throw InventoryFileError(.missingMappedColumn(mapping.column))
        }
        reading.columns = headings.enumerated().map { index, heading in
            let mapped = overrides.target(ofColumn: index, heading: heading)
            var column = ReadingColumn(heading: heading, target: mapped ?? matches[index]?.target ?? .unnamed)
            column.part = preset?.part(of: heading)
            return column
        }
        try gather(source, thisYear: timestamp.map { CalendarDate(of: $0).components.year } ?? .max)
    }

    private mutating func chooseEncoding(_ source: TableSource) throws(InventoryFileError) {
        if case .workbook = source.content { return }
        if let named = overrides.encoding {
            reading.encoding = named
            return
        }
        let found = try EncodingDetector.find(in: source)
        encoding = found
        reading.encoding = found.candidates.first?.encoding ?? .utf8
    }

    private mutating func chooseSheet(_ source: TableSource) throws(InventoryFileError) {
        guard case .workbook(let workbook) = source.content else { return }
        if let named = overrides.sheet {
            guard let name = workbook.sheet(named) else {
                throw InventoryFileError(.unknownSheet(named, known: workbook.sheets + workbook.hiddenSheets))
            }
            reading.sheet = name
            return
        }
        var tables: [(name: String, score: Int, namesItems: Bool)] = []
        let matcher = HeadingMatcher()
        for name in workbook.sheets {
            let head = try TableHead(RecordReader(try workbook.rows(ofSheet: name), file: source.name))
            guard let index = head.headerIndex(matcher), head.rows.count > index + 1 else { continue }
            let headings = head.rows[index].cells
            tables.append((name, matcher.matches(headings), matcher.namesItems(headings)))
        }
        // A sheet of sums by room is not a list of items.
        if tables.contains(where: \.namesItems) { tables.removeAll { !$0.namesItems } }
        tables.sort { $0.score > $1.score }
        reading.sheet = tables.first?.name ?? workbook.sheets.first
        let lists = tables.filter { $0.score > 1 }
        if lists.count > 1 { otherSheets = lists.map(\.name) }
    }

    private mutating func readHead(_ source: TableSource) throws(InventoryFileError) -> TableHead {
        if reading.sheet == nil {
            var input = try source.open(reading.encoding)
            _ = try input.extend()
            let text = TableText(input.bytes)
            reading.separator =
                text.named?.delimiter ?? overrides.separator
                ?? TableHead.separator(of: ByteView(rebasing: input.bytes[text.start...]))
        }
        return try TableHead(try reading.records(of: source))
    }

    /// Reads all rows and counts how their cells are written.
    private mutating func gather(_ source: TableSource, thisYear: Int) throws(InventoryFileError) {
        var records = try reading.records(of: source)
        var filter = RowFilter(reading)
        let vocabulary = Vocabulary.shared
        var buffer = UnescapeBuffer()
        statistics = Array(repeating: ColumnStatistics(thisYear: thisYear), count: reading.columns.count)
        let nameColumn = reading.columns.firstIndex { $0.target == .field(.name) || $0.target == .modelName }
        while true {
            let outcome = try records.next()
            if case .end = outcome { break }
            guard case .record = outcome, records.row > reading.headerRow else { continue }
            let row = records.current
            guard RowDecoder.damage(row) == nil else { continue }
            let kind = filter.kind(of: row)
            guard kind == .item else {
                add(kind, row)
                continue
            }
            groups.add(row, filled: filter.filled, nameColumn: nameColumn)
            for (index, field) in row.fields.prefix(statistics.count).enumerated() where field.start < field.end {
                statistics[index].add(
                    row.cell(field, &buffer), type: field.type, row: row.number, vocabulary: vocabulary)
            }
        }
    }

    private mutating func add(_ kind: RowFilter.Kind, _ row: TableRow) {
        let reason: LeftOutRows.Reason? =
            switch kind {
            case .item, .blank: nil
            case .repeatedHeader: .repeatedHeader
            case .total: .total
            case .numbersOnly: .numbersOnly
            case .omitted(let value): .omitted(value)
            case .group: .group
            }
        guard let reason else { return }
        leftOut.add(row.number, TableReader.names(in: row).filter { !$0.isEmpty }.joined(separator: " "), reason)
    }

    mutating func leaveOutGroups() {
        for row in groups.singles { leftOut.add(row.row, row.text, .group) }
        leftOut.count += groups.count - groups.singles.count
    }
}

/// The beginning of separated text: its byte order mark and a line `sep=;`.
struct TableText {
    /// The bytes before the first row.
    let start: Int
    let mark: Int
    let named: SeparatorLine?

    init(_ bytes: ByteView) {
        mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        named = SeparatorLine(ByteView(rebasing: bytes[mark...]))
        start = mark + (named?.length ?? 0)
    }
}

extension TableReading {
    /// Begins to read the rows of a table, from the first on.
    func records(of source: TableSource) throws(InventoryFileError) -> RecordReader {
        if case .workbook(let workbook) = source.content {
            guard let name = (sheet ?? workbook.sheets.first).flatMap({ workbook.sheet($0) }) else {
                throw InventoryFileError(.unknownSheet(sheet ?? "", known: workbook.sheets + workbook.hiddenSheets))
            }
            return RecordReader(try workbook.rows(ofSheet: name), file: source.name)
        }
        var input = try source.open(encoding)
        _ = try input.extend()
        let text = TableText(input.bytes)
        var records = RecordReader(input, delimiter: text.named?.delimiter ?? separator ?? UInt8(ascii: ","))
        records.skip(text.mark)
        if let named = text.named { records.skip(named.length, lines: 1) }
        return records
    }
}

/// Rows with a single cell: names of places above their items, or items of which only the name is known.
struct GroupRowEvidence {
    /// The first of them.
    private(set) var singles: [CellExample] = []
    private(set) var count = 0
    private(set) var others = 0
    private(set) var rooms = 0
    /// Whether all are outside the column of names.
    private(set) var areBesideNames = true
    /// Whether one follows another, or ends the table.
    private(set) var areApart = true
    private var lastWasSingle = false

    mutating func add(_ row: TableRow, filled: (count: Int, first: Int), nameColumn: Int?) {
        guard filled.count == 1 else {
            lastWasSingle = false
            others += 1
            return
        }
        if lastWasSingle { areApart = false }
        lastWasSingle = true
        count += 1
        let field = row.fields[filled.first]
        let text = String(decoding: NumberCellParser.trimmed(row.bytes[field.start..<field.end]), as: UTF8.self)
        if Vocabulary.shared.isRoom(text) || text.hasSuffix(":") { rooms += 1 }
        if filled.first == nameColumn { areBesideNames = false }
        if singles.count < 20 { singles.append(CellExample(row: row.number, text: text)) }
    }

    /// Whether the rows look like names of places.
    enum Finding {
        case no, open, yes
    }

    /// - Parameter hasLocation: whether a column of the table holds places.
    func finding(hasLocation: Bool) -> Finding {
        guard count > 0, others > 0, !lastWasSingle else { return .no }
        if areBesideNames { return .yes }
        guard areApart, count <= others else { return .no }
        if rooms * 2 >= count, !hasLocation { return .yes }
        return hasLocation ? .no : .open
    }
}
