import FoundationEssentials
import FoundationInternationalization
import Inventory

/// A number or an amount as readers write it: `12,34`, `1.234,56 €`, `$20`. `Site/amount.js` has the same rules.
///
/// A form states its language, because a lone separator before three digits groups thousands in one language and begins
/// the decimals in another.
struct EnteredNumber {
    /// The text may mean more than one number or currency.
    struct Ambiguity: Error {}

    let language: String
    let currency: Currency

    /// The plain form that fields read, such as `1234.56 EUR`; text that is not a number stays as it is.
    /// - Throws: `Ambiguity`.
    func plain(_ text: String, isAmount: Bool) throws -> String {
        let text = EnteredNumber.narrow(text)
        guard isAmount else { return try number(text, decimals: 6) ?? text }
        let (digits, code) = try split(text)
        guard let known = code == nil ? currency : code.flatMap({ try? Currency(code: $0) }),
            let number = try self.number(digits, decimals: known.fractionDigits)
        else { return text }
        return code.map { "\(number) \($0)" } ?? number
    }

    /// The text of a stored number as it is written in the language.
    static func localized(_ text: String, language: String) -> String {
        decimalIsComma(language) ? text.replacing(".", with: ",") : text
    }

    private static func decimalIsComma(_ language: String) -> Bool {
        Locale(identifier: language).decimalSeparator == ","
    }

    /// Separates the sign or code of a currency from the digits.
    private func split(_ text: String) throws -> (digits: String, code: String?) {
        guard let first = text.firstIndex(where: { $0.isASCII && $0.isNumber }),
            let last = text.lastIndex(where: { $0.isASCII && $0.isNumber })
        else { return (text, nil) }
        let (before, after) = (text[..<first], text[text.index(after: last)...])
        let minus = before.contains { $0 == "-" || $0 == "−" } ? "-" : ""
        let signs = [before, after].map { part in
            String(part.filter { !$0.isWhitespace && $0 != "-" && $0 != "−" && $0 != "+" })
        }.filter { !$0.isEmpty }
        let digits = minus + text[first...last]
        guard let sign = signs.first else { return (digits, nil) }
        guard signs.count == 1 else { return (text, nil) }
        guard let code = try self.code(of: sign) else { return (text, nil) }
        return (digits, code)
    }

    private func code(of sign: String) throws -> String? {
        let upper = sign.uppercased()
        if upper.utf8.count == 3, upper.utf8.allSatisfy({ (65...90).contains($0) }) { return upper }
        if let shared = EnteredNumber.shared[sign.lowercased()] {
            if shared.contains(currency.code) { return currency.code }
            if sign == "$" { return "USD" }
            if upper != "KR", language.hasPrefix("zh") { return "CNY" }
            throw Ambiguity()
        }
        return EnteredNumber.signs[upper]
    }

    /// Signs of several currencies: the inventory's own is meant.
    private static let shared: [String: [String]] = [
        "$": ["USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN"], "¥": ["JPY", "CNY"],
        "kr": ["SEK", "NOK", "DKK", "ISK"],
    ]
    private static let signs = [
        "US$": "USD", "CA$": "CAD", "C$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "NT$": "TWD",
        "S$": "SGD", "R$": "BRL", "MX$": "MXN", "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY",
        "₪": "ILS", "₴": "UAH", "ZŁ": "PLN", "KČ": "CZK", "FT": "HUF", "FR.": "CHF", "元": "CNY", "円": "JPY", "원": "KRW",
    ]

    /// A number without grouping and with a decimal point; nil if the text is none.
    private func number(_ text: String, decimals: Int) throws -> String? {
        let isNegative = text.hasPrefix("-")
        let text = text.drop { $0 == "-" }
        let marks = text.filter { !$0.isASCII || !$0.isNumber }
        guard !text.isEmpty, marks.allSatisfy({ ".,'’ ".contains($0) }) else { return nil }
        var decimal: Character?
        if let last = marks.last(where: { $0 == "." || $0 == "," }) {
            let parts = text.split(separator: last, omittingEmptySubsequences: false)
            if parts.count == 2, let end = parts.last, !end.contains(where: { !$0.isNumber }) {
                let isLone = marks.count == 1 && end.count == 3 && (1...3).contains(parts[0].count)
                let isOwn = last == (EnteredNumber.decimalIsComma(language) ? "," : ".")
                if !isLone || parts[0] == "0" {
                    decimal = last
                } else if isOwn {
                    // Three decimals that the currency does not have may be thousands of another language.
                    guard decimals >= 3 else { throw Ambiguity() }
                    decimal = last
                }
            }
        }
        let halves = decimal.map { text.split(separator: $0, omittingEmptySubsequences: false) } ?? [text]
        let groups = halves[0].split(omittingEmptySubsequences: false) { !$0.isNumber }
        let grouping = Set(halves[0].filter { !$0.isNumber })
        // In India the groups above the thousands have two digits: 12,34,567.
        let upper = groups.count > 2 && grouping == [","] && groups[1].count == 2 ? 2 : 3
        guard grouping.count <= 1, groups.count == 1 || (1...upper).contains(groups[0].count) && groups[0] != "0",
            groups.dropFirst().dropLast().allSatisfy({ $0.count == upper }), !groups[0].isEmpty,
            groups.count == 1 || groups[groups.count - 1].count == 3
        else { return nil }
        let fraction = halves.count > 1 ? halves[1] : ""
        guard halves.count < 2 || !fraction.isEmpty else { return nil }
        return (isNegative ? "-" : "") + groups.joined() + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    /// Digits and signs of full width as the plain ones; all spaces as one kind, none at the ends.
    private static func narrow(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFF01...0xFF5E: plain.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
            case 0xA0, 0x202F, 0x2009, 0x3000: plain.append(" ")
            case 0xFFE5: plain.append("¥")
            // Marks of the direction, which amounts have in languages that are written from right to left.
            case 0x200E, 0x200F: break
            default: plain.append(scalar)
            }
        }
        let text = String(plain)
        let start = text.drop { $0 == " " }
        return String(start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)])
    }
}
