import Inventory
import Localization
import Message
import Testing

@Suite struct InventoryMessagesTests {
    private let usd: Currency

    init() throws { usd = try Currency(code: "USD") }

    @Test(arguments: [
        ("a tag:", 3, "'tag:' needs a value"),
        ("a \"b", 3, "a quote is not closed"),
        ("value:cheap", 1, "value: expected an amount or a range: >=500USD, <20, 10..20EUR, none"),
        ("value:>5ZZZ", 1, "value: 'ZZZ' is not an ISO 4217 currency code; write three letters such as USD, EUR, JPY"),
        ("a value>=5", 3, "a filter has a colon: value:>=5 (words to look for that look like one want quotes)"),
        ("tag=x", 1, "a filter has a colon: tag:x (words to look for that look like one want quotes)"),
        ("value:..", 1, "value: expected an end of the range"),
        ("value:1.234", 1, "value: at most 2 decimal places are allowed here"),
        (
            "created:05.03.2024", 1,
            "created: expected a day, month, year or range: 2024-03-05, 2024-03, 2020..2024, last-year, <90d"
        ),
        ("created:2024-02-30", 1, "created: no such day in the calendar"),
        (
            "created:99999999999999999999", 1,
            "created: expected a day, month, year or range: 2024-03-05, 2024-03, 2020..2024, last-year, <90d"
        ),
        (
            "purchased:20240000000000000000000000-01", 1,
            "purchased: expected a day, month, year or range: 2024-03-05, 2024-03, 2020..2024, last-year, <90d"
        ),
        ("value:10..5", 1, "value: expected the smaller amount before the '..'"),
        ("created:2024..2020", 1, "created: expected the earlier date before the '..'"),
        ("archived:maybe", 1, "archived: takes no, yes or any"),
        ("insured:maybe", 1, "insured: expected yes or no"),
        (
            "quantity:1,000", 1,
            "quantity: expected a number or a range, without commas between digits: 5, >=5, 10..20, none"
        ),
        (
            "quantity:many", 1,
            "quantity: expected a number or a range, without commas between digits: 5, >=5, 10..20, none"
        ),
        ("id:xyz", 1, "id: expected an id, or at least four digits at either end of it"),
        ("a (b or c", 3, "a bracket has no partner (put words that contain brackets in quotes)"),
        ("a or ", 3, "'or' needs a term before and after it (put the word itself in quotes)"),
        ("a ()", 3, "an empty term; leave it out"),
        ("location:/", 1, "location: expected a path such as Home/Office, or none"),
        ("\"\"", 1, "an empty term; leave it out"),
    ]) func explainsFaults(text: String, column: Int, message: String) {
        let error = #expect(throws: SelectionError.self) {
            try Selection(parsing: text, currency: usd, today: CalendarDate("2026-11-28".utf8))
        }
        #expect(error.map { MessageCatalogue.english.text($0.reason.message) } == message && error?.column == column)
        #expect(
            error.map { MessageCatalogue.english.text($0.message) }?.hasSuffix(
                String(repeating: " ", count: 3 + column) + "^") == true)
    }

    @Test func everyFaultSaysHowToMendIt() {
        let table: [(ValueError, String)] = [
            (.malformed(expected: .date), "expected a date as YYYY-MM-DD"),
            (.tooManyDecimals(allowed: 2), "at most 2 decimal places are allowed here"),
            (.tooManyDecimals(allowed: 0), "no decimal places are allowed here"),
            (.outOfRange(.quantity), "out of range: a quantity is 0 or more"),
            (.noSuchDate, "no such day in the calendar"),
            (
                .unknownCurrency("XQX"),
                "'XQX' is not an ISO 4217 currency code; write three letters such as USD, EUR, JPY"
            ),
            (
                .overflow(currency: "USD"),
                "the amount in USD is larger than can be counted exactly; split the inventory"
            ),
            (.mixedCurrencies("USD", "EUR"), "USD and EUR cannot be added; totals are kept per currency"),
            (.wrongKind(.value), "value takes an amount"),
        ]
        for (error, text) in table { #expect(MessageCatalogue.english.text(error.message) == text) }
    }

    @Test(arguments: Languages.all) func everyRangeAndKindHasAText(language: String) throws {
        let texts = try #require(MessageCatalogue(language: language)).texts
        for message in ValueRange.allCases.map(\.message) + ItemField.Kind.allCases.map(\.message) {
            #expect(texts["say.\(message.key)"] != nil, "\(message.key)")
        }
    }
}
