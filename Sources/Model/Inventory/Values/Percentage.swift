/// A rate in percent, from 0 to 100, with up to two decimal places.
package struct Percentage: Hashable, Sendable {
    /// The count of hundredths of a percent.
    package let hundredths: Int64

    /// A rate counted in hundredths of a percent.
    package init(hundredths: Int64) { self.hundredths = hundredths }

    /// Reads a plain decimal number such as `12.5`.
    /// - Throws: `malformed`, `tooManyDecimals`, or `outOfRange` outside 0 to 100.
    package init(_ text: some Collection<UInt8>) throws(ValueError) {
        hundredths = try DecimalText.parse(text, fractionDigits: 2)
        guard (0...10_000).contains(hundredths) else { throw .outOfRange(.percentage) }
    }
}

extension Percentage: CustomStringConvertible {
    package var description: String { Quantity(millionths: hundredths * 10_000).description }
}
