import FoundationEssentials
import FoundationInternationalization
public import Inventory
import Localization

/// The language and time zone of a document's reader.
public struct ReportLocale: Sendable {
    /// The languages that documents can be written in (BCP 47).
    public static let languages = Languages.all

    /// The language tag.
    public let language: String
    /// The name of the time zone in the IANA database.
    public let timeZoneName: String

    /// The language alone (ISO 639-1), and the region in which its script is usual (ISO 3166-1) if it names one.
    var code: String { String(language.prefix { $0 != "-" }) }
    var region: String? { ["zh-Hans": "CN", "zh-Hant": "TW"][language] }

    let locale: Locale
    let timeZone: TimeZone

    /// A reader of that language in that time zone.
    /// - Throws: `unknownLanguage` or `unknownTimeZone`.
    public init(language: String, timeZone name: String) throws(ReportError) {
        guard let tag = ReportLocale.languages.first(where: { $0.lowercased() == language.lowercased() }) else {
            throw .unknownLanguage(language, known: ReportLocale.languages)
        }
        guard let zone = TimeZone(identifier: name) else { throw .unknownTimeZone(name) }
        self.language = tag
        timeZoneName = name
        locale = Locale(identifier: tag)
        timeZone = zone
    }

    /// The first moment of a day in the reader's time zone.
    public func startOfDay(_ day: CalendarDate) -> Timestamp { DayFormatter.startOfDay(day, timeZone: timeZone) }

    /// A moment with its time of day, as the reader writes it: `Nov 15, 2023 at 9:23 PM`.
    public func text(of timestamp: Timestamp) -> String {
        let style = Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale, timeZone: timeZone)
        return style.format(Date(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000))
    }

    /// The day of a moment, or a date without a time, as reports and pages show it: `Nov 15, 2023`.
    public func dayText(of timestamp: Timestamp) -> String {
        var format = DayFormatter(locale: locale, timeZone: timeZone)
        return String(decoding: format.text(format.day(of: timestamp)), as: UTF8.self)
    }

    /// The day of a moment in the reader's time zone.
    public func day(of timestamp: Timestamp) -> CalendarDate {
        var format = DayFormatter(locale: locale, timeZone: timeZone)
        return format.day(ofMoment: timestamp)
    }

    /// Returns the days of many moments in the reader's time zone, and dates without a time as they are.
    public func days() -> (Timestamp) -> CalendarDate {
        var format = DayFormatter(locale: locale, timeZone: timeZone)
        return { format.day(of: $0) }
    }
}
