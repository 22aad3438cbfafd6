/// A number of units: a decimal number from 0 to 9,223,372,036,854.775807 with up to six decimal places.
package struct Quantity: Hashable, Comparable, Sendable {
    /// The count of millionths.
    package let millionths: Int64

    /// Millionths in one.
    package static let scale: Int64 = 1_000_000
    /// Zero pieces.
    package static let zero = Quantity(millionths: 0)
    /// One piece, the default of an item.
    package static let one = Quantity(millionths: scale)

    /// A quantity counted in millionths; not negative.
    @inlinable package init(millionths: Int64) { self.millionths = millionths }

    /// Reads a plain decimal number such as `2` or `0.5`.
    /// - Throws: `malformed`, `tooManyDecimals`, or `outOfRange` for negative and for huge numbers.
    package init(_ text: some Collection<UInt8>) throws(ValueError) {
        millionths = try DecimalText.parse(text, fractionDigits: 6)
        guard millionths >= 0 else { throw .outOfRange(.quantity) }
    }

    /// The sum of two quantities.
    /// - Throws: `outOfRange` past the largest quantity.
    package func adding(_ other: Quantity) throws(ValueError) -> Quantity {
        let (sum, overflow) = millionths.addingReportingOverflow(other.millionths)
        guard !overflow else { throw .outOfRange(.units) }
        return Quantity(millionths: sum)
    }

    package static func < (one: Quantity, other: Quantity) -> Bool { one.millionths < other.millionths }

    /// Writes the shortest exact text and returns the number of bytes: `2`, `0.5`.
    ///
    /// - Parameter buffer: room for at least `DecimalText.capacity` bytes.
    @inlinable
    package func write(to buffer: UnsafeMutablePointer<UInt8>) -> Int {
        var value = millionths
        var digits = 6
        while digits > 0, value % 10 == 0 {
            value /= 10
            digits -= 1
        }
        return DecimalText.write(value, fractionDigits: digits, to: buffer)
    }
}

extension Quantity: CustomStringConvertible {
    package var description: String { String(capacity: DecimalText.capacity) { write(to: $0) } }
}
