import Inventory

/// The first rows of a table, by which its separator and its headings are found.
struct TableHead {
    struct Row {
        let number: Int
        let cells: [String]
        let types: [CellType?]

        /// The cells that are not empty.
        var filled: [String] { cells.filter { !$0.allSatisfy { $0 == " " } } }
        var text: String { filled.joined(separator: " ") }
    }

    static let limit = 60
    let rows: [Row]

    init(_ records: consuming RecordReader) throws(InventoryFileError) {
        var rows: [Row] = []
        while rows.count < TableHead.limit {
            let outcome = try records.next()
            if case .end = outcome { break }
            guard case .record = outcome else { continue }
            let row = records.current
            guard RowDecoder.damage(row) == nil else { continue }
            rows.append(
                Row(number: row.number, cells: TableReader.names(in: row), types: row.fields.map(\.type)))
        }
        self.rows = rows
    }

    /// The number of columns right of the headings: most rows have cells there. In single rows they are faults, such as
    /// an amount that is cut at its comma.
    func columnsWithoutHeadings(after header: Int) -> Int {
        let headings = rows[header].cells.count
        let widths = rows[(header + 1)...].map { row in
            (row.cells.lastIndex { !$0.isEmpty } ?? -1) + 1
        }
        .filter { $0 > 1 }.sorted()
        guard !widths.isEmpty else { return 0 }
        return max(0, widths[widths.count / 2] - headings)
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

    /// Returns the index of the row of headings; nil if no row looks like one.
    func headerIndex(_ headings: HeadingMatcher) -> Int? {
        let width = rows.map { $0.filled.count }.max() ?? 0
        var best: (index: Int, score: Int)?
        for (index, row) in rows.enumerated() {
            let filled = row.filled
            guard !filled.isEmpty else { continue }
            let matched = headings.matches(row.cells)
            let others = zip(row.cells, row.types).count { cell, type in
                type == .number || type == .date
                    || ByteView.of(Array(cell.utf8)[...]) { NumberScan($0[...]) != nil }
            }
            // Headings are texts, differ from each other, and are nearly as many as the cells of the widest row.
            let isUnique = Set(filled).count == filled.count
            guard others * 4 <= filled.count, filled.count * 2 > width || matched > 1 else { continue }
            let score = matched * 10 + (isUnique ? 5 : 0) + (filled.count == width ? 3 : 0) - index
            if matched > 0 || (isUnique && filled.count > 1 && best == nil), score > best?.score ?? .min {
                best = (index, score)
            }
        }
        return best?.index
    }
}
