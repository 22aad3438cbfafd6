import Inventory
import Testing

private let usd = try! Currency(code: "USD")
private let jpy = try! Currency(code: "JPY")
private let kwd = try! Currency(code: "KWD")

@Suite struct MoneyTests {
    @Test(arguments: [
        ("0", 0), ("12.34", 1234), ("12.3", 1230), ("-5.05", -505), ("007.10", 710), ("12.340", 1234),
        ("92233720368547758.07", Int64.max), ("-92233720368547758.08", Int64.min),
    ]) func readsPlainDecimals(text: String, cents: Int64) throws {
        #expect(try Money(amount: text.utf8, currency: usd).minorUnits == cents)
    }

    @Test(
        arguments: [
            ("", .number), ("NaN", .number),
            ("1e3", .number), ("1,234.50", .number),
            ("$10", .number), ("12,34", .number),
            (".5", .number), ("5.", .number),
            ("--5", .number), ("-", .number),
            (" 5", .number), ("1.2.3", .number),
            ("١٢", .number),
        ] as [(String, ValueForm)]) func refusesWhatIsNoPlainDecimal(text: String, expected: ValueForm)
    {
        #expect(throws: ValueError.malformed(expected: expected)) { try Money(amount: text.utf8, currency: usd) }
    }

    @Test func refusesDecimalsTheCurrencyDoesNotHave() {
        #expect(throws: ValueError.tooManyDecimals(allowed: 2)) { try Money(amount: "1.005".utf8, currency: usd) }
        #expect(throws: ValueError.tooManyDecimals(allowed: 0)) { try Money(amount: "1.5".utf8, currency: jpy) }
        #expect(throws: ValueError.tooManyDecimals(allowed: 3)) { try Money(amount: "1.0005".utf8, currency: kwd) }
    }

    @Test func refusesAmountsPast64Bits() {
        #expect(throws: ValueError.outOfRange(.digits)) {
            try Money(amount: "92233720368547758.08".utf8, currency: usd)
        }
        #expect(throws: ValueError.overflow(currency: "USD")) {
            try Money(minorUnits: .max, currency: usd).adding(Money(minorUnits: 1, currency: usd))
        }
        #expect(throws: ValueError.overflow(currency: "USD")) {
            try Money(minorUnits: .max, currency: usd).times(Quantity("1.5".utf8))
        }
    }

    @Test func neverAddsTwoCurrencies() {
        #expect(throws: ValueError.mixedCurrencies("USD", "JPY")) {
            try Money(minorUnits: 1, currency: usd).adding(Money(minorUnits: 1, currency: jpy))
        }
    }

    @Test(
        arguments: [
            (1, "0.5", 0), (3, "0.5", 2), (5, "0.5", 2), (7, "0.5", 4), (-1, "0.5", 0), (-3, "0.5", -2),
            (-5, "0.5", -2),
            (1, "0.500001", 1), (101, "3", 303), (999, "0", 0), (1234, "1", 1234),
        ] as [(Int64, String, Int64)]) func roundsALineHalfEven(cents: Int64, quantity: String, line: Int64) throws
    {
        #expect(try Money(minorUnits: cents, currency: usd).times(Quantity(quantity.utf8)).minorUnits == line)
    }

    @Test(arguments: [
        (Int64(1234), "USD", "12.34 USD"), (5, "USD", "0.05 USD"), (-5, "USD", "-0.05 USD"), (0, "JPY", "0 JPY"),
        (1234, "KWD", "1.234 KWD"), (Int64.min, "USD", "-92233720368547758.08 USD"), (1, "UYW", "0.0001 UYW"),
    ]) func writesAllDecimalsOfTheCurrency(units: Int64, code: String, text: String) throws {
        #expect(try Money(minorUnits: units, currency: Currency(code: code)).description == text)
    }

    @Test func readsACurrencyBehindTheAmount() throws {
        #expect(try Money("12.34 EUR", currency: usd).description == "12.34 EUR")
        #expect(try Money("500JPY", currency: usd).description == "500 JPY")
        #expect(try Money("12.34", currency: usd).description == "12.34 USD")
        for code in ["XQX", "USDX", "usd", "EU", "dollars"] {
            #expect(throws: ValueError.unknownCurrency(code)) { try Money("12 \(code)", currency: usd) }
        }
        for text in ["NaN", "USD", "-USD", "12 E", "$12", "1e3"] {
            #expect(throws: ValueError.malformed(expected: .number)) {
                try Money(text, currency: usd)
            }
        }
    }

    @Test func knowsTheMinorUnitsOfISO4217() throws {
        #expect(usd.fractionDigits == 2 && jpy.fractionDigits == 0 && kwd.fractionDigits == 3)
        #expect(try Currency(code: "UYW").fractionDigits == 4)
        #expect(Currency.all.map(\.code) == Currency.all.map(\.code).sorted())
        #expect(Currency.all.count == 167)
        for currency in Currency.all { #expect(try Currency(code: currency.code) == currency) }
        for wrong in ["usd", "US", "USDX", "ZZZ", ""] {
            #expect(throws: ValueError.unknownCurrency(wrong)) { try Currency(code: wrong) }
        }
    }

    @Test func decimalTextIsReadBackExactly() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let units = Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0...62)
            let digits = Int.random(in: 0...4)
            let text = DecimalText.string(units, fractionDigits: digits)
            #expect(try DecimalText.parse(text.utf8, fractionDigits: digits) == units)
        }
    }

    @Test(
        arguments: [
            (0, 0, "0"), (0, 2, "0.00"), (7, 3, "0.007"), (-7, 2, "-0.07"), (10, 1, "1.0"), (99, 0, "99"),
            (100, 0, "100"),
            (12_345, 2, "123.45"), (12_345, 3, "12.345"), (Int64.max, 2, "92233720368547758.07"),
            (Int64.min, 0, "-9223372036854775808"), (Int64.min, 4, "-922337203685477.5808"),
        ] as [(Int64, Int, String)])
    func decimalTextHasAllItsDigits(_ units: Int64, _ digits: Int, _ text: String) {
        #expect(DecimalText.string(units, fractionDigits: digits) == text)
    }
}

