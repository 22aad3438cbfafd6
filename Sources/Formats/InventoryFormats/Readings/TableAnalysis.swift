package import Inventory

extension ReadingProposal {
    /// Reads a table once and proposes how to read its items.
    ///
    /// - Parameters:
    ///   - overrides: the parts that the caller settles.
    ///   - usual: the currency of amounts that name none.
    ///   - origin: where that currency comes from.
    ///   - timestamp: the time of the import. Dates of purchase in later years are doubtful. Nil doubts none.
    /// - Throws: ``InventoryFileError`` if the file cannot be read, or holds no table.
    package init(
        of source: TableSource, overrides: ReadingOverrides, usual: Currency, origin: CurrencyOrigin = .inventory,
        timestamp: Timestamp? = nil
    ) throws(InventoryFileError) {
        do {
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
    private(set) var overrides: ReadingOverrides
    var reading = TableReading()
    var matches: [HeadingMatcher.Match?] = []
    /// The reasons for the decisions about the reading, and the questions that they leave open.
    var evidence: [ReadingEvidence] = []
    var questions: [ReadingQuestion] = []
    private(set) var preset: ProgramPreset?
    private(set) var statistics: [ColumnStatistics] = []
    /// The single cells of rows that are not values of their columns, by the column: most of these rows are no items.
    private(set) var strayCells: [Int: ColumnStatistics] = [:]
    private(set) var leftOut = LeftOutRows()
    private(set) var groups = GroupRowEvidence()
    private(set) var lineTotals = LineTotals([])
    private(set) var currencyColumns = CurrencyColumns([])
    /// The evidence that rows of totals give about each column.
    private(set) var totalEvidence: [TotalEvidence] = []
    private(set) var encoding: EncodingFinding?
    /// The row above the headings, if it has a single cell.
    private(set) var rowAboveHeader: CellExample?
    /// The cells above the headings, if several columns have one: the words of groups of columns.
    private(set) var groupHeadings: [String] = []
    /// The first row that has a word for totals, but not the sum of the rows above.
    private(set) var doubtfulTotal: CellExample?
    /// The rows of two cells below an empty row, if they end the table, and whether one has an amount.
    private(set) var rowsBelow = (cells: CellCount(), hasAmount: false)
    /// The number of items with more than one cell, and of those that fill each column.
    private(set) var items = 0
    private(set) var fills: [Int] = []
    /// The columns that the first of them fills.
    private(set) var firstFills: Set<Int> = []
    /// The items and columns that the spreadsheet does not show.
    private(set) var hidden = HiddenCells()
    /// The rows with the headings of other tables, above and below the one that is read.
    private(set) var otherHeadings: [Int] = []
    /// Whether no row looks like headings, and the caller did not settle it.
    private(set) var lacksHeadings = false
    /// The sheets that hold a list, if several do, and all that are not read.
    private(set) var lists: [String] = []
    private(set) var otherSheets: (visible: [String], hidden: [String]) = ([], [])

    init(
        _ source: TableSource, overrides: ReadingOverrides, timestamp: Timestamp? = nil
    ) throws(InventoryFileError) {
        self.overrides = overrides
        try chooseEncoding(source)
        try chooseSheet(source)
        let matcher = HeadingMatcher()
        let head = chooseSideTable(try readHead(source), matcher)
        guard !head.rows.isEmpty else { throw InventoryFileError(.empty) }
        let headings = try readHeadings(head, matcher)
        let found = matcher.match(headings.map(\.text))
        (matches, preset, reading.program) = (found.matches, found.preset, found.program)
        for (index, heading) in headings.enumerated() where matches[index] == nil {
            matches[index] = heading.others.lazy.compactMap { matcher.match([$0]).matches[0] }.first
        }
        reading.omitted = preset?.omitted ?? []
        reading.keepsExcessDecimals = preset?.keepsExcessDecimals ?? false
        let names = headings.enumerated().map { TableReading.customName($1.text, $0 + 1) }
        for mapping in overrides.columns where !names.contains(mapping.column) {
            throw InventoryFileError(.missingMappedColumn(mapping.column))
        }
        reading.columns = headings.map(\.text).enumerated().map { index, heading in
            let mapped = overrides.target(ofColumn: index, heading: heading)
            var column = ReadingColumn(
                heading: heading, target: mapped ?? matches[index]?.target ?? .customField(heading))
            column.part = preset?.part(of: heading)
            return column
        }
        let thisYear = timestamp.map { CalendarDate(of: $0).components.year } ?? .max
        let before = self
        try gather(source, thisYear: thisYear)
        guard rowsBelow.cells.count > 0, overrides.totalRows ?? (rowsBelow.hasAmount ? .omit : .items) == .omit else {
            return
        }
        // Without these rows, the others give other evidence.
        let below = rowsBelow
        self = before
        reading.rowsBelow = .omit
        try gather(source, thisYear: thisYear)
        rowsBelow = below
    }

    /// Finds the row of the headings. The columns of a table without one are numbered.
    private mutating func readHeadings(
        _ head: TableHead, _ matcher: HeadingMatcher
    ) throws(InventoryFileError) -> [TwoRowHeading] {
        let stated = overrides.headerRow?.row
        let found = stated.map { row in head.rows.firstIndex { $0.number == row } } ?? head.headerIndex(matcher)
        guard let found else {
            guard stated == 0 || (stated == nil && head.looksLikeItems) else { throw InventoryFileError(.noTable) }
            lacksHeadings = stated == nil
            reading.headerRow = 0
            return (1...max(head.width, 1)).map { TwoRowHeading(text: TableReading.customName("", $0), others: []) }
        }
        if stated == nil, head.isTransposed(found, matcher) { throw InventoryFileError(.headingsInColumn) }
        let second = head.secondHeader(of: found)
        let index = second.map { $0 - 1 } ?? found
        let header = head.rows[index]
        reading.headerRow = header.number
        reading.secondHeaderRow = second.map { head.rows[$0].number }
        if let row = reading.secondHeaderRow { evidence.append(.twoHeaderRows(header.number, row)) }
        otherHeadings = head.otherHeadings(before: index, matcher)
        for row in head.rows[..<index] where !row.filled.isEmpty { leftOut.add(row.number, row.text, .aboveHeader) }
        if index > 0, let text = head.rows[index - 1].filled.only {
            rowAboveHeader = CellExample(row: head.rows[index - 1].number, text: text)
        } else if index > 0 {
            groupHeadings = head.rows[index - 1].cells
        }
        let below = second.map { head.rows[$0].cells } ?? []
        let isCut =
            reading.sheet == nil && reading.separator == UInt8(ascii: ",")
            && head.cutsAmounts(after: index, matcher.match(header.cells).matches)
        let more = isCut ? 0 : head.columnsWithoutHeadings(after: index)
        return TwoRowHeading.headings(header.cells + Array(repeating: "", count: more), below)
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
            noteOtherSheets(workbook)
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
        lists = tables.filter { $0.score > 1 }.map(\.name)
        noteOtherSheets(workbook)
    }

    private mutating func noteOtherSheets(_ workbook: SpreadsheetTables) {
        otherSheets.visible = workbook.sheets.filter { $0 != reading.sheet }
        otherSheets.hidden = workbook.hiddenSheets.filter { $0 != reading.sheet && !workbook.sheets.contains($0) }
    }

    private mutating func readHead(_ source: TableSource) throws(InventoryFileError) -> TableHead {
        if reading.sheet == nil {
            var input = try source.open(reading.encoding)
            _ = try input.extend()
            let text = TableText(input.bytes)
            let head = ByteView(rebasing: input.bytes[text.start...])
            let separator = text.named?.delimiter ?? overrides.separator
            let inQuotes = TableHead.separatorInQuotes(of: head)
            reading.hasQuotedRows = inQuotes != nil && (separator == nil || separator == inQuotes)
            reading.separator = separator ?? inQuotes ?? TableHead.separator(of: head)
        }
        return try TableHead(try reading.records(of: source))
    }

    /// Reads all rows and counts how their cells are written.
    private mutating func gather(_ source: TableSource, thisYear: Int) throws(InventoryFileError) {
        var records = try reading.records(of: source)
        reading.hiddenRows = overrides.hiddenRows ?? .items
        reading.recognition = overrides.recognition
        var filter = RowFilter(reading)
        let vocabulary = Vocabulary.shared
        var buffer = UnescapeBuffer()
        var hasItemsBelow = false
        statistics = Array(repeating: ColumnStatistics(thisYear: thisYear), count: reading.columns.count)
        lineTotals = LineTotals(matches)
        currencyColumns = CurrencyColumns(
            reading.columns.indices.map { index in
                let heading = reading.columns[index].heading
                return overrides.target(ofColumn: index, heading: heading) == nil
                    ? matches[index].map { ($0.target, Heading(heading).currencySign) } : nil
            })
        while true {
            let outcome = try records.next()
            if case .end = outcome { break }
            guard case .record = outcome, records.row > reading.lastHeaderRow else { continue }
            let row = records.current
            guard RowDecoder.damage(row) == nil else { continue }
            var kind = filter.kind(of: row)
            if kind == .doubtfulTotal, overrides.totalRows == .items { kind = .item }
            if kind == .rowBelow, reading.rowsBelow == .items {
                kind = .item
                rowsBelow.cells.add(CellExample(row: row.number, text: TableAnalysis.text(row)))
                if reading.columns.indices.contains(where: {
                    reading.columns[$0].target.kind == .money && $0 < row.fields.count
                        && RowAmount.read(row, $0) != nil
                }) {
                    rowsBelow.hasAmount = true
                }
            } else if kind == .item, filter.filled.count > 1 {
                // Items follow, so that those with two cells are incomplete.
                if rowsBelow.cells.count > 0 { hasItemsBelow = true }
            }
            guard kind == .item else {
                add(kind, row)
                continue
            }
            if row.isHidden || !row.hiddenColumns.isEmpty { hidden.add(row) }
            noteBrokenText(row)
            groups.add(row, filter)
            lineTotals.add(row)
            currencyColumns.add(row)
            for link in row.links where link.column < statistics.count {
                statistics[link.column].links.add(CellExample(row: row.number, text: link.address))
            }
            if filter.items == 1, filter.filled.count > 1 {
                firstFills = Set(filter.fills.indices.filter { filter.fills[$0] > 0 })
            }
            for (index, field) in row.fields.prefix(statistics.count).enumerated()
            where field.start < field.end || field.type == .covered {
                let cell = row.cell(field, &buffer)
                func add(to statistics: inout ColumnStatistics) {
                    statistics.add(cell, type: field.type, row: row.number, vocabulary: vocabulary)
                }
                if filter.filled.count == 1, let kind = reading.columns[index].target.kind, kind != .text {
                    var alone = ColumnStatistics(thisYear: thisYear)
                    add(to: &alone)
                    guard alone.confirms(kind) else {
                        add(to: &strayCells[index, default: ColumnStatistics(thisYear: thisYear)])
                        continue
                    }
                }
                add(to: &statistics[index])
            }
        }
        (items, fills, totalEvidence) = (filter.items, filter.fills, filter.totalEvidence)
        otherHeadings += filter.otherHeadings
        // A single row is rather an incomplete item; if its amount is the sum of those above, it is a total in doubt.
        if hasItemsBelow || rowsBelow.cells.count == 1 { rowsBelow = (CellCount(), false) }
    }

    private static func text(_ row: TableRow) -> String {
        TableReader.names(in: row).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private mutating func noteBrokenText(_ row: TableRow) {
        guard row.bytes.firstIndex(of: 0xEF, from: 0) != nil || TextDecoder.mayBeTwiceUTF8(row.bytes) else { return }
        for (index, field) in row.fields.prefix(statistics.count).enumerated() {
            let cell = ByteView(rebasing: row.bytes[field.start..<field.end])
            let text = String(decoding: cell, as: UTF8.self)
            let example = CellExample(row: row.number, text: String(text.prefix(40)))
            if text.unicodeScalars.contains("\u{FFFD}") { statistics[index].lostCharacters.add(example) }
            if TextDecoder.mayBeTwiceUTF8(cell), let bytes = TextDecoder.text(of: cell, in: .utf8Twice),
                String(validating: bytes, as: UTF8.self) != nil
            {
                statistics[index].twiceConverted.add(example)
            }
        }
    }

    private mutating func add(_ kind: RowFilter.Kind, _ row: TableRow) {
        let text = TableAnalysis.text(row)
        if kind == .doubtfulTotal, doubtfulTotal == nil { doubtfulTotal = CellExample(row: row.number, text: text) }
        let reason: LeftOutRows.Reason? =
            switch kind {
            case .item, .blank: nil
            case .repeatedHeader: .repeatedHeader
            case .total, .doubtfulTotal: .total
            case .numbersOnly: .numbersOnly
            case .omitted(let value): .omitted(value)
            case .singleCell: .singleCell
            case .group: .group
            case .otherTable, .rowBelow: .otherTable
            case .hidden: .hidden
            }
        guard let reason else { return }
        leftOut.add(row.number, text, reason)
    }

    /// Lists the rows with a single cell that are not items. ``gather(_:)`` takes all of them for items.
    mutating func leaveOutSingleCells(_ meaning: GroupRowMeaning) {
        for single in groups.singles where single.isLeftOut(by: meaning) {
            leftOut.add(single.example.row, single.example.text, meaning == .omit ? .singleCell : .group)
        }
        leftOut.count += groups.unlisted[meaning] ?? 0
    }

    /// Gives the row above the headings to the rows below them, as the other rows with a single cell are.
    ///
    /// A title may stand there too, so the row has to be the name of a room, or the headings are repeated below each group.
    mutating func takeGroupAboveHeader() {
        guard let row = rowAboveHeader,
            Vocabulary.shared.namesPlace(row.text) || leftOut.rows.contains(where: { $0.reason == .repeatedHeader })
        else { return }
        reading.hasGroupAboveHeader = true
        leftOut.setReason(.group, ofRow: row.row)
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
        var records = try allColumns(of: source)
        records.columns = tableColumns
        return records
    }

    /// Begins to read the rows with the cells beside the table.
    func allColumns(of source: TableSource) throws(InventoryFileError) -> RecordReader {
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
        if hasQuotedRows { records.unwrapRows() }
        records.skip(text.mark)
        if let named = text.named { records.skip(named) }
        return records
    }
}

/// The rows and columns of items that a spreadsheet does not show, with the sums of their numbers.
struct HiddenCells {
    private(set) var rows = CellCount()
    /// The sums of the numbers in these rows, and in these columns, by their columns.
    private(set) var sumsOfRows: [Int: Double] = [:]
    private(set) var sumsOfColumns: [Int: Double] = [:]

    mutating func add(_ row: TableRow) {
        func number(_ column: Int) -> Double? {
            row.fields[column].type == .number ? RowAmount.read(row, column)?.x : nil
        }
        for column in row.hiddenColumns { sumsOfColumns[column, default: 0] += number(column) ?? 0 }
        guard row.isHidden else { return }
        let text = TableReader.names(in: row).filter { !$0.isEmpty }.joined(separator: " ")
        rows.add(CellExample(row: row.number, text: text))
        for column in row.fields.indices {
            if let number = number(column) { sumsOfRows[column, default: 0] += number }
        }
    }

    /// The text of a sum: at most two decimals, because a Double holds no exact sums.
    static func text(_ sum: Double) -> String {
        guard abs(sum) < 1e13 else { return "\(sum)" }
        let cents = Int((sum * 100).rounded())
        let rest = abs(cents % 100)
        let whole = "\(cents < 0 ? "-" : "")\(abs(cents / 100))"
        return rest == 0 ? whole : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// The columns with the amounts of one field in different currencies, of which each row fills one at most.
struct CurrencyColumns {
    private var groups: [[Int]]

    /// - Parameter headings: the field that each heading names, and the sign of a currency in it.
    init(_ headings: [(target: ColumnTarget, sign: String?)?]) {
        let money = headings.indices.filter { headings[$0]?.target.kind == .money }
        groups = Dictionary(grouping: money) { headings[$0]?.target }.values.filter { group in
            // Of "USD" and "$", one may mean the other.
            let currencies = group.flatMap { CurrencySymbols.currencies(of: headings[$0]?.sign ?? "") }
            return group.count > 1 && group.allSatisfy { headings[$0]?.sign != nil }
                && Set(currencies).count == currencies.count
        }
    }

    mutating func add(_ row: TableRow) {
        groups.removeAll { group in
            group.count { $0 < row.fields.count && RowAmount.read(row, $0) != nil } > 1
        }
    }

    /// Whether two columns have one amount in different currencies.
    func areOfOneAmount(_ one: Int, _ other: Int) -> Bool {
        groups.contains { $0.contains(one) && $0.contains(other) }
    }
}

/// Finds columns with the amount of all pieces of a row: those that are another column's amount times the quantity.
struct LineTotals {
    private struct Pair: Hashable {
        let each: Int
        let total: Int
    }

    /// The rows in which both columns have an amount, and how many of these rows agree.
    private struct Count {
        var rows = 0
        var agreeing = 0
        /// Rows of several pieces among the agreeing ones.
        var ofSeveral = 0
    }

    /// The most columns that are compared, each with all others.
    private static let columnLimit = 16

    private let quantity: Int?
    private let amounts: [Int]
    private var counts: [Pair: Count] = [:]
    /// Whether a row has several pieces.
    private(set) var hasSeveral = false
    /// The amounts that the quantity does not divide, by column: in whole units of the currency, and in hundredths.
    private var undivided: [Int: (units: CellCount, hundredths: CellCount)] = [:]

    /// - Parameter matches: the fields that headings name.
    init(_ matches: [HeadingMatcher.Match?]) {
        quantity = matches.firstIndex { $0?.target == .field(.quantity) }
        amounts = Array(
            matches.indices.lazy.filter { matches[$0]?.target.kind == .money }.prefix(LineTotals.columnLimit))
    }

    mutating func add(_ row: TableRow) {
        guard let quantity, quantity < row.fields.count else { return }
        let plain = RowAmount.read(row, quantity)
        guard let pieces = plain ?? RowAmount.measure(row, quantity) else { return }
        if plain.map(RowAmount.size) ?? 0 > 1 { hasSeveral = true }
        guard amounts.count > 1 || RowAmount.size(pieces) != 1 else { return }
        let numbers = amounts.filter { $0 < row.fields.count }.compactMap { index in
            RowAmount.read(row, index).map { (index, $0) }
        }
        for (index, amount) in numbers { noteRemainder(of: amount, by: pieces, row, index) }
        guard numbers.count > 1, plain != nil else { return }
        for (each, price) in numbers where RowAmount.size(price) > 0 {
            for (total, amount) in numbers where total != each {
                var count = counts[Pair(each: each, total: total)] ?? Count()
                count.rows += 1
                // Half of the smallest unit of each piece is lost if a price was rounded.
                let agreeing = [0, 1].first { separator in
                    let difference = abs(price[separator] * pieces[separator] - amount[separator])
                    return pieces[separator] > 0 && difference < 0.006 * max(1, pieces[separator])
                }
                if let agreeing {
                    count.agreeing += 1
                    if pieces[agreeing] > 1 { count.ofSeveral += 1 }
                }
                counts[Pair(each: each, total: total)] = count
            }
        }
    }

    private mutating func noteRemainder(
        of amount: SIMD2<Double>, by pieces: SIMD2<Double>, _ row: TableRow, _ column: Int
    ) {
        func isDivided(scale: Double) -> Bool {
            [0, 1].contains { separator in
                let share = amount[separator] * scale / pieces[separator]
                return abs(share - share.rounded()) < 1e-6
            }
        }
        guard RowAmount.size(pieces) > 0, !isDivided(scale: 1) else { return }
        let field = row.fields[column]
        let cell = CellExample(
            row: row.number, text: String(decoding: row.bytes[field.start..<field.end], as: UTF8.self))
        undivided[column, default: (CellCount(), CellCount())].units.add(cell)
        if !isDivided(scale: 100) { undivided[column]?.hundredths.add(cell) }
    }

    /// The amounts of a column that the quantity does not divide.
    func undivided(_ column: Int, digits: Int) -> CellCount {
        (digits == 0 ? undivided[column]?.units : undivided[column]?.hundredths) ?? CellCount()
    }

    /// The column whose amounts, times the quantity, are those of this one; nil if it has amounts of its own.
    /// - Parameter areAlike: whether the headings of two columns mean the same. If they do not, one row is no evidence: a
    ///   thing may be worth twice what was paid.
    func pieces(of total: Int, areAlike: (Int, Int) -> Bool) -> Int? {
        amounts.first { each in
            guard let count = counts[Pair(each: each, total: total)] else { return false }
            return count.ofSeveral >= (areAlike(each, total) ? 1 : 2) && count.agreeing * 10 >= count.rows * 9
        }
    }
}
