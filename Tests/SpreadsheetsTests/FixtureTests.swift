import Foundation
import Spreadsheets
import Testing

/// Files that other programs wrote: `Tests/Fixtures/spreadsheets/make.py`.
@Suite struct FixtureTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/spreadsheets").path

    private func open(_ name: String) throws -> Spreadsheet { try Spreadsheet(path: "\(Self.folder)/\(name)") }

    @Test func aWorkbookOfOpenpyxlIsRead() throws {
        let book = try open("openpyxl.xlsx")
        #expect(book.sheets.map(\.name) == ["Hausrat & Co", "Leer", "Listen"])
        #expect(book.sheets.map(\.isHidden) == [false, false, true])
        let rows = try book.allRows()
        #expect(rows.map(\.number) == [1, 2, 3, 5, 7])
        #expect(
            rows[1].cells == [
                .text("Bücherregal"), .date("2021-03-05"), .money("1234.56", currency: "€"), .boolean(true),
                .percentage("0.25"), .date("2024-12-31T13:45:30"), .text("zwei\nZeilen"),
            ])
        #expect(
            rows[2].cells == [
                .text("茶具"), .date("1900-01-01"), .number("0.3"), .boolean(false), .empty, .text("08:30:00"),
                .unusable(.notCalculated),
            ])
        #expect(rows[3].cells == [.text("Küche")])
        #expect(rows[4].cells.count == CellAddress.maxColumns)
        #expect(rows[4].cells.last == .number("4006381333931"))
        #expect(try book.allRows(ofSheetAt: 1).isEmpty)
        #expect(try book.allRows(ofSheetAt: 2).map(\.cells) == [[.unusable(.formulaError("#N/A"))]])
    }

    @Test func aWorkbookOfXlsxWriterIsRead() throws {
        let rows = try open("xlsxwriter-1904.xlsx").allRows()
        #expect(
            rows[1].cells == [
                .text("Desk lamp"), .date("2021-03-05"), .number("59.97"), .text("37:30:00"),
                .unusable(.formulaError("#REF!")),
            ])
        #expect(rows[2].cells == [.empty, .empty, .text("ab"), .boolean(true)])
    }

    @Test func aSpreadsheetOfOdfpyIsRead() throws {
        let spreadsheet = try open("odfpy.ods")
        #expect(spreadsheet.sheets.map(\.name) == ["Hausrat & Co", "Listen"])
        #expect(spreadsheet.sheets.map(\.isHidden) == [false, true])
        let item: [SheetCell] = [
            .text("ein  Regal\t\nzweite Zeile"), .date("2021-03-05"), .money("1234.56", currency: "EUR"),
            .boolean(true), .boolean(true),
        ]
        let rows = try spreadsheet.allRows()
        #expect(rows.map(\.number) == [1, 2, 3, 4])
        #expect(rows[1].cells == item)
        #expect(rows[2].cells == item)
        #expect(
            rows[3].cells == [
                .percentage("0.25"), .text("08:30:00"), .unusable(.formulaError("#DIV/0!")),
                .date("2024-12-31T13:45:30"),
            ])
        #expect(try spreadsheet.allRows(ofSheetAt: 1).map(\.cells) == [[.text("x")]])
    }
}
