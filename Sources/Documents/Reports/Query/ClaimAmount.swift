import Inventory

/// The kinds of amounts that insurers tell apart, in the order of the report.
enum ClaimAmount: String, CaseIterable {
    case value, purchasePrice, replacementCost, depreciation, actualCashValue
}

extension Valuation {
    /// What a line comes to.
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
    /// What lines come to together.
    subscript(kind: ClaimAmount) -> CurrencyTotals {
        switch kind {
        case .value: value
        case .purchasePrice: purchasePrice
        case .replacementCost: replacementCost
        case .depreciation: depreciation
        case .actualCashValue: actualCashValue
        }
    }

    /// How many lines state no such amount.
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
    /// The sum in one currency; nil where no amount is in it.
    subscript(currency: Currency) -> Money? { amounts.first { $0.currency == currency } }
}
