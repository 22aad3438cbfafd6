import Inventory

/// Finds columns with the amount of all pieces of a row: those that are another column's amount times the quantity.
struct LineTotals {
    private struct Pair: Hashable {
        let each: Int
        let total: Int
    }

    /// The rows in which both columns have an amount, and those of them that agree.
    private struct Count {
        var rows = 0
        var agreeing = 0
        /// Rows of several pieces among the agreeing ones.
        var ofSeveral = 0
    }

    private let quantity: Int?
    private let amounts: [Int]
    private var counts: [Pair: Count] = [:]
    /// Whether a row has several pieces.
    private(set) var hasSeveral = false

    /// - Parameter matches: the fields that headings name.
    init(_ matches: [HeadingMatcher.Match?]) {
        quantity = matches.firstIndex { $0?.target == .field(.quantity) }
        amounts = matches.indices.filter { matches[$0]?.target.kind == .money }
    }

    mutating func add(_ row: TableRow, _ buffer: inout UnescapeBuffer) {
        guard let quantity, quantity < row.fields.count,
            let pieces = LineTotals.number(row.cell(row.fields[quantity], &buffer))
        else { return }
        if pieces > 1 { hasSeveral = true }
        guard amounts.count > 1, pieces > 0 else { return }
        let numbers = amounts.filter { $0 < row.fields.count }.compactMap { index in
            LineTotals.number(row.cell(row.fields[index], &buffer)).map { (index, $0) }
        }
        for (each, price) in numbers where price > 0 {
            for (total, amount) in numbers where total != each {
                var count = counts[Pair(each: each, total: total)] ?? Count()
                count.rows += 1
                // Half of the smallest unit is lost where a price was rounded.
                if abs(price * pieces - amount) < 0.006 * max(1, pieces) {
                    count.agreeing += 1
                    if pieces > 1 { count.ofSeveral += 1 }
                }
                counts[Pair(each: each, total: total)] = count
            }
        }
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

    /// The number of a cell, good enough to compare products: `1.234` is more than a thousand.
    private static func number(_ cell: ByteView) -> Double? {
        guard let scan = NumberScan(NumberCellParser.trimmed(cell[...])) else { return nil }
        var separator: UInt8?
        if case .decimal(let found) = scan.style { separator = UInt8(ascii: found == .point ? "." : ",") }
        let mark = separator.flatMap { cell.lastIndex(of: $0) }
        let digits = cell.indices.compactMap { index -> Character? in
            if index == mark { return "." }
            return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(cell[index])
                ? Character(Unicode.Scalar(cell[index])) : nil
        }
        return Double(String(digits))
    }
}
