package import Inventory
import InventoryStore
import Templating

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

/// The names of `conversions`: a kind of sum, its amounts with their rates, and the total.
enum ConversionContext {
    typealias Sums = (sums: ConvertedSums, words: DocumentLocalization)
    private typealias Row = (exact: Money, rate: CurrencyConversion.Rate?, converted: Money)

    static let table = ContextTable<Sums>([
        .text("name") { $0.words[$0.sums.word] },
        .list("rows", of: rows) { $0.sums.sums },
        .money("total") { $0.sums.total },
        .isFirst,
    ])

    private static let rows = ContextTable<Row>([
        .money("exact") { $0.exact },
        .custom("rate", type: .text) { record, slot, row, format in
            let text = row.rate.map { rate in
                "1 \(rate.currency) = \(format?.number(rate.text) ?? rate.text) \(row.converted.currency)"
            }
            record.set(slot, text: text)
        },
        .money("converted") { $0.converted },
    ])
}

extension CurrencyConversion {
    /// The note below the sums: day and source of the rates, and how sums are rounded.
    func note(_ words: DocumentLocalization, _ format: inout LocaleFormatter?) -> String {
        let day = format?.string(day) ?? day.description
        let rates = source.map { words.text("converted.source", day, $0) } ?? words.text("converted.day", day)
        return "\(rates) \(words["converted.note"])"
    }
}
