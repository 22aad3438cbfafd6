import Inventory
import XMLValidation

/// The values besides amounts that are needed to recount a line. The schema accepts more of them than an import: days
/// with a time zone, numbers with any decimals.
enum CheckedValueKind: String {
    case quantity, depreciation, date

    /// The kind as which the text of an element within an item is read; nil if nothing depends on it.
    init?(_ element: borrowing ValidatedElement) {
        switch element.depth {
        case 3 where element.isNamed("quantity"): self = .quantity
        case 3 where element.isNamed("depreciation"): self = .depreciation
        case 4 where element.isNamed("date") || element.isNamed("expires"): self = .date
        default: return nil
        }
    }

    /// Returns the reason why no import would accept a text; nil if one would.
    func objection(to text: some Collection<UInt8>) -> ValueError? {
        do throws(ValueError) {
            switch self {
            case .quantity: _ = try Quantity(text)
            case .depreciation: _ = try Percentage(text)
            case .date: _ = try CalendarDate(text)
            }
            return nil
        } catch {
            return error
        }
    }

    /// Whether the schema does not accept such a text either, so that its diagnostic is enough.
    func isSchemaViolation(_ objection: ValueError, in text: some Collection<UInt8>) -> Bool {
        switch (self, objection) {
        case (.quantity, _), (.depreciation, .tooManyDecimals), (.depreciation, .malformed):
            !XSDLexicalForm.isDecimal(text) || text.first == UInt8(ascii: "-")
        case (.date, .malformed): !XSDLexicalForm.isDate(text)
        default: true
        }
    }
}

/// The forms of the schema's built-in types, which are wider than those of the model.
enum XSDLexicalForm {
    /// The most digits of a number that libxml2 takes.
    private static let mostDigits = 24

    /// Whether a text has the form of a decimal number: `1.5`, `+1`, `1.`, `.5` (XML Schema part 2, 3.2.3), with no more
    /// decimals than a facet allows.
    static func isDecimal(_ text: some Collection<UInt8>, fractionDigits: Int = mostDigits) -> Bool {
        let number = text.first.map("+-".utf8.contains) == true ? text.dropFirst() : text[...]
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
        guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }), parts.allSatisfy({ $0.allSatisfy(\.isDigit) })
        else { return false }
        let zero = UInt8(ascii: "0")
        let whole = parts[0].drop { $0 == zero }.count
        let decimals = parts.count == 2 ? parts[1].reversed().drop { $0 == zero }.count : 0
        return decimals <= fractionDigits && whole + decimals <= mostDigits
    }

    /// Whether a text has the form of a day: `2020-02-29`, `-12020-02-29`, both also with a time zone such as `Z` or
    /// `+01:00` (XML Schema part 2, 3.2.9).
    static func isDate(_ text: some Collection<UInt8>) -> Bool {
        var day = Array(text)
        if day.last == UInt8(ascii: "Z") {
            day.removeLast()
        } else if day.count > 6, day[day.count - 3] == UInt8(ascii: ":") {
            day.removeLast(6)
        }
        if day.first == UInt8(ascii: "-") { day.removeFirst() }
        let parts = day.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].count >= 4 && parts[1].count == 2 && parts[2].count == 2
            && parts.allSatisfy { $0.allSatisfy(\.isDigit) }
    }
}
