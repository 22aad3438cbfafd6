import Inventory
import Spreadsheets

/// The place of a table's headings: their row, or the cell of the first one if other tables stand beside the table.
package struct HeaderPlace: Equatable, Sendable, ExpressibleByIntegerLiteral, LosslessStringConvertible {
    /// The row from 1; 0 if the table has no headings.
    package let row: Int
    /// The column of the first heading, from 0; nil if all columns are of the table.
    package let column: Int?

    package init(row: Int, column: Int? = nil) { (self.row, self.column) = (row, column) }

    package init(integerLiteral row: Int) { self.init(row: row) }

    /// Reads a row from 0 to 1,000,000 or a cell: `7`, `E7`.
    package init?(_ text: String) {
        if let cell = CellAddress(text), cell.row <= 1_000_000 {
            self.init(row: cell.row, column: cell.column)
        } else if let row = Int(text), (0...1_000_000).contains(row) {
            self.init(row: row)
        } else {
            return nil
        }
    }

    package var description: String { column.map { "\(CellAddress(column: $0, row: row))" } ?? "\(row)" }
}

/// The columns of a table that has others beside it, up to the next one: `E:H`, or `E:` for the one on the right.
struct ColumnRange: Equatable, Sendable, LosslessStringConvertible {
    /// The first and the last column, from 0; nil for the end of each row.
    let first: Int
    let last: Int?

    init(first: Int, last: Int?) { (self.first, self.last) = (first, last) }

    init?(_ text: String) {
        let ends = text.split(separator: ":", omittingEmptySubsequences: false).map { CellAddress("\($0)1")?.column }
        guard ends.count == 2, let first = ends[0], text.hasSuffix(":") || ends[1].map({ $0 >= first }) ?? false else {
            return nil
        }
        self.init(first: first, last: ends[1])
    }

    var description: String {
        "\(CellAddress.letters(ofColumn: first)):\(last.map(CellAddress.letters) ?? "")"
    }

    /// The part of a row's cells in these columns.
    func cells<Cell>(of row: [Cell]) -> ArraySlice<Cell> {
        row[min(first, row.count)..<min(last.map { $0 + 1 } ?? row.count, row.count)]
    }
}

extension TableRow {
    /// The cells in some columns, as a row of their own.
    func columns(_ range: ColumnRange) -> TableRow {
        func isIn(_ column: Int) -> Bool { column >= range.first && column <= range.last ?? column }
        return TableRow(
            bytes: bytes, fields: Array(range.cells(of: fields)), number: number, offset: offset, delimiter: delimiter,
            links: links.filter { isIn($0.column) }.map {
                CellLink(column: $0.column - range.first, address: $0.address)
            }, isHidden: isHidden, hiddenColumns: hiddenColumns.filter(isIn).map { $0 - range.first })
    }
}

/// Finds the tables and summaries that stand beside each other in one sheet, with an empty column between them or the same
/// headings again.
struct SideTables {
    /// A run of columns.
    private struct Part {
        var columns: ColumnRange
        let head: TableHead
        /// The index of the row of its headings, and the headings that name fields.
        let header: Int?
        let matches: [HeadingMatcher.Match]
        let items: Int

        init(_ columns: ColumnRange, of whole: TableHead, _ matcher: HeadingMatcher) {
            self.columns = columns
            head = whole.columns(columns)
            header = head.headerIndex(matcher)
            let (head, header) = (head, header)
            matches = header.map { matcher.match(head.rows[$0].cells).matches.compactMap(\.self) } ?? []
            items = header.map { head.rows[($0 + 1)...].count { !$0.filled.isEmpty } } ?? 0
        }

        var namesItems: Bool { matches.contains { $0.target == .field(.name) || $0.target == .modelName } }
        var place: HeaderPlace? { header.map { HeaderPlace(row: head.rows[$0].number, column: columns.first) } }
        var firstCells: CellExample {
            let row = head.rows.first { !$0.filled.isEmpty }
            return CellExample(row: row?.number ?? 0, text: row?.text ?? "")
        }
        /// A list goes before a summary, and one with more known headings before others.
        var quality: Int { (namesItems ? 1_000_000 : 0) + min(matches.count, 999) * 1000 + min(items, 999) }
    }

    /// The columns of the table that is read.
    let columns: ColumnRange
    /// The headings of the tables that are lists, that one first.
    let lists: [HeaderPlace]
    /// Whether it is open what to read.
    let isOpen: Bool
    /// All runs of columns, each with its first cells.
    let all: [(columns: ColumnRange, cells: CellExample)]

    /// A sheet with more runs of columns is one table.
    private static let partLimit = 16

