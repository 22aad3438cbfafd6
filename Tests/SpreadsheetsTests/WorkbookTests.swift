import Spreadsheets
import Testing

@Suite struct WorkbookTests {
    private func row(_ cells: String, formats: [String] = [], texts: String? = nil, properties: String = "") throws
        -> [SheetCell]
    {
        let files = try SpreadsheetFiles()
        let path = try files.workbook(
            rows: "<row r=\"1\">\(cells)</row>", formats: formats, texts: texts, properties: properties)
        return try Spreadsheet(path: path).allRows().first?.cells ?? []
    }

    @Test func textsAreSharedInlineOrResultsOfFormulas() throws {
        let cells = try row(
            "<c t=\"s\"><v>1</v></c><c t=\"inlineStr\"><v>9</v><is><r><t>in</t></r><r><t>line</t></r></is></c>"
                + "<c t=\"str\"><f>A1</f><v>a &amp; b</v></c><c t=\"s\"><v>0</v></c>",
            texts:
                "<si><t>first</t></si><si><r><t>Bü</t></r><r><t>cher</t></r><rPh sb=\"0\" eb=\"1\"><t>ブ</t></rPh></si>")
        #expect(cells == [.text("Bücher"), .text("inline"), .text("a & b"), .text("first")])
    }

    @Test func escapesOfControlCharactersAreDecoded() throws {
        let texts = "<si><t>a_x000D_b_x005F_x000D_ _x12_ _xD83C__xDF75_</t></si>"
        #expect(try row("<c t=\"s\"><v>0</v></c>", texts: texts) == [.text("a\rb_x000D_ _x12_ 🍵")])
    }

