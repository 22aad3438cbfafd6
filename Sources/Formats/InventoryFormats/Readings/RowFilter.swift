import Inventory

/// Tells items from the other rows of a table.
struct RowFilter: ~Copyable {
    enum Kind: Equatable {
        case item
        case blank
        /// The headings again.
        case repeatedHeader
        /// Totals of the rows above.
        case total
        /// The row may be one of totals: it has a word for them and not the sum of the amounts above, or the sum and no word.
        case doubtfulTotal
        /// The row has no name and nothing but numbers.
        case numbersOnly
        /// The row has a value that the reading leaves out.
        case omitted(String)
        /// A single cell that is neither an item nor a group.
        case singleCell
        /// A single cell that belongs to the rows below.
        case group(String, column: Int)
        /// The row belongs to another table below, with other headings.
        case otherTable
        /// The row may be one of a summary: it is below an empty row and has two cells, and all items above have more.
        case rowBelow
        /// The spreadsheet does not show the row, and the reading leaves such rows out.
        case hidden
    }

    private let header: [String]
    private let nameColumn: Int?
    private let groupRows: GroupRowMeaning
    private let leavesOutHidden: Bool
    private let leavesOutRowsBelow: Bool
    /// The columns whose empty cells continue the cell above.
    private let filledDown: Set<Int>
    private let omitted: [(column: Int, value: String)]
    private let programRows: ProgramRows?
    private let columnCount: Int
    private let hasCertainColumns: Bool
    private let vocabulary = Vocabulary.shared
    private var buffer = UnescapeBuffer()
    private var sums: AmountSums
    /// The evidence that rows of totals give about the amounts above them, for each column.
    var totalEvidence: [TotalEvidence] { sums.evidence }
    /// The number of items so far, and of those that fill each column.
    private(set) var items = 0
    private(set) var fills: [Int]
    /// The columns that most items fill, and some that most items filled once.
    private var usual: [Int] = []
    private var isUsual: [Bool]
    /// The number of cells of the last row that are not empty, and the column of the first.
    private(set) var filled = (count: 0, first: 0)
    /// Whether only single cells are between the last row and an empty row or totals.
    private(set) var followsGap = false
    /// The last single cell, which may name the group of the rows below it.
    private var lastSingle = ""
    /// Whether rows of two cells follow an empty row.
    private var isBelow = false
    /// The number of the last row.
    private var lastRow = 0
    /// Whether the rows are those of another table, whose headings stand below the first one.
    private var isInOtherTable = false
    private let matcher = HeadingMatcher()
    /// The rows with the headings of other tables.
    private(set) var otherHeadings: [Int] = []
    /// Whether the single cell of the last row is outside the column of names or below the table.
    var isBesideItems: Bool { filled.first != nameColumn || followsGap }

    init(_ reading: TableReading) {
        let header = reading.columns.map(\.heading)
        self.header = header
        columnCount = header.count
        hasCertainColumns = reading.hasCertainColumns
        nameColumn = reading.nameColumn ?? reading.referenceColumn
        groupRows = reading.groupRows
        leavesOutHidden = reading.hiddenRows == .omit
        leavesOutRowsBelow = reading.rowsBelow == .omit
        filledDown = Set(reading.columns.indices.filter { reading.columns[$0].fillsDown })
        omitted = reading.omitted.compactMap { rule in
            header.firstIndex { Heading.folded($0) == Heading.folded(rule.heading) }.map { ($0, rule.value) }
        }
        programRows = ProgramRows(reading)
        // The headings count, too: a column of amounts that the reading keeps as text is still one.
        let named = matcher.match(header).matches
        sums = AmountSums(
            reading.columns.indices.filter { reading.columns[$0].target.mayHoldAmounts },
            ofAmounts: reading.columns.indices.map {
                reading.columns[$0].target.kind == .money || named[$0]?.target.kind == .money
            },
            quantityColumn: reading.columns.firstIndex { $0.target == .field(.quantity) })
        fills = Array(repeating: 0, count: header.count)
        isUsual = Array(repeating: false, count: header.count)
    }

