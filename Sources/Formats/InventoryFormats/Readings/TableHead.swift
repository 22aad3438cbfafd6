import Inventory

/// A heading in two rows: `Purchase` over `Date`, or `Weight` over `(kg)`.
struct TwoRowHeading {
    /// The heading as it is used and shown.
    let text: String
    /// Other texts that may be a known heading: `Unit cost` of `Cost` over `Unit`.
    let others: [String]

    /// The headings of two rows. A heading that stands over several columns is that of all of them.
    static func headings(_ top: [String], _ below: [String]) -> [TwoRowHeading] {
        var group = ""
        return (0..<max(top.count, below.count)).map { column in
            let upper = column < top.count ? top[column] : ""
            let lower = column < below.count ? below[column] : ""
            if !upper.isEmpty || lower.isEmpty { group = lower.isEmpty ? "" : upper }
            if lower.isEmpty { return TwoRowHeading(text: upper, others: []) }
            if group.isEmpty { return TwoRowHeading(text: lower, others: []) }
            if isUnit(lower) {
                let isBare = lower.first.map { !"([".contains($0) } ?? true
                return TwoRowHeading(text: isBare ? "\(group) (\(lower))" : "\(group) \(lower)", others: [])
            }
            return TwoRowHeading(text: "\(group) \(lower)", others: ["\(lower) \(group)", lower])
        }
    }

    /// Units of measurement that people write below headings.
    private static let units: Set = [
        "kg", "g", "mg", "t", "lb", "lbs", "oz", "mm", "cm", "dm", "m", "km", "in", "inch", "inches", "ft", "m²", "m2",
        "ml", "cl", "l", "v", "w", "kw", "kwh", "a", "ah", "mah", "hz", "ghz", "gb", "tb", "mb", "°c", "%", "pcs", "pc",
        "stk", "stk.", "st.", "stück", "pz", "pz.", "uds", "u.", "szt.", "个", "個", "件", "台",
        "yr", "yrs", "years", "months", "jahre", "monate", "ans", "mois", "años", "meses", "anni", "mesi", "jaar",
        "maanden",
    ]

    /// Whether a cell is a remark about the heading above it: in brackets, a currency, a unit, or the form of dates.
    static func isUnit(_ cell: String) -> Bool {
        if let first = cell.first, let last = cell.last, "([".contains(first), ")]".contains(last) { return true }
        return !CurrencySymbols.currencies(of: cell).isEmpty || units.contains(cell.lowercased())
            || Heading("x (\(cell))").dateOrder != nil
    }
}

/// The first rows of a table, by which its separator and its headings are found.
struct TableHead {
    struct Row {
        let number: Int
        let cells: [String]
        /// Whether each cell is a number, or a date of a sheet. Each row is compared with all others, so they are stored.
        private let numbers: [Bool]

        private init(number: Int, cells: [String], numbers: [Bool]) {
            (self.number, self.cells, self.numbers) = (number, cells, numbers)
        }

        init(number: Int, cells: [String], types: [CellType?]) {
            self.number = number
            self.cells = cells
            numbers = zip(cells, types).map { cell, type in
                type == .number || type == .date || ByteView.of(Array(cell.utf8)[...]) { NumberScan($0[...]) != nil }
            }
        }

        /// The cells that are not empty.
        var filled: [String] { cells.filter { !$0.isEmpty } }
        var text: String { filled.joined(separator: " ") }

        /// The cells in some columns.
        func columns(_ range: ColumnRange) -> Row {
            Row(number: number, cells: Array(range.cells(of: cells)), numbers: Array(range.cells(of: numbers)))
        }

        func isNumber(_ column: Int) -> Bool { column < numbers.count && numbers[column] }
    }

    static let limit = 60
    let rows: [Row]

    init(rows: [Row]) { self.rows = rows }

    init(_ records: consuming RecordReader) throws(InventoryFileError) {
        var rows: [Row] = []
        var firstDamage: ImportFieldDiagnostic.Reason?
        reading: while rows.count < TableHead.limit {
            let damage: ImportFieldDiagnostic.Reason?
            switch try records.next() {
            case .end: break reading
            case .damaged(let reason): damage = reason
            case .record: damage = RowDecoder.damage(records.current)
            }
            firstDamage = firstDamage ?? damage
            guard damage == nil else { continue }
            let row = records.current
            rows.append(
                Row(number: row.number, cells: TableReader.names(in: row), types: row.fields.map(\.type)))
        }
        if rows.isEmpty, let firstDamage { throw InventoryFileError(.damagedHeader(firstDamage), line: 1) }
        self.rows = rows
    }

