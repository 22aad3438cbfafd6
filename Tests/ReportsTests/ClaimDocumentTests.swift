import FoundationEssentials
import Inventory
import Testing
import XMLValidation

@testable import Reports

/// What XML says for insurers is held against its items.
@Suite struct ClaimDocumentTests {
    /// A report of two items with one part replaced: 2 × 100 USD, 10 % a year for 18 months, and one that says nothing.
    private func findings(_ part: String = "", _ replacement: String = "") throws -> DocumentCheckResult {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <inventory xmlns="urn:homepwner:inventory:1" version="1" generated="2026-11-21T10:00:00Z" generator="test">
              <summary items="2" units="3" withoutValue="2">
                <claim asOf="2026-11-01" withoutPurchasePrice="1" withoutReplacementCost="1" withoutDepreciation="1"><purchasePrice currency="USD">160.00</purchasePrice><replacementCost currency="USD">200.00</replacementCost><depreciation currency="USD">30.00</depreciation><actualCashValue currency="USD">170.00</actualCashValue></claim>
              </summary>
              <items>
                <item id="00000000-0000-4000-8000-000000000001" line="1"><name>A</name><quantity>2</quantity><dateCreated>2014-05-01T09:30:00Z</dateCreated><purchase><date>2025-05-01</date><price currency="USD">80.00</price></purchase><replacementValue currency="USD">100.00</replacementValue><depreciation>10</depreciation><replacementCost currency="USD">200.00</replacementCost><depreciationAmount currency="USD">30.00</depreciationAmount><actualCashValue currency="USD">170.00</actualCashValue><sale><date>2026-01-01</date><price currency="USD">1.00</price></sale></item>
                <item id="00000000-0000-4000-8000-000000000002" line="2"><name>B</name><quantity>1</quantity><dateCreated>2014-05-01T09:30:00Z</dateCreated></item>
              </items>
            </inventory>
            """
        precondition(part.isEmpty || text.contains(part), part)
        let path = FileManager.default.temporaryDirectory.appending(path: "claim-\(UUID().uuidString).xml")
        let document = part.isEmpty ? text : text.replacing(part, with: replacement, maxReplacements: 1)
        try Data(document.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        return try InventoryDocument.check(path: path.path(percentEncoded: false))
    }

    @Test func aTrueClaimHasNoFault() throws {
        let findings = try findings()
        #expect(findings.isValid, "\(findings.diagnostics)")
    }

    @Test(arguments: [
        (
            "<replacementCost currency=\"USD\">200.00</replacementCost><depreciationA",
            "<replacementCost currency=\"USD\">201.00</replacementCost><depreciationA", 7,
            "replacementCost does not follow from the item: by its quantity, replacement value, depreciation and age on 2026-11-01 it should be 200.00 USD"
        ),
        (
            "<depreciationAmount currency=\"USD\">30.00", "<depreciationAmount currency=\"USD\">20.00", 7,
            "depreciationAmount does not follow from the item: by its quantity, replacement value, depreciation and age on 2026-11-01 it should be 30.00 USD"
        ),
        (
            "<actualCashValue currency=\"USD\">170.00</actualCashValue><sale>", "<sale>", 7,
            "actualCashValue does not follow from the item: by its quantity, replacement value, depreciation and age on 2026-11-01 it should be 170.00 USD"
        ),
        (
            "<replacementValue currency=\"USD\">100.00</replacementValue>", "", 7,
            "replacementCost does not follow from the item: by its quantity, replacement value, depreciation and age on 2026-11-01 it should be absent"
        ),
        (
            "<depreciation currency=\"USD\">30.00", "<depreciation currency=\"USD\">31.00", 4,
            "the claim says depreciation 31.00 USD, the items come to 30.00 USD"
        ),
        (
            "<actualCashValue currency=\"USD\">170.00</actualCashValue></claim>", "</claim>", 4,
            "the claim says actualCashValue nothing, the items come to 170.00 USD"
        ),
        (
            "<price currency=\"USD\">80.00", "<price currency=\"USD\">90.00", 4,
            "the claim says purchasePrice 160.00 USD, the items come to 180.00 USD"
        ),
        (
            "<depreciation currency=\"USD\">30.00", "<depreciation currency=\"USD\">101.00", 4,
            "the claim says depreciation 101.00 USD, the items come to 30.00 USD"
        ),
        (
            "withoutDepreciation=\"1\"", "withoutDepreciation=\"0\"", 4,
            "the claim says withoutDepreciation=\"0\", the items come to 1"
        ),
    ]) func namesWhatDoesNotFollow(part: String, replacement: String, line: Int, message: String) throws {
        let faults = try findings(part, replacement).diagnostics
        #expect(faults.contains { $0.rule == "claim" && $0.text == message && $0.location.line == line }, "\(faults)")
    }

    @Test func aDayWithATimeZoneIsRefused() throws {
        let faults = try findings("<claim asOf=\"2026-11-01\"", "<claim asOf=\"2026-11-01Z\"").diagnostics
        #expect(faults.map(\.rule) == ["claim"], "\(faults)")
        #expect(faults.first?.text.hasPrefix("asOf=\"2026-11-01Z\" is not a day without a time zone") == true)
    }

    @Test(arguments: [
        (
            "<purchase><date>2025-05-01", "<purchase><date>2025-05-01Z", "date",
            "expected a date as YYYY-MM-DD"
        ),
        ("<sale><date>2026-01-01", "<sale><date>12026-01-01+01:00", "date", "expected a date as YYYY-MM-DD"),
        (
            "<depreciation>10", "<depreciation>33.333", "depreciation",
            "at most 2 decimal places are allowed here"
        ),
        ("<depreciation>10", "<depreciation>10.", "depreciation", "expected a plain number such as 1234.50"),
        ("<quantity>2", "<quantity>2.0000001", "quantity", "at most 6 decimal places are allowed here"),
    ]) func aValueThatNoImportTakesIsOneFault(part: String, replacement: String, rule: String, message: String) throws {
        let faults = try findings(part, replacement).diagnostics
        #expect(faults.map(\.rule) == [rule], "\(faults)")
        #expect(faults.map(\.text) == [message])
        #expect(faults.map(\.location.line) == [7])
    }

    @Test func aTotalIsAnAmountAndNoRate() throws {
        let faults = try findings("<depreciation currency=\"USD\">30.00", "<depreciation currency=\"USD\">30.001")
            .diagnostics
        #expect(faults.first?.rule == "amount" && !faults.contains { $0.rule == "depreciation" }, "\(faults)")
    }

    @Test(arguments: ["2025-13-40", "tomorrow", "2025-02-30"])
    func aDateThatTheSchemaRefusesIsNotToldTwice(date: String) throws {
        let faults = try findings("<purchase><date>2025-05-01", "<purchase><date>\(date)").diagnostics
        #expect(!faults.isEmpty && faults.allSatisfy { $0.rule.hasPrefix("cvc-") }, "\(faults)")
    }

    @Test func amountsWantAClaim() throws {
        let claim =
            "<claim asOf=\"2026-11-01\" withoutPurchasePrice=\"1\" withoutReplacementCost=\"1\" withoutDepreciation=\"1\"><purchasePrice currency=\"USD\">160.00</purchasePrice><replacementCost currency=\"USD\">200.00</replacementCost><depreciation currency=\"USD\">30.00</depreciation><actualCashValue currency=\"USD\">170.00</actualCashValue></claim>"
        let faults = try findings(claim, "").diagnostics
        #expect(!faults.isEmpty && faults.allSatisfy { $0.rule == "claim" }, "\(faults)")
    }

    @Test func aClaimWithoutADayIsNoClaim() throws {
        #expect(try findings(" asOf=\"2026-11-01\"", "").diagnostics.map(\.location.line) == [4])
    }
}
