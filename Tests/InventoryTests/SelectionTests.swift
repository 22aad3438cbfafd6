import Inventory
import Testing

private let usd = try! Currency(code: "USD")
private let eur = try! Currency(code: "EUR")

private func day(_ text: String) -> CalendarDate { try! CalendarDate(text.utf8) }
private func parse(_ text: String) throws -> Selection { try Selection(parsing: text, currency: usd) }

@Suite struct SelectionTests {
    @Test func readsTheWholeLanguage() throws {
        let selection = try parse(
            #"location:Home/Office tag:insured value:>=500EUR created:2020..2024 -category:Toys archived:any "free text""#
        )
        #expect(
            selection.terms == [
                .location(["Home", "Office"]), .tag("insured"),
                .value(
                    try parse("value:>=500EUR").terms.first.flatMap {
                        if case .value(let range) = $0 { range } else { nil }
                    }!),
                .created(from: Timestamp(startOf: day("2020-01-01")), before: Timestamp(startOf: day("2025-01-01"))),
                .not(.category("Toys")), .text("free text"),
            ])
        #expect(selection.archived == .any)
        #expect(try parse("").archived == .no && parse("").terms.isEmpty)
    }

    @Test(
        arguments: [
            ("value:>=500", 50_000, nil), ("value:>500", 50_001, nil), ("value:<=20", nil, 2000),
            ("value:<20", nil, 1999),
            ("value:5", 500, 500), ("value:=5.05", 505, 505), ("value:10..20", 1000, 2000), ("value:10..", 1000, nil),
            ("value:..20", nil, 2000), ("value:-5", -500, -500),
        ] as [(String, Int64?, Int64?)]) func readsAmountRanges(text: String, low: Int64?, high: Int64?) throws
    {
        guard case .value(let range) = try parse(text).terms.first else { throw ValueError.noSuchDate }
        #expect(range.atLeast == low && range.atMost == high && range.currency == usd)
    }

    @Test(
        arguments: [
            ("purchased:2024", "2024-01-01", "2024-12-31"), ("purchased:2024-02", "2024-02-01", "2024-02-29"),
            ("purchased:2024-03-05", "2024-03-05", "2024-03-05"),
            ("purchased:2020..2021-06", "2020-01-01", "2021-06-30"),
            ("purchased:>=2024-02", "2024-02-01", nil), ("purchased:>2024-02", "2024-03-01", nil),
            ("purchased:<2024", nil, "2023-12-31"), ("purchased:<=2024", nil, "2024-12-31"),
            ("purchased:..2024", nil, "2024-12-31"),
        ] as [(String, String?, String?)]) func readsDateRanges(text: String, from: String?, through: String?) throws
    {
        #expect(try parse(text).terms == [.purchased(from: from.map(day), through: through.map(day))])
    }

    @Test func quotesHoldSpacesAndColons() throws {
        #expect(try parse(#"location:"Home / Living Room""#).terms == [.location(["Home", "Living Room"])])
        #expect(try parse(#""12:30" "say \"hi\"""#).terms == [.text("12:30"), .text("say \"hi\"")])
        #expect(try parse("-old").terms == [.not(.text("old"))])
        #expect(
            try parse("value:none serial:none tag:none").terms == [
                .missing(.value), .missing(.serialNumber), .missing(.tags),
            ])
    }

    @Test(arguments: [
        (
            "colour:red", 1,
            "no such filter 'colour:'; there are location, tag, category, created, purchased, value, serial, photos, documents, insured and archived (a colon in plain words wants quotes)"
        ),
        ("a tag:", 3, "'tag:' wants a value"),
        ("a \"b", 3, "a quote is not closed"),
        ("value:cheap", 1, "value: expected an amount or a range: >=500USD, <20, 10..20EUR, none"),
        ("value:>5ZZZ", 1, "value: 'ZZZ' is no ISO 4217 currency code; write three letters such as USD, EUR, JPY"),
        ("a value>=5", 3, "a filter has a colon: value:>=5 (words to look for that look like one want quotes)"),
        ("tag=x", 1, "a filter has a colon: tag:x (words to look for that look like one want quotes)"),
        ("value:..", 1, "value: expected an end of the range"),
        ("value:1.234", 1, "value: at most 2 decimal places are allowed here"),
        ("created:05.03.2024", 1, "created: expected a day, month, year or range: 2024-03-05, 2024-03, 2020..2024"),
        ("created:2024-02-30", 1, "created: no such day in the calendar"),
        (
            "created:99999999999999999999", 1,
            "created: expected a day, month, year or range: 2024-03-05, 2024-03, 2020..2024"
        ),
        (
            "purchased:20240000000000000000000000-01", 1,
            "purchased: expected a day, month, year or range: 2024-03-05, 2024-03, 2020..2024"
        ),
        ("value:10..5", 1, "value: expected the smaller amount before the '..'"),
        ("created:2024..2020", 1, "created: expected the earlier date before the '..'"),
        ("archived:maybe", 1, "archived: takes no, yes or any"),
        ("insured:maybe", 1, "insured: expected yes or no"),
        ("serial:SN1", 1, "serial: expected none (other serial numbers are found as plain words)"),
        ("location:/", 1, "location: expected a path such as Home/Office, or none"),
        ("\"\"", 1, "an empty term; leave it out"),
    ]) func explainsFaults(text: String, column: Int, message: String) {
        let error = #expect(throws: SelectionError.self) { try parse(text) }
        #expect(error?.message == message && error?.column == column)
        #expect(error?.description.hasSuffix(String(repeating: " ", count: 3 + column) + "^") == true)
    }

    @Test func quotedWordsMayLookLikeAFilter() throws {
        #expect(try parse("\"value>5\" a=b").terms == [.text("value>5"), .text("a=b")])
    }

    @Test func daysBeginWhereTheOwnerLives() throws {
        let selection = try Selection(parsing: "created:2024-01-01", currency: usd) {
            Timestamp(clampedMilliseconds: Timestamp(startOf: $0).milliseconds - 8 * 3_600_000)
        }
        #expect(
            selection.terms == [
                .created(
                    from: try Timestamp("2023-12-31T16:00:00Z".utf8), before: try Timestamp("2024-01-01T16:00:00Z".utf8)
                )
            ])
    }
}

@Suite struct OrderTests {
    @Test func readsKeysAndDirections() throws {
        #expect(try ItemOrder(parsing: "-value,name").keys == [.init(.value, descending: true), .init(.name)])
        #expect(try ItemOrder(parsing: "serial-number").keys == [.init(.serialNumber)])
        #expect(throws: ValueError.self) { try ItemOrder(parsing: "colour") }
    }
}
