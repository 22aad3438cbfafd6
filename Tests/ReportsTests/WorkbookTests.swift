import Files
import FoundationEssentials
import Inventory
import InventoryStore
import Testing

@testable import Reports

/// The cells of a workbook that was written, by sheet and name.
private struct WrittenWorkbook {
    struct Cell: Equatable, CustomStringConvertible {
        enum Kind: Equatable {
            case text, number, flag
            case formula(String)
        }

        let kind: Kind
        let value: String
        /// The form of numbers; not compared.
        var format: String?

        static func == (one: Cell, other: Cell) -> Bool { (one.kind, one.value) == (other.kind, other.value) }

        var description: String { "\(kind) \(value)" }
    }

    /// The names of the sheets in their order.
    let sheets: [String]
    private let cells: [[String: Cell]]

    init(_ options: ReportOptions, of store: InventoryStore) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "workbook-\(UUID().uuidString).xlsx")
            .path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try Report(options).write(from: store.snapshot(), to: .file(path))
        let archive = try ZipReader(path, maxExpansionRatio: 1100)
        func part(_ name: String) throws -> String {
            var bytes: [UInt8] = []
            try archive.read(try #require(archive.entries.first { $0.name == name })) { bytes += $0 }
            return String(decoding: bytes, as: UTF8.self)
        }
        sheets = try part("xl/workbook.xml").matches(of: /<sheet name="(.*?)"/).map { String($0.1) }
        let styles = try part("xl/styles.xml")
        let forms = Dictionary(
            uniqueKeysWithValues: styles.matches(of: /<numFmt numFmtId="(\d+)" formatCode="(.*?)"/).map {
                ($0.1, WrittenWorkbook.unescaped(String($0.2)))
            })
        let formats = styles.split(separator: "<cellXfs").last.map(String.init) ?? ""
        let numbers = formats.matches(of: /<xf numFmtId="(\d+)"/).map { forms[$0.1] }
        cells = try sheets.indices.map {
            try WrittenWorkbook.cells(in: part("xl/worksheets/sheet\($0 + 1).xml"), formats: numbers)
        }
    }

    private static func cells(in sheet: String, formats: [String?]) -> [String: Cell] {
        var cells: [String: Cell] = [:]
        for match in sheet.matches(of: /<c r="(\w+)"(?: s="(\d+)")?(?: t="(\w+)")?>(.*?)<\/c>/) {
            let (type, content) = (match.3 ?? "", match.4)
            let value = content.firstMatch(of: /<(?:v|t)(?: [^>]*)?>(.*?)<\/(?:v|t)>/).map { String($0.1) } ?? ""
            let formula = content.firstMatch(of: /<f>(.*?)<\/f>/).map { String($0.1) }
            let kind: Cell.Kind =
                formula.map { .formula(unescaped($0)) } ?? (type == "b" ? .flag : type.isEmpty ? .number : .text)
            let format = match.2.flatMap { Int($0) }.flatMap { formats[$0] }
            cells[String(match.1)] = Cell(kind: kind, value: unescaped(value), format: format)
        }
        return cells
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&")
    }

    /// A cell of a sheet; nil if nothing was written there.
    subscript(sheet: String, cell: String) -> Cell? { sheets.firstIndex(of: sheet).flatMap { cells[$0][cell] } }

    func text(_ sheet: String, _ cell: String) -> String? {
        self[sheet, cell].flatMap { $0.kind == .text ? $0.value : nil }
    }

    func number(_ sheet: String, _ cell: String) -> Double? {
        self[sheet, cell].flatMap { $0.kind == .number ? Double($0.value) : nil }
    }
}

