/// What is wrong with a value, in words that tell how to mend it.
///
/// The text at fault stays out of the message: the caller knows the place and decides what may be shown.
public enum ValueError: Error, Equatable, Sendable {
    /// The text has not the form that is asked for.
    case malformed(expected: String)
    /// More decimal places than the currency or quantity has.
    case tooManyDecimals(allowed: Int)
    /// The number or date lies outside what can be kept.
    case outOfRange(String)
    /// The date does not exist in the calendar.
    case noSuchDate
    /// The three letters are not in ISO 4217.
    case unknownCurrency(String)
    /// A sum or product leaves the range of 64-bit minor units.
    case overflow(currency: String)
    /// Two currencies met in one sum.
    case mixedCurrencies(String, String)
    /// The field takes another kind of value.
    case wrongKind(field: String, expected: String)
}

extension ValueError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed(let expected): "expected \(expected)"
        case .tooManyDecimals(0): "no decimal places are allowed here"
        case .tooManyDecimals(let allowed): "at most \(allowed) decimal places are allowed here"
        case .outOfRange(let range): "out of range: \(range)"
        case .noSuchDate: "no such day in the calendar"
        case .unknownCurrency(let code):
            "'\(code)' is no ISO 4217 currency code; write three letters such as USD, EUR, JPY"
        case .overflow(let code): "the amount in \(code) is larger than can be counted exactly; split the inventory"
        case .mixedCurrencies(let one, let other): "\(one) and \(other) cannot be added; totals are kept per currency"
        case .wrongKind(let field, let expected): "\(field) takes \(expected)"
        }
    }
}
