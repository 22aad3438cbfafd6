import Files
import FoundationEssentials
import Glibc
import Inventory
import Localization
import Templating
import Testing

@testable import Reports

func readerOptions(_ format: ReportFormat, language: String = "en", timeZone: String = "UTC") throws -> ReportOptions {
    ReportOptions(
        format: format, locale: try ReportLocale(language: language, timeZone: timeZone),
        generated: try Timestamp("2026-11-21T10:00:00Z".utf8), generator: "homepwner test")
}

@Suite struct TemplatesTests {
    @Test(arguments: ReportFormat.allCases, ReportLocale.languages)
    func everyTemplateCompiles(format: ReportFormat, language: String) throws {
        for name in TemplateContext.names where name != "page" {
            guard try TemplateFolder().unavailability(of: name, as: format) == nil else { continue }
            var options = try readerOptions(format, language: language)
            options.kind = .named(name)
            _ = try Report(options)
        }
    }

    @Test func theProgramCarriesJustTheFilesOfTheFolders() throws {
        var files: Set<String> = []
        for folder in ["Templates", "Site", "Sample"] {
            let path = checkout.appending(path: folder).path(percentEncoded: false)
            // Git keeps no empty folder.
            guard FileManager.default.fileExists(atPath: path) else { continue }
            for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
                var isFolder = false
                _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
                if !isFolder, !name.hasPrefix(".") { files.insert("\(folder)/\(name)") }
            }
        }
        #expect(files == Set(EmbeddedFiles.paths))
        for path in EmbeddedFiles.paths {
            let data = try Data(contentsOf: checkout.appending(path: path))
            #expect(EmbeddedFiles.bytes(of: path).map(Array.init) == Array(data), "\(path)")
        }
    }

    @Test func anOwnersFileThatCannotBeReadIsNotReplacedByTheProgramsOwn() throws {
        let place = try TemporaryFolder(TemporaryFolder.Kind(prefix: "homepwner-test-"))
        defer { Folder.removeAll(place.path) }
        var options = try readerOptions(.html)
        options.templates = place.path
        // A link to itself, and one that leads nowhere, are errors to every user, root among them.
        for (name, target, code) in [
            ("inventory.html.mustache", "inventory.html.mustache", ELOOP), ("en.json", "en.json", ELOOP),
            ("inventory.html.mustache", "nowhere", ENOENT),
        ] {
            try FileManager.default.createSymbolicLink(atPath: "\(place.path)/\(name)", withDestinationPath: target)
            let error = #expect(throws: ReportError.self) { _ = try Report(options) }
            guard case .file(FileError(.read, "\(place.path)/\(name)", code: code))? = error else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
            try FileManager.default.removeItem(atPath: "\(place.path)/\(name)")
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(place.path)/style.css.mustache", withDestinationPath: "style.css.mustache")
        let error = #expect(throws: ReportError.self) { _ = try Report(options) }
        guard case .template(let error)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.diagnostics.map(\.kind) == [.unreadablePartial])
    }

    @Test func anUnknownReportLanguageOrZoneIsRefusedByName() throws {
        var options = try readerOptions(.html)
        options.kind = .named("labels-of-old")
        #expect(throws: ReportError.self) { _ = try Report(options) }
        let language = #expect(throws: ReportError.self) { _ = try ReportLocale(language: "sv", timeZone: "UTC") }
        let known = ReportLocale.languages.joined(separator: ", ")
        #expect(
            language.map(text(of:))
                == "documents are not written in 'sv'; there are \(known), and each with a region, such as en-GB or de-AT"
        )
        let zone = #expect(throws: ReportError.self) { _ = try ReportLocale(language: "en", timeZone: "Mars/Base") }
        #expect(
            zone.map(text(of:))
                == "'Mars/Base' is not a time zone; write a name such as Europe/Berlin, Asia/Shanghai or UTC"
        )
    }
}

