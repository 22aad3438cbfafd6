import Inventory

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

    /// - Parameter matches: the fields that headings name.
    init(_ matches: [HeadingMatcher.Match?]) {
        quantity = matches.firstIndex { $0?.target == .field(.quantity) }
        amounts = Array(
            matches.indices.lazy.filter { matches[$0]?.target.kind == .money }.prefix(LineTotals.columnLimit))
    }

    mutating func add(_ row: TableRow) {
        guard let quantity, quantity < row.fields.count, let pieces = RowAmount.read(row, quantity) else { return }
        if RowAmount.size(pieces) > 1 { hasSeveral = true }
        guard amounts.count > 1 else { return }
        let numbers = amounts.filter { $0 < row.fields.count }.compactMap { index in
            RowAmount.read(row, index).map { (index, $0) }
        }
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
