import Spreadsheets
import Testing

@Suite struct OpenDocumentTests {
    private func rows(_ rows: String) throws -> [SheetRow] {
        let files = try SpreadsheetFiles()
        let path = try files.openDocument(tables: "<table:table table:name=\"T\">\(rows)</table:table>")
        return try Spreadsheet(path: path).allRows()
    }

    private func cells(_ cells: String) throws -> [SheetCell] {
        try rows("<table:table-row>\(cells)</table:table-row>").first?.cells ?? []
    }

    @Test func paragraphsAreLinesAndBlanksAreAsTheyAreShown() throws {
        let cells = try cells(
            "<table:table-cell office:value-type=\"string\"><text:p> one  <text:span>two</text:span>\n three<text:s"
                + " text:c=\"3\"/>four<text:tab/>five<text:s/></text:p><text:p>six<text:line-break/>seven </text:p>"
                + "</table:table-cell>")
        #expect(cells == [.text("one two three   four\tfive \nsix\nseven")])
    }

    @Test func commentsShapesAndCoveredCellsAreNotRead() throws {
        let cells = try cells(
            "<table:table-cell office:value-type=\"string\" table:number-columns-spanned=\"2\"><office:annotation>"
                + "<text:p>comment</text:p></office:annotation><text:p>a<text:note><text:p>note</text:p></text:note></text:p>"
                + "<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame></table:table-cell>"
                + "<table:covered-table-cell office:value-type=\"string\"><text:p>hidden</text:p></table:covered-table-cell>"
                + "<table:table-cell office:value-type=\"float\" office:value=\"1.5\"><text:p>1,5</text:p></table:table-cell>"
        )
        #expect(cells == [.text("a"), .empty, .number("1.5")])
    }

    @Test func numbersWithLeadingZerosAreLabels() throws {
        let cells = try cells(
            ["00007", "0.7", "0"].map {
                "<table:table-cell office:value-type=\"float\" office:value=\"7\"><text:p>\($0)</text:p></table:table-cell>"
            }.joined())
        #expect(cells == [.text("00007"), .number("7"), .number("7")])
    }

