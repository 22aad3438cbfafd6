import FoundationEssentials
import FoundationInternationalization
package import Inventory
import Localization
import Synchronization
import Templating

/// The formatters that templates of reports may call beside the engine's own: `money` and `date`.
enum ReportFormatters {
    /// The lengths in which a date can be written.
    private static let lengths = ["short", "medium", "long"]

    /// The formatters for one reader.
    static func all(for locale: ReportLocale) -> FormatterSet {
        FormatterSet([money(locale), date(locale)])
    }

    private static func money(_ locale: ReportLocale) -> Formatter {
        let amounts = FormatPool(AmountFormatter(locale: locale.locale))
        return Formatter(
            "money", [.init(.record(["amount", "currency"]))],
            summary: "Writes an amount with its currency as the reader writes it.", example: "{{ money(value) }}"
        ) { arguments, output in
            guard let currency = Currency(utf8: arguments[1].bytes) else {
                throw FormatterError("the currency is not a code of ISO 4217")
            }
            guard let money = try? Money(amount: arguments[0].bytes, currency: currency) else {
                throw FormatterError("the amount is not a decimal number with the decimals of its currency")
            }
            output.write(amounts.with { $0.string(money) })
        }
    }

    private static func date(_ locale: ReportLocale) -> Formatter {
        let formats = [
            FormatPool(DayFormatter(locale, length: .numeric)),
            FormatPool(DayFormatter(locale)),
            FormatPool(DayFormatter(locale, length: .long)),
        ]
        return Formatter(
            "date", [.init(.text), .init(.choice(lengths), isOptional: true)],
            summary: "Writes a date, or the reader's day of a moment; short, medium (as it is without) or long.",
            example: "{{ date(dateCreated, \"long\") }}"
        ) { arguments, output in
            let length = arguments.count > 1 ? lengths.firstIndex(of: arguments[1].text) : nil
            let text = formats[length ?? 1].with { format -> [UInt8]? in
                if let day = try? CalendarDate(approximate: arguments[0].bytes) { return format.text(day) }
                if let timestamp = try? Timestamp(arguments[0].bytes) { return format.text(format.day(of: timestamp)) }
                return nil
            }
            guard let text else {
                throw FormatterError("this is neither a date such as 2024-05-01 or 2024 nor a moment of RFC 3339")
            }
            output.write(text)
        }
    }
}

/// Formats with caches of texts, one for each thread that formats at the same time.
private final class FormatPool<Format: Sendable>: Sendable {
    private let new: Format
    private let free = Mutex<[Format]>([])

    init(_ format: Format) { new = format }

    func with<Result>(_ body: (inout Format) -> Result) -> Result {
        var format = free.withLock { $0.popLast() } ?? new
        defer { free.withLock { $0.append(format) } }
        return body(&format)
    }
}

/// The language, region and time zone of a document's reader: words are those of the language, and dates, numbers and paper
/// those of the region.
package struct ReportLocale: Sendable {
    /// The languages that documents can be written in (BCP 47).
    package static let languages = Languages.all
    /// The regions whose paper is US Letter; others have A4 (Unicode CLDR, supplemental data, paperSize).
    private static let withLetter: Set<String> = [
        "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
    ]

    /// The language tag (BCP 47): `en`, `en-GB`, `zh-HK`.
    package let tag: String
    /// The one of ``languages`` whose words the document has.
    package let language: String
    /// The name of the time zone in the IANA database.
    package let timeZoneName: String
    /// The language alone (ISO 639-1), and the region (ISO 3166-1 or UN M.49) that the tag names or in which the script is
    /// usual.
    let code: String
    let region: String?

    let locale: Locale
    let timeZone: TimeZone

    /// A reader of that language in that time zone.
    /// - Parameter language: one of ``languages``, or its language with a region: `de-AT`, `en_GB`, `zh-HK`.
    /// - Throws: `unknownLanguage` or `unknownTimeZone`.
    package init(language given: String, timeZone name: String) throws(ReportError) {
        var parts = given.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }[...]
        code = parts.popFirst()?.lowercased() ?? ""
        var script = ""
        if let part = parts.first, part.count == 4 { script = "-\(parts.removeFirst().capitalized)" }
        let region = parts.popFirst()?.uppercased()
        let usual = Languages.nearest(to: given)
        guard let words = usual, words.hasPrefix(code), parts.isEmpty,
            script.isEmpty || ReportLocale.languages.contains(code + script),
            region.map({ ($0.count == 2 || Int($0) != nil) && Locale.Region($0).isISORegion })
                ?? ReportLocale.languages.contains(code + script)
        else { throw .unknownLanguage(given, known: ReportLocale.languages) }
        guard let zone = TimeZone(identifier: name) else { throw .unknownTimeZone(name) }
        language = words
        tag = code + script + (region.map { "-\($0)" } ?? "")
        self.region = region ?? ["zh-Hans": "CN", "zh-Hant": "TW"][words]
        timeZoneName = name
        locale = Locale(identifier: tag)
        timeZone = zone
    }

    /// The paper that is usual in the region; A4 if the tag names none.
    package var paper: ReportPaper {
        tag.split(separator: "-").last.map { ReportLocale.withLetter.contains(String($0)) } == true ? .letter : .a4
    }

    /// The grouping of whole numbers.
    var grouping: DigitGrouping { AmountFormatter(locale: locale).grouping }

    /// The first moment of a day in the reader's time zone.
    package func startOfDay(_ day: CalendarDate) -> Timestamp { DayFormatter.startOfDay(day, timeZone: timeZone) }

    /// An amount with its currency.
    package func text(of amount: Money) -> String {
        var formatter = AmountFormatter(locale: locale)
        return formatter.string(amount)
    }

    /// A moment with its time of day, as the reader writes it: `Nov 15, 2023 at 9:23 PM`.
    package func text(of timestamp: Timestamp) -> String {
        let style = Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale, timeZone: timeZone)
        return style.format(Date(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000))
    }

    /// The day of a moment, or a date without a time, as reports and pages show it: `Nov 15, 2023`.
    package func dayText(of timestamp: Timestamp) -> String {
        var format = DayFormatter(self)
        return String(decoding: format.text(format.day(of: timestamp)), as: UTF8.self)
    }

    /// The day of a moment in the reader's time zone.
    package func day(of timestamp: Timestamp) -> CalendarDate {
        var format = DayFormatter(self)
        return format.day(ofMoment: timestamp)
    }

    /// Returns the days of many moments in the reader's time zone, and dates without a time as they are.
    package func days() -> (Timestamp) -> CalendarDate {
        var format = DayFormatter(self)
        return { format.day(of: $0) }
    }
}
