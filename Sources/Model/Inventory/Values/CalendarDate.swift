/// A day of the Gregorian calendar without a time zone, from 0001-01-01 to 9999-12-31 (ISO 8601 calendar date), or a month
/// or a year of which no day is known.
///
/// A month counts as its 15th and a year as its 1 July.
package struct CalendarDate: Hashable, Comparable, Sendable {
    /// The part of a date that is known. Stores hold the number.
    package enum Precision: UInt8, Sendable {
        case day, month, year
    }

    /// Days since 1970-01-01.
    package let daysSinceEpoch: Int32
    /// The part of the date that is known.
    package let precision: Precision

    /// The day that lies `daysSinceEpoch` days after 1970-01-01.
    package init(daysSinceEpoch: Int32) { (self.daysSinceEpoch, precision) = (daysSinceEpoch, .day) }

    /// The month or year that counts as the day which lies so many days after 1970-01-01.
    /// - Returns: nil if none of that precision counts as this day.
    package init?(daysSinceEpoch: Int32, precision: Precision) {
        (self.daysSinceEpoch, self.precision) = (daysSinceEpoch, precision)
        let (_, month, day) = components
        guard precision == .day || day == (precision == .month ? 15 : 1), precision != .year || month == 7 else {
            return nil
        }
    }

    /// A year, or a month of it.
    /// - Throws: `noSuchDate` if the calendar has no such year or month.
    package init(year: Int, month: Int? = nil) throws(ValueError) {
        guard (1...9999).contains(year), (1...12).contains(month ?? 7) else { throw .noSuchDate }
        daysSinceEpoch = CalendarDate.days(year: year, month: month ?? 7, day: month == nil ? 1 : 15)
        precision = month == nil ? .year : .month
    }

    /// Whether no more than the month or the year is known.
    package var isApproximate: Bool { precision != .day }

    /// The day as which the date counts.
    package var day: CalendarDate { CalendarDate(daysSinceEpoch: daysSinceEpoch) }

    /// Whether a day of the years 1 to 9999 lies that many days after 1970-01-01.
    package static func isRepresentable(daysSinceEpoch: Int64) -> Bool {
        (-719_162...2_932_896).contains(daysSinceEpoch)
    }

    /// The day of a year, month and day of the month.
    /// - Throws: `noSuchDate` if the calendar has no such day, for example 30 February.
    package init(year: Int, month: Int, day: Int) throws(ValueError) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CalendarDate.daysInMonth(year: year, month: month)
        else { throw .noSuchDate }
        daysSinceEpoch = CalendarDate.days(year: year, month: month, day: day)
        precision = .day
    }

    /// Reads `YYYY-MM-DD`.
    /// - Throws: `malformed` or `noSuchDate`.
    package init(_ text: some Collection<UInt8>) throws(ValueError) {
        let bytes = Array(text.prefix(11))
        self = try CalendarDate(bytes.span)
    }

    /// Reads `YYYY-MM-DD` from bytes in memory, without a copy.
    /// - Throws: `malformed` or `noSuchDate`.
    package init(_ bytes: Span<UInt8>) throws(ValueError) {
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = CalendarDate.number(bytes, 0..<4), let month = CalendarDate.number(bytes, 5..<7),
            let day = CalendarDate.number(bytes, 8..<10)
        else { throw .malformed(expected: .date) }
        try self.init(year: year, month: month, day: day)
    }

    /// Reads `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    /// - Throws: `malformed` or `noSuchDate`.
    package init(approximate text: some Collection<UInt8>) throws(ValueError) {
        let bytes = Array(text.prefix(11))
        guard bytes.count == 4 || bytes.count == 7 else {
            do { self = try CalendarDate(bytes.span) } catch {
                throw error == .noSuchDate ? error : .malformed(expected: .approximateDate)
            }
            return
        }
        guard let year = CalendarDate.number(bytes.span, 0..<4) else { throw .malformed(expected: .approximateDate) }
        guard bytes.count == 7 else {
            try self.init(year: year)
            return
        }
        guard bytes[4] == UInt8(ascii: "-"), let month = CalendarDate.number(bytes.span, 5..<7) else {
            throw .malformed(expected: .approximateDate)
        }
        try self.init(year: year, month: month)
    }

    /// The number that ASCII digits form; nil if a byte is not a digit or there are more than nine.
    static func number(_ bytes: Span<UInt8>, _ places: Range<Int>) -> Int? {
        guard places.count <= 9 else { return nil }
        var value = 0
        for place in places {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// Days in a month, leap years included.
    package static func daysInMonth(year: Int, month: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01, counted from the first of March so that the leap day falls at the end.
    static func days(year: Int, month: Int, day: Int) -> Int32 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int32(era * 146_097 + dayOfEra - 719_468)
    }

    /// The year, month and day of the month.
    package var components: (year: Int, month: Int, day: Int) {
        let shifted = Int(daysSinceEpoch) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        // The remainder is small: nothing overflows, and division of 32 bits is fast.
        let dayOfEra = UInt32(truncatingIfNeeded: shifted &- era &* 146_097)
        let yearOfEra = (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let shiftedMonth = (5 &* dayOfYear &+ 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth &+ 3 : shiftedMonth &- 9
        let day = dayOfYear &- (153 &* shiftedMonth &+ 2) / 5 &+ 1
        return (Int(yearOfEra) + era * 400 + (month <= 2 ? 1 : 0), Int(month), Int(day))
    }

    package static func < (one: CalendarDate, other: CalendarDate) -> Bool {
        (one.daysSinceEpoch, one.precision.rawValue) < (other.daysSinceEpoch, other.precision.rawValue)
    }

    /// Writes `YYYY-MM-DD`, `YYYY-MM` or `YYYY`: at most ten bytes.
    package func write(to buffer: UnsafeMutablePointer<UInt8>) -> Int {
        let (year, month, day) = components
        CalendarDate.writePair(year / 100, to: buffer)
        CalendarDate.writePair(year % 100, to: buffer + 2)
        if precision == .year { return 4 }
        buffer[4] = UInt8(ascii: "-")
        CalendarDate.writePair(month, to: buffer + 5)
        if precision == .month { return 7 }
        buffer[7] = UInt8(ascii: "-")
        CalendarDate.writePair(day, to: buffer + 8)
        return 10
    }

    /// Writes a number below 100 as two digits.
    @inline(__always)
    static func writePair(_ value: Int, to buffer: UnsafeMutablePointer<UInt8>) {
        let number = UInt32(truncatingIfNeeded: value)
        buffer[0] = UInt8(truncatingIfNeeded: 0x30 &+ number / 10)
        buffer[1] = UInt8(truncatingIfNeeded: 0x30 &+ number % 10)
    }
}

extension CalendarDate: CustomStringConvertible {
    package var description: String { String(capacity: 10) { write(to: $0) } }
}
