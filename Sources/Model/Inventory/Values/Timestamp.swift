/// An instant in UTC to the millisecond, from year 1 to year 9999 (RFC 3339).
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: Int64

    package static let millisecondsPerDay: Int64 = 86_400_000
    private static let earliest: Int64 = -62_135_596_800_000
    static let latest: Int64 = 253_402_300_799_999

    /// Whether the instant that many milliseconds after 1970-01-01T00:00:00Z is in the years 1 to 9999.
    package static func isRepresentable(milliseconds: Int64) -> Bool { (earliest...latest).contains(milliseconds) }

    /// The instant that many milliseconds after 1970-01-01T00:00:00Z.
    /// - Throws: `outOfRange` outside the years 1 to 9999.
    package init(milliseconds: Int64) throws(ValueError) {
        guard (Timestamp.earliest...Timestamp.latest).contains(milliseconds) else {
            throw .outOfRange(.timestamp)
        }
        self.milliseconds = milliseconds
    }

    /// The instant that many milliseconds after 1970-01-01T00:00:00Z, clamped to the years 1 to 9999.
    package init(clampedMilliseconds: Int64) {
        milliseconds = min(max(clampedMilliseconds, Timestamp.earliest), Timestamp.latest)
    }

    /// Midnight UTC of a day.
    package init(startOf day: CalendarDate) {
        milliseconds = Int64(day.daysSinceEpoch) * Timestamp.millisecondsPerDay
    }

    /// Reads `2014-05-01T09:30:00.123Z`; an offset such as `+08:00` may replace `Z`, and the fraction is optional.
    ///
    /// Digits past the millisecond are cut off. A leap second (`:60`) reads as the last millisecond before it ends.
    /// - Throws: `malformed`, `noSuchDate` or `outOfRange`.
    package init(_ text: some Collection<UInt8>) throws(ValueError) {
        let bytes = Array(text.prefix(64))
        self = try Timestamp(bytes.span)
    }

    /// Reads a timestamp, or a day, which is a date without a time: see ``dateWithoutTime``.
    /// - Throws: `malformed`, `noSuchDate` or `outOfRange`.
    package init(orDay text: String) throws(ValueError) {
        self =
            try text.utf8.count == 10 ? Timestamp(startOf: CalendarDate(text.utf8)) : Timestamp(text.utf8)
    }

    /// Reads a timestamp from bytes in memory, without a copy.
    /// - Throws: `malformed`, `noSuchDate` or `outOfRange`.
    package init(_ bytes: Span<UInt8>) throws(ValueError) {
        var malformed: ValueError { .malformed(expected: .timestamp(orDay: false)) }
        guard bytes.count >= 20, bytes.count < 64,
            bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == UInt8(ascii: " "),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let hour = CalendarDate.number(bytes, 11..<13), let minute = CalendarDate.number(bytes, 14..<16),
            let second = CalendarDate.number(bytes, 17..<19), hour < 24, minute < 60, second <= 60
        else { throw malformed }
        let day = try CalendarDate(bytes.extracting(first: 10))
        var index = 19
        var fraction: Int64 = second == 60 ? 999 : 0
        if bytes[index] == UInt8(ascii: ".") {
            var place: Int64 = second == 60 ? 0 : 100
            let start = index + 1
            index = start
            while index < bytes.count, let digit = CalendarDate.number(bytes, index..<(index + 1)) {
                fraction += Int64(digit) * place
                place /= 10
                index += 1
            }
            guard index > start else { throw malformed }
        }
        guard index < bytes.count else { throw malformed }
        var offset: Int64 = 0
        switch bytes[index] {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            guard bytes.count == index + 1 else { throw malformed }
        case let sign where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
            guard bytes.count == index + 6, bytes[index + 3] == UInt8(ascii: ":"),
                let hours = CalendarDate.number(bytes, (index + 1)..<(index + 3)),
                let minutes = CalendarDate.number(bytes, (index + 4)..<(index + 6)), hours < 24, minutes < 60
            else { throw malformed }
            offset = Int64(hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60_000 : 60_000)
        default:
            throw malformed
        }
        let seconds = Int64(hour * 3600 + minute * 60 + min(second, 59))
        let midnight = Int64(day.daysSinceEpoch) * Timestamp.millisecondsPerDay
        try self.init(milliseconds: midnight + seconds * 1000 + fraction - offset)
    }

    package static func < (one: Timestamp, other: Timestamp) -> Bool { one.milliseconds < other.milliseconds }

    /// The day in UTC and the milliseconds since its midnight.
    package var dayAndTime: (day: CalendarDate, milliseconds: Int) {
        var (day, rest) = milliseconds.quotientAndRemainder(dividingBy: Timestamp.millisecondsPerDay)
        if rest < 0 {
            day -= 1
            rest += Timestamp.millisecondsPerDay
        }
        return (CalendarDate(daysSinceEpoch: Int32(day)), Int(rest))
    }

    /// The day whose midnight in UTC this is; nil if it has a time.
    ///
    /// A date without a time is stored as that, and is the same day in every time zone. A moment that happens to be the
    /// very millisecond is taken for a date.
    package var dateWithoutTime: CalendarDate? {
        milliseconds % Timestamp.millisecondsPerDay == 0 ? dayAndTime.day : nil
    }

    /// The bytes that ``write(to:)`` may need.
    package static let capacity = 24

    /// Writes `2014-05-01T09:30:00.123Z` (RFC 3339; without a fraction if it is zero) and returns the number of bytes.
    ///
    /// - Parameter buffer: room for at least ``capacity`` bytes.
    package func write(to buffer: UnsafeMutablePointer<UInt8>) -> Int {
        let (day, time) = dayAndTime
        _ = day.write(to: buffer)
        buffer[10] = UInt8(ascii: "T")
        CalendarDate.writePair(time / 3_600_000, to: buffer + 11)
        buffer[13] = UInt8(ascii: ":")
        CalendarDate.writePair(time / 60_000 % 60, to: buffer + 14)
        buffer[16] = UInt8(ascii: ":")
        CalendarDate.writePair(time / 1000 % 60, to: buffer + 17)
        var count = 19
        if time % 1000 != 0 {
            buffer[19] = UInt8(ascii: ".")
            buffer[20] = UInt8(truncatingIfNeeded: 0x30 &+ time % 1000 / 100)
            CalendarDate.writePair(time % 100, to: buffer + 21)
            count = 23
        }
        buffer[count] = UInt8(ascii: "Z")
        return count + 1
    }
}

extension Timestamp: CustomStringConvertible {
    package var description: String { String(capacity: Timestamp.capacity) { write(to: $0) } }
}
