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
        let years = Selection.Period(
            from: Timestamp(startOf: day("2020-01-01")), before: Timestamp(startOf: day("2025-01-01")))
        #expect(
            selection.terms == [
                .location(["Home", "Office"]), .tag("insured"),
                .value(
                    try parse("value:>=500EUR").terms.first.flatMap {
                        if case .value(let range) = $0 { range } else { nil }
                    }!),
                .created(dates: years, moments: years),
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

    @Test(
        arguments: [
            ("shape:round", 1, .unknownFilter("shape")), ("a tag:", 3, .missingValue(filter: "tag")),
            ("a \"b", 3, .unclosedQuote), ("value:..", 1, .value(.malformed(expected: .rangeEnd), filter: "value")),
            ("tag=x", 1, .missingColon(suggestion: "tag:x")), ("archived:maybe", 1, .archivedValue),
            ("\"\"", 1, .emptyTerm),
        ] as [(String, Int, SelectionError.Reason)])
    func namesTheTermAtFault(text: String, column: Int, reason: SelectionError.Reason) {
        let error = #expect(throws: SelectionError.self) { try parse(text) }
        #expect(error?.reason == reason && error?.column == column && error?.source == text)
    }

    @Test func everyTextFieldIsAFilter() throws {
        for field in ItemField.texts where !["location", "category"].contains(field.name) {
            #expect(
                try parse("\(field.name):\"a b\" -\(field.name):c \(field.name):none").terms == [
                    .fieldText(field, "a b"), .not(.fieldText(field, "c")), .missing(field),
                ])
        }
    }

    @Test("the name of a text field is read in each of its spellings")
    func spellings() throws {
        for spelling in ["modelNumber", "model-number", "ModelNumber", "modelnumber"] {
            #expect(try parse("\(spelling):A").terms == [.fieldText(.modelNumber, "A")])
        }
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
                    dates: .init(
                        from: try Timestamp("2024-01-01T00:00:00Z".utf8),
                        before: try Timestamp("2024-01-02T00:00:00Z".utf8)),
                    moments: .init(
                        from: try Timestamp("2023-12-31T16:00:00Z".utf8),
                        before: try Timestamp("2024-01-01T16:00:00Z".utf8)))
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