    /// The rows of some columns.
    func columns(_ range: ColumnRange) -> TableHead { TableHead(rows: rows.map { $0.columns(range) }) }

    /// The number of columns right of the headings: most rows have cells there. In single rows they are faults, such as
    /// an amount that is cut at its comma.
    func columnsWithoutHeadings(after header: Int) -> Int {
        let headings = rows[header].cells.count
        let widths = rows[(header + 1)...].map { row in
            (row.cells.lastIndex { !$0.isEmpty } ?? -1) + 1
        }
        .filter { $0 > 1 }.sorted()
        guard !widths.isEmpty else { return 0 }
        return max(0, widths[(widths.count - 1) / 2] - headings)
    }

    /// Whether the commas of amounts separate their cells, as in `Sofa,800,50,Kitchen` below three headings: the rows have a
    /// cell too many, and below a heading of amounts, the next cell is the rest of a number in all of them.
    func cutsAmounts(after header: Int, _ matches: [HeadingMatcher.Match?]) -> Bool {
        let width = rows[header].cells.count
        let wide = rows[(header + 1)...].filter { row in row.cells.dropFirst(width).contains { !$0.isEmpty } }
        guard !wide.isEmpty else { return false }
        return matches.indices.contains { column in
            guard matches[column]?.target.kind == .money else { return false }
            let next = column + 1 < matches.count ? matches[column + 1]?.target.kind : .text
            let rests = wide.map { row in String(row.cells[column + 1].prefix { $0.isNumber }) }
            let digits = rests.first?.count ?? 0
            return (2...3).contains(digits) && rests.allSatisfy { $0.count == digits }
                && wide.allSatisfy { $0.cells[column].contains { $0.isNumber } && !$0.cells[column].contains(".") }
                && (next == .text || next == .date || rests.contains { $0.first == "0" })
        }
    }

