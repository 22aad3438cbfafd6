import Testing

@testable import Inventory

private let usd = try! Currency(code: "USD")

@Suite struct ValuationTests {
    private func valuation(
        cost: String?, quantity: String = "1", rate: String?, purchased: String?, on day: String = "2026-11-01"
    ) throws -> Valuation {
        var method = ValuationMethod()
        method.floor = Percentage(hundredths: 0)
        return try Valuation(
            quantity: Quantity(quantity.utf8), value: Money("10", currency: usd), purchasePrice: nil,
            replacementValue: cost.map { try Money($0, currency: usd) },
            basis: rate.map { .rate(try Percentage($0.utf8)) }, by: method,
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

    /// Calculated apart, by hand: cost × years × percent, or cost × months ÷ lifespan, at most what the floor leaves.
    @Test(
        arguments: [
            // cost, currency, quantity, percent or years, floor, purchased, lost, left
            ("1200", "USD", "1", "25%", "10", "2022-02-01", "1080.00", "120.00"),
            ("1200", "USD", "1", "25%", "0", "2022-02-01", "1200.00", "0.00"),
            ("1200", "USD", "1", "25%", "10", "2024-11-01", "600.00", "600.00"),
            ("1200", "USD", "1", "25%", "33.33", "2022-02-01", "800.04", "399.96"),
            ("1200", "USD", "1", "25%", "10", "2024", "600.00", "600.00"),
            ("1200", "USD", "1", "25%", "10", "2024-05", "725.00", "475.00"),
            ("999.99", "USD", "1", "12.5%", "10", "2023-05-15", "427.08", "572.91"),
            ("999.99", "USD", "3", "12.5%", "10", "2023-05-15", "1281.24", "1718.73"),
            ("0.01", "USD", "1", "50%", "10", "2025-11-01", "0.00", "0.01"),
            ("0.03", "USD", "1", "50%", "10", "2025-11-01", "0.02", "0.01"),
            ("0.05", "USD", "1", "10%", "0", "2025-11-01", "0.00", "0.05"),
            ("19.99", "USD", "2.5", "20%", "20", "2024-03-20", "25.82", "24.16"),
            ("1500", "USD", "1", "8y", "10", "2019-01-31", "1350.00", "150.00"),
            ("1500", "USD", "1", "8y", "0", "2010-01-31", "1500.00", "0.00"),
            ("1500", "USD", "1", "8y", "10", "2010-01-31", "1350.00", "150.00"),
            ("640", "USD", "1", "13y", "10", "2021-07-09", "258.46", "381.54"),
            ("89.90", "EUR", "6", "5y", "10", "2023-11-02", "314.65", "224.75"),
            ("89.90", "EUR", "6", "5y", "10", "2023-11-01", "323.64", "215.76"),
            ("2499", "EUR", "1", "10y", "10", "2026-11-01", "0.00", "2499.00"),
            ("2499", "EUR", "1", "10y", "10", "2026-10-01", "20.82", "2478.18"),
            ("2499", "EUR", "1", "10y", "10", "2027-05-01", "0.00", "2499.00"),
            ("349.49", "EUR", "1", "7y", "15", "2022-12-24", "191.39", "158.10"),
            ("0.07", "EUR", "1", "3y", "0", "2025-11-01", "0.02", "0.05"),
            ("0.05", "EUR", "1", "2y", "0", "2025-11-01", "0.02", "0.03"),
            ("0.15", "EUR", "1", "2y", "0", "2025-11-01", "0.08", "0.07"),
            ("12.34", "EUR", "10", "33.33%", "5", "2025-01-01", "75.40", "48.00"),
            ("12.34", "EUR", "10", "99.99%", "0", "2025-11-01", "123.39", "0.01"),
            ("12.34", "EUR", "10", "100%", "0", "2025-11-01", "123.40", "0.00"),
            ("12.34", "EUR", "10", "100%", "100", "2000-01-01", "0.00", "123.40"),
            ("777.77", "EUR", "1", "0.01%", "10", "1990-06-30", "2.83", "774.94"),
            ("300000", "JPY", "1", "15%", "10", "2024-05-01", "112500", "187500"),
            ("300000", "JPY", "1", "15%", "10", "2018-05-01", "270000", "30000"),
            ("98765", "JPY", "2", "7.77%", "10", "2021-02-28", "86972", "110558"),
            ("1", "JPY", "1", "50%", "0", "2025-11-01", "0", "1"),
            ("3", "JPY", "1", "50%", "0", "2025-11-01", "2", "1"),
            ("1", "JPY", "1", "50%", "50", "2000-11-01", "0", "1"),
            ("25000", "JPY", "1", "6y", "10", "2024-06-15", "9722", "15278"),
            ("25000", "JPY", "4", "6y", "10", "2020-12-02", "90000", "10000"),
            ("25000", "JPY", "4", "6y", "0", "2020-11-01", "100000", "0"),
            ("999", "JPY", "0.5", "10y", "10", "2021-11-01", "250", "250"),
            ("120000", "JPY", "1", "100y", "10", "1950-01-01", "92200", "27800"),
            ("120000", "JPY", "1", "1y", "10", "2026-05-01", "60000", "60000"),
            // A condition leaves a part of what age leaves: 1000 × 80 % × 90 %, 800 × 60 % × 75 % …
            ("1000", "USD", "1", "10% 90", "10", "2024-11-01", "280.00", "720.00"),
            ("800", "USD", "1", "20% 75", "0", "2024-11-01", "440.00", "360.00"),
            ("800", "USD", "1", "20% 100", "10", "2024-11-01", "320.00", "480.00"),
            ("800", "USD", "1", "20% 0", "10", "2024-11-01", "720.00", "80.00"),
            ("800", "USD", "1", "0% 87.5", "10", "2024-11-01", "100.00", "700.00"),
            ("500", "EUR", "2", "10y 50", "10", "2021-11-01", "750.00", "250.00"),
            ("500", "EUR", "2", "10y 15", "10", "2021-11-01", "900.00", "100.00"),
            ("500", "EUR", "1", "2y 90", "0", "2010-11-01", "500.00", "0.00"),
            ("0.05", "EUR", "1", "0% 50", "0", "2021-11-01", "0.02", "0.03"),
            ("99999", "JPY", "1", "10% 33.33", "10", "2025-11-01", "70002", "29997"),
            // An amount for each piece, whatever age, floor and condition say, up to the replacement cost.
            ("1200", "USD", "1", "300", "10", "2022-02-01", "300.00", "900.00"),
            ("1200", "USD", "1", "1200", "10", "2022-02-01", "1200.00", "0.00"),
            ("1200", "USD", "1", "1300", "50", "2026-11-01", "1200.00", "0.00"),
            ("1200", "USD", "2", "300", "10", "2022-02-01", "600.00", "1800.00"),
            ("19.99", "USD", "2.5", "3.33", "20", "2024-03-20", "8.32", "41.66"),
            ("0.01", "USD", "1", "0.01", "10", "2025-11-01", "0.01", "0.00"),
            ("1200", "USD", "1", "0", "10", "1990-01-01", "0.00", "1200.00"),
            ("1200", "USD", "1", "-5", "10", "2022-02-01", "0.00", "1200.00"),
            ("89.90", "EUR", "6", "40", "10", "2023-11-02", "240.00", "299.40"),
            ("89.90", "EUR", "6", "89.90", "50", "2023-11-02", "539.40", "0.00"),
            ("2499", "EUR", "1", "0.01", "10", "2026-10-01", "0.01", "2498.99"),
            ("349.49", "EUR", "0.5", "100.01", "15", "2022-12-24", "50.00", "124.74"),
            ("0.05", "EUR", "3", "0.02", "0", "2025-11-01", "0.06", "0.09"),
            ("12.34", "EUR", "10", "12.35", "5", "2025-01-01", "123.40", "0.00"),
            ("500", "EUR", "2", "125.50 50", "10", "2021-11-01", "251.00", "749.00"),
            ("0", "EUR", "1", "5", "10", "2021-11-01", "0.00", "0.00"),
            ("300000", "JPY", "1", "45000", "10", "2030-01-01", "45000", "255000"),
            ("98765", "JPY", "2", "12345", "10", "2021-02-28", "24690", "172840"),
            ("999", "JPY", "0.5", "333", "10", "2021-11-01", "166", "334"),
            ("1", "JPY", "3", "1", "99", "2025-11-01", "3", "0"),
            ("25000", "JPY", "4", "25001 80", "10", "2024-06-15", "100000", "0"),
        ] as [(String, String, String, String, String, String, String, String)])
    func rateLifespanOrAmountTellWhatIsLost(
        cost: String, currency: String, quantity: String, basis: String, floor: String, purchased: String, lost: String,
        left: String
    ) throws {
        var method = ValuationMethod()
        method.floor = try Percentage(floor.utf8)
        // `25% 90` is a rate and the factor of a condition.
        let parts = basis.split(separator: " ")
        let (first, code) = (parts[0], try Currency(code: currency))
        let stated: DepreciationBasis =
            switch first.last {
            case "%": .rate(try Percentage(first.dropLast().utf8))
            case "y": .lifespan(years: try #require(Int(first.dropLast())))
            default: .amount(try Money(String(first), currency: code))
            }
        let line = try Valuation(
            quantity: Quantity(quantity.utf8), value: nil, purchasePrice: nil,
            replacementValue: Money(cost, currency: code), basis: stated,
            conditionFactor: parts.dropFirst().first.map { try Percentage($0.utf8) }, by: method,
            purchased: CalendarDate(approximate: purchased.utf8),
            on: CalendarDate("2026-11-01".utf8))
        #expect(line.depreciation?.amountText == lost && line.actualCashValue?.amountText == left)
    }

    @Test func anAmountWantsNoDateButTheCurrencyOfTheCost() throws {
        func line(_ lost: Money) throws -> Valuation {
            try Valuation(
                quantity: .one, value: nil, purchasePrice: nil, replacementValue: Money("80", currency: usd),
                basis: .amount(lost), by: ValuationMethod(), purchased: nil, on: CalendarDate("2026-11-01".utf8))
        }
        let known = try line(Money("30", currency: usd))
        #expect(known.depreciation?.amountText == "30.00" && known.actualCashValue?.amountText == "50.00")
        let foreign = try line(Money("30", currency: Currency(code: "EUR")))
        #expect(foreign.depreciation == nil && foreign.actualCashValue == nil)
        let basis = ValuationMethod().basis(
            each: try Money("1", currency: usd), rate: try Percentage("10".utf8), category: nil)
        #expect(basis == .amount(try Money("1", currency: usd)))
    }

    /// Calculated apart, by hand: the tax of the line is rounded half to even, and added.
    @Test(
        arguments: [
            // replacement value, price, quantity, tax, cost, tax in it
            ("100", nil, "1", "8.25", "108.25", "8.25"), ("0.30", nil, "1", "8.25", "0.32", "0.02"),
            ("19.99", nil, "3", "7.5", "64.47", "4.50"), ("2", nil, "1", "6.25", "2.12", "0.12"),
            ("6", nil, "1", "6.25", "6.38", "0.38"), ("100", "60", "1", "8.25", "108.25", "8.25"),
            (nil, "60", "1", "8.25", "60.00", nil), (nil, "60", "2", "0", "120.00", nil),
            ("100", "60", "1", "0", "100.00", "0.00"), (nil, nil, "1", "8.25", nil, nil),
        ] as [(String?, String?, String, String, String?, String?)])
    func replacementCostsIncludeTaxOrArePurchasePrices(
        replacement: String?, price: String?, quantity: String, tax: String, cost: String?, included: String?
    ) throws {
        var method = ValuationMethod()
        method.salesTax = try Percentage(tax.utf8)
        func line() throws -> Valuation {
            try Valuation(
                quantity: Quantity(quantity.utf8), value: nil,
                purchasePrice: price.map { try Money($0, currency: usd) },
                replacementValue: replacement.map { try Money($0, currency: usd) }, basis: .lifespan(years: 10),
                by: method, purchased: CalendarDate("2021-11-01".utf8), on: CalendarDate("2026-11-01".utf8))
        }
        #expect(try (line().replacementCost == nil) == (replacement == nil))
        method.replacesByPurchasePrice = true
        let valued = try line()
        #expect(valued.replacementCost?.amountText == cost && valued.salesTax?.amountText == included)
        #expect((valued.replacementSource == .purchasePrice) == (replacement == nil && price != nil))
        #expect((valued.replacementSource == .replacementValueAndTax) == (replacement != nil && tax != "0"))
        #expect((valued.actualCashValue == nil) == (cost == nil))
    }

    @Test func aRateOfTheItemComesBeforeTheLifespanOfItsCategory() throws {
        var method = ValuationMethod()
        #expect(method.floor.description == "10")
        let rate = try Percentage("5".utf8)
        func basis(_ rate: Percentage?, _ category: String) -> DepreciationBasis? {
            Array(category.utf8).withUnsafeBufferPointer { method.basis(each: nil, rate: rate, category: $0) }
        }
        #expect(basis(nil, "Clothing") == nil && basis(rate, "Clothing") == .rate(rate))
        method.lifespans = ["clothing": 5, "möbel": 15]
        #expect(basis(nil, "Clothing") == .lifespan(years: 5) && basis(nil, "Möbel") == .lifespan(years: 15))
        #expect(basis(rate, "Clothing") == .rate(rate) && basis(nil, "Clothing / Coats") == nil)
        #expect(method.basis(each: nil, rate: nil, category: nil) == nil)
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
        ("2026-01-01", "2021", 60), ("2026-12-31", "2021", 60), ("2026-05-01", "2026", 0),
        ("2026-05-20", "2021-05", 60),
    ])
    func monthsAreWhole(day: String, since: String, months: Int) throws {
        #expect(try CalendarDate(day.utf8).wholeMonths(since: CalendarDate(approximate: since.utf8)) == months)
    }
}
