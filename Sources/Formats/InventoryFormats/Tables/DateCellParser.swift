import Inventory

/// Parses dates and timestamps in cells.
enum DateCellParser {
    private static func date(
        year: Int, month: Int, day: Int
    ) throws(ImportFieldDiagnostic.Reason) -> CalendarDate {
        try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in
            try CalendarDate(year: year, month: month, day: day)
        }
    }

    /// Reads a moment (RFC 3339), or one as databases and programs write it: `2024-05-01 09:30`, with or without seconds,
    /// a fraction, AM and PM, and an offset (`+02`, `+0200 CEST`, `+0000 UTC`). One without an offset is in UTC.
    /// - Returns: nil if the cell is none.
    static func timestamp(_ bytes: ByteView) -> Timestamp? {
        if let timestamp = try? Timestamp(bytes.pointer.span) { return timestamp }
        guard (16..<64).contains(bytes.count), bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), var hour = number(bytes, from: 11, to: 13)
        else { return nil }
        let time = bytes[13...].prefix { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        var words = bytes[time.endIndex...].split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self).lowercased()
        }
        if let half = words.first, half == "am" || half == "pm" {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
            words.removeFirst()
        }
        guard let offset = offset(words) else { return nil }
        let text =
            String(decoding: bytes[..<10], as: UTF8.self) + (hour < 10 ? "T0" : "T") + "\(hour)"
            + String(decoding: time, as: UTF8.self) + (time.count == 3 ? ":00" : "") + offset
        return try? Timestamp(text.utf8)
    }

    /// The offset after a time as RFC 3339 writes it; nil if it is none. The name of a zone says nothing beside a number.
    private static func offset(_ words: [String]) -> String? {
        guard let first = words.first, first != "utc", first != "gmt", first != "z" else {
            return words.count < 2 ? "Z" : nil
        }
        let digits = first.dropFirst().filter { $0 != ":" }
        guard first.first == "+" || first.first == "-", digits.count == 2 || digits.count == 4, words.count < 3,
            words.dropFirst().allSatisfy({ $0.allSatisfy(\.isLetter) })
        else { return nil }
        return "\(first.prefix(1))\(digits.prefix(2)):\(digits.count == 4 ? digits.suffix(2) : "00")"
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
