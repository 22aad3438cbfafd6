package import Inventory
import Localization
package import Templating

/// The names of a bar chart of value by location in SVG user units, one chart for each currency.
package struct ChartContext: Sendable {
    private static let shared = ChartContext(ContextBuilder(), bars: ContextBuilder())
    package static var declaration: ContextDeclaration { shared.declaration }

    /// Maximum number of locations to read for a chart: if there are more, it shows fewer and sums up the rest.
    package static let needed = most + 1
    /// The most bars that are drawn; one more shows the rest together.
    private static let most = 12
    private static let width: Int64 = 640
    /// The key of the text for the rest.
    package static let usualRest = "otherLocations"
    private static let pitch = 40

    private let declaration: ContextDeclaration
    private let currency, height, bars: ContextDeclaration.Slot
    private let label, shortLabel, amount, text, labelY, barY, barWidth: ContextDeclaration.Slot
    /// The catalogue's key of a label that is not a location's name, and the number in its text.
    private let word, count: ContextDeclaration.Slot

    package init() { self = ChartContext.shared }

    private init(_ chart: ContextBuilder, bars bar: ContextBuilder) {
        var (chart, bar) = (chart, bar)
        label = bar.add("label", .text)
        shortLabel = bar.add("shortLabel", .text)
        amount = bar.add("amount", .number)
        text = bar.add("text", .text)
        labelY = bar.add("labelY", .number)
        barY = bar.add("barY", .number)
        barWidth = bar.add("width", .number)
        word = bar.add("word", .text)
        count = bar.add("count", .text)
        currency = chart.add("currency", .text)
        height = chart.add("height", .number)
        bars = chart.add("bars", .list(bar.declaration))
        declaration = chart.declaration
    }

    /// The totals of one location: its name, nil for the items that state none, and one amount for each currency.
    package typealias Share = (name: String?, amounts: [Money])

    /// Appends a chart for each currency that has an amount above zero.
    /// - Parameter restKey: the key of the text with the number of bars that are shown together.
    /// - Throws: `overflow` if the small locations together do not fit into 64 bits.
    package func fill(
        _ record: Record, _ charts: ContextDeclaration.Slot, totals: [Money], shares: [Share],
        words: DocumentLocalization, restKey: String = ChartContext.usualRest, format: inout LocaleFormatter?
    ) throws(ValueError) {
        for total in totals {
            var found = shares.compactMap { share in
                share.amounts.first { $0.currency == total.currency }.map { (name: share.name, amount: $0) }
            }
            found.sort { $0.amount.minorUnits > $1.amount.minorUnits }
            var sum = Money(minorUnits: 0, currency: total.currency)
            for share in found { sum = try sum.adding(share.amount) }
            try fill(
                record, charts, largest: Array(found.prefix(ChartContext.needed)), count: found.count, total: sum,
                words: words, restKey: restKey, format: &format)
        }
    }

    /// Appends a chart of the most valuable locations in one currency, unless nothing is above zero.
    /// - Parameters:
    ///   - largest: the first ``needed`` locations, the largest first.
    ///   - count: the number of all locations that have an amount.
    ///   - total: the sum of all of them.
    /// - Throws: `overflow` if the rest does not fit into 64 bits.
    package func fill(
        _ record: Record, _ charts: ContextDeclaration.Slot, largest: [(name: String?, amount: Money)], count: Int,
        total: Money, words: DocumentLocalization, restKey: String = ChartContext.usualRest,
        format: inout LocaleFormatter?
    ) throws(ValueError) {
        guard let longest = largest.first?.amount.minorUnits, longest > 0 else { return }
        let shown = count > ChartContext.needed ? largest.prefix(ChartContext.most) : largest[...]
        var bars = shown.map { share in
            Bar(
                label: share.name ?? words["notStated"], money: share.amount,
                word: share.name == nil ? "notStated" : nil)
        }
        if count > shown.count {
            var rest = total
            for share in shown {
                rest = try rest.adding(Money(minorUnits: -share.amount.minorUnits, currency: total.currency))
            }
            let (others, word) = (count - shown.count, restKey)
            bars.append(Bar(label: words.text(word, Count(others)), money: rest, word: word, count: others))
        }
        draw(bars, total.currency, in: record.append(to: charts), format: &format)
    }

    private struct Bar {
        let label: String
        let money: Money
        var word: String?
        var count: Int?
    }

    private func draw(_ found: [Bar], _ code: Currency, in chart: Record, format: inout LocaleFormatter?) {
        // The rest is not one location: it has no bar, and does not set the scale.
        let longest = found.lazy.filter { $0.count == nil }.map(\.money.minorUnits).max() ?? 1
        chart.set(currency, text: code.code)
        chart.set(height, number: Int64(found.count * ChartContext.pitch))
        for (index, bar) in found.enumerated() {
            let element = chart.append(to: bars)
            element.set(label, text: bar.label)
            element.set(shortLabel, text: ChartContext.shortened(bar.label))
            element.set(amount, text: bar.money.amountText)
            format?.append(bar.money, to: element, text)
            element.set(labelY, number: Int64(index * ChartContext.pitch + 16))
            element.set(barY, number: Int64(index * ChartContext.pitch + 22))
            let scaled = Int128(max(0, bar.money.minorUnits)) * Int128(ChartContext.width * 10) / Int128(longest)
            element.set(barWidth, text: DecimalText.string(Int64(scaled), fractionDigits: 1))
            element.set(word, text: bar.word)
            element.set(count, text: bar.count.map(String.init))
        }
    }

    /// A label that leaves room for the amount. Of a long path it keeps the end, which is the most specific part.
    private static func shortened(_ label: String) -> String {
        var cells = 0
        var kept: [Character] = []
        for character in label.reversed() {
            let isWide = character.unicodeScalars.contains { $0.value >= 0x1100 }
            cells += isWide ? 2 : 1
            guard cells <= 36 else { return "…" + String(kept.reversed()) }
            kept.append(character)
        }
        return label
    }
}
