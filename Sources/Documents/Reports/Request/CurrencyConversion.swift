package import Inventory

/// A second currency in which a report states its sums beside the exact ones.
///
/// Each exact sum is multiplied by the rate of its currency and rounded to the smallest unit of the second currency, a half
/// away from zero. The total adds the rounded sums, so that it can be recomputed from the paper.
package struct CurrencyConversion: Sendable {
    /// The amount of the second currency that is one unit of another.
    package struct Rate: Sendable {
        package let currency: Currency
        /// The decimal number, as it was given.
        package let text: String
        fileprivate let billionths: Int64

        /// Reads a rate.
        /// - Parameter text: a decimal number from 0.000000001 to 1000000.
        /// - Throws: `ValueError` if it is none.
        package init(of currency: Currency, _ text: String) throws(ValueError) {
            let billionths = try DecimalText.parse(text.utf8, fractionDigits: 9)
            guard (1...1_000_000_000_000_000).contains(billionths) else { throw .outOfRange(.amount) }
            (self.currency, self.text, self.billionths) = (currency, text, billionths)
        }
    }

    /// The second currency.
    package let target: Currency
    package let rates: [Rate]
    /// The day of the rates.
    package let day: CalendarDate
    /// The origin of the rates; nil if that is not stated.
    package let source: String?

    package init(to target: Currency, _ rates: [Rate], of day: CalendarDate, source: String?) {
        (self.target, self.rates, self.day, self.source) = (target, rates, day, source)
    }

    /// The rate of a currency; nil for the second currency itself.
    /// - Throws: `missingRate`.
    func rate(of currency: Currency) throws -> Rate? {
        if currency == target { return nil }
        guard let rate = rates.first(where: { $0.currency == currency }) else {
            throw ReportError.missingRate(of: currency, in: target)
        }
        return rate
    }

    /// A sum in the second currency.
    /// - Throws: `missingRate`; `ValueError.overflow` if it does not fit into 64 bits.
    func converted(_ sum: Money) throws -> Money {
        guard let rate = try rate(of: sum.currency) else { return sum }
        func unit(_ currency: Currency) -> Int128 { (0..<currency.fractionDigits).reduce(1) { unit, _ in unit * 10 } }
        let product = Int128(sum.minorUnits) * Int128(rate.billionths) * unit(target)
        let divisor = unit(sum.currency) * 1_000_000_000
        let rounded = (product + (product < 0 ? -divisor : divisor) / 2) / divisor
        guard let units = Int64(exactly: rounded) else { throw ValueError.overflow(currency: target.code) }
        return Money(minorUnits: units, currency: target)
    }
}
