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
    /// A label such as `00007` or `SN-00077`: the characters of the format, nil for a digit.
    case label([Character?])

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
        let format = NumberFormatScanner(code).format
        self = format == .number ? NumberFormat.labelPattern(code).map(NumberFormat.label) ?? .number : format
    }

    /// The characters of a format that shows leading zeros, such as `000-000` or `"SN-"00000`; nil for other formats.
    private static func labelPattern(_ code: String) -> [Character?]? {
        var pattern: [Character?] = []
        var rest = code.prefix { $0 != ";" }
        while let character = rest.popFirst() {
            switch character {
            case "0": pattern.append(nil)
            case "\"":
                pattern += rest.prefix { $0 != "\"" }.map(Optional.some)
                rest = rest.drop { $0 != "\"" }.dropFirst()
            case "\\": if let escaped = rest.popFirst() { pattern.append(escaped) }
            case "-", " ", "/", ":", "(", ")": pattern.append(character)
            default: return nil
            }
        }
        guard pattern.count <= 40, let first = pattern.firstIndex(of: nil) else { return nil }
        let prefix = pattern[..<first].compactMap { $0 }
        // A single digit is a number with a unit, unless a hyphen or the like joins it with a word.
        let isJoined = prefix.contains(where: \.isLetter) && prefix.last.map { "-/#_".contains($0) } ?? false
        return isJoined || pattern.count { $0 == nil } > 1 ? pattern : nil
    }

    /// The label of a whole number; digits for which the pattern has no place come first.
    static func label(_ number: String, _ pattern: [Character?]) -> String {
        let places = pattern.count { $0 == nil }
        var digits = Substring(String(repeating: "0", count: max(0, places - number.utf8.count)) + number)
        var text = ""
        for character in pattern {
            if let character {
                text.append(character)
            } else {
                let count = text.contains(where: \.isNumber) ? 1 : max(1, digits.utf8.count - places + 1)
                text += digits.prefix(count)
                digits = digits.dropFirst(count)
            }
        }
        return text
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
    /// The literal text since the last digit.
    private var literal = ""

    init(_ code: String) {
        var rest = Substring(code)
        while let character = rest.first, character != ";" {
            rest.removeFirst()
            switch character {
            case "\"":
                let literal = rest.prefix { $0 != "\"" }
                rest = rest.dropFirst(literal.count + 1)
                self.literal += literal
            case "\\":
                if let escaped = rest.popFirst() { self.literal.append(escaped) }
            // The next character is as wide as a space, or fills the cell.
            case "_", "*":
                _ = rest.popFirst()
                self.literal += " "
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
        endLiteral()
    }

    private mutating func note(_ character: Character, next: Character?) {
        switch character {
        case "y", "Y", "d", "D", "b", "B", "g", "G": hasDay = true
        // An era's year, or the exponent of `0.00E+00`.
        case "e", "E": if next != "+" && next != "-" { hasDay = true }
        case "m", "M": hasMonthOrMinute = true
        case "h", "H", "s", "S": hasClock = true
        case "%": hasPercent = true
        case "0", "#", "?", ".", ",", "@": endLiteral()
        default: literal.append(character)
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

    /// Looks for a currency in the literal text: a sign such as that of `€/Stk`, a code, or a word such as `kr`.
    private mutating func endLiteral() {
        for word in literal.split(whereSeparator: { $0.isWhitespace || "()".contains($0) }) where currency == nil {
            let sign = word.prefix { $0 != "/" }
            let isSign = sign.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
            let isCode =
                word.utf8.count == 3 && word.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            if isSign {
                currency = String(sign)
            } else if isCode || SharedCurrencySign.words.contains(String(word)) {
                currency = String(word)
            }
        }
        literal = ""
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
    /// Words and letters that are written like a sign.
    static let words: Set = [
        "zł", "zl", "Kč", "Kc", "kr", "kr.", "Kr", "Kr.", "Fr.", "SFr.", "Ft", "lei", "Lei", "LEI", "лв", "лв.", "руб.",
        "руб",
        "р.", "грн", "грн.", "din.", "дин.", "KM", "ден.", "Lek", "TL", "RM", "Rs", "Rs.", "Rp", "R", "S/", "S/.", "Bs",
        "Bs.",
        "KSh", "Br", "元", "円",
    ]

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
