/// The totals of a set of lines for an insurer: a sum for each kind of amount and currency.
///
/// A line that does not state an amount is counted as being without it, never as 0.
package struct ClaimTotals: Equatable, Sendable {
    /// The number of lines.
    package private(set) var items = 0
    /// The sum of their quantities.
    package private(set) var units = Quantity.zero
    /// The owner's values.
    package private(set) var value = CurrencyTotals()
    /// The purchase prices.
    package private(set) var purchasePrice = CurrencyTotals()
    /// The replacement costs.
    package private(set) var replacementCost = CurrencyTotals()
    /// The depreciation by age, if known.
    package private(set) var depreciation = CurrencyTotals()
    /// The actual cash values, if known.
    package private(set) var actualCashValue = CurrencyTotals()
    /// The lines that state no value.
    package private(set) var withoutValue = 0
    /// The lines that state no replacement cost.
    package private(set) var withoutReplacementCost = 0
    /// The number of lines without a depreciation: they lack a replacement cost, a rate or a day of purchase.
    package private(set) var withoutDepreciation = 0
    /// The lines that state no purchase price.
    package private(set) var withoutPurchasePrice = 0
    /// The lines that state no day of purchase.
    package private(set) var withoutPurchaseDate = 0

    /// Nothing yet.
    package init() {}

    /// Counts one line.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    package mutating func add(_ line: Valuation, quantity: Quantity) throws(ValueError) {
        items += 1
        units = try units.adding(quantity)
        if let money = line.value { try value.add(money) } else { withoutValue += 1 }
        if let money = line.purchasePrice { try purchasePrice.add(money) } else { withoutPurchasePrice += 1 }
        if let money = line.replacementCost { try replacementCost.add(money) } else { withoutReplacementCost += 1 }
        if let money = line.depreciation { try depreciation.add(money) } else { withoutDepreciation += 1 }
        if let money = line.actualCashValue { try actualCashValue.add(money) }
        if line.ageInMonths == nil { withoutPurchaseDate += 1 }
    }

    /// Adds the totals of other lines.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    package mutating func add(_ other: ClaimTotals) throws(ValueError) {
        items += other.items
        units = try units.adding(other.units)
        try value.add(other.value)
        try purchasePrice.add(other.purchasePrice)
        try replacementCost.add(other.replacementCost)
        try depreciation.add(other.depreciation)
        try actualCashValue.add(other.actualCashValue)
        withoutValue += other.withoutValue
        withoutReplacementCost += other.withoutReplacementCost
        withoutDepreciation += other.withoutDepreciation
        withoutPurchasePrice += other.withoutPurchasePrice
        withoutPurchaseDate += other.withoutPurchaseDate
    }
}
