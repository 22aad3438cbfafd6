/// What a set of lines comes to for an insurer: each kind of amount by itself, a sum for each currency.
///
/// A line that does not state an amount is counted as being without it, never as 0.
public struct ClaimTotals: Equatable, Sendable {
    /// The number of lines.
    public private(set) var items = 0
    /// The sum of their quantities.
    public private(set) var units = Quantity.zero
    /// What the owner holds them worth.
    public private(set) var value = CurrencyTotals()
    /// What was paid for them.
    public private(set) var purchasePrice = CurrencyTotals()
    /// What new ones cost.
    public private(set) var replacementCost = CurrencyTotals()
    /// What of that is lost by age, where it is known.
    public private(set) var depreciation = CurrencyTotals()
    /// What is left of it, where it is known.
    public private(set) var actualCashValue = CurrencyTotals()
    /// The lines that state no value.
    public private(set) var withoutValue = 0
    /// The lines that state no replacement cost.
    public private(set) var withoutReplacementCost = 0
    /// The lines whose depreciation cannot be told: no replacement cost, rate or day of purchase.
    public private(set) var withoutDepreciation = 0
    /// The lines that state no purchase price.
    public private(set) var withoutPurchasePrice = 0
    /// The lines that state no day of purchase.
    public private(set) var withoutPurchaseDate = 0

    /// Nothing yet.
    public init() {}

    /// Counts one line.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    public mutating func add(_ line: Valuation, quantity: Quantity) throws(ValueError) {
        items += 1
        units = try units.adding(quantity)
        if let money = line.value { try value.add(money) } else { withoutValue += 1 }
        if let money = line.purchasePrice { try purchasePrice.add(money) } else { withoutPurchasePrice += 1 }
        if let money = line.replacementCost { try replacementCost.add(money) } else { withoutReplacementCost += 1 }
        if let money = line.depreciation { try depreciation.add(money) } else { withoutDepreciation += 1 }
        if let money = line.actualCashValue { try actualCashValue.add(money) }
        if line.ageInMonths == nil { withoutPurchaseDate += 1 }
    }
}
