import Inventory
import Localization
import Reports

/// Dates in the language of a reader and the time zone of the inventory.
struct ReaderDates: Sendable {
    /// Nil for a time zone that this system does not know; dates are then shown in UTC.
    private let locale: ReportLocale?

    init(language: String, timeZone: String) {
        do {
            locale = try ReportLocale(language: language, timeZone: timeZone)
        } catch {
            locale = nil
        }
    }

    /// The first moment of a day, for filters by day.
    static func startOfDay(_ day: CalendarDate, timeZone: String) -> Timestamp {
        // UTC needs no time zone data, which take time to load.
        guard timeZone != "UTC",
            let locale = ReaderDates(language: Languages.fallback, timeZone: timeZone).locale
        else { return Timestamp(startOf: day) }
        return locale.startOfDay(day)
    }

    /// The day of a moment, for filters by day.
    static func day(of timestamp: Timestamp, timeZone: String) -> CalendarDate {
        let locale = timeZone == "UTC" ? nil : ReaderDates(language: Languages.fallback, timeZone: timeZone).locale
        return locale?.days()(timestamp) ?? timestamp.dayAndTime.day
    }

    /// The day of a timestamp.
    func day(of timestamp: Timestamp) -> String { locale?.dayText(of: timestamp) ?? timestamp.description }

    /// A timestamp with its time of day.
    func dayAndTime(of timestamp: Timestamp) -> String { locale?.text(of: timestamp) ?? timestamp.description }
}
