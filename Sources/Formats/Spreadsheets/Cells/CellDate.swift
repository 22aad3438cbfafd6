import Inventory

/// Brings the dates and times of cells to ISO 8601.
enum CellDate {
    /// The first and the last day that are taken: 1900-01-01 and 9998-12-31.
    ///
    /// Earlier days are empty cells shown as dates (`1899-12-30`); days of the year 9999 mean "for ever".
    private static let days: ClosedRange<Int64> = -25_567...2_932_531

    /// Day 0 of the 1900 system from March of that year on, in days since 1970-01-01.
    ///
    /// Excel counts 29 February 1900, a day that did not exist, so that earlier days are one further from it.
    private static let dayZero: Int64 = -25_569
    private static let fictitiousDay: Int64 = 60
    private static let dayZeroOf1904: Int64 = -24_107

    /// Returns the date of a serial number: days since the beginning of 1900 or of 1904, and the time as a fraction.
    /// - Parameters:
    ///   - serial: the number as it is stored.
    ///   - hasTime: whether the cell shows a time.
    static func fromSerial(_ serial: String, is1904: Bool, hasTime: Bool) -> SheetCell {
        guard let value = Double(serial), value.magnitude < 10_000_000 else {
            return .unusable(.dateOutOfRange(serial))
        }
        var day = Int64(value.rounded(.down))
        var second = Int(((value - Double(day)) * 86_400).rounded())
        if second == 86_400 { (day, second) = (day + 1, 0) }
        if !hasTime { second = 0 }
        if is1904 {
            guard day >= 0 else { return .unusable(.dateOutOfRange(serial)) }
            day += dayZeroOf1904
        } else {
            guard day > 0, day != fictitiousDay else { return .unusable(.dateOutOfRange(serial)) }
            day += day < fictitiousDay ? dayZero + 1 : dayZero
        }
        guard days.contains(day) else { return .unusable(.dateOutOfRange(serial)) }
        return .date(text(CalendarDate(daysSinceEpoch: Int32(day)), second: second))
    }

    /// Returns the date of ISO 8601 text such as `2024-01-05T13:45:00.000`.
    static func fromText(_ bytes: UnsafeBufferPointer<UInt8>) -> SheetCell {
        func stored() -> String { String(decoding: bytes.prefix(60), as: UTF8.self) }
        // A time of day alone.
        if bytes.count > 2, bytes[2] == UInt8(ascii: ":"), let second = second(of: Array("T".utf8) + bytes) {
            return .text(clock(second, leadingZero: true))
        }
        let day: CalendarDate
        do {
            day = try CalendarDate(UnsafeBufferPointer(rebasing: bytes.prefix(10)))
        } catch .noSuchDate {
            return .unusable(.dateOutOfRange(stored()))
        } catch {
            return .unusable(isYearBeyondRange(bytes) ? .dateOutOfRange(stored()) : .malformed(stored()))
        }
        guard days.contains(Int64(day.daysSinceEpoch)) else { return .unusable(.dateOutOfRange(stored())) }
        if bytes.count == 10 { return .date(day.description) }
        guard let second = second(of: bytes.dropFirst(10)) else {
            return .unusable(.malformed(stored()))
        }
        return .date(text(day, second: second))
    }

    /// Whether a date begins with a sign or has a year of more than four digits.
    private static func isYearBeyondRange(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.first == UInt8(ascii: "-") { return true }
        return bytes.count >= 11 && bytes.prefix { $0 &- UInt8(ascii: "0") <= 9 }.count > 4
    }

    /// The second of the day of `THH:MM:SS.fff`; a zone `Z` is ignored, since a sheet knows only local times.
    private static func second(of text: some Sequence<UInt8>) -> Int? {
        let bytes = Array(text)
        func pair(_ index: Int) -> Int? {
            let (tens, ones) = (bytes[index] &- UInt8(ascii: "0"), bytes[index + 1] &- UInt8(ascii: "0"))
            return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : nil
        }
        guard bytes.count >= 6, bytes[0] == UInt8(ascii: "T") || bytes[0] == UInt8(ascii: " "),
            bytes[3] == UInt8(ascii: ":"), let hour = pair(1), let minute = pair(4), hour < 24, minute < 60
        else { return nil }
        let start = (hour * 60 + minute) * 60
        let rest = bytes.dropFirst(6)
        if rest.isEmpty || rest.elementsEqual("Z".utf8) { return start }
        guard bytes.count >= 9, bytes[6] == UInt8(ascii: ":"), let second = pair(7), second < 60,
            bytes.dropFirst(9).allSatisfy({ ".,Z0123456789".utf8.contains($0) })
        else { return nil }
        return start + second
    }

    private static func text(_ day: CalendarDate, second: Int) -> String {
        second == 0 ? day.description : "\(day)T\(clock(second, leadingZero: true))"
    }

    /// Returns the time of day or the duration of a serial number as `HH:MM:SS` or `H:MM:SS`.
    /// - Returns: nil if it is negative or longer than a year.
    static func clock(ofSerial serial: String, leadingZero: Bool) -> String? {
        guard let value = Double(serial), (0..<366).contains(value) else { return nil }
        return clock(Int((value * 86_400).rounded()), leadingZero: leadingZero)
    }

    static func clock(_ seconds: Int, leadingZero: Bool) -> String {
        func pair(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
        let hour = seconds / 3600
        return "\(leadingZero ? pair(hour) : String(hour)):\(pair(seconds / 60 % 60)):\(pair(seconds % 60))"
    }
}
