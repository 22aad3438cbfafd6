import FoundationEssentials
import Inventory
import Templating
import Testing

@testable import Reports

/// `money` and `date`, as templates of reports call them.
@Suite struct ReportFormatterTests {
    static func render(_ source: String, language: String = "en", timeZone: String = "UTC") throws -> String {
        let locale = try ReportLocale(language: language, timeZone: timeZone)
        let options = TemplateOptions(
            contentType: .text, formatters: TemplateContext.formatters(for: locale))
        return try Template(source, options: options).render([
            "value": ["amount": "1234.5", "currency": "USD"], "yen": ["amount": .number("-1234"), "currency": "JPY"],
            "broken": ["amount": "1,5", "currency": "USD"], "odd": ["amount": "1", "currency": "Dollar"],
            "day": "2023-11-14", "moment": "2023-11-14T22:13:20Z", "words": "yesterday",
        ])
    }

    @Test(arguments: [
        ("{{ money(value) }}", "en", "UTC", "$1,234.50"), ("{{ money(value) }}", "zh-Hans", "UTC", "US$1,234.50"),
        ("{{ money(yen) }}", "en", "UTC", "-¥1,234"), ("[{{ money(missing) }}]", "en", "UTC", "[]"),
        ("{{ date(day) }}", "en", "UTC", "Nov 14, 2023"), ("{{ date(day, \"medium\") }}", "en", "UTC", "Nov 14, 2023"),
        ("{{ date(day, \"long\") }}", "en", "UTC", "November 14, 2023"),
        ("{{ date(day, \"short\") }}", "en", "UTC", "11/14/2023"),
        ("{{ date(day, \"long\") }}", "zh-Hans", "UTC", "2023年11月14日"),
        ("{{ date(moment) }}", "en", "Asia/Shanghai", "Nov 15, 2023"), ("[{{ date(missing) }}]", "en", "UTC", "[]"),
        ("{{ default(money(missing), \"not stated\") }}", "en", "UTC", "not stated"),
    ])
    func amountsAndDatesReadAsTheReaderWritesThem(
        source: String, language: String, timeZone: String, text: String
    ) throws {
        #expect(try Self.render(source, language: language, timeZone: timeZone) == text)
    }

    @Test(arguments: [
        ("{{ money(broken) }}", "the amount is not a decimal number with the decimals of its currency"),
        ("{{ money(odd) }}", "the currency is not a code of ISO 4217"),
        ("{{ date(words) }}", "this is neither a date such as 2024-05-01 or 2024 nor a moment of RFC 3339"),
    ])
    func whatIsNoAmountOrDateIsRefused(source: String, message: String) {
        let error = #expect(throws: RenderError.self) { try Self.render(source) }
        #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
    }

    @Test func theContextOfAReportKnowsItsNamesAndFormatters() throws {
        let locale = try ReportLocale(language: "en", timeZone: "UTC")
        let context = try TemplateContext(of: "inventory", for: locale)
        let options = TemplateOptions(formatters: TemplateContext.formatters(for: locale))
        func diagnostics(_ source: String) -> [String] {
            do throws(TemplateError) {
                _ = try Template(source, context: context.declaration, options: options)
                return []
            } catch {
                return error.diagnostics.map { "\($0.message); \($0.remedy)" }
            }
        }
        #expect(
            diagnostics(
                """
                {{#summary.totals}}{{ money(.) }}{{/summary.totals}}
                {{#items}}<p>{{name}} {{ money(value) }} {{ date(dateCreated, "long") }}</p>{{/items}}
                """) == [])
        #expect(
            diagnostics("{{#items}}{{serialNumbr}} {{ money(name) }} {{ date(dateCreated, \"big\") }}{{/items}}") == [
                "there is nothing named \"serialNumbr\" here; did you mean \"serialNumber\"?",
                "\"name\" is text, which is not what \"money\" takes; give it a record with \"amount\" and \"currency\"",
                "this is not one of the words \"date\" takes here; write one of \"short\", \"medium\", \"long\"",
            ])
    }

    @Test func anUnknownContextIsRefusedByName() throws {
        let locale = try ReportLocale(language: "en", timeZone: "UTC")
        let error = #expect(throws: ReportError.self) { _ = try TemplateContext(of: "inventroy", for: locale) }
        #expect(error.map(text(of:)) == "there is no context 'inventroy'; there are inventory, insurance, labels")
    }

    @Test func aReportCallsThem() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "templates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = "{{#items}}<p>{{ money(lineValue) }} {{ date(dateCreated, \"long\") }}</p>{{/items}}"
        try Data(source.utf8).write(to: folder.appending(path: "inventory.html.mustache"))
        var item = Item(id: UUID(), name: "Drill", dateCreated: try Timestamp("2023-11-14T22:13:20Z".utf8))
        item.value = Money(minorUnits: 123_450, currency: usd)
        var options = try readerOptions(.html, timeZone: "Asia/Shanghai")
        options.templates = folder.path(percentEncoded: false)
        #expect(try report(options, of: store(of: [item])) == "<p>$1,234.50 November 15, 2023</p>")
    }
}