    /// Returns what a row is. The rows must come in their order, because totals are compared with the rows above.
    mutating func kind(of row: TableRow) -> Kind {
        // Empty lines of text are skipped, but count.
        if lastRow > 0, row.number > lastRow + 1 { followsGap = true }
        lastRow = row.number
        let kind = classify(row)
        switch kind {
        case .blank, .numbersOnly, .doubtfulTotal: followsGap = true
        case .total:
            followsGap = true
            sums.note(total: row)
            sums.beginBlock()
        case .rowBelow where leavesOutRowsBelow: break
        case .item where filled.count > 1, .rowBelow:
            followsGap = false
            items += 1
            for index in row.fields.indices.prefix(columnCount) where row.isFilled(index) {
                fills[index] += 1
                if !isUsual[index], isFilledByMost(index) {
                    isUsual[index] = true
                    usual.append(index)
                }
            }
            sums.add(row)
        case .repeatedHeader, .omitted: followsGap = false
        case .item, .singleCell, .group, .otherTable, .hidden: break
        }
        return kind
    }

    private func isFilledByMost(_ column: Int) -> Bool { fills[column] * 2 > items }

    /// The columns that most items fill, and those of them that a row does not.
    private mutating func usualCells(_ row: TableRow) -> (all: [Int], missing: [Int]) {
        for column in usual where !isFilledByMost(column) { isUsual[column] = false }
        usual = usual.filter { isUsual[$0] }
        return (usual, usual.filter { !row.isFilled($0) })
    }

    /// Whether a row lacks most of the cells that most items have, apart from amounts and the given column.
    private mutating func lacksMostCells(_ row: TableRow, besides word: Int) -> Bool {
        let cells = usualCells(row)
        let isOther = { [sums] (column: Int) in column != word && !sums.hasAmounts(column) }
        return cells.missing.count(where: isOther) * 2 > cells.all.count(where: isOther)
    }

    private mutating func classify(_ row: TableRow) -> Kind {
        var count = 0
        var first = 0
        for index in row.fields.indices where row.isFilled(index) || row.fields[index].type == .covered {
            if count == 0 { first = index }
            count += 1
        }
        filled = (count, first)
        guard count > 0 else { return .blank }
        if row.isHidden, leavesOutHidden { return .hidden }
        for (column, value) in omitted where column < row.fields.count {
            if row.cell(row.fields[column], &buffer).elementsEqual(value.utf8) { return .omitted(value) }
        }
        if let kind = programRows?.kind(of: row) { return kind }
        if isRule(row) { return .blank }
        if count > 1, followsGap, !isHeader(row), isOtherHeader(row) {
            isInOtherTable = true
            otherHeadings.append(row.number)
        }
        if isInOtherTable { return .otherTable }
        if count == 1 { return singleCell(row, first) }
        if let total = totalKind(row) { return total }
        if !hasName(row), row.fields.allSatisfy({ isNumeric($0, of: row) }) { return .numbersOnly }
        let start = row.fields[first]
        if row.bytes[start.start..<start.end].elementsEqual((first < header.count ? header[first] : "").utf8),
            isHeader(row)
        {
            return .repeatedHeader
        }
        guard followsGap || isBelow else { return .item }
        isBelow = count == 2 && (isBelow || (items > 1 && usual.count { fills[$0] == items } > 2))
        return isBelow ? .rowBelow : .item
    }

