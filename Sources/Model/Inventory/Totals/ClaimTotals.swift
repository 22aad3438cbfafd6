/// The kinds of amounts that insurers distinguish, in the order in which documents state them.
package enum ClaimAmount: String, CaseIterable, Sendable {
    case replacementCost, depreciation
    /// The replacement cost of a line whose depreciation is not known. Replacement cost less depreciation, less this, is the
    /// actual cash value in totals, too.
    case undepreciated
    case actualCashValue, purchasePrice, value
}

extension Valuation {
    /// The amount of a line.
    package subscript(kind: ClaimAmount) -> Money? {
        switch kind {
        case .replacementCost: replacementCost
        case .depreciation: depreciation
        case .undepreciated: depreciation == nil ? replacementCost : nil
        case .actualCashValue: actualCashValue
        case .purchasePrice: purchasePrice
        case .value: value
        }
    }
}

/// The totals of a set of lines for an insurer: a sum for each kind of amount and currency.
///
/// A line that does not state an amount is counted as being without it, never as 0.
package struct ClaimTotals: Equatable, Sendable {
    /// The number of lines.
    package private(set) var items = 0
    /// The sum of their quantities.
    package private(set) var units = Quantity.zero
    /// The lines that state no amount at all.
    package private(set) var withoutAmounts = 0
    private var sums: [ClaimAmount: CurrencyTotals] = [:]
    /// The number of lines that state an amount, by its kind and currency.
    private var counts: [ClaimAmount: [Currency: Int]] = [:]
    /// The number of lines that state any amount in a currency.
    private var linesByCurrency: [Currency: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// The sums of one kind.
    package subscript(kind: ClaimAmount) -> CurrencyTotals { sums[kind] ?? CurrencyTotals() }

    /// The number of lines without such an amount.
    package func without(_ kind: ClaimAmount) -> Int {
        items - (counts[kind]?.values.reduce(0, +) ?? 0)
    }

    /// The number of lines that a sum is of, and of those that it could be of: in the only currency all lines, among several
    /// those that state an amount in its currency.
    package func coverage(of kind: ClaimAmount, in currency: Currency) -> (lines: Int, all: Int) {
        let all = linesByCurrency.count > 1 ? linesByCurrency[currency] ?? 0 : items
        return (counts[kind]?[currency] ?? 0, all)
    }

    /// The currencies of all amounts, in the order of the codes.
    package var currencies: [Currency] { linesByCurrency.keys.sorted() }

    /// Counts one line.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    package mutating func add(_ line: Valuation, quantity: Quantity) throws(ValueError) {
        items += 1
        units = try units.adding(quantity)
        var currencies: Set<Currency> = []
        for kind in ClaimAmount.allCases {
            guard let money = line[kind] else { continue }
            try sums[kind, default: CurrencyTotals()].add(money)
            counts[kind, default: [:]][money.currency, default: 0] += 1
            currencies.insert(money.currency)
        }
        for currency in currencies { linesByCurrency[currency, default: 0] += 1 }
        if currencies.isEmpty { withoutAmounts += 1 }
    }

    /// Adds the totals of other lines.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    package mutating func add(_ other: ClaimTotals) throws(ValueError) {
        items += other.items
        units = try units.adding(other.units)
        withoutAmounts += other.withoutAmounts
        for (kind, totals) in other.sums { try sums[kind, default: CurrencyTotals()].add(totals) }
        for (kind, lines) in other.counts { counts[kind, default: [:]].merge(lines, uniquingKeysWith: +) }
        linesByCurrency.merge(other.linesByCurrency, uniquingKeysWith: +)
    }
}