@Suite struct LocaleTests {
    @Test(arguments: [
        ("en", "USD", Int64(123_456_789), "$1,234,567.89"), ("en", "USD", -5, "-$0.05"), ("en", "USD", 0, "$0.00"),
        ("en", "JPY", 1234, "¥1,234"), ("en-IN", "INR", 1_234_567_890, "₹1,23,45,678.90"),
        ("de-AT", "EUR", 123_456_789, "€\u{a0}1.234.567,89"), ("de-CH", "CHF", -123_456_789, "CHF-1’234’567.89"),
        ("en", "EUR", 99, "€0.99"), ("en", "CAD", 100_000, "CA$1,000.00"),
        ("zh-Hans", "CNY", 123_456, "¥1,234.56"), ("zh-Hans", "USD", 123_456, "US$1,234.56"),
        ("zh-Hans", "JPY", 1234, "JP¥1,234"), ("zh-Hant", "TWD", 123_456, "$1,234.56"),
        ("en", "KWD", 1_234_567, "KWD\u{a0}1,234.567"),
        ("en", "USD", .min, "-$92,233,720,368,547,758.08"), ("en", "USD", .max, "$92,233,720,368,547,758.07"),
    ]) func amountsAreWrittenAsTheReaderWritesThem(language: String, code: String, units: Int64, text: String) throws {
        var format = AmountFormatter(locale: Locale(identifier: language))
        #expect(try format.string(Money(minorUnits: units, currency: Currency(code: code))) == text)
    }

    @Test func numbersAreGrouped() {
        var format = AmountFormatter(locale: Locale(identifier: "en"))
        #expect(
            ["0", "12", "123", "1234", "343.5", "1234567.25"].map { format.number($0) } == [
                "0", "12", "123", "1,234", "343.5", "1,234,567.25",
            ])
    }

    @Test func aMomentFallsOnTheReadersDay() throws {
        let timestamp = try Timestamp("2023-11-14T22:13:20Z".utf8)
        for (language, zone, text) in [
            ("en", "UTC", "Nov 14, 2023"), ("en", "Asia/Shanghai", "Nov 15, 2023"),
            ("zh-Hans", "UTC", "2023年11月14日"), ("zh-Hant", "America/New_York", "2023年11月14日"),
        ] {
            let locale = try ReportLocale(language: language, timeZone: zone)
            var format = DayFormatter(locale)
            #expect(String(decoding: format.text(format.day(of: timestamp)), as: UTF8.self) == text)
        }
    }

    @Test(arguments: [
        ("en", "about 2019", "about May 2019"), ("de", "etwa 2019", "etwa Mai 2019"),
        ("zh-Hans", "约2019年", "约2019年5月"), ("zh-Hant", "約2019年", "約2019年5月"),
    ])
    func approximateDatesSayThatTheyAre(language: String, year: String, month: String) throws {
        var format = DayFormatter(try ReportLocale(language: language, timeZone: "UTC"))
        for (date, text) in [("2019", year), ("2019-05", month)] {
            #expect(String(decoding: format.text(try CalendarDate(approximate: date.utf8)), as: UTF8.self) == text)
        }
        #expect(try !String(decoding: format.text(CalendarDate("2019-07-01".utf8)), as: UTF8.self).hasPrefix(year))
    }

    @Test(arguments: [
        ("Pacific/Honolulu", "2025-06-30"), ("America/St_Johns", "2025-06-30"), ("UTC", "2025-07-01"),
        ("Asia/Kathmandu", "2025-07-01"), ("Pacific/Kiritimati", "2025-07-01"),
    ])
    func aDateWithoutATimeIsThatDayEverywhere(zone: String, dayOfMoment: String) throws {
        let locale = try ReportLocale(language: "en", timeZone: zone)
        let date = try Timestamp("2025-07-01T00:00:00Z".utf8)
        #expect(locale.days()(date).description == "2025-07-01")
        #expect(locale.dayText(of: date) == "Jul 1, 2025")
        // A document is made at a moment, even if that is midnight in UTC.
        #expect(locale.day(of: date).description == dayOfMoment)
        let moment = try Timestamp("2025-07-01T09:59:59.999Z".utf8)
        #expect(locale.days()(moment) == locale.day(of: moment))
    }

    @Test func daysBeginAndEndWhereTheClockChanges() throws {
        let berlin = try ReportLocale(language: "en", timeZone: "Europe/Berlin")
        let start = berlin.startOfDay(try CalendarDate("2024-03-31".utf8))
        let end = berlin.startOfDay(try CalendarDate("2024-04-01".utf8))
        #expect(start.description == "2024-03-30T23:00:00Z" && end.description == "2024-03-31T22:00:00Z")
        var format = DayFormatter(berlin)
        for (timestamp, day) in [
            ("2024-03-30T22:59:59.999Z", "2024-03-30"), ("2024-03-30T23:00:00Z", "2024-03-31"),
            ("2024-03-31T21:59:59.999Z", "2024-03-31"), ("2024-03-31T22:00:00Z", "2024-04-01"),
        ] {
            #expect(format.day(of: try Timestamp(timestamp.utf8)).description == day)
        }
    }
}