    /// Whether every cell is a line of signs, as Markdown and databases print below headings: `---`, `:--:`, `-----+-----`.
    private func isRule(_ row: TableRow) -> Bool {
        let first = row.fields[filled.first]
        guard
            [UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "_")]
                .contains(NumberCellParser.trimmed(row.bytes[first.start..<first.end]).first ?? 0)
        else { return false }
        return row.fields.allSatisfy { field in
            let cell = NumberCellParser.trimmed(row.bytes[field.start..<field.end])
            return cell.isEmpty || (cell.count > 1 && cell.allSatisfy { "-=:+_".utf8.contains($0) })
        }
    }

    /// Whether a row below an empty one has the headings of another table: at least two are known, and most are.
    private func isOtherHeader(_ row: TableRow) -> Bool {
        guard !row.fields.contains(where: { row.bytes[$0.start..<$0.end].contains(where: \.isDigit) }) else {
            return false
        }
        let cells = TableReader.names(in: row).filter { !$0.isEmpty }
        guard Set(cells).count == cells.count else { return false }
        if matcher.matches(cells) >= max(2, (cells.count + 1) / 2) { return true }
        // A summary has few headings (`Room`, `Sum`). Where items have amounts, a row that begins with a heading has none.
        let known = cells.map { matcher.matches([$0]) > 0 || vocabulary.isTotal($0) }
        return sums.hasNumbers && known.first == true && known.count(where: { $0 }) * 2 >= cells.count
    }

    private mutating func singleCell(_ row: TableRow, _ column: Int) -> Kind {
        let field = row.fields[column]
        if !hasName(row), isNumeric(field, of: row) { return .numbersOnly }
        let text = String(decoding: NumberCellParser.trimmed(row.bytes[field.start..<field.end]), as: UTF8.self)
        if filledDown.contains(column) { return .group(text, column: column) }
        // Databases print the number of rows below them: `(2 rows)`.
        let isCount = text.first == "(" && text.last == ")"
        if isCount, Int(text.dropFirst().prefix(while: \.isNumber)) == items { return .total }
        lastSingle = text
        return switch groupRows {
        case .location: .group(text, column: column)
        case .rooms where vocabulary.namesPlace(text): .group(text, column: column)
        // An item of which only the name is known stays one, unless it may belong to lines below the table.
        case .omit where isBesideItems: .singleCell
        default: .item
        }
    }

    /// A row of totals has a word for them at the beginning or end of its first cell or its name. Items have such words
    /// too ("Total Gym"), so the amount decides; if it is not the sum, a row that leaves most of the cells empty which most
    /// items fill is in doubt.
    private mutating func totalKind(_ row: TableRow) -> Kind? {
        let word =
            vocabulary.hasTotalWord(row, filled.first)
            ? filled.first
            : nameColumn.flatMap { $0 != filled.first && vocabulary.hasTotalWord(row, $0) ? $0 : nil }
        guard let word else { return totalWithoutWord(row) }
        let text = String(decoding: row.bytes[row.fields[word].start..<row.fields[word].end], as: UTF8.self)
        let isTotal = vocabulary.isTotal(text)
        if word == filled.first, isTotal, hasOnlyNumbers(row, besides: word) {
            let isSparse = filled.count < columnCount || columnCount <= 2
            let isSum = isSparse ? !sums.contradict(row, items: items) : sums.agree(with: row, atLeast: 2) == true
            return isSum ? .total : .doubtfulTotal
        }
        let group = lastSingle.prefix { $0 != ":" }
        let lacksCells = lacksMostCells(row, besides: word) || (!group.isEmpty && text.contains(group))
        // One item above with the same amount is a coincidence rather than a sum, unless the row lacks cells.
        let mayBeOne = lacksCells || (isTotal && !usualCells(row).missing.isEmpty)
        guard let agrees = sums.agree(with: row, atLeast: mayBeOne ? 1 : 2) else { return nil }
        return agrees ? .total : lacksCells ? .doubtfulTotal : nil
    }

    /// A row without such a word is in doubt if it is a tax or the like, or if its amount is negative or the sum of those
    /// above.
    private mutating func totalWithoutWord(_ row: TableRow) -> Kind? {
        guard columnCount > 1, filled.count > 1, items > 0 else { return nil }
        // A known program writes no such rows: there it is a fault.
        let columns = hasCertainColumns ? row.fields.indices.prefix(0) : row.fields.indices.prefix(columnCount)
        if columns.contains(where: { sums.hasAmounts($0) && isNegative(row, $0) }) { return .doubtfulTotal }
        let lacksCells = !usualCells(row).missing.isEmpty
        let name = nameColumn ?? filled.first
        guard lacksCells || hasOnlyNumbers(row, besides: name) else { return nil }
        if vocabulary.isCharge(row, filled.first) || vocabulary.isCharge(row, name) { return .doubtfulTotal }
        return sums.agree(with: row, atLeast: 2, inAll: !lacksCells) == true ? .doubtfulTotal : nil
    }

    /// Whether a cell is a number below zero: of a refund or a discount, also in the brackets of accounts.
    private func isNegative(_ row: TableRow, _ column: Int) -> Bool {
        let cell = NumberCellParser.trimmed(row.bytes[row.fields[column].start..<row.fields[column].end])
        if cell.first == UInt8(ascii: "("), cell.last == UInt8(ascii: ")") {
            return NumberScan(cell.dropFirst().dropLast()) != nil
        }
        if cell.first == UInt8(ascii: "-") { return NumberScan(cell.dropFirst()) != nil }
        return NumberScan(cell) != nil && CurrencySymbols.split(cell).number.first == UInt8(ascii: "-")
    }

    private func hasOnlyNumbers(_ row: TableRow, besides column: Int) -> Bool {
        row.fields.indices.allSatisfy { $0 == column || isNumeric(row.fields[$0], of: row) }
    }

    private func hasName(_ row: TableRow) -> Bool {
        nameColumn.map(row.isFilled) ?? true
    }

    private func isNumeric(_ field: CSVField, of row: TableRow) -> Bool {
        if field.type == .number || field.type == .boolean { return true }
        let cell = NumberCellParser.trimmed(row.bytes[field.start..<field.end])
        return cell.isEmpty || NumberScan(cell) != nil || cell.elementsEqual("FALSE".utf8)
            || vocabulary.isBlank(ByteView(rebasing: cell))
    }

    private func isHeader(_ row: TableRow) -> Bool {
        guard row.fields.count >= header.count else { return false }
        return TableReader.names(in: row).prefix(header.count).elementsEqual(header)
    }
}

