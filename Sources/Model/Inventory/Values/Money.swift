/// An exact amount: an integer count of a currency's minor unit (ISO 4217).
///
/// `Money(minorUnits: 1234, currency: usd)` is 12.34 USD. Only ``times(_:)`` and ``part(_:of:)`` round.
package struct Money: Hashable, Sendable {
    /// The count of minor units: cents for USD, yen for JPY. May be negative.
    package var minorUnits: Int64
    /// The currency whose minor unit is counted.
    package var currency: Currency

    /// An amount of `minorUnits` of `currency`.
    @inlinable package init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads a plain decimal number such as `1234.50`.
    /// - Throws: `malformed`, `tooManyDecimals` (more than the currency has) or `outOfRange`.
    package init(amount text: some Collection<UInt8>, currency: Currency) throws(ValueError) {
        minorUnits = try DecimalText.parse(text, fractionDigits: currency.fractionDigits)
        self.currency = currency
    }

    /// The amount without its currency, with all decimals of the minor unit: `12.34`.
    package var amountText: String { DecimalText.string(minorUnits, fractionDigits: currency.fractionDigits) }

    /// The sum of two amounts of one currency.
    /// - Throws: `mixedCurrencies`, or `overflow` past 64 bits.
    package func adding(_ other: Money) throws(ValueError) -> Money {
        guard currency == other.currency else { throw .mixedCurrencies(currency.code, other.currency.code) }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow(currency: currency.code) }
        return Money(minorUnits: sum, currency: currency)
    }

    /// The value of a line: the amount times a quantity, rounded half-even to the minor unit (IEEE 754-2019, 4.3.1).
    /// - Throws: `overflow` if the product exceeds 64 bits.
    package func times(_ quantity: Quantity) throws(ValueError) -> Money {
        quantity == .one ? self : try part(Int128(quantity.millionths), of: Int128(Quantity.scale))
    }

    /// A part of the amount: times `part`, divided by `whole`, rounded half-even to the minor unit.
    /// - Throws: `overflow` if the result exceeds 64 bits.
    package func part(_ part: Int128, of whole: Int128) throws(ValueError) -> Money {
        let product = Int128(minorUnits) * part
        var (quotient, remainder) = product.quotientAndRemainder(dividingBy: whole)
        let twice = remainder.magnitude * 2
        if twice > whole.magnitude || (twice == whole.magnitude && quotient & 1 == 1) {
            quotient += product < 0 ? -1 : 1
        }
        guard let rounded = Int64(exactly: quotient) else { throw .overflow(currency: currency.code) }
        return Money(minorUnits: rounded, currency: currency)
    }
}

extension Money: CustomStringConvertible {
    package var description: String { "\(amountText) \(currency.code)" }
}
