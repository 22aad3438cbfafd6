/// One exact sum for each currency; different currencies are never added up.
public struct CurrencyTotals: Equatable, Sendable {
    /// The sums, in the order of the codes.
    public private(set) var amounts: [Money] = []

    /// Nothing yet.
    public init() {}

    /// - Parameter amounts: one of each currency.
    package init(_ amounts: [Money]) { self.amounts = amounts.sorted { $0.currency < $1.currency } }

    /// Adds an amount to the sum of its currency.
    /// - Throws: `overflow` past 64 bits; the sums are then unchanged.
    public mutating func add(_ money: Money) throws(ValueError) {
        for index in amounts.indices where amounts[index].currency == money.currency {
            amounts[index] = try amounts[index].adding(money)
            return
        }
        let place = amounts.firstIndex { money.currency < $0.currency } ?? amounts.endIndex
        amounts.insert(money, at: place)
    }

    /// Adds the sums of other amounts.
    /// - Throws: `overflow` past 64 bits.
    public mutating func add(_ other: CurrencyTotals) throws(ValueError) {
        for money in other.amounts { try add(money) }
    }
}