@Suite struct QuantityTests {
    @Test(arguments: [
        ("1", "1"), ("0.5", "0.5"), ("2.250", "2.25"), ("0", "0"), ("1000000", "1000000"), ("0.000001", "0.000001"),
    ])
    func writesTheShortestExactText(text: String, written: String) throws {
        #expect(try Quantity(text.utf8).description == written)
    }

    @Test func refusesNegativeHugeAndFineQuantities() {
        #expect(throws: ValueError.outOfRange(.quantity)) { try Quantity("-1".utf8) }
        #expect(throws: ValueError.outOfRange(.digits)) {
            try Quantity("1000000000000000000".utf8)
        }
        #expect(throws: ValueError.malformed(expected: .number)) { try Quantity("1e18".utf8) }
        #expect(throws: ValueError.tooManyDecimals(allowed: 6)) { try Quantity("0.0000001".utf8) }
    }

    @Test func percentagesStayBetween0And100() throws {
        #expect(try Percentage("12.5".utf8).description == "12.5")
        for wrong in ["-1", "100.01"] {
            #expect(throws: ValueError.outOfRange(.percentage)) { try Percentage(wrong.utf8) }
        }
    }
}

@Suite struct ValueTotalsTests {
    @Test func keepsCurrenciesApartAndCountsWhatIsMissing() throws {
        var totals = ValueTotals()
        try totals.add(quantity: Quantity("2".utf8), value: Money("12.34", currency: usd), hasSerialNumber: true)
        try totals.add(quantity: .one, value: Money("500", currency: jpy), hasSerialNumber: false)
        try totals.add(quantity: Quantity("0.5".utf8), value: nil, hasSerialNumber: false)
        try totals.add(quantity: .one, value: Money("0", currency: usd), hasSerialNumber: true)
        #expect(totals.amounts.map(\.description) == ["500 JPY", "24.68 USD"])
        #expect(totals.items == 4 && totals.units.description == "4.5")
        #expect(totals.withoutValue == 1 && totals.withoutSerialNumber == 2)
    }

    @Test func refusesASumPast64BitsAndStaysAsItWas() throws {
        var totals = ValueTotals()
        try totals.add(quantity: .one, value: Money(minorUnits: .max, currency: usd), hasSerialNumber: true)
        let before = totals
        #expect(throws: ValueError.overflow(currency: "USD")) {
            try totals.add(quantity: .one, value: Money(minorUnits: 1, currency: usd), hasSerialNumber: true)
        }
        #expect(totals == before)
    }
}
