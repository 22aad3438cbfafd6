import FoundationEssentials
import FoundationInternationalization
import Inventory
import Localization

/// Amounts as readers of one language write them: `$1,234.50`, `US$1,234.50`.
///
/// ICU is asked once how a currency is written (Unicode CLDR); after that, amounts are assembled from
/// exact digits.
struct AmountFormatter {
    /// The text around and between the digits of one currency. A class: a copy would count five references.
    private final class Pattern: Sendable {
        let before, beforeNegative, after, point: [UInt8]
        let grouping: DigitGrouping

        init(before: [UInt8], beforeNegative: [UInt8], after: [UInt8], grouping: DigitGrouping, point: [UInt8]) {
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
        let style = Decimal.FormatStyle(locale: locale).precision(.fractionLength(2))
        let parts = AmountFormatter.split(style.format(Decimal(1_234_567)), style.format(Decimal(1_234)), decimals: 2)
        let pattern = Pattern(before: [], beforeNegative: [], after: [], grouping: parts.grouping, point: parts.point)
        numbers = pattern
        return pattern
    }

    /// The grouping of whole numbers.
    var grouping: DigitGrouping {
        var formatter = self
        return formatter.numberPattern().grouping
    }

    /// A plain decimal number, not negative, with the reader's separators.
    mutating func number(_ text: String) -> String {
        let digits = Array(text.utf8)
        if digits.count <= 3, !digits.contains(UInt8(ascii: ".")) { return text }
        let numbers = numberPattern()
        let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
        var result = numbers.grouping.grouped(digits[..<point])
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
        let total = whole
        for digit in digits where digit != UInt8(ascii: "-") {
            if digit == UInt8(ascii: ".") {
                text += pattern.point
                continue
            }
            if pattern.grouping.separates(whole, of: total) { text += pattern.grouping.separator }
            text.append(digit)
            whole -= 1
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

    /// Reads the parts off formatted samples.
    private static func pattern(of currency: Currency, locale: Locale) -> Pattern {
        let decimals = currency.fractionDigits
        let style = Decimal.FormatStyle.Currency(code: currency.code, locale: locale)
            .precision(.fractionLength(decimals))
        let small = style.format(Decimal(1_234))
        let positive = split(style.format(Decimal(1_234_567)), small, decimals: decimals)
        let negative = split(style.format(Decimal(-1_234_567)), small, decimals: decimals)
        return Pattern(
            before: positive.before, beforeNegative: negative.before, after: positive.after,
            grouping: positive.grouping, point: positive.point)
    }

    private typealias Parts = (before: [UInt8], grouping: DigitGrouping, point: [UInt8], after: [UInt8])

    /// - Parameter small: 1234 in the same style, which some languages do not group.
    private static func split(_ sample: String, _ small: String, decimals: Int) -> Parts {
        let bytes = Array(sample.utf8)
        let places = bytes.indices.filter { bytes[$0].isDigit }
        guard places.count == 7 + decimals, let first = places.first, let end = places.last else {
            return (Array(sample.utf8), DigitGrouping(separator: []), [UInt8(ascii: ".")], [])
        }
        func between(_ one: Int, _ other: Int) -> [UInt8] { Array(bytes[(places[one] + 1)..<places[other]]) }
        let smallPlaces = small.utf8.indices.filter { small.utf8[$0].isDigit }
        let isGrouped = smallPlaces.count > 1 && small.utf8.index(after: smallPlaces[0]) != smallPlaces[1]
        let grouping = DigitGrouping(
            separator: between(3, 4), upper: between(0, 1).isEmpty ? 2 : 3, minimum: isGrouped ? 4 : 5)
        return (Array(bytes[..<first]), grouping, decimals > 0 ? between(6, 7) : [], Array(bytes[(end + 1)...]))
    }
}
