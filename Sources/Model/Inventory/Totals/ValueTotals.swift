/// The totals of a set of items: counts, units, and one exact sum for each currency.
///
/// Different currencies are never added up. An item without a value is counted separately, not as 0.
package struct ValueTotals: Equatable, Sendable {
    /// The number of items (lines).
    package private(set) var items = 0
    /// The sum of their quantities.
    package private(set) var units = Quantity.zero
    /// The items that state no value.
    package private(set) var withoutValue = 0
    /// The items that state no serial number.
    package private(set) var withoutSerialNumber = 0
    /// One sum of line values for each currency, in the order of the codes.
    package var amounts: [Money] { sums.amounts }
    private var sums = CurrencyTotals()

    /// Nothing yet.
    package init() {}

    /// Totals that were counted before and written down.
    package init(items: Int, units: Quantity, withoutValue: Int, withoutSerialNumber: Int, amounts: [Money]) {
        self.items = items
        self.units = units
        self.withoutValue = withoutValue
        self.withoutSerialNumber = withoutSerialNumber
        sums = CurrencyTotals(amounts)
    }

    /// Counts one line.
    /// - Parameters:
    ///   - quantity: the number of units.
    ///   - value: the value of one piece; nil if not stated.
    ///   - hasSerialNumber: whether the line states a serial number.
    /// - Returns: the value of the line; nil if not stated.
    /// - Throws: `overflow` or `outOfRange` past 64 bits; the totals are then unchanged.
    @discardableResult
    package mutating func add(quantity: Quantity, value: Money?, hasSerialNumber: Bool) throws(ValueError) -> Money? {
        let line = try value?.times(quantity)
        let sum = try units.adding(quantity)
        if let line {
            try sums.add(line)
        } else {
            withoutValue += 1
        }
        units = sum
        items += 1
        if !hasSerialNumber { withoutSerialNumber += 1 }
        return line
    }

    /// Adds the totals of other lines.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    package mutating func add(_ other: ValueTotals) throws(ValueError) {
        units = try units.adding(other.units)
        try sums.add(other.sums)
        items += other.items
        withoutValue += other.withoutValue
        withoutSerialNumber += other.withoutSerialNumber
    }
}

/// One exact sum for each currency; different currencies are never added up.
package struct CurrencyTotals: Equatable, Sendable {
    /// The sums, in the order of the codes.
    package private(set) var amounts: [Money] = []

    /// Nothing yet.
    package init() {}

    /// - Parameter amounts: one of each currency.
    package init(_ amounts: [Money]) { self.amounts = amounts.sorted { $0.currency < $1.currency } }

    /// Adds an amount to the sum of its currency.
    /// - Throws: `overflow` past 64 bits; the sums are then unchanged.
    package mutating func add(_ money: Money) throws(ValueError) {
        for index in amounts.indices where amounts[index].currency == money.currency {
            amounts[index] = try amounts[index].adding(money)
            return
        }
        let place = amounts.firstIndex { money.currency < $0.currency } ?? amounts.endIndex
        amounts.insert(money, at: place)
    }

    /// Adds the sums of other amounts.
    /// - Throws: `overflow` past 64 bits.
    package mutating func add(_ other: CurrencyTotals) throws(ValueError) {
        for money in other.amounts { try add(money) }
    }
}
