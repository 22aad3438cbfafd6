extension Selection.AmountRange {
    /// Reads `>=500USD`, `>500`, `<=20`, `<20`, `=5`, `5`, `10..20EUR`, `10..`, `..20`.
    init(parsing text: String, currency: Currency) throws(ValueError) {
        var words = text
        var currency = currency
        if let (number, code) = Money.splitCurrencyCode(text) {
            currency = try Currency(code: code)
            words = number
        }
        func amount(_ text: some StringProtocol) throws(ValueError) -> Int64 {
            do throws(ValueError) {
                return try Money(amount: Array(text.utf8), currency: currency).minorUnits
            } catch .malformed {
                throw .malformed(expected: .amountRange)
            }
        }
        var range: (Int64?, Int64?)
        if let dots = words.firstRange(of: "..") {
            let low = words[..<dots.lowerBound]
            let high = words[dots.upperBound...]
            guard !low.isEmpty || !high.isEmpty else { throw .malformed(expected: .rangeEnd) }
            range = (low.isEmpty ? nil : try amount(low), high.isEmpty ? nil : try amount(high))
            if let first = range.0, let last = range.1, first > last {
                throw .malformed(expected: .smallerAmountFirst)
            }
        } else if words.hasPrefix(">=") {
            range = (try amount(words.dropFirst(2)), nil)
        } else if words.hasPrefix("<=") {
            range = (nil, try amount(words.dropFirst(2)))
        } else if words.hasPrefix(">") {
            let (next, past) = try amount(words.dropFirst()).addingReportingOverflow(1)
            guard !past else { throw .outOfRange(.largestAmount) }
            range = (next, nil)
        } else if words.hasPrefix("<") {
            let (next, past) = try amount(words.dropFirst()).subtractingReportingOverflow(1)
            guard !past else { throw .outOfRange(.smallestAmount) }
            range = (nil, next)
        } else {
            let exact = try amount(words.hasPrefix("=") ? words.dropFirst() : words[...])
            range = (exact, exact)
        }
        self.init(currency: currency, atLeast: range.0, atMost: range.1)
    }
}

/// Days, months and years and ranges of them, as people write them in filters.
enum DateRangeText {
    /// Reads `2024`, `2024-03`, `2024-03-05`, `2020..2024`, `2020..`, `..2024-03`, and `>=`, `>`, `<=`, `<` before one.
    static func parse(_ text: String) throws(ValueError) -> (from: CalendarDate?, through: CalendarDate?) {
        if let dots = text.firstRange(of: "..") {
            let low = text[..<dots.lowerBound]
            let high = text[dots.upperBound...]
            guard !low.isEmpty || !high.isEmpty else { throw .malformed(expected: .rangeEnd) }
            let range = (low.isEmpty ? nil : try span(low).first, high.isEmpty ? nil : try span(high).last)
            if let first = range.0, let last = range.1, first > last {
                throw .malformed(expected: .earlierDateFirst)
            }
            return range
        }
        if text.hasPrefix(">=") { return (try span(text.dropFirst(2)).first, nil) }
        if text.hasPrefix("<=") { return (nil, try span(text.dropFirst(2)).last) }
        if text.hasPrefix(">") {
            return (CalendarDate(daysSinceEpoch: try span(text.dropFirst()).last.daysSinceEpoch + 1), nil)
        }
        if text.hasPrefix("<") {
            return (nil, CalendarDate(daysSinceEpoch: try span(text.dropFirst()).first.daysSinceEpoch - 1))
        }
        let (first, last) = try span(text[...])
        return (first, last)
    }

    private static func span(_ text: Substring) throws(ValueError) -> (first: CalendarDate, last: CalendarDate) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let expected = ValueError.malformed(expected: .dateRange)
        // No longer than a number has room for.
        guard (1...3).contains(parts.count), parts[0].utf8Count == 4,
            parts.dropFirst().allSatisfy({ $0.utf8Count == 2 })
        else { throw expected }
        let digits = parts.map { part in
            let bytes = Array(part)
            return CalendarDate.number(bytes.span, bytes.indices)
        }
        guard let year = digits[0] else { throw expected }
        guard digits.count > 1 else {
            return (
                try CalendarDate(year: year, month: 1, day: 1), try CalendarDate(year: year, month: 12, day: 31)
            )
        }
        guard let month = digits[1] else { throw expected }
        guard digits.count > 2 else {
            guard (1...12).contains(month) else { throw .noSuchDate }
            let last = CalendarDate.daysInMonth(year: year, month: month)
            return (
                try CalendarDate(year: year, month: month, day: 1),
                try CalendarDate(year: year, month: month, day: last)
            )
        }
        guard let day = digits[2] else { throw expected }
        let date = try CalendarDate(year: year, month: month, day: day)
        return (date, date)
    }
}

extension Substring.UTF8View {
    fileprivate var utf8Count: Int { count }
}
