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
            .openingSpreadsheet()
    }

    private func proposal(_ source: TableSource, sheet: String? = nil) throws -> ReadingProposal {
        var overrides = ReadingOverrides()
        overrides.sheet = sheet
        return try ReadingProposal(of: source, overrides: overrides, usual: try Currency(code: "USD"))
    }

    @Test func typedCellsLeaveOnlyATimeAmongDatesOpen() throws {
        let source = try source("odfpy.ods")
        #expect(source.isSpreadsheet)
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

    @Test func aSpreadsheetIsFoundByItsContentAlsoInAPipe() throws {
        let bytes = [UInt8](
            try Data(contentsOf: Self.tests.appendingPathComponent("Fixtures/spreadsheets/xlsxwriter-1904.xlsx")))
        #expect(try TableSource(bytes: bytes, name: "list.csv").openingSpreadsheet().isSpreadsheet)
        #expect(try !TableSource(bytes: Array("Name\nTV\n".utf8), name: "list.xlsx").openingSpreadsheet().isSpreadsheet)
        #expect(throws: InventoryFileError(.spreadsheet(.damagedArchive(reason: "Not a zip archive")), file: "cut")) {
            try TableSource(bytes: Array(bytes.prefix(1000)), name: "cut").openingSpreadsheet()
        }
    }

    @Test(
        .enabled(if: SharedFixtures.has("lists/plain.xlsx"), "no ../shared/fixtures/lists"),
        arguments: ["plain.xlsx", "plain.ods"])
    func theSharedListsAreReadWithoutAQuestion(name: String) throws {
        let path = SharedFixtures.path("lists/\(name)")
        let source = try TableSource(path: path).openingSpreadsheet()
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