@Suite struct WorkbookTests {
    private func item(_ number: Int, _ change: (inout Item) throws -> Void = { _ in }) throws -> Item {
        var item = Item(
            id: UUID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number)), name: "Item \(number)",
            dateCreated: try Timestamp("2024-05-01T09:30:00Z".utf8))
        try change(&item)
        return item
    }

    private func workbook(
        _ items: [Item], _ change: (inout ReportOptions) throws -> Void = { _ in }
    ) throws -> WrittenWorkbook {
        var options = try readerOptions(.xlsx)
        try change(&options)
        return try WrittenWorkbook(options, of: store(of: items))
    }

    @Test func sheetsAreNamedInTheReadersLanguage() throws {
        #expect(try workbook([item(1)]).sheets == ["Items", "Summary", "Missing"])
        #expect(
            try workbook([item(1)]) { $0.kind = .insurance }.sheets == [
                "Schedule", "Depreciation", "Summary", "Evidence index",
            ])
        let owned = try workbook([item(1)]) { ($0.kind, $0.isForOwner) = (.insurance, true) }
        #expect(owned.sheets == ["Schedule", "Depreciation", "Summary", "Missing", "Evidence index"])
        let locale = try ReportLocale(language: "de", timeZone: "UTC")
        #expect(try workbook([item(1)]) { $0.locale = locale }.sheets.first == "Gegenstände")
    }

    @Test func everyValueIsACellOfItsType() throws {
        let book = try workbook([
            item(1) {
                $0.name = "=1+1"
                $0.serialNumber = "0042"
                $0.quantity = try Quantity("2.5".utf8)
                $0.value = try Money("12.34", currency: usd)
                $0.insured = true
            }
        ])
        #expect(book.number("Items", "A2") == 1)
        #expect(book.text("Items", "B2") == "=1+1" && book.text("Items", "C2") == "0042")
        #expect(book.number("Items", "D2") == 2.5)
        #expect(book.number("Items", "E2") == 12.34 && book.number("Items", "F2") == 30.85)
        #expect(book.text("Items", "G2") == "USD")
        // 1 May 2024 as sheets count days.
        #expect(book.number("Items", "H2") == 45413)
        // Columns that a page has no room for follow those that are printed. A flag that is false for all items is not shown.
        #expect(book.text("Items", "I1") == "Insured")
        #expect(book["Items", "I2"] == .init(kind: .flag, value: "1"))
        #expect(book.text("Items", "J2") == "00000000-0000-4000-8000-000000000001")
        #expect(book["Items", "K1"] == nil)
    }

    @Test func totalsAreFormulasWithTheirResults() throws {
        let yen = try Currency(code: "JPY")
        let book = try workbook([
            item(1) { $0.value = try Money("0.10", currency: usd) },
            item(2) {
                $0.value = try Money("0.20", currency: usd)
                $0.quantity = try Quantity("3".utf8)
            },
            item(3) { $0.value = try Money("500", currency: yen) },
            item(4),
        ])
        let sum = WrittenWorkbook.Cell.Kind.formula
        let cells = (1...40).compactMap { book["Summary", "D\($0)"] }
        let yenSum = "ROUND(SUMIF('Items'!F2:F5,\"JPY\",'Items'!E2:E5),0)"
        let dollarSum = "ROUND(SUMIF('Items'!F2:F5,\"USD\",'Items'!E2:E5),2)"
        #expect(cells == [.init(kind: sum(yenSum), value: "500"), .init(kind: sum(dollarSum), value: "0.7")])
        #expect((1...40).compactMap { book.text("Summary", "E\($0)") } == ["JPY", "USD"])
        let counts = (1...40).compactMap { book["Summary", "B\($0)"] }
        #expect(counts.contains(.init(kind: sum("ROUND(SUM('Items'!C2:C5),6)"), value: "6")), "\(counts)")
        // The first sheet is for programs that read rows: it ends with the last item.
        for column in "ABCDEFG" { #expect(book["Items", "\(column)6"] == nil) }
    }

    @Test func groupsAreRangesOfTheSchedule() throws {
        let book = try workbook([
            item(1) {
                $0.location = "Attic"
                $0.value = try Money("1.00", currency: usd)
            },
            item(2) {
                $0.location = "Cellar"
                $0.value = try Money("2.00", currency: usd)
            },
            item(3) {
                $0.location = "Attic"
                $0.value = try Money("4.00", currency: usd)
            },
        ]) { $0.grouping = .location }
        let cells = (1...40).compactMap { book["Summary", "D\($0)"] }
        for (rows, value) in [("2:", "5"), ("4:", "2")] {
            let last = rows == "2:" ? "3" : "4"
            let range = { (column: String) in "'Items'!\(column)\(rows)\(column)\(last)" }
            let formula = "ROUND(SUMIF(\(range("G")),\"USD\",\(range("F"))),2)"
            #expect(cells.contains(.init(kind: .formula(formula), value: value)), "\(formula): \(cells)")
        }
    }

    @Test func anAmountThatNumbersCannotHoldIsATextAndSoIsItsSum() throws {
        let book = try workbook([
            item(1) { $0.value = try Money("12345678901234567.89", currency: usd) },
            item(2) { $0.value = try Money("1.00", currency: usd) },
        ])
        #expect(book.text("Items", "E2") == "12345678901234567.89 USD")
        #expect(book.number("Items", "E3") == 1)
        #expect(book["Items", "E4"] == nil)
        #expect((1...40).contains { book.text("Summary", "D\($0)") == "12345678901234568.89" })
    }

    @Test func anItemWithoutAValueOrSerialNumberIsListedAsMissing() throws {
        let book = try workbook([
            item(1) {
                $0.value = try Money("1.00", currency: usd)
                $0.serialNumber = "S"
            },
            item(2) { $0.serialNumber = "S" },
        ])
        #expect(book.number("Missing", "A2") == 2 && book.text("Missing", "B2") == "Item 2")
        #expect(book.text("Missing", "D2") == "not stated" && book["Missing", "E2"] == nil)
        #expect(book["Missing", "A3"] == nil)
    }

    @Test func aTextThatIsTooLongIsCutAndTheSummarySaysSo() throws {
        let book = try workbook([item(1) { $0.notes = String(repeating: "é", count: 40_000) }])
        #expect(book.text("Items", "H2")?.hasSuffix("é […]") == true)
        #expect(book.text("Items", "H2")?.utf16.count == 32_767)
        let notes = (1...40).compactMap { book.text("Summary", "A\($0)") }
        #expect(notes.contains { $0.hasPrefix("Texts too long for a cell") && $0.hasSuffix(" 1") }, "\(notes)")
    }

    @Test func theTotalsOfAClaimAreThoseOfItsLines() throws {
        let book = try workbook([
            item(1) {
                $0.location = "Attic"
                $0.replacementValue = try Money("100.00", currency: usd)
                $0.depreciation = try Percentage("10".utf8)
                $0.purchase.date = try CalendarDate("2025-11-01".utf8)
            },
            item(2) { $0.replacementValue = try Money("50.00", currency: usd) },
        ]) {
            $0.kind = .insurance
            $0.asOf = try CalendarDate("2026-11-01".utf8)
        }
        // One year at 10 %: 100 is worth 90.
        #expect(book.number("Schedule", "T2") == 100)
        #expect(book.number("Schedule", "U2") == 10 && book.number("Schedule", "V2") == 90)
        #expect(book["Schedule", "T4"] == nil)
        let total = "ROUND(SUMIF('Schedule'!W2:W3,\"USD\",'Schedule'!T2:T3),2)"
        let row = try #require(
            (1...40).last { book["Summary", "D\($0)"] == .init(kind: .formula(total), value: "150") })
        // The depreciation of the second line is not known: 150 less 10 less 50 is 90.
        let rest = "ROUND(SUM(D\(row))-SUM(E\(row))-SUM(G\(row)),2)"
        #expect(book["Summary", "F\(row)"] == .init(kind: .formula(rest), value: "50"))
        #expect(book["Summary", "G\(row)"]?.value == "90")
    }

    @Test func anApproximateDateAndItsAgeSayThatTheyAre() throws {
        let dates = [1: "2024", 2: "2024-05", 3: "2024-05-15"]
        let items = try dates.sorted { $0.key < $1.key }.map { number, date in
            try item(number) { item in
                item.purchase.date = try CalendarDate(approximate: date.utf8)
                item.replacementValue = try Money("100", currency: usd)
                item.depreciation = try Percentage("12".utf8)
            }
        }
        let list = try workbook(items) { $0.definition.columns = [.field(.name), .field(.purchaseDate)] }
        #expect(list.text("Items", "B2") == "about 2024" && list.text("Items", "B3") == "about May 2024")
        #expect(list.number("Items", "B4") == 45_427)
        let claim = try workbook(items) {
            $0.kind = .insurance
            $0.asOf = try CalendarDate("2026-05-15".utf8)
        }
        // From a year, age is whole years: 24 months at 1 % each.
        #expect(claim.number("Depreciation", "C2") == 24 && claim["Depreciation", "L2"]?.value == "24")
        #expect(claim.number("Depreciation", "C3") == 24 && claim.number("Depreciation", "C4") == 24)
        let formats = (2...4).map { claim["Depreciation", "C\($0)"]?.format }
        #expect(formats == [#""about "0"#, #""about "0"#, nil])
    }

    @Test(arguments: [
        ("A [b]: c/d", "A  b   c d"), ("'quoted'", " quoted "),
        (String(repeating: "x", count: 40), String(repeating: "x", count: 31)),
    ]) func aSheetsNameHasOnlyWhatTabsTake(text: String, name: String) {
        #expect(Sheet.name(text) == name)
    }

    @Test func twoSheetsOfOneNameAreRefused() throws {
        let book = try Workbook(title: "T", created: 1)
        _ = try book.sheet("Items")
        #expect(throws: SpreadsheetError.duplicateSheet("Items")) { _ = try book.sheet("Items") }
        try book.finish { _ in }
    }

    @Test(arguments: [(0, "A1"), (25, "Z1"), (26, "AA1"), (701, "ZZ1"), (702, "AAA1")])
    func columnsAreNamedByLetters(column: Int, name: String) {
        #expect(Sheet.cells(column: column, row: 0) == name)
        #expect(Sheet.cells(column: column, row: 0, to: 8) == "\(name):\(name.dropLast())9")
    }

    @Test func amountsAreTheNearestNumbersAndDaysThoseOfSheets() throws {
        #expect(CellNumbers.number(Money(minorUnits: 10, currency: usd)) == 0.1)
        #expect(CellNumbers.number(Money(minorUnits: 999_999_999_999_999, currency: usd)) == 9_999_999_999_999.99)
        #expect(CellNumbers.number(Money(minorUnits: 1_000_000_000_000_000, currency: usd)) == nil)
        #expect(CellNumbers.number(try Quantity("0.000001".utf8)) == 0.000001)
        #expect(CellNumbers.number(try CalendarDate("1900-03-01".utf8)) == 61)
        #expect(CellNumbers.number(try CalendarDate("1900-02-28".utf8)) == nil)
    }
}
