/// The kinds that all values of a custom field have so far: what a person wrote is a number, a day or an amount only if every
/// value reads as one, exactly. Otherwise it stays a text.
package struct CustomFieldKind: Equatable, Sendable {
    private var canBeNumber = true
    private var canBeAmount = true
    private var canBeDate = true
    private var canBeFlag = true
    private var isStated = false

    /// Any kind: no value was seen yet.
    package init() {}

    /// The kind of the values that were seen.
    package var kind: ReportColumn.Kind {
        guard isStated else { return .text }
        if canBeFlag { return .flag }
        if canBeDate { return .date }
        if canBeNumber { return .number }
        return canBeAmount ? .amount : .text
    }

    /// Takes another value into account.
    package mutating func see(_ value: UnsafeBufferPointer<UInt8>) {
        isStated = true
        if canBeNumber { canBeNumber = CustomFieldKind.number(value) != nil }
        if canBeAmount { canBeAmount = CustomFieldKind.amount(value) != nil }
        if canBeDate { canBeDate = CustomFieldKind.date(value) != nil }
        if canBeFlag { canBeFlag = CustomFieldKind.flag(value) != nil }
    }

    /// Sorts values that were all seen: numbers and amounts, the amounts of a currency together, by what they are worth. Other
    /// values stay in their order.
    package func sorted(_ values: [String]) -> [String] {
        func worth(_ text: String) -> (currency: String, amount: Int64) {
            var text = text
            return text.withUTF8 { text in
                if kind == .number { return ("", CustomFieldKind.number(text) ?? 0) }
                return CustomFieldKind.amount(text).map { ($0.currency.code, $0.minorUnits) } ?? ("", 0)
            }
        }
        guard [.number, .amount].contains(kind) else { return values }
        return values.map { ($0, worth($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Millionths; nil unless the text is a decimal number, with a point or with a comma that cannot part thousands:
    /// `0,083` and `2,5`, but not `1,250`. One with zeros before it is a code, and one that is too long for exact sums,
    /// such as an IMEI, too.
    package static func number(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        if let comma = text.firstIndex(of: UInt8(ascii: ",")) {
            let whole = text[..<comma].drop { $0 == UInt8(ascii: "-") }
            guard text.count - comma - 1 != 3 || whole.elementsEqual("0".utf8) else { return nil }
            let point = Array(text[..<comma]) + [UInt8(ascii: ".")] + text[(comma + 1)...]
            return point.withUnsafeBufferPointer { point in number(point) }
        }
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        if digits.count > 1, digits.first == UInt8(ascii: "0"), digits.dropFirst().first != UInt8(ascii: ".") {
            return nil
        }
        return try? DecimalText.parse(text, fractionDigits: 6)
    }

    /// An amount with the code of its currency, or with a sign that only one currency has: `12.50 EUR`, `€12.50`.
    package static func amount(_ text: UnsafeBufferPointer<UInt8>) -> Money? {
        for (sign, code) in [("€", "EUR"), ("£", "GBP")] {
            let bytes = Array(sign.utf8)
            guard let currency = Currency(utf8: code.utf8) else { continue }
            if text.starts(with: bytes) { return money(text.dropFirst(bytes.count), currency) }
            if text.count > bytes.count, text.suffix(bytes.count).elementsEqual(bytes) {
                return money(text.dropLast(bytes.count), currency)
            }
        }
        if let currency = Currency(utf8: text.suffix(3)) { return money(text.dropLast(3), currency) }
        return Currency(utf8: text.prefix(3)).flatMap { money(text.dropFirst(3), $0) }
    }

    private static func money(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ currency: Currency) -> Money? {
        let space = UInt8(ascii: " ")
        let digits = text.drop { $0 == space }.reversed().drop { $0 == space }.reversed()
        return try? Money(amount: Array(digits), currency: currency)
    }

    /// A day as ISO 8601 writes it.
    package static func date(_ text: UnsafeBufferPointer<UInt8>) -> CalendarDate? { try? CalendarDate(text) }

    /// The words for yes and no that forms write, in any case.
    package static func flag(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard text.count <= 5 else { return nil }
        switch String(decoding: text, as: UTF8.self).lowercased() {
        case "yes", "true": return true
        case "no", "false": return false
        default: return nil
        }
    }
}