    /// - Returns: nil if all columns are one table.
    init?(_ head: TableHead, _ matcher: HeadingMatcher) {
        let starts = SideTables.starts(head, matcher)
        guard (2...SideTables.partLimit).contains(starts.count) else { return nil }
        var parts: [Part] = []
        for (start, next) in zip(starts, starts.dropFirst().map(Optional.some) + [nil]) {
            parts.append(Part(ColumnRange(first: start, last: next.map { $0 - 1 }), of: head, matcher))
        }
        guard let table = parts.indices.max(by: { (parts[$0].quality, $1) < (parts[$1].quality, $0) }),
            let place = parts[table].place
        else { return nil }
        var found = (lists: [place], isOpen: false)
        var range = parts[table].columns
        var all: [(columns: ColumnRange, cells: CellExample)] = []
        for index in parts.indices where index != table {
            let part = parts[index]
            guard let kind = SideTables.kind(of: part, beside: parts[table]) else {
                // The columns continue the table, which may have an empty one.
                guard index > table, range.last == part.columns.first - 1 else { return nil }
                range = ColumnRange(first: range.first, last: part.columns.last)
                continue
            }
            if kind != .summary { found.isOpen = true }
            if kind == .list, let place = part.place { found.lists.append(place) }
            all.append((part.columns, part.firstCells))
        }
        guard !all.isEmpty else { return nil }
        all.append((range, parts[table].firstCells))
        (columns, lists, isOpen, self.all) = (range, found.lists, found.isOpen, all)
    }

    /// The first columns of the runs of columns.
    private static func starts(_ head: TableHead, _ matcher: HeadingMatcher) -> [Int] {
        let wide = head.rows.filter { $0.filled.count > 1 }
        let isEmpty = (0..<head.width).map { column in
            wide.allSatisfy { column >= $0.cells.count || $0.cells[column].isEmpty }
        }
        let runs = isEmpty.indices.filter { !isEmpty[$0] && ($0 == 0 || isEmpty[$0 - 1]) }
        if runs.count > 1 { return runs }
        // The same headings again begin another table: `Item,Price,Item,Price`.
        for row in wide {
            let cells = row.cells.prefix((row.cells.lastIndex { !$0.isEmpty } ?? -1) + 1)
            let width = (2...max(2, cells.count / 2)).first { width in
                cells.count > width && cells.count.isMultiple(of: width)
                    && cells.indices.allSatisfy { cells[$0] == cells[$0 % width] }
            }
            if let width, matcher.matches(Array(cells.prefix(width))) > 0 {
                return Array(stride(from: 0, to: cells.count, by: width))
            }
        }
        return []
    }

    private enum Kind {
        /// A table of items.
        case list
        /// Totals and the like.
        case summary
        /// A summary, or columns that few items fill.
        case doubtful
    }

    /// - Returns: nil for columns of the table.
    private static func kind(of part: Part, beside table: Part) -> Kind? {
        let rows = part.head.rows.filter { !$0.filled.isEmpty }
        if let header = part.header, part.items > 0, part.head.rows[header].filled.count > 1,
            let first = part.head.rows[header].cells.firstIndex(where: { !$0.isEmpty }),
            part.head.rows[(header + 1)...].contains(where: {
                first < $0.cells.count && !$0.cells[first].isEmpty && !$0.isNumber(first)
            })
        {
            // A second column of names or amounts is one of another table. Two of places, notes or tags are joined.
            let repeats = part.matches.contains { match in
                !match.target.joinsColumns && table.matches.contains { match.target.conflicts(with: $0.target) }
            }
            if part.namesItems || repeats { return .list }
        }
        // Each line of a summary has a word and a number, and it has one row of headings at most.
        let lines = rows.filter { row in
            let filled = row.cells.indices.filter { !row.cells[$0].isEmpty }
            return filled.count == 2 && !row.isNumber(filled[0]) && row.isNumber(filled[1])
        }
        guard let header = table.header, lines.count > 0, rows.count - lines.count <= 1 else { return nil }
        // The row of the table's headings has no number: one beside it belongs to the lines.
        let beside = part.head.rows[header]
        let hasHeadings = !beside.filled.isEmpty && !beside.cells.indices.contains { beside.isNumber($0) }
        guard !hasHeadings || lines.count * 2 <= table.items else { return nil }
        let hasTotal = lines.contains { row in
            row.filled.first.map { Vocabulary.shared.isTotal($0) || Vocabulary.shared.hasTotalWord($0) } ?? false
        }
        return hasTotal ? .summary : .doubtful
    }
}

extension TableAnalysis {
    /// Chooses among tables that stand beside each other.
    /// - Returns: the rows of the chosen one.
    mutating func chooseSideTable(_ head: TableHead, _ matcher: HeadingMatcher) -> TableHead {
        let tables = SideTables(head, matcher)
        if let place = overrides.headerRow {
            guard let column = place.column else { return head }
            let next = tables?.all.map(\.columns.first).filter { $0 > column }.min()
            reading.tableColumns = ColumnRange(first: column, last: next.map { $0 - 1 })
        } else if let tables {
            reading.tableColumns = tables.columns
            if tables.isOpen, let row = tables.lists.first?.row {
                let places = tables.lists + [HeaderPlace(row: row)]
                questions.append(
                    ReadingQuestion(
                        topic: .tables, answers: places.map(ReadingAnswer.headerRow), rowNumbers: places.map(\.row)))
            }
        }
        guard let range = reading.tableColumns else { return head }
        for other in tables?.all ?? [] where other.columns.first != range.first {
            let shown = ColumnRange(first: other.columns.first, last: other.columns.last ?? head.width - 1)
            evidence.append(.besideTable(columns: "\(shown)", other.cells))
        }
        return head.columns(range)
    }
}