    /// Returns the byte that separates the cells of text: the one that gives most rows the same number of cells.
    static func separator(of head: ByteView) -> UInt8 {
        let bytes = Array(head.prefix(1 << 16))
        var best: (byte: UInt8, score: Int) = (UInt8(ascii: ","), 0)
        for byte in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")] {
            var records = RecordReader(InputBuffer(bytes: bytes, file: ""), delimiter: byte)
            var widths: [Int: Int] = [:]
            var total = 0
            while total < 40, let outcome = try? records.next() {
                if case .end = outcome { break }
                total += 1
                if case .record = outcome { widths[records.current.fields.count, default: 0] += 1 }
            }
            let wide = widths.filter { $0.key > 1 }
            guard let usual = wide.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { continue }
            let score = usual.value * 1000 / max(total, 1) + min(usual.key, 50)
            if score > best.score { best = (byte, score) }
        }
        return best.byte
    }

    /// The byte between the cells of rows that are in one pair of quotes as a whole; nil unless all have the same number of
    /// cells below known headings. The headings alone may be without quotes.
    static func separatorInQuotes(of head: ByteView) -> UInt8? {
        var rows = RecordReader(
            InputBuffer(bytes: Array(head.prefix(1 << 16)), file: ""), delimiter: UInt8(ascii: "\0"))
        var unescaped = UnescapeBuffer()
        var text: [UInt8] = []
        var count = 0
        while count < 40, let outcome = try? rows.next() {
            if case .end = outcome { break }
            let row = rows.current
            guard case .record = outcome, let cell = row.fields.only, cell.quoted || count == 0 else { return nil }
            text += row.cell(cell, &unescaped)
            text.append(UInt8(ascii: "\n"))
            count += 1
        }
        guard count > 1 else { return nil }
        return ByteView.of(text[...]) { text in
            let separator = separator(of: text)
            var rows = RecordReader(InputBuffer(bytes: Array(text), file: ""), delimiter: separator)
            var width: Int?
            while let outcome = try? rows.next() {
                if case .end = outcome { break }
                let row = rows.current
                guard case .record = outcome, row.fields.count == width ?? row.fields.count else { return nil }
                if width == nil, HeadingMatcher().matches(TableReader.names(in: row)) < 2 { return nil }
                width = row.fields.count
            }
            return separator
        }
    }

    /// Whether the headings are in the first column instead of the given row: all its cells are known, and of the row only
    /// the first one is.
    func isTransposed(_ header: Int, _ headings: HeadingMatcher) -> Bool {
        let column = rows[header...].compactMap(\.cells.first)
        return column.count > 2 && headings.matches(column) == column.count
            && headings.matches(Array(rows[header].cells.dropFirst())) == 0
    }

    /// The number of columns.
    var width: Int { rows.map { ($0.cells.lastIndex { !$0.isEmpty } ?? -1) + 1 }.max() ?? 0 }

    /// Whether the rows have the same columns, and one of them has numbers alone: the table has items, but no headings.
    var looksLikeItems: Bool {
        let wide = rows.filter { $0.filled.count > 1 }
        guard wide.count > 1, wide.count * 2 > rows.count(where: { !$0.filled.isEmpty }) else { return false }
        return (0..<width).contains { column in wide.allSatisfy { $0.isNumber(column) } }
    }

    /// Whether a row is one of items rather than headings: a cell is a number, and so are most of the others in its column.
    /// Years may be headings.
    private func isData(_ index: Int) -> Bool {
        let row = rows[index]
        return row.cells.indices.contains { column in
            guard row.isNumber(column), !(1900...2100).contains(Int(row.cells[column]) ?? 0) else { return false }
            let others = rows.indices.filter { other in
                other != index && column < rows[other].cells.count && !rows[other].cells[column].isEmpty
            }
            return !others.isEmpty && others.count { rows[$0].isNumber(column) } * 2 > others.count
        }
    }

    /// The rows above the headings that are the headings of another table: two are known, and a row of cells follows.
    func otherHeadings(before index: Int, _ headings: HeadingMatcher) -> [Int] {
        rows[..<index].indices.filter { other in
            let filled = rows[other].filled
            return filled.count > 1 && Set(filled).count == filled.count && !isData(other)
                && !rows[other].cells.indices.contains { rows[other].isNumber($0) }
                && headings.matches(rows[other].cells) > 1
                && other + 1 < index && rows[other + 1].filled.count > 1
        }.map { rows[$0].number }
    }

    /// Returns the second row of the headings in the given row: the row below it or, if the given one is the second, the row
    /// itself. Nil if the headings have one row.
    func secondHeader(of index: Int) -> Int? {
        if isPair(index) { return index + 1 }
        return index > 0 && rows[index - 1].filled.count > 1 && isPair(index - 1) ? index : nil
    }

    /// Whether a row and the one below it are headings together: the lower one has no number, although its columns have, and
    /// either names columns that the upper one does not, or has nothing but units.
    private func isPair(_ index: Int) -> Bool {
        guard index + 2 < rows.count, rows[index + 1].number == rows[index].number + 1 else { return false }
        let (top, below, data) = (rows[index].cells, rows[index + 1].cells, rows[(index + 2)...])
        func has(_ cells: [String], _ column: Int) -> Bool {
            column < cells.count && !cells[column].isEmpty
        }
        let columns = Array(0..<max(top.count, below.count))
        let named = columns.filter { has(below, $0) }
        guard !named.isEmpty, !columns.contains(where: { rows[index].isNumber($0) || rows[index + 1].isNumber($0) }),
            named.contains(where: { column in
                let filled = data.filter { has($0.cells, column) }
                return filled.count { $0.isNumber(column) } * 2 > filled.count
            })
        else { return false }
        if named.allSatisfy({ has(top, $0) && TwoRowHeading.isUnit(below[$0]) }) { return true }
        // A word over several columns is there once, or over each of them.
        let isRepeated = top.indices.dropLast().contains { has(top, $0) && top[$0] == top[$0 + 1] }
        return isRepeated
            || (named.contains { !has(top, $0) } && columns.contains { has(top, $0) && !has(below, $0) })
    }

    /// Returns the index of the row of headings; nil if no row looks like one.
    func headerIndex(_ headings: HeadingMatcher) -> Int? {
        let width = rows.map { $0.filled.count }.max() ?? 0
        var best: (index: Int, score: Int)?
        for (index, row) in rows.enumerated() {
            let filled = row.filled
            guard !filled.isEmpty else { continue }
            let matched = headings.matches(row.cells)
            let others = row.cells.indices.count { row.isNumber($0) }
            // Headings are texts, differ from each other, and are nearly as many as the cells of the widest row.
            let isUnique = Set(filled).count == filled.count
            guard others * 4 <= filled.count, filled.count * 2 > width || matched > 1, !isData(index)
            else { continue }
            let score = matched * 10 + (isUnique ? 5 : 0) + (filled.count == width ? 3 : 0) - index
            if matched > 0 || (isUnique && filled.count > 1 && best == nil), score > best?.score ?? .min {
                best = (index, score)
            }
        }
        return best?.index
    }
}
