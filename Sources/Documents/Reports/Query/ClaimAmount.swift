import Inventory

/// The kinds of amounts that insurers distinguish, in the order of the report.
enum ClaimAmount: String, CaseIterable {
    case value, purchasePrice, replacementCost, depreciation, actualCashValue
}

extension Valuation {
    /// The amount of a line.
    subscript(kind: ClaimAmount) -> Money? {
        switch kind {
        case .value: value
        case .purchasePrice: purchasePrice
        case .replacementCost: replacementCost
        case .depreciation: depreciation
        case .actualCashValue: actualCashValue
        }
    }
}

extension ClaimTotals {
    /// The total of all lines.
    subscript(kind: ClaimAmount) -> CurrencyTotals {
        switch kind {
        case .value: value
        case .purchasePrice: purchasePrice
        case .replacementCost: replacementCost
        case .depreciation: depreciation
        case .actualCashValue: actualCashValue
        }
    }

    /// The number of lines without such an amount.
    func without(_ kind: ClaimAmount) -> Int {
        switch kind {
        case .value: withoutValue
        case .purchasePrice: withoutPurchasePrice
        case .replacementCost: withoutReplacementCost
        case .depreciation, .actualCashValue: withoutDepreciation
        }
    }

    /// The currencies of all amounts, in the order of the codes.
    var currencies: [Currency] { Set(ClaimAmount.allCases.flatMap { self[$0].amounts }.map(\.currency)).sorted() }
}

extension CurrencyTotals {
    /// The sum in one currency; nil if no amount is in that currency.
    subscript(currency: Currency) -> Money? { amounts.first { $0.currency == currency } }
}
