import Inventory
import Templating

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
            record.set(slot, text: row.rate?.text(in: row.converted.currency, &format))
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

extension CurrencyConversion.Rate {
    /// The amount that one unit is in the second currency, as the reader writes it: `1 USD = 0.92 EUR`.
    func text(in target: Currency, _ format: inout LocaleFormatter?) -> String {
        "1 \(currency) = \(format?.number(text) ?? text) \(target)"
    }
}
