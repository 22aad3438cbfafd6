/// The amounts of one line for an insurer on one day: quantity times each amount, and the depreciation by age.
///
/// Replacement cost is what new ones of like kind and quality cost. Depreciation is the owner's estimate: replacement
/// cost × percent a year × age, in whole months, from 0 to the whole cost. The remainder is the actual
/// cash value. Whatever one of these wants and the owner did not state makes it "not stated".
package struct Valuation: Equatable, Sendable {
    /// Quantity × value.
    package let value: Money?
    /// Quantity × purchase price.
    package let purchasePrice: Money?
    /// Quantity × replacement value.
    package let replacementCost: Money?
    /// The depreciation of the replacement cost by age, rounded half-even to the minor unit.
    package let depreciation: Money?
    /// Replacement cost less depreciation.
    package let actualCashValue: Money?
    /// The age in whole months; nil if the day of purchase is not stated, 0 if it lies ahead.
    package let ageInMonths: Int?

    /// Values a line.
    /// - Parameters:
    ///   - value: the value of each, as are the other amounts.
    ///   - rate: percent lost a year.
    ///   - purchased: the day of purchase.
    ///   - day: the day for which ages are counted.
    /// - Throws: `overflow` if an amount exceeds 64 bits.
    package init(
        quantity: Quantity, value: Money?, purchasePrice: Money?, replacementValue: Money?, rate: Percentage?,
        purchased: CalendarDate?, on day: CalendarDate
    ) throws(ValueError) {
        self.value = try value?.times(quantity)
        self.purchasePrice = try purchasePrice?.times(quantity)
        replacementCost = try replacementValue?.times(quantity)
        ageInMonths = purchased.map { max(0, day.wholeMonths(since: $0)) }
        let months = rate?.hundredths == 0 ? 0 : ageInMonths
        guard let cost = replacementCost, let rate, let months else {
            (depreciation, actualCashValue) = (nil, nil)
            return
        }
        let lost = Valuation.lost(of: cost, rate: rate, months: months)
        depreciation = lost
        actualCashValue = Money(minorUnits: cost.minorUnits - lost.minorUnits, currency: cost.currency)
    }

    private static func lost(of cost: Money, rate: Percentage, months: Int) -> Money {
        // A whole is 10,000 hundredths of a percent over 12 months.
        let whole: Int128 = 120_000
        let share = min(Int128(rate.hundredths) * Int128(months), whole)
        let (quotient, remainder) = (Int128(max(0, cost.minorUnits)) * share).quotientAndRemainder(dividingBy: whole)
        let roundsUp = remainder * 2 > whole || (remainder * 2 == whole && quotient & 1 == 1)
        return Money(minorUnits: Int64(quotient) + (roundsUp ? 1 : 0), currency: cost.currency)
    }
}

extension CalendarDate {
    /// The whole months from another day to this one; negative if the other day is later.
    package func wholeMonths(since other: CalendarDate) -> Int {
        let (end, start) = (components, other.components)
        let months = (end.year - start.year) * 12 + end.month - start.month
        if months > 0, end.day < start.day { return months - 1 }
        return months < 0 && end.day > start.day ? months + 1 : months
    }
}
