package import Inventory
package import Templating

/// The names of an amount: `{{#value}}{{amount}} {{currency}}{{/value}}`.
package struct MoneyContext: Sendable {
    private static let shared = MoneyContext(ContextBuilder())
    package static var declaration: ContextDeclaration { shared.declaration }

    private let declaration: ContextDeclaration
    private let amount, amountString, currency, text, isFirst: ContextDeclaration.Slot

    package init() { self = MoneyContext.shared }

    private init(_ builder: ContextBuilder) {
        var names = builder
        amount = names.add("amount", .number)
        amountString = names.add("amountString", .text)
        currency = names.add("currency", .text)
        text = names.add("text", .text)
        isFirst = names.add("isFirst", .flag)
        declaration = names.declaration
    }

    /// Fills a record, the reader's text only if `format` is given.
    @inline(__always)
    package func fill(_ record: Record, _ money: Money, format: inout LocaleFormatter?) {
        record.set(amount, capacity: DecimalText.capacity) {
            DecimalText.write(money.minorUnits, fractionDigits: money.currency.fractionDigits, to: $0)
        }
        record.set(amountString, sameAs: amount)
        let code = money.currency.codeBytes
        record.set(currency, capacity: 3) { buffer in
            buffer[0] = code.0
            buffer[1] = code.1
            buffer[2] = code.2
            return 3
        }
        format?.append(money, to: record, text)
    }

    /// Fills a list with an element for each of some currencies; one without an amount has a text only.
    func fill(
        _ record: Record, list: ContextDeclaration.Slot, _ totals: CurrencyTotals, in currencies: [Currency],
        format: inout LocaleFormatter?
    ) {
        for (index, currency) in currencies.enumerated() {
            let element = record.append(to: list)
            if let money = totals[currency] {
                fill(element, money, format: &format)
            } else {
                element.set(text, text: "–")
            }
            element.set(isFirst, flag: index == 0)
        }
    }

    /// Fills a list with one amount for each currency.
    package func fill(
        _ record: Record, list: ContextDeclaration.Slot, amounts: [Money], format: inout LocaleFormatter?
    ) {
        for (index, money) in amounts.enumerated() {
            let element = record.append(to: list)
            fill(element, money, format: &format)
            element.set(isFirst, flag: index == 0)
        }
    }
}
