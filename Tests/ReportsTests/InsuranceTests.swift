import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@testable import Reports

/// An item of an amount paid, with what an insurer asks for.
private func item(_ number: Int, _ change: (inout Item) throws -> Void) throws -> Item {
    var item = Item(
        id: UUID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number)), name: "Item \(number)",
        dateCreated: Timestamp(clampedMilliseconds: 0))
    try change(&item)
    return item
}

private func options(_ format: ReportFormat = .html) throws -> ReportOptions {
    var options = try readerOptions(format)
    options.kind = .insurance
    options.asOf = try CalendarDate("2026-11-01".utf8)
    return options
}

@Suite struct ClaimSummaryTests {
    private func summary(_ items: [Item], _ change: (inout ReportOptions) throws -> Void = { _ in }) throws
        -> ClaimSummary
    {
        var options = try options()
        try change(&options)
        return try ClaimSummary(of: store(of: items).snapshot(), options)
    }

    @Test func roomsAndCategoriesComeToTheTotalsOfEachCurrency() throws {
        let items = try (1...60).map { number in
            try item(number) {
                $0.location = ["Home / Office", "home / office", "Attic", nil][number % 4]
                $0.category = ["Tools", nil, "Büro"][number % 3]
                $0.quantity = try Quantity("\(number % 5).5".utf8)
                $0.value =
                    number % 7 == 0 ? nil : try Money("\(number).05 \(["USD", "EUR"][number % 2])", currency: usd)
                $0.replacementValue = number % 3 == 0 ? nil : try Money("\(number * 3).33", currency: usd)
                $0.depreciation = number % 2 == 0 ? try Percentage("12.5".utf8) : nil
                $0.purchase.date = number % 5 == 0 ? nil : try CalendarDate("20\(10 + number % 17)-03-05".utf8)
            }
        }
        let summary = try summary(items)
        for groups in [summary.rooms, summary.categories] {
            var (value, cost, lost, left) = (CurrencyTotals(), CurrencyTotals(), CurrencyTotals(), CurrencyTotals())
            for totals in groups.map(\.totals) {
                for money in totals[.value].amounts { try value.add(money) }
                for money in totals[.replacementCost].amounts { try cost.add(money) }
                for money in totals[.depreciation].amounts { try lost.add(money) }
                for money in totals[.actualCashValue].amounts { try left.add(money) }
            }
            #expect(groups.map(\.totals.items).reduce(0, +) == 60)
            #expect(value == summary.totals[.value] && cost == summary.totals[.replacementCost])
            #expect(lost == summary.totals[.depreciation] && left == summary.totals[.actualCashValue])
        }
        #expect(summary.rooms.map(\.name) == ["Attic", "home / office", "Home / Office", nil])
        #expect(summary.totals[.value].amounts.map(\.currency.code) == ["EUR", "USD"])
        #expect(summary.missingCounts[.value] == 8 && summary.missingCounts[.photo] == 60)
    }

    @Test func whatEveryLineLacksIsListedOnce() throws {
        let items = try (1...400).map { number in
            try item(number) { if number % 2 == 0 { $0.serialNumber = "S\(number)" } }
        }
        let groups = try summary(items).listedGroups
        #expect(groups.map(\.details.count) == [7, 1] && groups.map(\.count) == [400, 200])
        #expect(groups.first?.lineRanges(separator: ", ") == "1–400")
        #expect(groups[1].details == [.serialNumber])
        let rows = groups[1].rows
        #expect(rows.map(\.lines.count) == [50, 50, 50, 50] && rows.map(\.isContinued) == [false, true, true, true])
        #expect(rows.map(\.count) == [200, 200, 200, 200])
    }

