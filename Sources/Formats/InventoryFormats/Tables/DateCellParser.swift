import Inventory

/// Parses dates and timestamps in cells.
enum DateCellParser {
    /// Reads `YYYY-MM-DD`, or with an order a date in that order, separated by points, slashes or hyphens.
    static func day(_ bytes: ByteView, order: DateOrder?) throws(ImportFieldDiagnostic.Reason)
        -> CalendarDate
    {
        if bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = number(bytes, from: 0, to: 4), let month = number(bytes, from: 5, to: 7),
            let day = number(bytes, from: 8, to: 10)
        {
            return try date(year: year, month: month, day: day)
        }
        guard let order else {
            return try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in
                try CalendarDate(bytes.pointer.span)
            }
        }
        let places: (year: Int, month: Int, day: Int) =
            switch order {
            case .yearMonthDay: (0, 1, 2)
            case .dayMonthYear: (2, 1, 0)
            case .monthDayYear: (2, 0, 1)
            }
        let malformed = ImportFieldDiagnostic.Reason.expected(.date(order))
        let separator = bytes.first { !$0.isDigit }
        guard let separator, [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-")].contains(separator) else {
            throw malformed
        }
        let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[places.year].count == 4, (1...2).contains(parts[places.month].count),
            (1...2).contains(parts[places.day].count),
            let year = number(bytes, from: parts[places.year].startIndex, to: parts[places.year].endIndex),
            let month = number(bytes, from: parts[places.month].startIndex, to: parts[places.month].endIndex),
            let day = number(bytes, from: parts[places.day].startIndex, to: parts[places.day].endIndex)
        else { throw malformed }
        return try date(year: year, month: month, day: day)
    }

    private static func date(
        year: Int, month: Int, day: Int
    ) throws(ImportFieldDiagnostic.Reason) -> CalendarDate {
        try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in
            try CalendarDate(year: year, month: month, day: day)
        }
    }

    /// Reads a moment (RFC 3339), or one without a time zone as UTC: `2024-05-01 09:30`, with or without seconds, AM and PM.
    /// - Returns: nil if the cell is none.
    static func timestamp(_ bytes: ByteView) -> Timestamp? {
        if let timestamp = try? Timestamp(bytes.pointer.span) { return timestamp }
        guard bytes.count >= 16, bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), var hour = number(bytes, from: 11, to: 13),
            let minute = number(bytes, from: 14, to: 16)
        else { return nil }
        var index = 16
        var second = 0
        if bytes.count >= 19, bytes[16] == UInt8(ascii: ":"), let seconds = number(bytes, from: 17, to: 19) {
            second = seconds
            index = 19
        }
        let half = bytes[index...].map { $0 | 0x20 }.filter { $0 != 0x20 }
        switch half {
        case []: break
        case Array("am".utf8) where (1...12).contains(hour): hour %= 12
        case Array("pm".utf8) where (1...12).contains(hour): hour = hour % 12 + 12
        default: return nil
        }
        guard hour < 24, minute < 60, second < 60,
            let day = try? CalendarDate(ByteView(rebasing: bytes[..<10]).pointer.span)
        else { return nil }
        let seconds = Int64((hour * 60 + minute) * 60 + second)
        return try? Timestamp(milliseconds: Timestamp(startOf: day).milliseconds + seconds * 1000)
    }

    /// Returns the date that many months later, or the last day of that month if it is shorter.
    static func day(_ day: CalendarDate, months: Int) throws(ImportFieldDiagnostic.Reason) -> CalendarDate {
        let (year, month, dayOfMonth) = day.components
        let place = year * 12 + month - 1 + months
        let (newYear, newMonth) = (place / 12, place % 12 + 1)
        guard newYear <= 9999 else { throw .dateOutOfRange }
        return try date(
            year: newYear, month: newMonth,
            day: min(dayOfMonth, CalendarDate.daysInMonth(year: newYear, month: newMonth)))
    }

    private static func number(_ bytes: ByteView, from start: Int, to end: Int) -> Int? {
        var value = 0
        for index in start..<end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }
}
