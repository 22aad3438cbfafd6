/// The kind of value that a number format shows (ECMA-376 part 1, 18.8.30 and 18.8.31).
enum NumberFormat: Equatable {
    case number
    case date
    case dateAndTime
    case time
    /// Hours, minutes or seconds that go beyond a day: `[h]:mm`.
    case duration
    case percentage
    /// An amount; the sign or code as it is shown.
    case money(String)
    /// A label of that many digits, such as `00007` in the format `00000`.
    case label(digits: Int)

    /// The format of one of the numbers that need no definition.
    init(builtIn id: Int) {
        switch id {
        case 9, 10: self = .percentage
        // From 27 to 36 and from 50 on, the formats of Chinese, Japanese and Korean.
        case 14...17, 27...31, 36, 50...54, 57, 58: self = .date
        case 18...21, 32...35, 45, 47, 55, 56: self = .time
        case 22: self = .dateAndTime
        case 46: self = .duration
        default: self = .number
        }
    }

    /// Reads a format code such as `[$-407]dd/mm/yyyy;@`.
    init(code: String) {
        let section = code.prefix { $0 != ";" }
        let isLabel = (2...40).contains(section.count) && section.allSatisfy { $0 == "0" }
        self = isLabel ? .label(digits: section.count) : NumberFormatScanner(code).format
    }
}

/// Scans the first section of a format code, which is for positive numbers.
private struct NumberFormatScanner {
    private var hasDay = false
    private var hasMonthOrMinute = false
    private var hasClock = false
    private var hasElapsed = false
    private var hasPercent = false
    private var currency: String?

    init(_ code: String) {
        var rest = Substring(code)
        while let character = rest.first, character != ";" {
            rest.removeFirst()
            switch character {
            case "\"":
                let literal = rest.prefix { $0 != "\"" }
                rest = rest.dropFirst(literal.count + 1)
                noteLiteral(literal)
            case "\\":
                if let escaped = rest.popFirst() { noteLiteral(Substring(String(escaped))) }
            // The next character is as wide as a space, or fills the cell.
            case "_", "*": _ = rest.popFirst()
            case "[":
                let bracket = rest.prefix { $0 != "]" }
                rest = rest.dropFirst(bracket.count + 1)
                noteBracket(bracket)
            default:
                if character == "G" || character == "g", rest.lowercased().hasPrefix("eneral") {
                    rest = rest.dropFirst(6)
                } else {
                    note(character, next: rest.first)
                }
            }
        }
    }

    private mutating func note(_ character: Character, next: Character?) {
        switch character {
        case "y", "Y", "d", "D", "b", "B", "g", "G": hasDay = true
        // An era's year, or the exponent of `0.00E+00`.
        case "e", "E": if next != "+" && next != "-" { hasDay = true }
        case "m", "M": hasMonthOrMinute = true
        case "h", "H", "s", "S": hasClock = true
        case "%": hasPercent = true
        default: noteLiteral(Substring(String(character)))
        }
    }

    private mutating func noteBracket(_ text: Substring) {
        if text.first == "$" {
            // `[$€-407]`: sign and locale; `[$-407]` is a locale alone.
            let parts = text.dropFirst().split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard let sign = parts.first, !sign.isEmpty else { return }
            let locale = parts.count > 1 ? parts[1] : ""
            currency = SharedCurrencySign.currency(of: sign, locale: locale) ?? String(sign)
        } else if let unit = text.first?.lowercased(), "hms".contains(unit),
            text.allSatisfy({ $0.lowercased() == unit })
        {
            hasElapsed = true
        }
    }

    private mutating func noteLiteral(_ text: Substring) {
        let word = text.filter { $0 != " " && $0 != "\u{A0}" }
        let isSign = word.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
        let isCode =
            word.utf8.count == 3 && word.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        if currency == nil, isSign || isCode { currency = String(word) }
    }

    var format: NumberFormat {
        if hasElapsed { return .duration }
        if hasDay { return hasClock ? .dateAndTime : .date }
        if hasClock { return .time }
        if hasMonthOrMinute { return .date }
        if hasPercent { return .percentage }
        return currency.map { .money($0) } ?? .number
    }
}

/// The currencies of signs that several currencies share, by the locale that a format names beside the sign.
private enum SharedCurrencySign {
    /// Identifiers of locales ([MS-LCID], 2.2), and codes of countries for newer formats: `[$$-1009]`, `[$$-en-CA]`.
    private static let locales: [(signs: [String], lcid: Int, country: String, code: String)] = [
        (["$"], 0x409, "US", "USD"), (["$"], 0x1009, "CA", "CAD"), (["$"], 0xC0C, "CA", "CAD"),
        (["$"], 0xC09, "AU", "AUD"), (["$"], 0x1409, "NZ", "NZD"), (["$"], 0x1004, "SG", "SGD"),
        (["$"], 0x4809, "SG", "SGD"), (["$"], 0xC04, "HK", "HKD"), (["$"], 0x3C09, "HK", "HKD"),
        (["$", "NT$"], 0x404, "TW", "TWD"), (["$"], 0x80A, "MX", "MXN"), (["$"], 0x2C0A, "AR", "ARS"),
        (["$"], 0x340A, "CL", "CLP"), (["$"], 0x240A, "CO", "COP"), (["$"], 0x380A, "UY", "UYU"),
        (["¥", "￥"], 0x804, "CN", "CNY"), (["¥", "￥"], 0x411, "JP", "JPY"),
        (["kr", "kr."], 0x41D, "SE", "SEK"), (["kr", "kr."], 0x414, "NO", "NOK"), (["kr", "kr."], 0x814, "NO", "NOK"),
        (["kr", "kr."], 0x406, "DK", "DKK"), (["kr", "kr."], 0x438, "FO", "DKK"), (["kr", "kr."], 0x40F, "IS", "ISK"),
        (["£"], 0x809, "GB", "GBP"), (["£"], 0xC01, "EG", "EGP"),
        (["Rs", "Rs."], 0x439, "IN", "INR"), (["Rs", "Rs."], 0x420, "PK", "PKR"), (["Rs", "Rs."], 0x461, "NP", "NPR"),
        (["Rs", "Rs."], 0x45B, "LK", "LKR"),
    ]

    /// Returns the code of a currency; nil if the sign has one meaning, or the locale is not known.
    static func currency(of sign: Substring, locale: Substring) -> String? {
        // The upper half of an identifier states calendar and digits.
        let lcid = Int(locale, radix: 16).map { $0 & 0xFFFF }
        let country = locale.split(separator: "-").last.map(String.init)
        return locales.first { entry in
            entry.signs.contains { $0 == sign } && (entry.lcid == lcid || (lcid == nil && entry.country == country))
        }?.code
    }
}
