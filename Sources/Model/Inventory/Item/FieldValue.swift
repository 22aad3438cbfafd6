package import FoundationEssentials

/// The value of one field of an item.
package enum FieldValue: Equatable, Sendable {
    /// Not stated.
    case none
    case text(String)
    case money(Money)
    case quantity(Quantity)
    case percentage(Percentage)
    case timestamp(Timestamp)
    case date(CalendarDate)
    case flag(Bool)
    case identifier(UUID)
    case tags([String])
    case customFields([CustomField])
    case photos([PhotoReference])
    case documents([DocumentReference])
}

extension ItemField {
    /// Reads one field's plain text form: numbers with a point, `YYYY-MM-DD` (see ``date(_:)``), RFC 3339 or a day, `true`
    /// or `false`.
    ///
    /// Money is `12.34` in `currency`, or `12.34 EUR`. Tags are separated by `;`. An empty text means
    /// "not stated", except for a name. Custom fields, photos and documents have no plain text form.
    /// - Throws: the rule that the text breaks.
    package func parse(_ text: String, currency: Currency) throws(ValueError) -> FieldValue {
        if text.isEmpty, self != .name { return .none }
        switch kind {
        case .text:
            return .text(try Item.checked(text))
        case .money: return .money(try Money(text, currency: currency))
        case .quantity: return .quantity(try Quantity(text.utf8))
        case .percentage: return .percentage(try Percentage(text.utf8))
        case .timestamp: return .timestamp(try Timestamp(orDay: text))
        case .date: return .date(try date(text.utf8))
        case .flag:
            switch text {
            case "true": return .flag(true)
            case "false": return .flag(false)
            default: throw .malformed(expected: .flag)
            }
        case .identifier:
            guard let id = UUID(text: text) else { throw .malformed(expected: .uuid) }
            return .identifier(id)
        case .tags:
            return .tags(
                try Item.checked(text).split(separator: ";").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.map(
                    String.init))
        case .customFields, .photos, .documents: throw .noTextForm(self)
        }
    }
}

extension ItemField {
    /// Reads `YYYY-MM-DD`; of a field that takes approximate dates also `YYYY-MM` and `YYYY`.
    /// - Throws: `malformed` or `noSuchDate`.
    package func date(_ text: some Collection<UInt8>) throws(ValueError) -> CalendarDate {
        takesApproximateDates ? try CalendarDate(approximate: text) : try CalendarDate(text)
    }
}

extension Money {
    /// Reads `12.34`, which is in `currency`, or `12.34 EUR` and `12.34EUR`, which name theirs.
    /// - Throws: the rule that the text breaks; `unknownCurrency` with all letters after a number that are not a code.
    package init(_ text: String, currency: Currency) throws(ValueError) {
        guard let (number, code) = Money.splitCurrencyCode(text) else {
            try self.init(amount: text.utf8, currency: currency)
            return
        }
        let named = try Currency(code: code)
        try self.init(amount: number.utf8, currency: named)
    }

    /// Reads `12.34 EUR` and `12.34EUR`; nil for any other text.
    package init?(withCode text: String) {
        guard let (number, code) = Money.splitCurrencyCode(text), let currency = try? Currency(code: code),
            let amount = try? Money(amount: number.utf8, currency: currency)
        else { return nil }
        self = amount
    }

    /// Splits a number from the letters after it, which should be a currency; nil if there are none.
    static func splitCurrencyCode(_ text: String) -> (number: String, code: String)? {
        var number = Substring(text)
        while let last = number.utf8.last, last.isLetter { number.removeLast() }
        let code = text[number.endIndex...]
        if number.utf8.last == UInt8(ascii: " ") { number.removeLast() }
        // Letters without a digit before them are not a currency: NaN.
        guard code.utf8.count > 1, number.utf8.last?.isDigit == true else {
            return nil
        }
        return (String(number), String(code))
    }
}

extension Substring {
    /// The text without spaces and tabs at either end.
    package func trimmingSpaces() -> Substring {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var bytes = utf8
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return Substring(bytes)
    }
}

extension FieldValue {
    /// Whether two values are equal byte by byte; `==` treats composed and decomposed letters as equal.
    package func isIdentical(to other: FieldValue) -> Bool {
        switch (self, other) {
        case (.text(let one), .text(let two)): one.utf8.elementsEqual(two.utf8)
        case (.tags(let one), .tags(let two)): one.elementsEqual(two) { $0.utf8.elementsEqual($1.utf8) }
        case (.customFields(let one), .customFields(let two)):
            one.elementsEqual(two) {
                $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.utf8.elementsEqual($1.value.utf8)
            }
        case (.photos(let one), .photos(let two)): one.elementsEqual(two) { $0.isIdentical(to: $1) }
        case (.documents(let one), .documents(let two)): one.elementsEqual(two) { $0.isIdentical(to: $1) }
        default: self == other
        }
    }
}

extension FieldValue: CustomStringConvertible {
    /// The plain text form that ``ItemField/parse(_:currency:)`` reads; money names its currency.
    package var description: String {
        switch self {
        case .none: ""
        case .text(let text): text
        case .money(let money): money.description
        case .quantity(let quantity): quantity.description
        case .percentage(let percentage): percentage.description
        case .timestamp(let timestamp): timestamp.description
        case .date(let day): day.description
        case .flag(let flag): flag ? "true" : "false"
        case .identifier(let id): id.text
        case .tags(let tags): tags.joined(separator: "; ")
        case .customFields(let fields): fields.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        case .photos(let photos): photos.map(\.hash.description).joined(separator: "; ")
        case .documents(let documents): documents.map(\.hash.description).joined(separator: "; ")
        }
    }
}
