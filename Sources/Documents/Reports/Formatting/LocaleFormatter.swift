package import Inventory
package import Templating

/// Writes amounts, numbers and days as one reader writes them, into the records of templates.
package struct LocaleFormatter {
    private var amounts: AmountFormatter
    private var days: DayFormatter
    private var scratch: [UInt8] = []

    package init(_ locale: ReportLocale) {
        amounts = AmountFormatter(locale: locale.locale)
        days = DayFormatter(locale)
    }

    package mutating func append(_ money: Money, to record: Record, _ slot: ContextDeclaration.Slot) {
        scratch.removeAll(keepingCapacity: true)
        amounts.append(money, to: &scratch)
        record.set(slot, scratch)
    }

    /// The day of a moment in the reader's time zone.
    package mutating func day(of timestamp: Timestamp) -> CalendarDate { days.day(of: timestamp) }

    package mutating func append(_ timestamp: Timestamp, to record: Record, _ slot: ContextDeclaration.Slot) {
        record.set(slot, days.text(days.day(of: timestamp)))
    }

    package mutating func append(_ day: CalendarDate, to record: Record, _ slot: ContextDeclaration.Slot) {
        record.set(slot, days.text(day))
    }

    package mutating func append(_ quantity: Quantity, to record: Record, _ slot: ContextDeclaration.Slot) {
        record.set(slot, Array(amounts.number(quantity.description).utf8))
    }

    package mutating func append(_ percentage: Percentage, to record: Record, _ slot: ContextDeclaration.Slot) {
        record.set(slot, Array(amounts.number(percentage.description).utf8))
    }

    package mutating func append(_ count: Int, to record: Record, _ slot: ContextDeclaration.Slot) {
        record.set(slot, Array(amounts.number(String(count)).utf8))
    }

    /// A plain decimal number, not negative, with the reader's separators.
    mutating func number(_ text: String) -> String { amounts.number(text) }

    package mutating func string(_ money: Money) -> String { amounts.string(money) }

    package mutating func string(_ day: CalendarDate) -> String { String(decoding: days.text(day), as: UTF8.self) }
}
