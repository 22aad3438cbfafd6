import Inventory
import Testing

private let usd = try! Currency(code: "USD")
private let eur = try! Currency(code: "EUR")

private func day(_ text: String) -> CalendarDate { try! CalendarDate(text.utf8) }
/// A Saturday.
private let today = day("2026-11-28")
private func parse(_ text: String) throws -> Selection { try Selection(parsing: text, currency: usd, today: today) }
private func days(_ from: String?, _ through: String?) -> Selection.Bounds<Int64> {
    Selection.Bounds(
        atLeast: from.map { Int64(day($0).daysSinceEpoch) }, atMost: through.map { Int64(day($0).daysSinceEpoch) })
}

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
                .amount(.value, .init(currency: eur, units: .init(atLeast: 50_000, atMost: nil))),
                .created(dates: years, moments: years),
                .not(.whole(.category, "Toys")), .text("free text"),
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
        let range = Selection.AmountRange(currency: usd, units: .init(atLeast: low, atMost: high))
        #expect(try parse(text).terms == [.amount(.value, range)])
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
        #expect(try parse(text).terms == [.number(.purchaseDate, days(from, through))])
    }

    @Test(
        arguments: [
            ("warranty:<90d", "2026-11-28", "2027-02-25"), ("warranty:<=90d", "2026-11-28", "2027-02-26"),
            ("warranty:>90d", "2027-02-27", nil), ("warranty:..90d", nil, "2027-02-26"),
            ("warranty:<-30d", nil, "2026-10-28"), ("warranty:>=-30d", "2026-10-29", nil),
            ("warranty:0d", "2026-11-28", "2026-11-28"), ("warranty:+2w", "2026-12-12", "2026-12-12"),
            ("warranty:<=3m", "2026-11-28", "2027-02-28"), ("warranty:>=-1y", "2025-11-28", nil),
            ("warranty:today", "2026-11-28", "2026-11-28"), ("warranty:<=tomorrow", nil, "2026-11-29"),
            ("warranty:yesterday", "2026-11-27", "2026-11-27"),
            ("warranty:this-week", "2026-11-23", "2026-11-29"), ("warranty:last-week", "2026-11-16", "2026-11-22"),
            ("warranty:this-month", "2026-11-01", "2026-11-30"), ("warranty:next-month", "2026-12-01", "2026-12-31"),
            ("warranty:last-year", "2025-01-01", "2025-12-31"), ("warranty:>last-year", "2026-01-01", nil),
            ("warranty:last-month..next-month", "2026-10-01", "2026-12-31"),
        ] as [(String, String?, String?)]) func readsRelativeDays(text: String, from: String?, through: String?) throws
    {
        #expect(try parse(text).terms == [.number(.warrantyExpires, days(from, through))])
    }

    @Test func alternativesBindLessThanTheSpace() throws {
        let (a, b, c) = (Selection.Term.text("a"), Selection.Term.text("b"), Selection.Term.text("c"))
        #expect(try parse("a b or c").terms == [.any([.all([a, b]), c])])
        #expect(try parse("a (b OR c)").terms == [a, .any([b, c])])
        #expect(try parse("a and -(b c)").terms == [a, .not(.all([b, c]))])
        #expect(try parse("((a) b) c").terms == [a, b, c])
        #expect(try parse("\"or\" -or \"and\"").terms == [.text("or"), .not(.text("or")), .text("and")])
        #expect(
            try parse("tag:x,\"y,z\" -tag:(a),b").terms == [
                .any([.tag("x"), .tag("y,z")]), .not(.any([.tag("(a)"), .tag("b")])),
            ])
        #expect(try parse("(name:a(b) or c)").terms == [.any([.fieldText(.name, "a(b)"), c])])
    }

    @Test func aChoiceOfArchivedItemsMayBeAnAlternative() throws {
        #expect(try parse("archived:yes a").archived == .yes)
        let nested = try parse("archived:yes or a")
        #expect(nested.archived == .any && nested.terms == [.any([.flag(.archived, true), .text("a")])])
        #expect(try parse("-archived:no").archived == .any)
    }

    @Test func everyFieldIsAFilterByEachOfItsNames() throws {
        for field in ItemField.allCases {
            for name in [field.name, field.optionName, field.filterName] {
                let value = field.kind == .flag ? "yes" : "none"
                let term = try parse("\(name):\(value)")
                if field == .archived {
                    #expect(term.archived == .yes)
                } else {
                    #expect(term.terms == [field.kind == .flag ? .flag(field, true) : .missing(field)])
                }
            }
        }
        #expect(try parse("quantity:>=1.5").terms == [.number(.quantity, .init(atLeast: 1_500_000, atMost: nil))])
        #expect(try parse("photos:>=3").terms == [.count(.photos, nil, .init(atLeast: 3, atMost: nil))])
        #expect(try parse("receipt:none").terms == [.count(.documents, .receipt, .init(atLeast: 0, atMost: 0))])
        #expect(try parse("documents:manual").terms == [.count(.documents, .manual, .init(atLeast: 1, atMost: nil))])
        #expect(try parse("id:12-aB").terms == [.identifier(.id, [1, 2, 10, 11])])
        #expect(try parse("duplicate:serial").terms == [.duplicate(.serialNumber)])
    }

    @Test func otherNamesAreCustomFields() throws {
        guard case .custom(let test)? = try parse("a \"Shelf mark\":>=10").terms.last else {
            throw ValueError.noSuchDate
        }
        #expect(test.name == "Shelf mark" && test.column == 3 && test.value?.words == nil)
        #expect(test.value?.numbers == .init(atLeast: 10_000_000_000, atMost: nil) && test.value?.dates == nil)
        guard case .custom(let quoted)? = try parse("\"name\":=2024").terms.first else { throw ValueError.noSuchDate }
        #expect(quoted.value?.dates == days("2024-01-01", "2024-12-31") && quoted.value?.isWhole == true)
        #expect(throws: SelectionError.self) { try parse("Pages:>many") }
        #expect(throws: SelectionError.self) { try parse("Pages:>=1,000") }
    }

    @Test func bracketsAreNestedToABound() throws {
        let deep = { (count: Int) in String(repeating: "-(", count: count) + "a" + String(repeating: ")", count: count)
        }
        _ = try parse(deep(Selection.maximumDepth))
        #expect(throws: SelectionError.self) { try parse(deep(Selection.maximumDepth + 1)) }
        #expect(throws: SelectionError.self) { try parse(String(repeating: "(", count: 100_000)) }
        #expect(throws: SelectionError.self) { try parse("tag:" + String(repeating: "a,", count: 100) + "b") }
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
            (":round", 1, .unknownFilter("", suggestion: nil)), ("a tag:", 3, .missingValue(filter: "tag")),
            ("a \"b", 3, .unclosedQuote), ("value:..", 1, .value(.malformed(expected: .rangeEnd), filter: "value")),
            ("tag=x", 1, .missingColon(suggestion: "tag:x")), ("archived:maybe", 1, .archivedValue),
            ("\"\"", 1, .emptyTerm), ("a (b", 3, .unpairedBracket), ("(a) )", 5, .unpairedBracket),
            ("a or", 3, .missingAlternative), ("or a", 1, .missingAlternative), ("(a or ) b", 4, .missingAlternative),
            ("a -()", 3, .emptyTerm), ("tag:a,,b", 1, .missingValue(filter: "tag")),
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
        let selection = try Selection(parsing: "created:2024-01-01", currency: usd, today: today) {
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
        func keys(_ text: String) throws -> [ItemOrder.Key] {
            try ItemOrder(parsing: text) { ["Heir", "Shelf, mark"] }.keys
        }
        #expect(try keys("-value,name") == [.init(.value, descending: true), .init(.name)])
        #expect(try keys("serial-number,serial") == [.init(.serialNumber)])
        #expect(
            try keys("warranty-until,-colour,\"Shelf, mark\"") == [
                .init(.warrantyExpires), .init(.colour, descending: true), .init(.customField("Shelf, mark")),
            ])
        #expect(try keys("-heir") == [.init(.customField("Heir"), descending: true)])
        #expect(try keys("brand") == [.init(.manufacturer), .init(.modelNumber)])
        #expect(try keys("").isEmpty)
        #expect(throws: ReportColumnError.unsortable("tags")) { try keys("name,tags") }
        #expect(throws: ReportColumnError.unsortable("line-value")) { try keys("-line-value") }
        #expect(throws: ReportColumnError.tooManyKeys(8)) {
            try keys("name,value,location,category,brand,colour,condition,quantity")
        }
        #expect(throws: ReportColumnError.unknown("heirs", nearest: "Heir")) { try keys("heirs") }
    }
}
