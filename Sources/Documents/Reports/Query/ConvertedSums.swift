import Inventory
import InventoryStore

/// The sums of one kind in their currencies and in a second one.
struct ConvertedSums {
    /// The key of its name in the catalogue.
    let word: String
    let sums: [(exact: Money, rate: CurrencyConversion.Rate?, converted: Money)]
    let total: Money

    /// - Throws: the errors of ``CurrencyConversion/converted(_:)``.
    init(_ word: String, _ exact: [Money], by conversion: CurrencyConversion) throws {
        self.word = word
        sums = try exact.map { ($0, try conversion.rate(of: $0.currency), try conversion.converted($0)) }
        total = try sums.reduce(Money(minorUnits: 0, currency: conversion.target)) { total, sum in
            let (units, overflow) = total.minorUnits.addingReportingOverflow(sum.converted.minorUnits)
            if overflow { throw ValueError.overflow(currency: conversion.target.code) }
            return Money(minorUnits: units, currency: total.currency)
        }
    }
}

extension ReportSummary {
    /// The totals in the second currency; empty without one.
    /// - Throws: the errors of ``CurrencyConversion/converted(_:)``.
    func converted(by conversion: CurrencyConversion?) throws -> [ConvertedSums] {
        guard let conversion else { return [] }
        let totals =
            claim.map { claim in ClaimAmount.allCases.map { ($0.totalWord, claim.totals[$0].amounts) } }
            ?? [("totalValue", store.totals.amounts)]
        return try totals.filter { !$0.1.isEmpty }.map { try ConvertedSums($0.0, $0.1, by: conversion) }
    }
}
