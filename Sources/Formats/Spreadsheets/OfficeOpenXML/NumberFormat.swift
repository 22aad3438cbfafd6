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
    init(code: String) { self = NumberFormatScanner(code).format }
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
            let sign = text.dropFirst().prefix { $0 != "-" }
            if !sign.isEmpty { currency = String(sign) }
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
