package import Inventory
import Localization
package import Templating

/// The names of a bar chart of value by location, one chart a currency, in SVG user units.
package struct ChartContext: Sendable {
    static let bar = ContextDeclaration([
        ("label", .text), ("shortLabel", .text), ("amount", .number), ("text", .text), ("labelY", .number),
        ("barY", .number), ("width", .number), ("word", .text), ("count", .text),
    ])
    package static let declaration = ContextDeclaration([
        ("currency", .text), ("height", .number), ("bars", .list(bar)),
    ])

    /// The largest bars that are drawn; the rest is one bar more.
    private static let most = 12
    private static let width: Int64 = 640
    private static let pitch = 40

    private let currency = declaration.slot("currency")
    private let height = declaration.slot("height")
    private let bars = declaration.slot("bars")
    private let label = bar.slot("label")
    private let shortLabel = bar.slot("shortLabel")
    private let amountSlot = bar.slot("amount")
    private let text = bar.slot("text")
    private let labelY = bar.slot("labelY")
    private let barY = bar.slot("barY")
    private let barWidth = bar.slot("width")
    /// The catalogue's name of the label's words, where it is no location's, and the number in them.
    private let word = bar.slot("word")
    private let count = bar.slot("count")

    /// What one location comes to: its name, nil where none is stated, and one amount for each currency.
    package typealias Share = (name: String?, amounts: [Money])

    package init() {}

    /// Appends a chart for each currency that has something above zero to show.
    /// - Throws: `overflow` where the small groups together leave 64 bits.
    package func fill(
        _ record: Record, _ charts: ContextDeclaration.Slot, totals: [Money], shares: [Share],
        words: DocumentLocalization,
        format: inout LocaleFormatter?
    ) throws(ValueError) {
        for total in totals {
            let amounts = try ChartContext.largest(of: shares, in: total.currency, words: words)
            draw(amounts, total.currency, record, charts, format: &format)
        }
    }

    /// How many locations a chart needs to know: it shows fewer and sums up the rest if there are more.
    package static let needed = most + 1

    /// Appends a chart of the locations of the greatest value in one currency.
    /// - Parameters:
    ///   - largest: the first ``needed`` locations, the largest first.
    ///   - count: the number of all locations that have an amount.
    ///   - total: the sum of all.
    /// - Throws: `overflow` if the rest leaves 64 bits.
    package func fill(
        _ record: Record, _ charts: ContextDeclaration.Slot, largest: [(name: String?, amount: Money)], count: Int,
        total: Money, words: DocumentLocalization, format: inout LocaleFormatter?
    ) throws(ValueError) {
        var bars = largest.map { ChartContext.bar($0.name, $0.amount, words) }
        if count > ChartContext.needed {
            bars = Array(bars.prefix(ChartContext.most))
            var rest = total
            for bar in bars {
                rest = try rest.adding(Money(minorUnits: -bar.money.minorUnits, currency: bar.money.currency))
            }
            bars.append(ChartContext.rest(count - ChartContext.most, rest, words))
        }
        draw(bars, total.currency, record, charts, format: &format)
    }

    private func draw(
        _ amounts: [Bar], _ currency: Currency, _ record: Record, _ charts: ContextDeclaration.Slot,
        format: inout LocaleFormatter?
    ) {
        guard let longest = amounts.map(\.money.minorUnits).max(), longest > 0 else { return }
        let chart = record.append(to: charts)
        chart.set(self.currency, text: currency.code)
        chart.set(height, number: Int64(amounts.count * ChartContext.pitch))
        for (index, amount) in amounts.enumerated() {
            let element = chart.append(to: bars)
            element.set(label, text: amount.label)
            if let name = amount.word { element.set(word, text: name) }
            if amount.word == ChartContext.restWord { element.set(count, text: String(amount.count)) }
            element.set(shortLabel, text: ChartContext.shortened(amount.label))
            element.set(amountSlot, text: amount.money.amountText)
            format?.append(amount.money, to: element, text)
            element.set(labelY, number: Int64(index * ChartContext.pitch + 16))
            element.set(barY, number: Int64(index * ChartContext.pitch + 22))
            let scaled = Int128(max(0, amount.money.minorUnits)) * Int128(ChartContext.width * 10) / Int128(longest)
            element.set(barWidth, text: DecimalText.string(Int64(scaled), fractionDigits: 1))
        }
    }

    private typealias Bar = (label: String, money: Money, word: String?, count: Int)
    private static let restWord = "otherLocations"

    private static func bar(_ name: String?, _ amount: Money, _ words: DocumentLocalization) -> Bar {
        (name ?? words["notStated"], amount, name == nil ? "notStated" : nil, 1)
    }

    private static func rest(_ count: Int, _ amount: Money, _ words: DocumentLocalization) -> Bar {
        (words.text(restWord, Count(count)), amount, restWord, count)
    }

    private static func largest(
        of shares: [Share], in currency: Currency, words: DocumentLocalization
    ) throws(ValueError) -> [Bar] {
        var amounts: [Bar] = []
        for share in shares {
            guard let money = share.amounts.first(where: { $0.currency == currency }) else { continue }
            amounts.append(bar(share.name, money, words))
        }
        amounts.sort { $0.money.minorUnits > $1.money.minorUnits }
        guard amounts.count > most + 1 else { return amounts }
        var rest = Money(minorUnits: 0, currency: currency)
        for amount in amounts.dropFirst(most) { rest = try rest.adding(amount.money) }
        return amounts.prefix(most) + [ChartContext.rest(amounts.count - most, rest, words)]
    }

    /// A label that leaves room for the amount: the end of a long path says most.
    private static func shortened(_ label: String) -> String {
        var cells = 0
        var kept: [Character] = []
        for character in label.reversed() {
            let wide = character.unicodeScalars.contains { $0.value >= 0x1100 }
            cells += wide ? 2 : 1
            guard cells <= 36 else { return "…" + String(kept.reversed()) }
            kept.append(character)
        }
        return label
    }
}
