import Inventory
import Testing

@testable import InventoryFormats

/// Files of other programs as they are, which are shared beside the checkout. Skipped if they are not there.
@Suite struct SharedListTests {
    struct Expected: Sendable, CustomTestStringConvertible {
        let file: String
        let items: Int
        let totals: [String]
        let first: String
        var testDescription: String { file }
    }

    static let files = [
        Expected(file: "de-cp1252.csv", items: 3, totals: ["2050.50 EUR"], first: "Fernseher 55\""),
        Expected(file: "gearbase.csv", items: 2, totals: ["2125.00 USD"], first: "Sony A7III"),
        Expected(file: "hb-demo.csv", items: 6, totals: ["331.80 USD"], first: "Zooz Universal Relay ZEN17"),
        Expected(file: "hb-minimal.csv", items: 3, totals: [], first: "Item 1"),
        Expected(file: "inventree.csv", items: 2, totals: [], first: "10k Resistor"),
        Expected(file: "jp-sjis.csv", items: 2, totals: ["165000 JPY"], first: "カメラ"),
        Expected(file: "partdb.csv", items: 6, totals: ["40.00 USD"], first: "MLCC; 0603; 0.22uF"),
        Expected(file: "shelf.csv", items: 4, totals: ["13200.00 USD"], first: "AMD Ryzen"),
        Expected(file: "snipe-accessories-sample.csv", items: 3, totals: ["5406.29 USD"], first: "Dragline"),
        Expected(file: "snipe-assets-sample.csv", items: 22, totals: ["56926.75 USD"], first: "Backhoe"),
        Expected(
            file: "snipe-licenses-sample.csv", items: 50, totals: ["2743.02 USD"],
            first: "Acetaminophen, Chlorpheniramine maleate, Phenylephrine HCl"),
        Expected(file: "sortly2.csv", items: 2, totals: ["220.00 USD"], first: "Label Printer"),
        Expected(file: "uk.csv", items: 2, totals: ["2100.00 GBP"], first: "Piano"),
    ]

    @Test(.enabled(if: SharedFixtures.has("lists"), "no ../shared/fixtures/lists"), arguments: files)
    func everyFileIsReadWithoutAQuestion(expected: Expected) throws {
        let table = try ReadTable(try SharedFixtures.bytes("lists/\(expected.file)"))
        #expect(table.proposal.questions.isEmpty)
        #expect(table.trial.faultyRows == 0)
        #expect(table.trial.items == expected.items)
        #expect(table.trial.totals.map(\.description) == expected.totals)
        #expect(table.items.first?.name == expected.first)
    }
}