    @Test func cellsStandWhereTheirAddressesSay() throws {
        let files = try SpreadsheetFiles()
        let path = try files.workbook(
            rows: "<row r=\"2\"><c r=\"C2\"><v>1</v></c><c><v>2</v></c><c r=\"A2\"><v>3</v></c></row>"
                + "<row r=\"7\"/><row><c r=\"B8\" s=\"1\"/></row><row><c><v>4</v></c></row>")
        #expect(
            try Spreadsheet(path: path).allRows() == [
                SheetRow(number: 2, cells: [.number("3"), .empty, .number("1"), .number("2")]),
                SheetRow(number: 9, cells: [.number("4")]),
            ])
        #expect(SheetRow(number: 2, cells: []).address(ofColumn: 27).description == "AB2")
    }

    @Test func mergedRowsHaveTheContentOfTheirFirstCell() throws {
        let files = try SpreadsheetFiles()
        let path = try files.workbook(
            rows: "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>Hall</v></c><c r=\"B1\"><v>7</v></c></row>"
                + "<row r=\"2\"><c r=\"A2\"/><c r=\"C2\"><v>1</v></c></row><row r=\"3\"><c r=\"A3\"/></row>"
                + "<row r=\"4\" hidden=\"1\"><c r=\"C4\"><v>2</v></c></row>",
            merged: ["A1:A3", "B1:B2", "C1:D1", "A4:B9"])
        let rows = try Spreadsheet(path: path).allRows()
        #expect(
            rows.map(\.cells) == [
                [.text("Hall"), .number("7")], [.text("Hall"), .covered, .number("1")], [.empty, .empty, .number("2")],
            ])
        #expect(rows.map(\.isHidden) == [false, false, true])
    }

    @Test func elementsMayHavePrefixes() throws {
        let files = try SpreadsheetFiles()
        let path = try files.workbook(
            rows: "<x:row xmlns:x=\"http://purl.oclc.org/ooxml/spreadsheetml/main\"><x:c><x:v>5</x:v></x:c></x:row>")
        #expect(try Spreadsheet(path: path).allRows().map(\.cells) == [[.number("5")]])
    }

    @Test func valuesHaveTheTypeOfTheirStyle() throws {
        let cells = try row(
            "<c s=\"1\"><v>44260</v></c><c s=\"2\"><v>45657.573264</v></c><c s=\"3\"><v>0.25</v></c>"
                + "<c s=\"4\"><v>12.5</v></c><c s=\"5\"><v>1.5625</v></c><c s=\"6\"><v>0.354166666666667</v></c>"
                + "<c t=\"b\"><v>1</v></c><c t=\"d\"><v>2024-02-29T00:00:00</v></c><c s=\"1\"><v>44260.7</v></c>"
                + "<c s=\"7\"><v>7</v></c><c s=\"7\"><v>-1.5</v></c><c s=\"7\"><v>1234567</v></c>",
            formats: ["dd/mm/yyyy;@", "yyyy-mm-dd hh:mm", "0.00%", "[$EUR] #,##0.00", "[h]:mm", "h:mm AM/PM", "00000"])
        #expect(
            cells == [
                .date("2021-03-05"), .date("2024-12-31T13:45:30"), .percentage("0.25"), .money("12.5", currency: "EUR"),
                .text("37:30:00"), .text("08:30:00"), .boolean(true), .date("2024-02-29"), .date("2021-03-05"),
                .text("00007"), .number("-1.5"), .text("1234567"),
            ])
    }

    @Test func datesCountFrom1900OrFrom1904() throws {
        let formats = ["yyyy-mm-dd"]
        func dates(_ serials: String..., properties: String = "") throws -> [SheetCell] {
            let cells = serials.map { "<c s=\"1\"><v>\($0)</v></c>" }
            return try row(cells.joined(), formats: formats, properties: properties)
        }
        #expect(
            try dates("1", "59", "61", "2958100") == [
                .date("1900-01-01"), .date("1900-02-28"), .date("1900-03-01"), .date("9998-12-31"),
            ])
        #expect(
            try dates("0", "-1", "60", "2958101", "1E99") == [
                .unusable(.dateOutOfRange("0")), .unusable(.dateOutOfRange("-1")), .unusable(.dateOutOfRange("60")),
                .unusable(.dateOutOfRange("2958101")),
                .unusable(.dateOutOfRange("1" + String(repeating: "0", count: 99))),
            ])
        #expect(try dates("0", "42798", properties: "date1904=\"1\"") == [.date("1904-01-01"), .date("2021-03-05")])
    }

    @Test func linksOfCellsRangesAndFormulasAreFound() throws {
        let files = try SpreadsheetFiles()
        let text = "t=\"str\"><v>x</v></c>"
        let formulas = ["\"https://a.example/1\",\"x\"", "\"ftp://b.example\"", "A1,\"x\"", "\"https://\"&amp;A1"]
        let path = try files.workbook(
            rows: "<row r=\"1\"><c \(text)<c \(text)<c/></row><row r=\"2\"><c \(text)<c \(text)</row><row r=\"3\">"
                + formulas.map { "<c t=\"str\"><f>HYPERLINK(\($0))</f><v>x</v></c>" }.joined() + "</row>",
            merged: [],
            links: [
                ("A1", "https://c.example/?a=1&amp;b=2"), ("B1:B2", "receipts/1.pdf"), ("C1", "mailto:d@e.example"),
            ])
        let rows = try Spreadsheet(path: path).allRows()
        #expect(
            rows.map(\.links) == [
                [0: "https://c.example/?a=1&b=2", 1: "receipts/1.pdf", 2: "mailto:d@e.example"], [1: "receipts/1.pdf"],
                [0: "https://a.example/1", 1: "ftp://b.example"],
            ])
        #expect(rows.first?.cells.last == .text("mailto:d@e.example"))
    }

    @Test func errorsOfFormulasAreNamed() throws {
        let cells = try row(
            "<c t=\"e\"><f>#REF!</f><v>#REF!</v></c><c><f>A1*2</f><v></v></c><c t=\"str\"><f>\"\"</f><v></v></c>"
                + "<c><v>12,5</v></c>")
        #expect(
            cells == [
                .unusable(.formulaError("#REF!")), .unusable(.notCalculated), .empty, .unusable(.malformed("12,5")),
            ])
    }

    @Test(arguments: [
        ("12.50", "12.50"), ("-0.5", "-0.5"), ("007", "007"), ("19.989999999999998", "19.99"), ("1E-3", "0.001"),
        ("0.30000000000000004", "0.3"), ("4.006381333931E12", "4006381333931"),
        ("9007199254740991", "9007199254740991"),
        ("1.5E+2", "150"), ("59.970000000000006", "59.97"), ("-1E-7", "-0.0000001"), ("0", "0"), ("-0.0", "-0.0"),
        ("1E3", "1000"), ("999999999999999.96", "1000000000000000"), (" 5 ", "5"), (".5", "0.5"), ("1.", "1"),
    ])
    func numbersAreAsSpreadsheetsShowThem(stored: String, shown: String) throws {
        #expect(try row("<c><v>\(stored)</v></c>") == [.number(shown)])
    }

    @Test(arguments: ["NaN", "INF", "1e999", "0x10", "1 2", "--1", "1e", "e5", "."])
    func otherNumbersAreMalformed(stored: String) throws {
        #expect(try row("<c><v>\(stored)</v></c>") == [.unusable(.malformed(stored))])
    }

    @Test func sheetsWithoutCellsAreNotListed() throws {
        let files = try SpreadsheetFiles()
        let path = try files.archive([
            ("[Content_Types].xml", "<Types/>"),
            (
                "xl/workbook.xml",
                "<workbook xmlns:r=\"r\"><sheets><sheet name=\"A &amp; B\" state=\"veryHidden\" r:id=\"a\"/>"
                    + "<sheet name=\"Chart\" r:id=\"b\"/><sheet name=\"C\" r:id=\"c\"/></sheets></workbook>"
            ),
            (
                "xl/_rels/workbook.xml.rels",
                "<Relationships><Relationship Id=\"a\" Type=\"x/worksheet\" Target=\"../xl/./s1.xml\"/>"
                    + "<Relationship Id=\"b\" Type=\"x/chartsheet\" Target=\"s2.xml\"/>"
                    + "<Relationship Id=\"c\" Type=\"x/worksheet\" Target=\"s3.xml\"/></Relationships>"
            ),
            ("xl/S1.xml", "<worksheet><sheetData/></worksheet>"),
        ])
        let book = try Spreadsheet(path: path)
        #expect(book.sheets.map(\.name) == ["A & B", "C"])
        #expect(book.sheets.map(\.isHidden) == [true, false])
        #expect(try book.allRows().isEmpty)
        #expect(throws: SpreadsheetFileError.missingPart("xl/s3.xml")) { try book.allRows(ofSheetAt: 1) }
    }
}
