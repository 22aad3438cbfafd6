import Inventory
import InventoryStore

/// The exact sums of some items in each column of a list; nothing for a column that is not added up.
struct ColumnSums: Equatable, Sendable {
    /// The sum of a column: of numbers in millionths, of amounts one for each currency.
    struct Sum: Equatable, Sendable {
        var number: Int64?
        var amounts = CurrencyTotals()
    }

    private(set) var items = 0
    private(set) var sums: [Sum]

    init(_ columns: ReportColumns) { sums = columns.columns.map { _ in Sum() } }

    /// The sums that totals of the items have: the units and the line values.
    init(_ totals: ValueTotals, _ columns: ReportColumns) {
        items = totals.items
        sums = columns.columns.map { column in
            guard column.isSummed else { return Sum() }
            return switch column.column {
            case .field(.quantity): Sum(number: totals.units.millionths)
            case .computed(.lineValue): Sum(amounts: CurrencyTotals(totals.amounts))
            default: Sum()
            }
        }
    }

    /// The currencies of all sums, in the order of their codes.
    var currencies: [Currency] { Set(sums.flatMap(\.amounts.amounts).map(\.currency)).sorted() }

    mutating func addItem() { items += 1 }

    /// Adds a value to the sum of a column.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    mutating func add(_ value: ColumnValue, at place: Int) throws(ValueError) {
        switch value {
        case .amount(let money): try sums[place].amounts.add(money)
        case .number(let number):
            let (sum, overflow) = (sums[place].number ?? 0).addingReportingOverflow(number)
            if overflow { throw .outOfRange(.units) }
            sums[place].number = sum
        default: break
        }
    }

    /// Adds the sums of other items.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    mutating func add(_ other: ColumnSums) throws(ValueError) {
        items += other.items
        for (place, sum) in other.sums.enumerated() {
            if let number = sum.number { try add(.number(number), at: place) }
            try sums[place].amounts.add(sum.amounts)
        }
    }
}
