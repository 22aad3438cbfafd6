extension Selection.Bounds {
    /// Reads `>=5`, `>5`, `<=20`, `<20`, `=5`, `5`, `10..20`, `10..`, `..20`.
    /// - Parameters:
    ///   - order: what is expected if the ends of a range are in the wrong order.
    ///   - past: the error for a number that has no next one.
    ///   - operand: the first and last number of a word: the same one, or those of a month.
    init(
        parsing text: some StringProtocol, order: ValueForm, past: ValueRange,
        operand: (Substring) throws(ValueError) -> (first: Number, last: Number)
    ) throws(ValueError) {
        let text = Substring(text)
        func next(_ number: Number, by step: Number) throws(ValueError) -> Number {
            let (sum, overflow) = number.addingReportingOverflow(step)
            guard !overflow else { throw .outOfRange(past) }
            return sum
        }
        if let dots = text.firstRange(of: "..") {
            let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
            guard !low.isEmpty || !high.isEmpty else { throw .malformed(expected: .rangeEnd) }
            let (first, last) = (
                low.isEmpty ? nil : try operand(low).first, high.isEmpty ? nil : try operand(high).last
            )
            if let first, let last, first > last { throw .malformed(expected: order) }
            self.init(atLeast: first, atMost: last)
        } else if text.hasPrefix(">=") {
            self.init(atLeast: try operand(text.dropFirst(2)).first, atMost: nil)
        } else if text.hasPrefix("<=") {
            self.init(atLeast: nil, atMost: try operand(text.dropFirst(2)).last)
        } else if text.hasPrefix(">") {
            self.init(atLeast: try next(operand(text.dropFirst()).last, by: 1), atMost: nil)
        } else if text.hasPrefix("<") {
            self.init(atLeast: nil, atMost: try next(operand(text.dropFirst()).first, by: -1))
        } else {
            let (first, last) = try operand(text.hasPrefix("=") ? text.dropFirst() : text)
            self.init(atLeast: first, atMost: last)
        }
    }
}

extension Selection.Bounds<Int64> {
    /// Reads a range of decimal numbers as counts of `10^-fractionDigits`.
    init(parsing text: String, fractionDigits: Int, expected: ValueForm) throws(ValueError) {
        try self.init(parsing: text, order: .smallerAmountFirst, past: .digits) { word throws(ValueError) in
            do throws(ValueError) {
                let number = try DecimalText.parse(Array(word.utf8), fractionDigits: fractionDigits)
                return (number, number)
            } catch .malformed {
                throw .malformed(expected: expected)
            }
        }
    }
}

extension Selection.AmountRange {
    /// Reads `>=500USD`, `>500`, `<=20`, `<20`, `=5`, `5`, `10..20EUR`, `10..`, `..20`.
    /// - Parameter currency: the currency of amounts without a code; nil if they need one.
    init(parsing text: String, currency: Currency?) throws(ValueError) {
        let named = Money.splitCurrencyCode(text)
        guard let currency = try named.map({ named throws(ValueError) in try Currency(code: named.code) }) ?? currency
        else { throw .malformed(expected: .amountRange) }
        self.init(
            currency: currency,
            units: try Selection.Bounds(
                parsing: named?.number ?? text, fractionDigits: currency.fractionDigits, expected: .amountRange))
    }
}

/// Exact numbers in the values of custom fields.
package enum PlainNumber {
    private static let fractionDigits = 9

    /// A plain decimal number such as `-12.50`, in billionths; nil for any other text, for more than nine decimals, and
    /// for more digits than a barcode or serial number has.
    package static func billionths(_ text: some Collection<UInt8>) -> Int128? {
        var value: Int128 = 0
        var (digits, decimals) = (0, -1)
        var isNegative = false
        for (offset, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "-") where offset == 0: isNegative = true
            case UInt8(ascii: ".") where decimals < 0 && digits > 0: decimals = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                if decimals >= 0 { decimals += 1 }
                guard digits <= 36, decimals <= fractionDigits else { return nil }
                value = value * 10 + Int128(byte - UInt8(ascii: "0"))
            default: return nil
            }
        }
        guard digits > 0, decimals != 0 else { return nil }
        for _ in max(decimals, 0)..<fractionDigits {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = product
        }
        return isNegative ? -value : value
    }
}