/// The evidence that rows of totals give about the amounts of a column.
struct TotalEvidence {
    /// The first total that is the sum of the amounts without quantities: they are those of all pieces of a row.
    fileprivate(set) var ofRows: CellExample?
    /// The first total that is the sum of quantity × amount: they are those of one piece.
    fileprivate(set) var ofPieces: CellExample?
}

/// The sums of the numbers of each column: of all items, and of those since the last row of totals.
///
/// Each sum is kept for both decimal separators, as a ``RowAmount`` is.
struct AmountSums {
    private struct Sum {
        var plain = SIMD2<Double>.zero
        /// The sum of quantity × amount.
        var weighted = SIMD2<Double>.zero
        var count = 0

        func equals(_ amount: SIMD2<Double>) -> Bool { isSame(plain, amount) || isSame(weighted, amount) }

        func isSame(_ sum: SIMD2<Double>, _ amount: SIMD2<Double>) -> Bool {
            // Half a cent: Double holds no exact sums.
            abs(sum.x - amount.x) < 0.0051 || abs(sum.y - amount.y) < 0.0051
        }
    }

    private(set) var evidence: [TotalEvidence]
    private var all: [Sum]
    private var block: [Sum]
    /// The columns with numbers in the block.
    private var blockColumns: [Int] = []
    private let columns: [Int]
    /// Whether the numbers of each column are amounts: its heading says so, or one had decimals or a sign. Running numbers,
    /// years, serial numbers and numbers of pieces may be the sum of those above by chance.
    private var ofAmounts: [Bool]
    private let quantityColumn: Int?

