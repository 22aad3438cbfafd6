/// Days, months and years and ranges of them, as people write them in filters.
struct DateRangeText {
    /// The day from which relative days are counted.
    let today: CalendarDate

    /// Reads `2024`, `2024-03`, `2024-03-05`, `last-month`, `-30d`, `2020..2024`, `2020..`, `..2024-03`, and `>=`, `>`,
    /// `<=`, `<` before one.
    ///
    /// `<90d` and `<=90d` begin today: what ends within 90 days has not ended yet.
    func parse(_ text: String) throws(ValueError) -> Selection.Bounds<Int64> {
        let bounds = try Selection.Bounds<Int64>(
            parsing: text, order: .earlierDateFirst, past: .timestamp
        ) { word throws(ValueError) in
            let (first, last) = try span(word)
            return (Int64(first.daysSinceEpoch), Int64(last.daysSinceEpoch))
        }
        guard text.hasPrefix("<"), let shift = DayShift(text.drop { "<=".contains($0) }), shift.count >= 0 else {
            return bounds
        }
        return Selection.Bounds(atLeast: Int64(today.daysSinceEpoch), atMost: bounds.atMost)
    }

    private typealias Span = (first: CalendarDate, last: CalendarDate)

    private func span(_ text: Substring) throws(ValueError) -> Span {
        if let shift = DayShift(text) {
            let day = try shift.from(today)
            return (day, day)
        }
        if let relative = try relativeSpan(text) { return relative }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let expected = ValueError.malformed(expected: .dateRange)
        // No longer than a number has room for.
        guard (1...3).contains(parts.count), parts[0].count == 4, parts.dropFirst().allSatisfy({ $0.count == 2 })
        else { throw expected }
        let digits = parts.map { part in
            let bytes = Array(part)
            return CalendarDate.number(bytes.span, bytes.indices)
        }
        guard let year = digits[0] else { throw expected }
        guard digits.count > 1 else { return try DateRangeText.year(year) }
        guard let month = digits[1] else { throw expected }
        guard digits.count > 2 else { return try DateRangeText.month(year, month) }
        guard let day = digits[2] else { throw expected }
        let date = try CalendarDate(year: year, month: month, day: day)
        return (date, date)
    }

    /// `today`, `last-week`, `next-year`; nil for other words. Weeks begin on Monday (ISO 8601).
    private func relativeSpan(_ text: Substring) throws(ValueError) -> Span? {
        if let offset = ["yesterday": -1, "today": 0, "tomorrow": 1][text] {
            let day = try today.adding(days: offset)
            return (day, day)
        }
        let words = text.split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 2, let offset = ["last": -1, "this": 0, "next": 1][words[0]] else { return nil }
        switch words[1] {
        case "week":
            // 1970-01-01 was a Thursday.
            let weekday = (Int(today.daysSinceEpoch) % 7 + 10) % 7
            let monday = try today.adding(days: 7 * offset - weekday)
            return (monday, try monday.adding(days: 6))
        case "month":
            let day = try today.adding(months: offset).components
            return try DateRangeText.month(day.year, day.month)
        case "year": return try DateRangeText.year(today.components.year + offset)
        default: return nil
        }
    }

    private static func month(_ year: Int, _ month: Int) throws(ValueError) -> Span {
        guard (1...12).contains(month) else { throw .noSuchDate }
        let last = CalendarDate.daysInMonth(year: year, month: month)
        return (
            try CalendarDate(year: year, month: month, day: 1), try CalendarDate(year: year, month: month, day: last)
        )
    }

    private static func year(_ year: Int) throws(ValueError) -> Span {
        (try CalendarDate(year: year, month: 1, day: 1), try CalendarDate(year: year, month: 12, day: 31))
    }
}

/// A number of days, weeks, months or years: `90d`, `-30d`, `6m`.
private struct DayShift {
    let count: Int
    private let unit: Character

    init?(_ text: Substring) {
        guard let unit = text.last, "dwmy".contains(unit) else { return nil }
        let digits = text.dropLast().drop { $0 == "-" || $0 == "+" }
        let sign = text.dropLast().prefix { $0 == "-" || $0 == "+" }
        guard sign.count <= 1, (1...6).contains(digits.utf8.count), let number = Int(digits) else { return nil }
        (count, self.unit) = (sign == "-" ? -number : number, unit)
    }

    func from(_ day: CalendarDate) throws(ValueError) -> CalendarDate {
        switch unit {
        case "d": try day.adding(days: count)
        case "w": try day.adding(days: 7 * count)
        case "m": try day.adding(months: count)
        default: try day.adding(months: 12 * count)
        }
    }
}

extension CalendarDate {
    fileprivate func adding(days: Int) throws(ValueError) -> CalendarDate {
        let sum = Int64(daysSinceEpoch) + Int64(days)
        guard CalendarDate.isRepresentable(daysSinceEpoch: sum) else { throw .noSuchDate }
        return CalendarDate(daysSinceEpoch: Int32(sum))
    }

    /// The same day of another month, or the last one of a shorter month.
    fileprivate func adding(months: Int) throws(ValueError) -> CalendarDate {
        let (year, month, day) = components
        let sum = 12 * year + month - 1 + months
        guard (12..<120_000).contains(sum) else { throw .noSuchDate }
        let last = CalendarDate.daysInMonth(year: sum / 12, month: sum % 12 + 1)
        return try CalendarDate(year: sum / 12, month: sum % 12 + 1, day: min(day, last))
    }
}
