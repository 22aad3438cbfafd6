import Inventory
import InventoryStore

/// A part of a long report that is a PDF of its own. Its line numbers continue those of the volume before.
struct ReportVolume: Sendable {
    /// Totals of some lines.
    struct Totals: Equatable, Sendable {
        var totals = ValueTotals()
        /// The totals for insurers; nil if the report has no claim.
        var claim: ClaimTotals?
        /// The sums below the columns; nil if the template has no cells.
        var list: ColumnSums?

        /// Adds the totals of the lines that follow.
        /// - Throws: `overflow` or `outOfRange` past 64 bits.
        mutating func add(_ next: Totals) throws(ValueError) {
            try totals.add(next.totals)
            if let own = next.list { try list?.add(own) }
            if let amounts = next.claim {
                var sum = claim ?? ClaimTotals()
                try sum.add(amounts)
                claim = sum
            }
        }
    }

    /// Its place among the volumes, from 1, and their number.
    let number, count: Int
    /// The places of its items in the list, from 0.
    let lines: Range<Int>
    /// The names of its file and of the cover.
    let file, cover: String
    /// The groups of the whole list.
    let groups: [StoreSummary.Group]
    let claimGroups: [ClaimSummary.Group]
    /// The totals of the volumes before, of this one, and of both.
    let broughtForward, own, carriedForward: Totals
    /// The hash of its file when that is complete, and its size in bytes.
    var hash: ContentHash?
    var bytes = 0

    /// `12–30`, or one line.
    static func lines(_ first: Int?, _ last: Int?) -> String {
        Set([first, last].compactMap(\.self)).sorted().map(String.init).joined(separator: "–")
    }

    /// The name of one of several files: `insurance-02-of-20.pdf`.
    static func fileName(_ name: String, _ number: Int, of count: Int, _ ending: String) -> String {
        let zeros = String(repeating: "0", count: String(count).utf8.count - String(number).utf8.count)
        return "\(name)-\(zeros)\(number)-of-\(count).\(ending)"
    }
}
