import Testing

@testable import Inventory

/// Calculated apart, by hand.
@Suite struct CoverTests {
    private func money(_ text: String, _ code: String) throws -> Money {
        try Money(amount: text.utf8, currency: Currency(code: code))
    }

    private func line(_ number: Int, _ category: String, _ each: String, _ code: String, quantity: String = "1") throws
        -> CoverAssessment.Line
    {
        try CoverAssessment.Line(
            number: number, name: "\(category) \(number)", category: category, each: money(each, code),
            quantity: Quantity(quantity.utf8))
    }

    /// Limits as those of a US policy: jewelry 2,000, firearms 3,000, no average.
    private func american() throws -> CoverPolicy {
        CoverPolicy(
            currency: try Currency(code: "USD"),
            limits: [
                .init(name: "jewelry", categories: ["jewelry", "watches"], bound: .amount(try money("2000", "USD"))),
                .init(name: "firearms", categories: ["firearms"], bound: .amount(try money("3000", "USD"))),
            ])
    }

    /// Cash 1,000, jewellery 20,000, valuables a fifth of the sum insured, 650 a square metre.
    private func german() throws -> CoverPolicy {
        CoverPolicy(
            currency: try Currency(code: "EUR"),
            limits: [
                .init(name: "cash", categories: ["cash"], bound: .amount(try money("1000", "EUR"))),
                .init(name: "jewellery", categories: ["jewellery"], bound: .amount(try money("20000", "EUR"))),
                .init(
                    name: "valuables", categories: ["art"], includesOthers: true,
                    bound: .share(Percentage(hundredths: 2_000))),
            ], hasAverage: true, sumPerSquareMetre: try money("650", "EUR"))
    }

    private func british() throws -> CoverPolicy {
        CoverPolicy(
            currency: try Currency(code: "GBP"), limits: [], articleLimit: try money("1500", "GBP"), hasAverage: true)
    }

    @Test(
        arguments: [
            // jewelry pieces, furniture, sum insured, above the limit, paid
            (["1500", "400"], "10000", "20000", nil, "11900.00"),
            (["1500", "900"], "10000", "20000", "400.00", "12000.00"),
            (["5000", "900", "100"], "10000", "20000", "4000.00", "12000.00"),
            (["5000"], "30000", "20000", "3000.00", "20000.00"),
        ] as [([String], String, String, String?, String)])
    func aLimitOfAClassBoundsItsPayment(
        jewelry: [String], furniture: String, insured: String, above: String?, paid: String
    ) throws {
        let lines =
            try jewelry.enumerated().map { try line($0 + 1, "Jewelry", $1, "USD") } + [
                line(9, "Furniture", furniture, "USD")
            ]
        let cover = try CoverAssessment(lines, policy: american(), sumInsured: money(insured, "USD"))
        #expect(cover.limits[0].above?.amountText == above && cover.paid.amountText == paid && !cover.isReduced)
        #expect(cover.limits[1].value.minorUnits == 0 && cover.limits[1].above == nil)
    }

    @Test func theMostValuableItemsAreScheduledUntilTheRestIsWithinTheLimit() throws {
        let lines = try [("1", "900"), ("2", "5000"), ("3", "1200"), ("4", "100")]
            .map { try line(Int($0.0) ?? 0, "Watches", $0.1, "USD") }
        let cover = try CoverAssessment(lines, policy: american(), sumInsured: money("20000", "USD"))
        // 7,200 less 5,000 is 2,200, less 1,200 is 1,000.
        #expect(cover.toSchedule.map(\.line.number) == [2, 3] && cover.toSchedule.allSatisfy { $0.limit == "jewelry" })
    }