    @Test func valuesAreTyped() throws {
        let cells = try cells(
            "<table:table-cell office:value-type=\"currency\" office:currency=\"EUR\" office:value=\"1234.56\"/>"
                + "<table:table-cell office:value-type=\"currency\" office:value=\"1\"/>"
                + "<table:table-cell office:value-type=\"percentage\" office:value=\"0.25\"/>"
                + "<table:table-cell office:value-type=\"date\" office:date-value=\"2024-02-29T10:00:00\"/>"
                + "<table:table-cell office:value-type=\"time\" office:time-value=\"PT26H00M05S\"/>"
                + "<table:table-cell office:value-type=\"boolean\" office:boolean-value=\"false\"/>"
                + "<table:table-cell office:value-type=\"string\" office:string-value=\"s\"/>"
                + "<table:table-cell><text:p>plain</text:p></table:table-cell>")
        #expect(
            cells == [
                .money("1234.56", currency: "EUR"), .number("1"), .percentage("0.25"), .date("2024-02-29T10:00:00"),
                .text("26:00:05"), .boolean(false), .text("s"), .text("plain"),
            ])
    }

    @Test func errorsOfFormulasAreNamed() throws {
        let cells = try cells(
            "<table:table-cell table:formula=\"of:=1/0\" office:value-type=\"string\" office:string-value=\"\""
                + " calcext:value-type=\"error\"><text:p>#DIV/0!</text:p></table:table-cell>"
                + "<table:table-cell table:formula=\"of:=X\" office:value-type=\"float\" office:value=\"0\">"
                + "<text:p>Err:508</text:p></table:table-cell>"
                + "<table:table-cell office:value-type=\"string\"><text:p>#REF!</text:p></table:table-cell>"
                + "<table:table-cell table:formula=\"of:=1+1\"/>")
        #expect(
            cells == [
                .unusable(.formulaError("#DIV/0!")), .unusable(.formulaError("Err:508")), .text("#REF!"),
                .unusable(.notCalculated),
            ])
    }

    @Test func hiddenColumnsAndRowsAreFound() throws {
        let x = "<table:table-cell><text:p>x</text:p></table:table-cell>"
        let rows = try rows(
            "<table:table-column table:number-columns-repeated=\"2\"/><table:table-column"
                + " table:visibility=\"collapse\" table:number-columns-repeated=\"2\"/><table:table-column"
                + " table:visibility=\"visible\"/><table:table-column table:visibility=\"filter\"/>"
                + "<table:table-row table:visibility=\"filter\">\(x)</table:table-row><table:table-row>\(x)</table:table-row>"
        )
        #expect(rows.map(\.isHidden) == [true, false])
        #expect(rows.first?.hiddenColumns == [2...3, 5...5])
    }

    @Test func linksAreFound() throws {
        func link(_ address: String) -> String { "<text:p><text:a xlink:href=\"\(address)\">x</text:a> y</text:p>" }
        let rows = try rows(
            "<table:table-row><table:table-cell xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
                + link("https://a.example/?a=1&amp;b=2") + "</table:table-cell>"
                + "<table:table-cell table:formula=\"of:=HYPERLINK(&quot;https://b.example&quot;;&quot;x&quot;)\""
                + " office:value-type=\"string\"><text:p>x</text:p></table:table-cell></table:table-row>"
                + "<table:table-row table:number-rows-repeated=\"2\"><table:table-cell/>"
                + "<table:table-cell table:number-columns-repeated=\"2\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
                + link("c.pdf") + "</table:table-cell></table:table-row>")
        #expect(
            rows.map(\.links) == [
                [0: "https://a.example/?a=1&b=2", 1: "https://b.example"], [1: "c.pdf", 2: "c.pdf"],
                [1: "c.pdf", 2: "c.pdf"],
            ])
        #expect(rows.first?.cells == [.text("x y"), .text("x")])
    }

    @Test func repeatedCellsAndRowsStandInTheirPlaces() throws {
        let x =
            "<table:table-cell office:value-type=\"string\" table:number-columns-repeated=\"2\"><text:p>x</text:p>"
            + "</table:table-cell>"
        let gap = "<table:table-cell table:number-columns-repeated=\"3\"/>"
        let rows = try rows(
            "<table:table-header-rows><table:table-row>\(x)</table:table-row></table:table-header-rows>"
                + "<table:table-row table:number-rows-repeated=\"4\">\(gap)</table:table-row>"
                + "<table:table-row table:number-rows-repeated=\"2\">\(gap)\(x)\(gap)</table:table-row>"
                + "<table:table-row table:number-rows-repeated=\"1048569\"><table:table-cell"
                + " table:number-columns-repeated=\"16384\"/></table:table-row>")
        let wide: [SheetCell] = [.empty, .empty, .empty, .text("x"), .text("x")]
        #expect(
            rows == [
                SheetRow(number: 1, cells: [.text("x"), .text("x")]), SheetRow(number: 6, cells: wide),
                SheetRow(number: 7, cells: wide),
            ])
    }

    @Test func sheetsAreListedWithHiddenOnes() throws {
        let files = try SpreadsheetFiles()
        let filler = String(repeating: "<table:table-row><table:table-cell/></table:table-row>", count: 5000)
        let path = try files.openDocument(
            tables: "<table:table table:name=\"A &lt;&amp;> B\">\(filler)</table:table>"
                + "<table:table table:style-name=\"ta2\" table:name='it&apos;s'/><table:table table:name=\"C\">"
                + "<table:table-row><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>"
        )
        let spreadsheet = try Spreadsheet(path: path)
        #expect(spreadsheet.sheets.map(\.name) == ["A <&> B", "it's", "C"])
        #expect(spreadsheet.sheets.map(\.isHidden) == [false, true, false])
        #expect(try spreadsheet.allRows().isEmpty)
        #expect(try spreadsheet.allRows(ofSheetAt: 2) == [SheetRow(number: 1, cells: [.text("c")])])
    }
}
