import FoundationEssentials
import FoundationInternationalization
import Inventory
import Localization

/// Days as readers of one language and time zone write them: `Nov 15, 2023`, `2023年11月15日`; approximate ones with a word:
/// `about 2019`.
///
/// A day is formatted once (Unicode CLDR, through ICU) and cached; the offset of the time zone is looked up once a day.
struct DayFormatter {
    private static let limit = 16_384

    private let timeZone: TimeZone
    private let style: Date.FormatStyle
    /// The month of a year, in the length of days.
    private let monthStyle: Date.FormatStyle
    private let words: MessageCatalogue
    private var texts: [CalendarDate: [UInt8]] = [:]
    private var offsets: [Int32: Int64?] = [:]

    init(_ locale: ReportLocale, length: Date.FormatStyle.DateStyle = .abbreviated) {
        timeZone = locale.timeZone
        style = Date.FormatStyle(date: length, time: .omitted, locale: locale.locale, timeZone: .gmt)
        let month: Date.FormatStyle.Symbol.Month =
            length == .numeric ? .defaultDigits : length == .long ? .wide : .abbreviated
        monthStyle = Date.FormatStyle(locale: locale.locale, timeZone: .gmt).year().month(month)
        words = MessageCatalogue(language: locale.language) ?? .english
    }

    /// An approximate date with the word that says so; a day as other programs read it.
    mutating func cellText(_ day: CalendarDate) -> String {
        day.isApproximate ? String(decoding: text(day), as: UTF8.self) : day.description
    }

    /// The day of a moment in the reader's time zone, or a date without a time.
    mutating func day(of timestamp: Timestamp) -> CalendarDate {
        timestamp.dateWithoutTime ?? day(ofMoment: timestamp)
    }

    /// The day of a moment in the reader's time zone, even if it is midnight in UTC.
    mutating func day(ofMoment timestamp: Timestamp) -> CalendarDate {
        let local = timestamp.milliseconds + offset(at: timestamp)
        return Timestamp(clampedMilliseconds: local).dayAndTime.day
    }

    /// The bytes of a day's text, valid for ever.
    mutating func text(_ day: CalendarDate) -> [UInt8] {
        if let text = texts[day] { return text }
        if texts.count >= DayFormatter.limit { texts.removeAll(keepingCapacity: true) }
        let date = Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400)
        let text =
            switch day.precision {
            case .day: style.format(date)
            case .month: words.text("about", [monthStyle.format(date)])
            case .year: words.text("about", [yearStyle.format(date)])
            }
        texts[day] = Array(text.utf8)
        return Array(text.utf8)
    }

    private var yearStyle: Date.FormatStyle { Date.FormatStyle(locale: style.locale, timeZone: .gmt).year() }

    /// The first moment of a day in the time zone.
    static func startOfDay(_ day: CalendarDate, timeZone: TimeZone) -> Timestamp {
        let midnight = Timestamp(startOf: day).milliseconds
        var timestamp = midnight
        // Twice, since the offset before and after a change of the clock differ.
        for _ in 0..<2 {
            let date = Date(timeIntervalSince1970: Double(timestamp) / 1000)
            timestamp = midnight - Int64(timeZone.secondsFromGMT(for: date)) * 1000
        }
        return Timestamp(clampedMilliseconds: timestamp)
    }

    /// Milliseconds east of Greenwich; one number for a UTC day unless the clock changes in it.
    private mutating func offset(at timestamp: Timestamp) -> Int64 {
        let day = timestamp.dayAndTime.day
        if let known = offsets[day.daysSinceEpoch] { return known ?? exactOffset(timestamp.milliseconds) }
        if offsets.count >= DayFormatter.limit { offsets.removeAll(keepingCapacity: true) }
        let start = Timestamp(startOf: day).milliseconds
        let first = exactOffset(start)
        let isUniform = first == exactOffset(start + 86_399_999)
        offsets[day.daysSinceEpoch] = .some(isUniform ? first : nil)
        return isUniform ? first : exactOffset(timestamp.milliseconds)
    }

    private func exactOffset(_ milliseconds: Int64) -> Int64 {
        Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1000))) * 1000
    }
}