    @Test(
        arguments: [
            // area, cash, jewellery, art, furniture, sum insured, reduced, percent, paid
            (nil, "500", "10000", "0", "49500", "65000", false, 10_000, "60000.00"),
            // Jewellery is bound by 20,000, and valuables by 13,000, a fifth of 65,000.
            (nil, "500", "25000", "0", "30000", "65000", false, 10_000, "43000.00"),
            // 65,000 of 130,000 are insured: half of each is paid; valuables 5,000 and 250 are below 13,000.
            (nil, "500", "10000", "0", "119500", "65000", true, 5_000, "65000.00"),
            // 100 m2 × 650 lift the average.
            (100, "500", "10000", "0", "119500", "65000", false, 10_000, "65000.00"),
            (101, "500", "10000", "0", "119500", "65000", true, 5_000, "65000.00"),
            // 40,000 of 60,000: cash 3,000 × 2/3 = 2,000 is bound by 1,000; art 27,000 × 2/3 = 18,000 and the cash by 8,000.
            (nil, "3000", "0", "27000", "30000", "40000", true, 6_666, "28000.00"),
        ] as [(Int?, String, String, String, String, String, Bool, Int64, String)])
    func valuablesAreBoundByAShareAndAverageByTheFloorArea(
        area: Int?, cash: String, jewellery: String, art: String, furniture: String, insured: String, isReduced: Bool,
        percent: Int64, paid: String
    ) throws {
        let lines = try [("Cash", cash), ("Jewellery", jewellery), ("Art", art), ("Furniture", furniture)].enumerated()
            .map { try line($0 + 1, $1.0, $1.1, "EUR") }
        let cover = try CoverAssessment(lines, policy: german(), sumInsured: money(insured, "EUR"), area: area)
        #expect(cover.isReduced == isReduced && cover.paidPercentage.hundredths == percent)
        #expect(cover.paid.amountText == paid)
    }

    @Test func aLimitThatIncludesOthersCountsEachItemOnce() throws {
        func limit(_ name: String, _ bound: String, includesOthers: Bool = false) throws -> CoverPolicy.Limit {
            .init(
                name: name, categories: [name], includesOthers: includesOthers, bound: .amount(try money(bound, "EUR")))
        }
        let policy = CoverPolicy(
            currency: try Currency(code: "EUR"),
            limits: [
                try limit("cash", "1000"), try limit("gold", "5000", includesOthers: true), try limit("art", "2000"),
                try limit("furs", "6000", includesOthers: true),
            ])
        let lines = try [("cash", "1500"), ("gold", "2500"), ("art", "3000"), ("furs", "500")].enumerated()
            .map { try line($0 + 1, $1.0, $1.1, "EUR") }
        let cover = try CoverAssessment(lines, policy: policy, sumInsured: money("20000", "EUR"))
        // Gold: 1,000 of the cash and 2,500. Furs: these 3,500, 2,000 of the art and 500.
        #expect(cover.limits.map(\.value.amountText) == ["1500.00", "4000.00", "3000.00", "7500.00"])
        #expect(cover.limits.map(\.paid.amountText) == ["1000.00", "3500.00", "2000.00", "6000.00"])
        #expect(cover.paid.amountText == "6000.00")
    }

    @Test(
        arguments: [
            // each, quantity, one of eight others, sum insured, paid, scheduled
            ("1500", "1", "1000", "20000", "9500.00", false), ("2000", "1", "1000", "20000", "9500.00", true),
            ("2000", "3", "500", "20000", "8500.00", true),
            // 5,000 of 10,000: half of 2,000 is 1,000, below 1,500.
            ("2000", "1", "1000", "5000", "5000.00", true),
            // 9,000 of 12,000: three quarters of 4,000 is 3,000, bound by 1,500; of 8,000 it is 6,000.
            ("4000", "1", "1000", "9000", "7500.00", true),
        ] as [(String, String, String, String, String, Bool)])
    func aLimitOfOnePieceBoundsEachPiece(
        each: String, quantity: String, other: String, insured: String, paid: String, isScheduled: Bool
    ) throws {
        let lines =
            try [line(1, "Bicycles", each, "GBP", quantity: quantity)]
            + (2...9).map { try line($0, "Books", other, "GBP") }
        let cover = try CoverAssessment(lines, policy: british(), sumInsured: money(insured, "GBP"))
        #expect(cover.paid.amountText == paid)
        #expect(cover.toSchedule.map(\.line.number) == (isScheduled ? [1] : []))
    }
}
