import FoundationEssentials
import FoundationInternationalization
import Inventory

/// Amounts as readers of one language write them: `$1,234.50`, `US$1,234.50`.
///
/// ICU is asked once how a currency is written (Unicode CLDR); after that, amounts are assembled from
/// exact digits.
struct AmountFormatter {
    /// The text around and between the digits of one currency. A class: a copy would count five references.
    private final class Pattern: Sendable {
        let before, beforeNegative, after, grouping, point: [UInt8]

        init(before: [UInt8], beforeNegative: [UInt8], after: [UInt8], grouping: [UInt8], point: [UInt8]) {
            self.before = before
            self.beforeNegative = beforeNegative
            self.after = after
            self.grouping = grouping
            self.point = point
        }
    }

    private let locale: Locale
    private var numbers: Pattern?
    private var patterns: [Currency: Pattern] = [:]
    private var last: (currency: Currency, pattern: Pattern)?

    init(locale: Locale) { self.locale = locale }

    /// The pattern of numbers without a currency.
    private mutating func numberPattern() -> Pattern {
        if let numbers { return numbers }
        let sample = Decimal.FormatStyle(locale: locale).precision(.fractionLength(2)).format(Decimal(1_234_567))
        let parts = AmountFormatter.split(sample, fractionDigits: 2)
        let pattern = Pattern(before: [], beforeNegative: [], after: [], grouping: parts.grouping, point: parts.point)
        numbers = pattern
        return pattern
    }

    /// A plain decimal number, not negative, with the reader's separators.
    mutating func number(_ text: String) -> String {
        let digits = Array(text.utf8)
        if digits.count <= 3, !digits.contains(UInt8(ascii: ".")) { return text }
        let numbers = numberPattern()
        let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
        var result: [UInt8] = []
        for index in 0..<point {
            if index > 0, (point - index) % 3 == 0 { result += numbers.grouping }
            result.append(digits[index])
        }
        if point < digits.count { result += numbers.point + digits[(point + 1)...] }
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends an amount with its currency.
    mutating func append(_ money: Money, to text: inout [UInt8]) {
        let pattern = pattern(of: money.currency)
        text += money.minorUnits < 0 ? pattern.beforeNegative : pattern.before
        let digits = money.amountText.utf8
        let decimals = money.currency.fractionDigits
        // The number of digits before the point that are still to come. The sign is part of the pattern.
        var whole = digits.count - (decimals > 0 ? decimals + 1 : 0) - (money.minorUnits < 0 ? 1 : 0)
        var isFirst = true
        for digit in digits where digit != UInt8(ascii: "-") {
            if digit == UInt8(ascii: ".") {
                text += pattern.point
                continue
            }
            if !isFirst, whole > 0, whole % 3 == 0 { text += pattern.grouping }
            text.append(digit)
            whole -= 1
            isFirst = false
        }
        text += pattern.after
    }

    /// An amount with its currency.
    mutating func string(_ money: Money) -> String {
        var text: [UInt8] = []
        append(money, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func pattern(of currency: Currency) -> Pattern {
        if let last, last.currency == currency { return last.pattern }
        let pattern = patterns[currency] ?? AmountFormatter.pattern(of: currency, locale: locale)
        patterns[currency] = pattern
        last = (currency, pattern)
        return pattern
    }

    /// Reads the parts off two formatted samples.
    private static func pattern(of currency: Currency, locale: Locale) -> Pattern {
        let digits = currency.fractionDigits
        let style = Decimal.FormatStyle.Currency(code: currency.code, locale: locale)
            .precision(.fractionLength(digits))
        let positive = split(style.format(Decimal(1_234_567)), fractionDigits: digits)
        let negative = split(style.format(Decimal(-1_234_567)), fractionDigits: digits)
        return Pattern(
            before: positive.before, beforeNegative: negative.before, after: positive.after,
            grouping: positive.grouping, point: positive.point)
    }

    private typealias Parts = (before: [UInt8], grouping: [UInt8], point: [UInt8], after: [UInt8])

    private static func split(_ sample: String, fractionDigits: Int) -> Parts {
        let bytes = Array(sample.utf8)
        let places = bytes.indices.filter { bytes[$0].isDigit }
        guard places.count == 7 + fractionDigits, let first = places.first, let end = places.last else {
            return (Array(sample.utf8), [], [UInt8(ascii: ".")], [])
        }
        func between(_ one: Int, _ other: Int) -> [UInt8] { Array(bytes[(places[one] + 1)..<places[other]]) }
        return (
            Array(bytes[..<first]), between(0, 1), fractionDigits > 0 ? between(6, 7) : [], Array(bytes[(end + 1)...])
        )
    }
}
