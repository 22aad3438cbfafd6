import Localization

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
        case .malformed(let expected): said("value.expected", expected)
        case .tooManyDecimals(0): said("value.noDecimalPlacesAre")
        case .tooManyDecimals(let allowed): said("value.atMostDecimalPlaces", allowed)
        case .outOfRange(let range): said("value.outOfRange", range)
        case .noSuchDate: said("value.noSuchDayIn")
        case .unknownCurrency(let code):
            said("value.isNoIsoCurrency", code)
        case .overflow(let code): said("value.theAmountInIs", code)
        case .mixedCurrencies(let one, let other): said("value.andCannotBeAdded", one, other)
        case .wrongKind(let field, let expected): said("value.takes", field, expected)
        }
    }
}
