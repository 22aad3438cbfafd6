package import InventoryModel
package import Templating

/// The names behind an amount: `{{#value}}{{amount}} {{currency}}{{/value}}`.
package struct MoneyContext: Sendable {
    package static let declaration = ContextDeclaration([
        ("amount", .number), ("amountString", .text), ("currency", .text), ("text", .text), ("isFirst", .flag),
    ])

    private let amount = declaration.slot("amount")
    private let amountString = declaration.slot("amountString")
    private let currency = declaration.slot("currency")
    private let text = declaration.slot("text")
    private let isFirst = declaration.slot("isFirst")

    package init() {}

    /// Fills a record; the reader's text only where `format` is given.
    @inline(__always)
    package func fill(_ record: Record, _ money: Money, format: inout ReaderFormat?) {
        let number = RecordNumber {
            DecimalText.write(money.minorUnits, fractionDigits: money.currency.fractionDigits, to: $0)
        }
        record.set(amount, number)
        record.set(amountString, number)
        let code = money.currency.codeBytes
        record.write(currency) { writer in
            writer.write(code.0)
            writer.write(code.1)
            writer.write(code.2)
        }
        format?.append(money, to: record, text)
    }

    /// Fills a list with one amount for each currency.
    package func fill(
        _ record: Record, _ list: ContextDeclaration.Slot, _ amounts: [Money], format: inout ReaderFormat?
    ) {
        for (index, money) in amounts.enumerated() {
            let element = record.append(to: list)
            fill(element, money, format: &format)
            element.set(isFirst, flag: index == 0)
        }
    }
}
