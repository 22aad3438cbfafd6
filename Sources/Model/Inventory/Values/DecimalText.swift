/// Exact decimal numbers as text: an optional minus sign, digits, and a point before the decimals.
///
/// This is the lexical form of `xs:decimal` (XML Schema part 2, 3.2.3) without a plus sign, grouping or exponent.
package enum DecimalText {
    /// Reads decimal text as an integer count of `10^-fractionDigits`.
    ///
    /// Zeros past the last decimal place of the type are accepted; other digits there are not.
    /// - Throws: `malformed`, `tooManyDecimals` or `outOfRange`.
    package static func parse(_ text: some Collection<UInt8>, fractionDigits: Int) throws(ValueError) -> Int64 {
        var malformed: ValueError { .malformed(expected: .number) }
        var digits = 0
        var decimals: Int?
        var negative = false
        var value: Int64 = 0
        for (offset, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where offset == 0:
                negative = true
            case UInt8(ascii: ".") where decimals == nil && digits > 0:
                decimals = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                let digit = Int64(byte &- UInt8(ascii: "0"))
                if let count = decimals {
                    decimals = count + 1
                    if count >= fractionDigits {
                        guard digit == 0 else { throw .tooManyDecimals(allowed: fractionDigits) }
                        continue
                    }
                }
                value = try append(digit, to: value, negative: negative)
            default:
                throw malformed
            }
        }
        guard digits > 0, decimals != 0 else { throw malformed }
        for _ in min(decimals ?? 0, fractionDigits)..<fractionDigits {
            value = try append(0, to: value, negative: negative)
        }
        return value
    }

    private static func append(_ digit: Int64, to value: Int64, negative: Bool) throws(ValueError) -> Int64 {
        let (tens, over) = value.multipliedReportingOverflow(by: 10)
        let (sum, past) = tens.addingReportingOverflow(negative ? -digit : digit)
        guard !over, !past else { throw .outOfRange(.digits) }
        return sum
    }

    /// The bytes that ``write(_:fractionDigits:to:)`` may need.
    package static let capacity = 32

    /// Writes `value × 10^-fractionDigits` with all its decimals and returns the number of bytes.
    ///
    /// - Parameter buffer: room for at least ``capacity`` bytes.
    @inlinable
    package static func write(_ value: Int64, fractionDigits: Int, to buffer: UnsafeMutablePointer<UInt8>) -> Int {
        var rest = value.magnitude
        let digits = max(count(rest), fractionDigits &+ 1)
        let sign = value < 0 ? 1 : 0
        var place = sign &+ digits &+ (fractionDigits > 0 ? 1 : 0)
        let length = place
        if fractionDigits > 0 {
            rest = writeDigits(fractionDigits, of: rest, endingAt: place, in: buffer)
            place &-= fractionDigits &+ 1
            buffer[place] = UInt8(ascii: ".")
        }
        _ = writeDigits(place &- sign, of: rest, endingAt: place, in: buffer)
        if value < 0 { buffer[0] = UInt8(ascii: "-") }
        return length
    }

    /// Writes the last `count` digits of a number, two at a time, and returns what is left of it.
    @inlinable
    @inline(__always)
    static func writeDigits(
        _ count: Int, of number: UInt64, endingAt end: Int, in buffer: UnsafeMutablePointer<UInt8>
    ) -> UInt64 {
        var rest = number
        var place = end
        let start = end &- count
        while place &- start >= 2 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            let tens = (UInt32(truncatingIfNeeded: pair) &* 205) &>> 11
            place &-= 2
            buffer[place] = UInt8(truncatingIfNeeded: 0x30 &+ tens)
            buffer[place &+ 1] = UInt8(truncatingIfNeeded: 0x30 &+ UInt32(truncatingIfNeeded: pair) &- tens &* 10)
            rest = quotient
        }
        if place > start {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            buffer[start] = UInt8(truncatingIfNeeded: 0x30 &+ digit)
            rest = quotient
        }
        return rest
    }

    /// Number of decimal digits.
    @inlinable
    static func count(_ number: UInt64) -> Int {
        var count = 1
        var bound: UInt64 = 10
        while number >= bound, count < 19 {
            bound &*= 10
            count &+= 1
        }
        return number >= 10_000_000_000_000_000_000 ? 20 : count
    }

    /// The text of `value × 10^-fractionDigits` with all its decimals.
    package static func string(_ value: Int64, fractionDigits: Int) -> String {
        String(capacity: capacity) { write(value, fractionDigits: fractionDigits, to: $0) }
    }
}

extension String {
    /// The text that `write` writes into memory for `capacity` bytes; it returns their number.
    init(capacity: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        self.init(unsafeUninitializedCapacity: capacity) { $0.baseAddress.map(write) ?? 0 }
    }
}
