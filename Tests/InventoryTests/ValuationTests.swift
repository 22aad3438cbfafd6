import Testing

@testable import Inventory

private let usd = try! Currency(code: "USD")

@Suite struct ValuationTests {
    private func valuation(
        cost: String?, quantity: String = "1", rate: String?, purchased: String?, on day: String = "2026-11-01"
    ) throws -> Valuation {
        try Valuation(
            quantity: Quantity(quantity.utf8), value: Money("10", currency: usd), purchasePrice: nil,
            replacementValue: cost.map { try Money($0, currency: usd) }, rate: rate.map { try Percentage($0.utf8) },
            purchased: purchased.map { try CalendarDate($0.utf8) }, on: CalendarDate(day.utf8))
    }

    @Test(
        arguments: [
            // cost, quantity, percent, purchased, lost, left
            ("1200", "1", "10", "2024-11-01", "240.00", "960.00"),
            ("1200", "1", "10", "2025-05-01", "180.00", "1020.00"),
            ("1200", "1", "10", "2024-11-02", "230.00", "970.00"), ("100", "3", "50", "2020-01-01", "300.00", "0.00"),
            ("100", "1", "10", "2030-01-01", "0.00", "100.00"), ("0.05", "1", "10", "2025-11-01", "0.00", "0.05"),
            ("0.15", "1", "10", "2025-11-01", "0.02", "0.13"), ("0.25", "1", "10", "2025-11-01", "0.02", "0.23"),
            ("100", "1", "0", nil, "0.00", "100.00"), ("-100", "1", "10", "2020-01-01", "0.00", "-100.00"),
            ("92233720368547758.07", "1", "100", "2000-01-01", "92233720368547758.07", "0.00"),
        ] as [(String, String, String, String?, String, String)])
    func lossByAgeIsTheOwnersRateOverWholeMonths(
        cost: String, quantity: String, rate: String, purchased: String?, lost: String, left: String
    ) throws {
        let line = try valuation(cost: cost, quantity: quantity, rate: rate, purchased: purchased)
        #expect(line.depreciation?.amountText == lost && line.actualCashValue?.amountText == left)
    }

    @Test func whatIsNotStatedMakesTheRestNotStated() throws {
        for line in try [
            valuation(cost: nil, rate: "10", purchased: "2020-01-01"),
            valuation(cost: "100", rate: nil, purchased: "2020-01-01"),
            valuation(cost: "100", rate: "10", purchased: nil),
        ] {
            #expect(line.depreciation == nil && line.actualCashValue == nil && line.value?.amountText == "10.00")
        }
        var totals = ClaimTotals()
        try totals.add(valuation(cost: nil, rate: "10", purchased: nil), quantity: .one)
        #expect(totals.without(.replacementCost) == 1 && totals.without(.depreciation) == 1)
        #expect(
            totals.without(.purchasePrice) == 1 && totals[.depreciation].amounts == [])
    }

    @Test(arguments: [
        ("2026-11-01", "2026-11-01", 0), ("2026-11-01", "2026-10-02", 0), ("2026-11-01", "2026-10-01", 1),
        ("2026-03-01", "2024-02-29", 24), ("2025-02-28", "2024-02-29", 11), ("2026-11-01", "2026-11-30", 0),
        ("2026-10-15", "2026-11-30", -1), ("2026-10-15", "2026-11-10", 0),
    ])
    func monthsAreWhole(day: String, since: String, months: Int) throws {
        #expect(try CalendarDate(day.utf8).wholeMonths(since: CalendarDate(since.utf8)) == months)
    }
}
