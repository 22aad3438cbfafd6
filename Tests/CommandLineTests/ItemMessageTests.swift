import FoundationEssentials
import Inventory
import Testing

@testable import homepwner

@Suite struct ItemMessageTests {
    private static let timestamp = Timestamp(clampedMilliseconds: 1_398_936_600_123)

    @Test(arguments: [
        (1200, "USD", "Bear (0A0A0): Worth $12, recorded on 2014-05-01 09:30:00 +0000"),
        (1250, "USD", "Bear (0A0A0): Worth $12.50, recorded on 2014-05-01 09:30:00 +0000"),
        (-500, "USD", "Bear (0A0A0): Worth $-5, recorded on 2014-05-01 09:30:00 +0000"),
        (1200, "JPY", "Bear (0A0A0): Worth 1200 JPY, recorded on 2014-05-01 09:30:00 +0000"),
    ])
    func theOldAppsLineKeepsItsForm(minor: Int64, currency: String, line: String) throws {
        let value = Money(minorUnits: minor, currency: try Currency(code: currency))
        #expect(
            ItemListPrinter.plainLine(name: "Bear", serialNumber: "0A0A0", value: value, created: Self.timestamp)
                == line)
    }

    @Test func whatIsNotStatedIsSaidSoAndALineStaysALine() {
        #expect(
            ItemListPrinter.plainLine(name: "a\nb", serialNumber: nil, value: nil, created: Self.timestamp)
                == "a␊b (): Worth not stated, recorded on 2014-05-01 09:30:00 +0000")
    }

    @Test(arguments: [
        ("11112222-3333-4444-8555-666677778888", true), ("1111", true), ("8888", true), ("11112222-3333", true),
        ("77778888", true), ("7777", false), ("2222", false), ("1112", false),
    ])
    func digitsAtEitherEndNameAnItem(text: String, isMeant: Bool) throws {
        let key = UUID(high: 0x1111_2222_3333_4444, low: 0x8555_6666_7777_8888)
        switch try ItemReference(text) {
        case .key(let meant): #expect((meant == key) == isMeant)
        case .digits(let digits, _): #expect(key.digitsMatch(digits) == isMeant)
        case .name: Issue.record("a name")
        }
    }

    @Test(arguments: ["123", "spork", "1111222233334444855566667777888899"])
    func whatIsNoKeyIsAName(text: String) throws {
        #expect(try ItemReference(text) == .name(text))
        #expect(try ItemReference("Cafe") == .digits([12, 10, 15, 14], text: "Cafe"))
        #expect(throws: UsageError.badOperand("ID", problem: "expected an item's id, digits of it, or its name")) {
            try ItemReference("")
        }
    }

    @Test func totalsAreToldPerCurrencyWithWhatTheyLeaveOut() throws {
        var totals = ValueTotals()
        let usd = try Currency(code: "USD")
        let jpy = try Currency(code: "JPY")
        #expect(TotalsText.words(totals) == "0 items")
        try totals.add(quantity: .one, value: Money(minorUnits: 1234, currency: usd), hasSerialNumber: true)
        #expect(TotalsText.words(totals) == "1 item, 12.34 USD")
        try totals.add(
            quantity: Quantity("2.5".utf8), value: Money(minorUnits: 10, currency: jpy), hasSerialNumber: true)
        try totals.add(quantity: .one, value: nil, hasSerialNumber: true)
        #expect(TotalsText.words(totals) == "3 items, 4.5 units, 25 JPY and 12.34 USD (1 without a value)")
    }
}
