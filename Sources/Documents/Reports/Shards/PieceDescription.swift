import Files
import Glibc
import Inventory

/// The last line of a file with a piece of a report: JSON that identifies the piece and its report.
///
/// It comes last because the totals and the hash are known last. A file that was cut off has none.
struct PieceDescription: Codable, Equatable {
    static let format = "homepwner-report-piece-1"

    var format = PieceDescription.format
    /// Identifies the report; the same in all of its pieces.
    var report: Origin
    /// Its number, from 1, and the number of pieces.
    var number, count: Int
    /// The lines of the list before it.
    var precedingLines: Int
    /// The totals of its lines.
    var lines: Totals
    /// The totals at the top of the report, in the piece that has them.
    var whole: Totals?
    /// Archived items that the report leaves out, in the same piece.
    var archived: Int?
    /// The size and the SHA-256 of the bytes before this line.
    var bytes: Int
    var hash: String

    struct Origin: Codable, Equatable {
        /// The inventory's id, its latest change, and the id of the shared snapshot.
        var inventory: String
        var revision: Int64
        var snapshot: String
        /// The hash of everything else that determines the bytes: program, template and options.
        var fingerprint: String
    }

    /// The counts and totals of some lines, in whole numbers.
    struct Totals: Codable, Equatable {
        struct Amount: Codable, Equatable {
            var currency: String
            var minorUnits: Int64
        }

        var items: Int
        var millionthsOfUnits: Int64
        var withoutValue, withoutSerialNumber: Int
        var amounts: [Amount]
    }
}

extension PieceDescription.Totals {
    init(_ totals: ValueTotals) {
        items = totals.items
        millionthsOfUnits = totals.units.millionths
        withoutValue = totals.withoutValue
        withoutSerialNumber = totals.withoutSerialNumber
        amounts = totals.amounts.map { Amount(currency: $0.currency.code, minorUnits: $0.minorUnits) }
    }

    /// The totals; nil if a currency is not one.
    var totals: ValueTotals? {
        let amounts = amounts.compactMap { amount in
            Currency(utf8: amount.currency.utf8).map { Money(minorUnits: amount.minorUnits, currency: $0) }
        }
        guard amounts.count == self.amounts.count else { return nil }
        return ValueTotals(
            items: items, units: Quantity(millionths: millionthsOfUnits), withoutValue: withoutValue,
            withoutSerialNumber: withoutSerialNumber, amounts: amounts)
    }
}
