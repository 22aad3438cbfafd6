import FoundationEssentials
import Inventory
import Testing
import XMLValidation

@testable import Reports

/// A document of two items, with one part replaced.
private func document(_ part: String = "", _ replacement: String = "") -> String {
    let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <inventory xmlns="urn:homepwner:inventory:1" version="1" generated="2026-11-21T10:00:00Z" generator="test">
          <summary items="2" units="2.5" archived="1" archivedIncluded="false" withoutValue="1" withoutSerialNumber="1">
            <total currency="USD">24.68</total>
            <group by="location" name="Attic" items="1" units="2"><total currency="USD">24.68</total></group>
            <group by="location" items="1" units="0.5"></group>
          </summary>
          <items>
            <item id="00000000-0000-4000-8000-000000000001" line="1"><name>A</name><serialNumber>S</serialNumber><quantity>2</quantity><value currency="USD">12.34</value><lineValue currency="USD">24.68</lineValue><dateCreated>2014-05-01T09:30:00Z</dateCreated><location>Attic</location></item>
            <item id="00000000-0000-4000-8000-000000000002" line="2"><name>B</name><quantity>0.5</quantity><dateCreated>2014-05-01T09:30:00Z</dateCreated></item>
            <item id="00000000-0000-4000-8000-000000000003" line="3"><name>C</name><quantity>9</quantity><value currency="USD">1.00</value><dateCreated>2014-05-01T09:30:00Z</dateCreated><archived>true</archived></item>
          </items>
        </inventory>
        """
    guard !part.isEmpty else { return text }
    precondition(text.contains(part), part)
    return text.replacing(part, with: replacement, maxReplacements: 1)
}

private func check(_ text: String) throws -> DocumentCheckResult {
    let path = FileManager.default.temporaryDirectory.appending(path: "document-\(UUID().uuidString).xml")
    try Data(text.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try InventoryDocument.check(path: path.path(percentEncoded: false))
}

@Suite struct InventoryDocumentTests {
    @Test func aTrueDocumentHasNoFault() throws {
        let findings = try check(document())
        #expect(findings.isValid, "\(findings.diagnostics)")
        #expect(findings.rows == 3 && findings.totals.items == 2 && findings.totals.units.description == "2.5")
        #expect(findings.totals.amounts.map(\.description) == ["24.68 USD"])
    }

    @Test(arguments: [
        (
            "000000000002\"", "000000000001\"", 10, "unique-id",
            "another item has this id already; give one of them an id of its own"
        ),
        ("line=\"2\"", "line=\"7\"", 10, "line-number", "the item is line=\"7\", but line 2 comes next in the list"),
        (
            "line=\"2\"", "line=\"18446744073709551618\"", 10, "line-number",
            "the item is line=\"18446744073709551618\", but line 2 comes next in the list"
        ),
        (
            "<value currency=\"USD\">12.34", "<value currency=\"USD\">12.345", 9, "amount",
            "at most 2 decimal places are allowed here"
        ),
        (
            "<value currency=\"USD\">12.34", "<value currency=\"USD\">99999999999999999999.00", 9, "amount",
            "out of range: the number has too many digits"
        ),
        (
            "<value currency=\"USD\">12.34", "<value currency=\"USD\">+12.34", 9, "amount",
            "expected a plain number such as 1234.50"
        ),
        (
            "<value currency=\"USD\">12.34", "<value currency=\"USD\">12.", 9, "amount",
            "expected a plain number such as 1234.50"
        ),
        (
            "<value currency=\"USD\">12.34", "<value currency=\"USD\">.34", 9, "amount",
            "expected a plain number such as 1234.50"
        ),
        (
            "<lineValue currency=\"USD\">24.68</lineValue>", "", 9, "line-value",
            "the item has a value and no lineValue; it should be 24.68 USD"
        ),
        (
            "  <summary", "  <selection groupBy=\"category\"></selection>\n  <summary", 4, "groups",
            "the selection says groupBy=\"category\", but the groups of the summary are by location"
        ),
        ("line=\"1\"", "line=\"0\"", 9, "line-number", "the item is line=\"0\", but line 1 comes next in the list"),
        (
            "<value currency=\"USD\">12", "<value currency=\"ZZZ\">12", 9, "currency",
            "'ZZZ' is not an ISO 4217 currency code; write three letters such as USD, EUR, JPY"
        ),
        (
            "<lineValue currency=\"USD\">24.68", "<lineValue currency=\"USD\">24.69", 9, "line-value",
            "lineValue is not quantity × value; it should be 24.68 USD"
        ),
        (
            "<total currency=\"USD\">24.68</total>\n", "<total currency=\"USD\">25.68</total>\n", 4, "totals",
            "the totals say 25.68 USD, the items come to 24.68 USD"
        ),
        (
            "<total currency=\"USD\">24.68</total>\n", "\n", 3, "totals",
            "the totals say nothing, the items come to 24.68 USD"
        ),
        ("items=\"2\"", "items=\"3\"", 3, "counts", "the summary says items=\"3\", the items come to 2"),
        ("units=\"2.5\"", "units=\"2\"", 3, "counts", "the summary says units=\"2\", the items come to 2.5"),
        ("archived=\"1\"", "archived=\"4\"", 3, "counts", "the summary says archived=\"4\", the items come to 1"),
        (
            "withoutValue=\"1\"", "withoutValue=\"0\"", 3, "counts",
            "the summary says withoutValue=\"0\", the items come to 1"
        ),
        (
            "withoutSerialNumber=\"1\"", "withoutSerialNumber=\"2\"", 3, "counts",
            "the summary says withoutSerialNumber=\"2\", the items come to 1"
        ),
        ("name=\"Attic\"", "name=\"Cellar\"", 3, "groups", "the summary has no group for the items of 'Attic'"),
        (
            "items=\"1\" units=\"2\"", "items=\"7\" units=\"2\"", 5, "groups",
            "the group 'Attic' says items=\"7\", there are 1"
        ),
        ("units=\"0.5\"", "units=\"5\"", 6, "groups", "the group without a name says units=\"5\", there are 0.5"),
        (
            "<total currency=\"USD\">24.68</total></group>", "</group>", 5, "groups",
            "the group 'Attic' says nothing, its items come to 24.68 USD"
        ),
        (
            "    <group by=\"location\" items=\"1\" units=\"0.5\"></group>\n", "", 3, "groups",
            "the summary has no group for the items without one"
        ),
    ]) func namesWhatDoesNotAgree(part: String, replacement: String, line: Int, rule: String, message: String) throws {
        let findings = try check(document(part, replacement))
        let fault = try #require(findings.diagnostics.first { $0.rule == rule }, "\(findings.diagnostics)")
        #expect(fault.text == message)
        #expect(fault.location.line == line)
    }

    @Test(arguments: [
        ("id=\"00000000-0000-4000-8000-000000000002\"", "id=\"00000000-0000-4000-8000-000000000001\"", "<item id=", 2),
        ("<lineValue currency=\"USD\">24.68", "<lineValue currency=\"USD\">24.69", "<lineValue", 1),
        ("<total currency=\"USD\">24.68</total>\n", "<total currency=\"USD\">25.68</total>\n", "<total", 1),
        ("items=\"2\"", "items=\"3\"", "<summary", 1), ("units=\"0.5\"", "units=\"5\"", "<group", 2),
        ("line=\"3\"", "line=\"4\"", "<item id=", 3),
        ("<value currency=\"USD\">1.00", "<value currency=\"ZZZ\">1.00", "<value", 2),
    ]) func tellsWhereTheElementAtFaultBegins(part: String, replacement: String, tag: String, number: Int) throws {
        let text = document(part, replacement)
        let findings = try check(text)
        let fault = try #require(findings.diagnostics.first)
        let before = text[..<text.ranges(of: tag)[number - 1].lowerBound]
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect((fault.location.line, fault.location.column) == (before.count, (before.last?.count ?? 0) + 1))
        #expect(findings.diagnostics.count == 1 && findings.omittedCount == 0, "\(findings.diagnostics)")
    }

    @Test func schemaFaultsAreNotRepeatedAsSums() throws {
        let findings = try check(document("<quantity>2</quantity>", "<quantity>two</quantity>"))
        #expect(!findings.isValid && findings.diagnostics.allSatisfy { $0.rule.hasPrefix("cvc-") })
    }

    @Test func anArchivedItemCountsWhereTheSummaryIncludesIt() throws {
        let findings = try check(document("archivedIncluded=\"false\"", "archivedIncluded=\"true\""))
        #expect(findings.totals.amounts.map(\.description) == ["33.68 USD"] && findings.totals.items == 3)
        #expect(!findings.isValid)
    }

    @Test func atMostTwentyFaultsAreListedAndTheRestCounted() throws {
        let item =
            "<item id=\"00000000-0000-4000-8000-000000000001\"><name/><quantity>1</quantity><dateCreated>2014-05-01T09:30:00Z</dateCreated></item>\n"
        let findings = try check(document("  </items>", String(repeating: item, count: 50) + "  </items>"))
        #expect(findings.diagnostics.count == 20 && findings.omittedCount > 30)
        #expect(findings.diagnostics.map(\.location.line) == findings.diagnostics.map(\.location.line).sorted())
    }

    @Test func theLinesOfAVolumeGoOnFromTheOneBefore() throws {
        var volume = document("<items>", "<items firstLine=\"7\">")
        for (line, later) in [(3, 9), (2, 8), (1, 7)] {
            volume = volume.replacing("line=\"\(line)\"", with: "line=\"\(later)\"")
        }
        #expect(try check(volume).diagnostics.isEmpty)
        #expect(try check(document("<items>", "<items firstLine=\"7\">")).diagnostics.map(\.rule) == ["line-number"])
    }

    @Test func aWrongLineNumberIsOneFaultAndSoIsAGap() throws {
        #expect(try check(document("line=\"2\"", "line=\"3\"")).diagnostics.map(\.location.line) == [10])
        #expect(try check(document("line=\"1\"", "line=\"2\"")).diagnostics.map(\.location.line) == [9])
        let findings = try check(
            document().replacing("line=\"2\"", with: "line=\"5\"").replacing("line=\"3\"", with: "line=\"6\""))
        #expect(findings.diagnostics.map(\.rule) == ["line-number"])
        let words = "the item has no line number, though the first one has; number all items or none"
        let unnumbered = try check(document().replacing(" line=\"2\"", with: "")).diagnostics
        #expect(unnumbered.map(\.rule) == ["line-number"])
        #expect(unnumbered.map(\.text) == [words])
        let late = try check(document().replacing(" line=\"1\"", with: "")).diagnostics
        #expect(late.allSatisfy { $0.text.hasPrefix("the item has a line number, though the first one has none") })
        #expect(!late.isEmpty)
        let none = (1...3).reduce(document()) { $0.replacing(" line=\"\($1)\"", with: "") }
        #expect(try check(none).isValid)
    }

    @Test func aFileMayBeRefusedByItsBeginning() throws {
        struct RefusedFileError: Error {}
        #expect(throws: RefusedFileError.self) {
            try InventoryDocument.check(path: "/dev/null") { beginning in
                if beginning.isEmpty { throw RefusedFileError() }
            }
        }
    }

    @Test func aMissingFileIsNamed() {
        let error = #expect(throws: ReportError.self) { try InventoryDocument.check(path: "/no/such.xml") }
        #expect(
            error.map(text(of:))
                == "cannot read /no/such.xml: No such file or directory (check the name)")
    }
}
