import FoundationInternationalization
import Inventory
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
            FormatPool(DayFormatter(locale: locale.locale, timeZone: locale.timeZone, length: .numeric)),
            FormatPool(DayFormatter(locale: locale.locale, timeZone: locale.timeZone)),
            FormatPool(DayFormatter(locale: locale.locale, timeZone: locale.timeZone, length: .long)),
        ]
        return Formatter(
            "date", [.init(.text), .init(.choice(lengths), isOptional: true)],
            summary: "Writes a date, or the reader's day of a moment; short, medium (as it is without) or long.",
            example: "{{ date(dateCreated, \"long\") }}"
        ) { arguments, output in
            let length = arguments.count > 1 ? lengths.firstIndex(of: arguments[1].text) : nil
            let text = formats[length ?? 1].with { format -> [UInt8]? in
                if let day = try? CalendarDate(arguments[0].bytes) { return format.text(day) }
                if let timestamp = try? Timestamp(arguments[0].bytes) { return format.text(format.day(of: timestamp)) }
                return nil
            }
            guard let text else {
                throw FormatterError("this is neither a date such as 2024-05-01 nor a moment of RFC 3339")
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