    @Test func agesCountToTheDayOfLossUnlessItIsKeptBack() throws {
        let loss = try CalendarDate("2025-02-01".utf8)
        #expect(
            try summary([]) {
                $0.asOf = nil
                $0.dateOfLoss = loss
            }.day == loss)
        let kept = try summary([]) {
            $0.asOf = nil
            $0.dateOfLoss = loss
            $0.redaction = try Redaction(parsing: "date-of-loss")
        }
        #expect(kept.day.description == "2026-11-21")
    }

    @Test func numbersOfEvidenceAreShort() {
        #expect(numberRanges([], separator: ", ") == nil)
        #expect(numberRanges(["3-P1"], separator: ", ") == "3-P1")
        #expect(numberRanges((1...30).map { "19-P\($0)" }, separator: ", ") == "19-P1–P30")
        #expect(numberRanges(["1-D1", "1-D3", "1-D4"], separator: ", ") == "1-D1, D3–D4")
    }

    @Test func anItemIsOfHighValueByAnyOfItsAmountsInThatCurrency() throws {
        let items = try [
            item(1) { $0.value = try Money("2500", currency: usd) },
            item(2) { $0.value = try Money("2499.99", currency: usd) },
            item(3) { $0.replacementValue = try Money("3000", currency: usd) },
            item(4) { $0.purchase.price = try Money("3000 EUR", currency: usd) },
            item(5) {
                $0.value = try Money("1000", currency: usd)
                $0.quantity = try Quantity("9".utf8)
            },
        ]
        #expect(try summary(items).highValueItems == 0)
        #expect(try summary(items) { $0.highValue = [try Money("2500", currency: usd)] }.highValueItems == 2)
        let both = try [Money("2500", currency: usd), Money("3000 EUR", currency: usd)]
        #expect(try summary(items) { $0.highValue = both }.highValueItems == 3)
        var options = try options()
        options.highValue = both
        let page = try report(options, of: store(of: items))
        let section = try #require(page.firstRange(of: "id=\"high-value\""))
        let rest = page[section.upperBound...]
        let names = try rest[..<(#require(rest.firstRange(of: "</section>")).lowerBound)]
        #expect(names.contains("Item 1") && names.contains("Item 3") && names.contains("Item 4"))
        #expect(!names.contains("Item 2") && !names.contains("Item 5"))
    }

    @Test func withoutADateTheReportSpeaksOfTheDayItIsMade() throws {
        let old = try item(1) { $0.purchase.date = try CalendarDate("2024-11-22".utf8) }
        #expect(try summary([old]) { $0.asOf = nil }.day.description == "2026-11-21")
        var options = try options()
        options.asOf = nil
        #expect(try report(options, of: store(of: [old])).contains("1 y 11 mo"))
    }
}

@Suite struct RedactionTests {
    @Test(arguments: ReportFormat.withText, ["inventory", "insurance"])
    func whatIsKeptBackStandsInNoFormat(format: ReportFormat, name: String) throws {
        var options = try options(format)
        options.kind = .named(name)
        options.redaction = try Redaction(
            parsing: "owner,address,insurer,policy-number,claim-number,serial-number,notes,purchase-place")
        let store = try store(
            of: [
                item(1) {
                    $0.serialNumber = "SECRET-1"
                    $0.notes = "SECRET-2"
                    $0.purchase.place = "SECRET-3"
                }, item(2) { $0.serialNumber = "" },
            ]
        ) {
            ($0[.owner], $0[.address], $0[.insurer]) = ("SECRET-4", "SECRET-5", "SECRET-6")
            ($0[.policyNumber], $0[.claimNumber]) = ("SECRET-7", "SECRET-8")
        }
        let text = try report(options, of: store)
        #expect(!text.contains("SECRET"))
        #expect(text.contains(format.isForReaders ? "withheld" : "redacted"))
        // Counts stay as they are.
        if format == .xml { #expect(text.contains("withoutSerialNumber=\"1\"")) }
    }

    @Test func anUnknownNameIsRefusedWithThoseThereAre() {
        for text in ["shape", "", "owner,", "rooms", "value"] {
            #expect(throws: ReportError.self, "\(text)") { try Redaction(parsing: text) }
        }
    }

    @Test func onlyTheChosenColumnsStandInTheSchedule() throws {
        var options = try options()
        options.definition.columns = [.field(.quantity), .field(.purchasePrice)]
        let page = try report(options, of: store(of: [item(1) { $0.serialNumber = "S" }]))
        let start = try #require(page.firstRange(of: "<table class=\"list "))
        let head = try page[start.upperBound...].prefix(
            upTo: #require(page[start.upperBound...].firstRange(of: "</thead>")).lowerBound)
        #expect(head.contains("Quantity") && head.contains("Purchase price each"))
        #expect(!head.contains("Serial") && !head.contains("Photos") && page.contains("colspan=\"2\""))
    }
}