    /// - Parameters:
    ///   - columns: those that are summed, from left to right.
    ///   - ofAmounts: for each column of the table, whether its heading is that of amounts.
    init(_ columns: [Int], ofAmounts: [Bool], quantityColumn: Int?) {
        self.columns = columns
        self.ofAmounts = ofAmounts
        all = Array(repeating: Sum(), count: ofAmounts.count)
        block = all
        evidence = Array(repeating: TotalEvidence(), count: ofAmounts.count)
        self.quantityColumn = quantityColumn
    }

    /// Whether the numbers of a column are amounts, as far as the rows above tell.
    func hasAmounts(_ column: Int) -> Bool { ofAmounts[column] }

    /// Whether a number is an amount: it has decimals or a sign, or its column has amounts.
    private func isAmount(_ row: TableRow, _ column: Int) -> Bool {
        if ofAmounts[column] { return true }
        let field = row.fields[column]
        return column != quantityColumn
            && !NumberCellParser.trimmed(row.bytes[field.start..<field.end]).allSatisfy(\.isDigit)
    }

    /// The columns that are summed and of which a row has a cell.
    private func columns(of row: TableRow) -> ArraySlice<Int> { columns.prefix { $0 < row.fields.count } }

    /// Adds the numbers of an item.
    mutating func add(_ row: TableRow) {
        var weight = SIMD2<Double>.one
        if let column = quantityColumn, column < row.fields.count, let amount = RowAmount.read(row, column) {
            weight = amount
        }
        for column in columns(of: row) {
            guard let amount = RowAmount.read(row, column) else { continue }
            ofAmounts[column] = isAmount(row, column)
            if block[column].count == 0 { blockColumns.append(column) }
            all[column].plain += amount
            all[column].weighted += amount * weight
            all[column].count += 1
            block[column].plain += amount
            block[column].weighted += amount * weight
            block[column].count += 1
        }
    }

    /// Notes whether the numbers of a row of totals are sums with or without quantities. If both are equal, or the number
    /// is neither, it says nothing.
    mutating func note(total row: TableRow) {
        for column in columns(of: row) {
            guard let amount = RowAmount.read(row, column) else { continue }
            for sum in [block[column], all[column]] where sum.count > 0 {
                let (isPlain, isWeighted) = (sum.isSame(sum.plain, amount), sum.isSame(sum.weighted, amount))
                guard isPlain != isWeighted else { continue }
                let field = row.fields[column]
                let text = String(decoding: row.bytes[field.start..<field.end], as: UTF8.self)
                let example = CellExample(row: row.number, text: text)
                if isPlain, evidence[column].ofRows == nil { evidence[column].ofRows = example }
                if isWeighted, evidence[column].ofPieces == nil { evidence[column].ofPieces = example }
                break
            }
        }
    }

    /// Begins to sum the items after a row of totals.
    mutating func beginBlock() {
        for column in blockColumns { block[column] = Sum() }
        blockColumns.removeAll()
    }

    /// Whether items have numbers.
    var hasNumbers: Bool { all.contains { $0.count > 0 } }

    private typealias Number = (column: Int, amount: SIMD2<Double>)

    private func numbers(of row: TableRow) -> [Number] {
        columns(of: row).compactMap { column in RowAmount.read(row, column).map { (column, $0) } }
    }

    /// The largest number of a row, apart from its quantity.
    private func largest(_ numbers: [Number]) -> Number? {
        func size(_ number: Number) -> Double {
            number.column == quantityColumn ? 0 : RowAmount.size(number.amount)
        }
        return numbers.max { size($0) < size($1) }.flatMap { size($0) > 0 ? $0 : nil }
    }

    /// Whether the largest number of a row, apart from its quantity, is the sum of the amounts above it: the others may be
    /// running numbers or sums of prices.
    /// - Parameters:
    ///   - count: how many amounts must be above.
    ///   - inAll: whether all numbers of the row must be sums.
    /// - Returns: nil if the row has no numbers; false if the largest is in another column than those of amounts.
    func agree(with row: TableRow, atLeast count: Int, inAll: Bool = false) -> Bool? {
        let numbers = numbers(of: row)
        guard let largest = largest(numbers) else {
            return numbers.contains { RowAmount.size($0.amount) > 0 } ? false : nil
        }
        guard isAmount(row, largest.column) else { return false }
        return (inAll ? numbers : [largest]).allSatisfy { number in
            [block[number.column], all[number.column]].contains { $0.count >= count && $0.equals(number.amount) }
        }
    }

