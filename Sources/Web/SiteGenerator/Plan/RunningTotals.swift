import Inventory
import Localization

/// Totals of a list that can be updated item by item.
struct RunningTotals: Equatable, Sendable {
    /// The contribution of one item.
    struct Contribution: Equatable, Sendable {
        var quantity: Quantity
        /// The value of the line; nil if not stated, or hidden by the profile.
        var value: Money?
        var hasSerialNumber: Bool
    }

    private(set) var items = 0
    private(set) var units: Int64 = 0
    private(set) var withoutValue = 0
    private(set) var withoutSerialNumber = 0
    /// Lines and minor units by currency; a currency without lines has no entry.
    private(set) var sums: [Sum] = []

    struct Sum: Equatable, Sendable {
        let currency: Currency
        var lines: Int
        var minorUnits: Int64
    }

    init() {}

    /// Recorded totals.
    init(items: Int, units: Int64, withoutValue: Int, withoutSerialNumber: Int, sums: [Sum]) {
        self.items = items
        self.units = units
        self.withoutValue = withoutValue
        self.withoutSerialNumber = withoutSerialNumber
        self.sums = sums
    }

    /// The amounts in the order of their currencies' codes.
    var amounts: [Money] { sums.map { Money(minorUnits: $0.minorUnits, currency: $0.currency) } }

    /// Counts a line.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    mutating func add(_ line: Contribution) throws(ValueError) { try change(line, by: 1) }

    /// Removes a line that was counted.
    mutating func remove(_ line: Contribution) throws(ValueError) { try change(line, by: -1) }

    private mutating func change(_ line: Contribution, by sign: Int) throws(ValueError) {
        let (sum, overflow) = units.addingReportingOverflow(Int64(sign) * line.quantity.millionths)
        guard !overflow else { throw .outOfRange(.units) }
        if let value = line.value { try change(value, by: sign) } else { withoutValue += sign }
        units = sum
        items += sign
        if !line.hasSerialNumber { withoutSerialNumber += sign }
    }

    private mutating func change(_ value: Money, by sign: Int) throws(ValueError) {
        var index = 0
        while index < sums.count, sums[index].currency < value.currency { index += 1 }
        if index == sums.count || sums[index].currency != value.currency {
            sums.insert(Sum(currency: value.currency, lines: 0, minorUnits: 0), at: index)
        }
        let (amount, scaling) = value.minorUnits.multipliedReportingOverflow(by: Int64(sign))
        let (sum, overflow) = sums[index].minorUnits.addingReportingOverflow(amount)
        guard !scaling, !overflow else { throw .overflow(currency: value.currency.code) }
        sums[index].minorUnits = sum
        sums[index].lines += sign
        if sums[index].lines == 0 { sums.remove(at: index) }
    }
}
