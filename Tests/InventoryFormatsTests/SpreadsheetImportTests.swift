import Foundation
import Inventory
import Spreadsheets
import Testing

@testable import InventoryFormats

/// Spreadsheets that other programs wrote, as tables of items.
@Suite struct SpreadsheetImportTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private func source(_ name: String) throws -> TableSource {
        try TableSource(path: Self.tests.appendingPathComponent("Fixtures/spreadsheets/\(name)").path)
            .openingTables()
    }

    private func proposal(_ source: TableSource, sheet: String? = nil) throws -> ReadingProposal {
        var overrides = ReadingOverrides()
        overrides.sheet = sheet
        return try ReadingProposal(of: source, overrides: overrides, usual: try Currency(code: "USD"))
    }

    @Test func typedCellsLeaveOnlyATimeAmongDatesOpen() throws {
        let source = try source("odfpy.ods")
        #expect(source.holdsTables)
        let proposal = try proposal(source)
        let time = CellExample(row: 4, text: "08:30:00")
        #expect(
            proposal.questions.map(\.topic) == [.otherCells(count: 1, heading: "Kaufdatum", time)])
        #expect(proposal.reading.sheet == "Hausrat & Co")
        let options = ImportOptions(
            currency: try Currency(code: "USD"),
            timestamp: Timestamp(startOf: try CalendarDate(year: 2026, month: 1, day: 1)))
        let trial = try ReadingTrial(source, reading: proposal.reading, options: options)
        let first = try #require(trial.firstItems.first)
        #expect(first.purchase.date?.description == "2021-03-05")
        #expect((first.value ?? first.purchase.price)?.description == "1234.56 EUR")
    }

    @Test func aSheetIsNamedOrNumberedAndHiddenOnesOnlyNamed() throws {
        let source = try source("openpyxl.xlsx")
        guard case .workbook(let book) = source.content else {
            Issue.record("not a workbook")
            return
        }
        #expect(book.sheets == ["Hausrat & Co", "Leer"])
        #expect(book.sheet("2") == "Leer")
        #expect(book.sheet("Listen") == "Listen")
        #expect(book.sheet("3") == nil)
        #expect(throws: InventoryFileError.self) { try self.proposal(source, sheet: "Nowhere") }
    }

    @Test func rowsKeepTheirNumbersAndCellsTheirTypes() throws {
        guard case .workbook(let book) = try source("openpyxl.xlsx").content else {
            Issue.record("not a workbook")
            return
        }
        let rows = try book.rows(ofSheet: "Hausrat & Co")
        var cells: [[TableCell]] = []
        while let row = try rows() { cells.append(row) }
        #expect(cells.count == 7)
        #expect(cells[3].isEmpty)
        #expect(
            cells[1] == [
                TableCell("Bücherregal", type: .text), TableCell("2021-03-05", type: .date),
                TableCell("1234.56 €", type: .number), TableCell("true", type: .boolean),
                TableCell("25", type: .number),
                TableCell("2024-12-31 13:45:30", type: .date), TableCell("zwei\nZeilen", type: .text),
            ])
        #expect(cells[2].last == TableCell("=", type: .notCalculated))
    }

    /// A sheet with a column `Item` and others; the cells of each row have a text and an address.
    private func items(_ headings: [String], _ rows: [[(String, String?)]]) throws -> ([Item], ReadingProposal) {
        let cells =
            [headings.map { TableCell($0, type: .text) }]
            + rows.map { row in
                row.map { text, link in
                    var cell = TableCell(text, type: .text)
                    cell.link = link
                    return cell
                }
            }
        let source = TableSource(
            SpreadsheetTables(sheets: ["List"]) { _ in
                var rest = cells.makeIterator()
                return { () throws(InventoryFileError) in rest.next() }
            }, name: "list.xlsx")
        let proposal = try proposal(source)
        let reading = try TableReading(json: proposal.reading.json)
        #expect(reading == proposal.reading)
        var reader = try InventoryReader(source, reading: reading, options: try options())
        return (try drain(&reader).items.map(\.item), proposal)
    }

    /// A row whose first or second cell links to an address, and the URL and custom field that the item has then.
    struct LinkedRow: Sendable {
        let headings: [String]
        let cells: [String]
        let linked: Int
        let address: String
        let url: String?
        let custom: CustomField?

        init(_ heads: String, _ cells: String, _ linked: Int, _ address: String, url: String?, _ custom: String? = nil)
        {
            headings = heads.components(separatedBy: ";")
            self.cells = cells.components(separatedBy: ";")
            (self.linked, self.address, self.url) = (linked, address, url)
            self.custom = custom.map {
                let parts = $0.components(separatedBy: "=")
                return CustomField(name: parts[0], value: parts[1])
            }
        }
    }

    static let linkedRows: [LinkedRow] = [
        // The name links to a page, and no column has the URL.
        LinkedRow("Item;Colour", "Sofa;red", 0, "https://shop.example/1", url: "https://shop.example/1"),
        LinkedRow("Gegenstand;Farbe", "Sofa;rot", 0, "mailto:a@b.example", url: "mailto:a@b.example"),
        // A file beside the sheet is not on the web.
        LinkedRow("Item;Colour", "Sofa;red", 0, "docs/1.pdf", url: nil, "Item (URL)=docs/1.pdf"),
        // A column of URLs shows texts, or other addresses.
        LinkedRow("Item;Link", "Sofa;shop", 1, "https://a.example/1", url: "https://a.example/1", "Link=shop"),
        LinkedRow(
            "Item;Link", "Sofa;https://a.example", 1, "https://b.example", url: "https://a.example",
            "Link (URL)=https://b.example"),
        // The name links, although a column has URLs; and any other column.
        LinkedRow(
            "Item;Link", "Sofa;a.example", 0, "https://b.example", url: "a.example", "Item (URL)=https://b.example"),
        LinkedRow("Item;Photo", "Sofa;p", 1, "https://p.example/1", url: nil, "Photo (URL)=https://p.example/1"),
    ]

    @Test(arguments: linkedRows) func addressesOfLinksAreKept(row: LinkedRow) throws {
        let cells = row.cells.enumerated().map { ($1, $0 == row.linked ? row.address : nil) }
        let (items, proposal) = try items(row.headings, [cells, [("Lamp", nil), ("x", nil)]])
        let item = try #require(items.first)
        #expect(item.name == "Sofa")
        #expect(item.url == row.url)
        if let custom = row.custom { #expect(item.customFields.contains(custom)) }
        #expect(!items[1].customFields.contains { $0.name.hasSuffix("(URL)") })
        let heading = row.headings[row.linked]
        #expect(proposal.evidence.contains { if case .links(heading, 1, _, _) = $0 { true } else { false } })
    }

    @Test func aSpreadsheetIsFoundByItsContentAlsoInAPipe() throws {
        let bytes = [UInt8](
            try Data(contentsOf: Self.tests.appendingPathComponent("Fixtures/spreadsheets/xlsxwriter-1904.xlsx")))
        #expect(try TableSource(bytes: bytes, name: "list.csv").openingTables().holdsTables)
        #expect(try !TableSource(bytes: Array("Name\nTV\n".utf8), name: "list.xlsx").openingTables().holdsTables)
        #expect(throws: InventoryFileError(.spreadsheet(.damagedArchive(reason: "Not a zip archive")), file: "cut")) {
            try TableSource(bytes: Array(bytes.prefix(1000)), name: "cut").openingTables()
        }
    }

    @Test(
        .enabled(if: SharedFixtures.has("lists/plain.xlsx"), "no ../shared/fixtures/lists"),
        arguments: ["plain.xlsx", "plain.ods"])
    func theSharedListsAreReadWithoutAQuestion(name: String) throws {
        let path = SharedFixtures.path("lists/\(name)")
        let source = try TableSource(path: path).openingTables()
        let proposal = try proposal(source)
        #expect(proposal.questions.isEmpty)
        let options = ImportOptions(
            currency: try Currency(code: "USD"),
            timestamp: Timestamp(startOf: try CalendarDate(year: 2026, month: 1, day: 1)))
        let trial = try ReadingTrial(source, reading: proposal.reading, options: options)
        let item = try #require(trial.firstItems.first)
        #expect(item.name == "TV")
        #expect(item.location == "Living room")
        #expect(item.purchase.date?.description == "2021-03-05")
        #expect(item.purchase.price?.description == "1299.90 USD")
        #expect(item.value?.description == "800.00 USD")
        #expect(item.serialNumber == "SN1")
    }
}