    /// Whether the largest number of a row is neither the sum of the numbers above it nor the number of items.
    func contradict(_ row: TableRow, items: Int) -> Bool {
        guard let largest = largest(numbers(of: row)), all[largest.column].count > 0, isAmount(row, largest.column)
        else { return false }
        return agree(with: row, atLeast: 1) == false && RowAmount.size(largest.amount) != Double(items)
    }
}

/// Reads the numbers of rows before the decimal separator of their table is known.
///
/// A number is what it is with a decimal point and what it is with a decimal comma. One that only one of them reads is NaN
/// for the other, and sums and products with NaN equal nothing.
enum RowAmount {
    /// The larger of both readings, or the only one.
    static func size(_ amount: SIMD2<Double>) -> Double { Double.maximum(amount.x, amount.y) }

    /// The number of a cell with a decimal point, and with a decimal comma; nil if it is none.
    static func read(_ row: TableRow, _ column: Int) -> SIMD2<Double>? {
        let field = row.fields[column]
        guard field.start < field.end, field.end - field.start <= 32 else { return nil }
        let cell = NumberCellParser.trimmed(row.bytes[field.start..<field.end])
        if let plain = plainNumber(cell) { return plain }
        // Most other cells are words: they are ruled out by their ends.
        guard let first = cell.first, let last = cell.last,
            field.type == .number || !first.isLetter || !last.isLetter
        else { return nil }
        let digits = CurrencySymbols.split(cell).number
        if field.type == .number {
            let number = value(digits, decimal: UInt8(ascii: "."))
            return SIMD2(number, number)
        }
        return switch NumberScan(cell)?.style {
        case nil: nil
        case .whole: SIMD2(repeating: value(digits, decimal: 0))
        case .decimal(.point): SIMD2(value(digits, decimal: UInt8(ascii: ".")), .nan)
        case .decimal(.comma): SIMD2(.nan, value(digits, decimal: UInt8(ascii: ",")))
        case .ambiguous:
            SIMD2(value(digits, decimal: UInt8(ascii: ".")), value(digits, decimal: UInt8(ascii: ",")))
        }
    }

    /// The number of a quantity with a unit, such as `2 Packs`; nil if it is none.
    static func measure(_ row: TableRow, _ column: Int) -> SIMD2<Double>? {
        let field = row.fields[column]
        let cell = NumberCellParser.trimmed(row.bytes[field.start..<field.end])
        return ReadingCell.measure(cell).flatMap(plainNumber)
    }

    private static func value(_ cell: Slice<ByteView>, decimal: UInt8) -> Double {
        var value = 0.0
        var scale = 0.0
        for byte in cell {
            if byte.isDigit {
                value = value * 10 + Double(byte - UInt8(ascii: "0"))
                scale *= 10
            } else if byte == decimal {
                scale = 1
            }
        }
        return (cell.first == UInt8(ascii: "-") ? -value : value) / max(scale, 1)
    }

    /// A number of digits and at most one point, as most are; nil for others, and for three decimals, which may be thousands.
    private static func plainNumber(_ cell: Slice<ByteView>) -> SIMD2<Double>? {
        var point: Int?
        for (index, byte) in zip(cell.indices, cell) {
            if byte.isDigit { continue }
            guard byte == UInt8(ascii: "."), point == nil, index > cell.startIndex else { return nil }
            point = index
        }
        guard let point else { return SIMD2(repeating: value(cell, decimal: 0)) }
        let decimals = cell.endIndex - point - 1
        return decimals == 0 || decimals == 3 ? nil : SIMD2(value(cell, decimal: UInt8(ascii: ".")), .nan)
    }
}
