import Foundation
import Inventory
import JSON
import Testing

@testable import InventoryFormats

/// A table with its proposed reading and what it gives.
struct ReadTable {
    let proposal: ReadingProposal
    let trial: ReadingTrial
    let items: [Item]

    init(
        _ bytes: [UInt8], _ overrides: ReadingOverrides = ReadingOverrides(), usual: String = "USD",
        origin: CurrencyOrigin = .inventory
    ) throws {
        let source = TableSource(bytes: bytes, name: "test")
        let options = try options(usual)
        proposal = try ReadingProposal(
            of: source, overrides: overrides, usual: try currency(usual), origin: origin, timestamp: testMoment)
        trial = try ReadingTrial(source, reading: proposal.reading, options: options)
        var reader = try InventoryReader(source, reading: proposal.reading, options: options)
        items = try drain(&reader).items.map(\.item)
    }

    init(
        _ text: String, _ overrides: ReadingOverrides = ReadingOverrides(), usual: String = "USD",
        origin: CurrencyOrigin = .inventory
    ) throws {
        try self.init(Array(text.utf8), overrides, usual: usual, origin: origin)
    }

    /// Whether it is a question if rows are totals.
    var asksAboutTotals: Bool {
        proposal.questions.contains { if case .totalRows = $0.topic { true } else { false } }
    }

    func target(_ heading: String) -> String? { proposal.columns.first { $0.heading == heading }?.target.name }
}

@Suite struct ReadingTests {
    @Test func anUnknownColumnIsKeptUnderItsOwnName() throws {
        let table = try ReadTable("Item,Finish,Room\nLamp,red,Hall\n")
        #expect(table.items.first?.name == "Lamp")
        #expect(table.items.first?.location == "Hall")
        #expect(table.items.first?.customFields == [CustomField(name: "Finish", value: "red")])
        #expect(table.proposal.questions.isEmpty)
    }

    @Test(arguments: [
        ("13/5/2024", "3/5/2021", DateOrder.dayMonthYear, "2021-05-03"),
        ("5/13/2024", "3/5/2021", .monthDayYear, "2021-03-05"), ("25.12.18", "3.5.21", .dayMonthYear, "2021-05-03"),
        ("1/23/23", "3/5/99", .monthDayYear, "1999-03-05"),
    ])
    func oneDateSettlesTheOrderOfTheColumn(first: String, second: String, order: DateOrder, day: String) throws {
        let table = try ReadTable("Item,Bought\na,\(second)\nb,\(first)\n")
        #expect(table.proposal.reading.dateOrder == order)
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items.first?.purchase.date?.description == day)
    }

    @Test func datesThatFitTwoOrdersAreAsked() throws {
        let text = "Item,Bought\na,3/5/2021\nb,4/6/2020\n"
        let table = try ReadTable(text)
        guard case .dateOrder("Bought", let example) = try #require(table.proposal.questions.first).topic else {
            Issue.record("no question about dates")
            return
        }
        #expect(example == CellExample(row: 2, text: "3/5/2021"))
        for (order, day) in [(DateOrder.dayMonthYear, "2021-05-03"), (.monthDayYear, "2021-03-05")] {
            var overrides = ReadingOverrides()
            overrides.apply(.dateOrder(order), to: table.proposal.questions[0].topic)
            let settled = try ReadTable(text, overrides)
            #expect(settled.proposal.questions.isEmpty)
            #expect(settled.items.first?.purchase.date?.description == day)
        }
    }

    @Test(arguments: [
        "5 March 2021", "March 5, 2021", "5. März 2021", "5 mars 2021", "5 de marzo de 2021", "2021年3月5日", "2021/3/5",
        "Mar 5, 2021", "5-Mar-21", "2021-03-05 10:30", "5.3.2021", "20210305", "2021-03-05T10:00:00Z", "5th March 2021",
        "Fri, 5 Mar 2021",
    ])
    func datesWithAPlainOrderNeedNone(text: String) throws {
        let table = try ReadTable("Item;Bought\na;\(text)\n")
        #expect(table.items.first?.purchase.date?.description == "2021-03-05")
        #expect(table.proposal.questions.isEmpty)
    }

    @Test(arguments: [
        ("2019", "2019"), ("about 2019", "2019"), ("ca. 2019", "2019"), ("um 1998", "1998"), ("约2019", "2019"),
        ("05/2019", "2019-05"), ("2019-05", "2019-05"), ("May 2019", "2019-05"), ("circa March 98", "1998-03"),
        ("平成30年", "2018"), ("cerca de 2019", "2019"), ("בערך 2019", "2019"), ("ongeveer mei 2019", "2019-05"),
    ])
    func yearsAndMonthsAreApproximateDatesOfPurchase(cell: String, date: String) throws {
        let table = try ReadTable("Item,Bought,Sold on\na,2021-03-05,2022-01-01\nb,\(cell),\(cell)\n")
        #expect(table.trial.faultyRows == 0)
        #expect(table.items[1].purchase.date?.description == date)
        #expect(table.items[1].sale.date == nil)
        #expect(table.items[1].customFields == [CustomField(name: "Sold on", value: cell)])
        let alone = try ReadTable("Item,Bought\na,\(cell)\n")
        #expect(alone.items[0].purchase.date?.description == date)
    }

    @Test(arguments: ["before 2019", "vor 2019", "early 2019", "1750", "about 3 May 2019", "2563"])
    func datesThatAreNoMonthOrYearAreKeptAsText(cell: String) throws {
        let table = try ReadTable("Item,Bought\na,2021-03-05\nb,\(cell)\nc,2020-01-01\nd,n/a\n")
        #expect(table.trial.faultyRows == 0)
        #expect(table.items[1].purchase.date == nil)
        #expect(table.items[1].customFields == [CustomField(name: "Bought", value: cell)])
        #expect(table.items[3].customFields.isEmpty)
    }

    @Test(arguments: [
        "Year purchased", "Purchase year", "Kaufjahr", "Año de compra", "Année d'achat", "Anno di acquisto", "購入年",
        "Aankoopjaar", "Ano da compra", "购买年份", "購買年份",
    ])
    func yearsOfPurchaseAreApproximateDates(heading: String) throws {
        let table = try ReadTable("Item;\(heading)\na;2019\nb;2020\n")
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items.map { $0.purchase.date?.description } == ["2019", "2020"])
    }

    /// The day of the import is 28 May 2026.
    @Test(arguments: [
        ("Age (years)", "4", "2022"), ("Age", "0", "2026"), ("age", "4.5", "2021-11"), ("Age", "4 years", "2022"),
        ("Age", "18 mo.", "2024-11"), ("Age (months)", "18", "2024-11"), ("Age in months", "1 year", "2025"),
        ("Alter", "3 Jahre", "2023"), ("Alter (Monate)", "13", "2025-04"), ("Âge", "2 ans", "2024"),
        ("Edad", "1", "2025"), ("Età", "2 anni", "2024"), ("使用年数", "3年", "2023"), ("Leeftijd", "2 jaar", "2024"),
        ("Idade", "3", "2023"), ("年龄", "3年", "2023"), ("年齡", "18個月", "2024-11"),
    ])
    func agesAreCountedBackFromADayThatIsAsked(heading: String, cell: String, date: String) throws {
        let text = "Item;\(heading)\na;\(cell)\n"
        let table = try ReadTable(text)
        guard case .columnMeaning(2, heading, _)? = table.proposal.questions.only?.topic else {
            Issue.record("\(table.proposal.questions)")
            return
        }
        #expect(table.items[0].purchase.date?.description == date)
        let answers = table.proposal.questions[0].answers
        for (answer, custom) in zip(answers, [[], [CustomField(name: heading, value: cell)]]) {
            var overrides = ReadingOverrides()
            overrides.apply(answer, to: table.proposal.questions[0].topic)
            let settled = try ReadTable(text, overrides)
            #expect(settled.proposal.questions.isEmpty)
            #expect(settled.items[0].customFields == custom)
        }
    }

    @Test func anAgeOfAnotherDayIsCountedFromIt() throws {
        var overrides = ReadingOverrides()
        overrides.columns = [try ColumnMapping(parsing: "Age=age:2020-02-29")]
        let table = try ReadTable("Item,Age\na,4\nb,0.5\nc,n/a\n", overrides)
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items.map { $0.purchase.date?.description } == ["2016", "2019-08", nil])
        let saved = try TableReading(parsing: table.proposal.reading.savedBytes)
        #expect(saved == table.proposal.reading)
        #expect(throws: (any Error).self) { try ColumnMapping(parsing: "Age=age:2020-02-30") }
    }

    @Test(arguments: ["3 weeks", "new", "300", "-1"])
    func whatIsNoAgeIsKeptAsText(cell: String) throws {
        let text = "Item,Age\na,4\nb,2\nc,\(cell)\n"
        #expect(try ReadTable(text).items.prefix(2).map { $0.purchase.date?.description } == ["2022", "2024"])
        var overrides = ReadingOverrides()
        overrides.keepsOtherCells = true
        let kept = try ReadTable(text, overrides)
        #expect(kept.items.last?.purchase.date == nil)
        #expect(kept.items.last?.customFields == [CustomField(name: "Age", value: cell)])
    }

    @Test func aDateGoesBeforeAnAge() throws {
        let table = try ReadTable("Item,Age,Date purchased\na,4,2021-03-05\n")
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items[0].purchase.date?.description == "2021-03-05")
        #expect(table.items[0].customFields == [CustomField(name: "Age", value: "4")])
    }

    @Test(arguments: [
        ("1,234.50", "USD", 123_450), ("1.234,50", "USD", 123_450), ("1 234,50", "USD", 123_450),
        ("1'234.50", "USD", 123_450), ("1234.5", "USD", 123_450), ("12,5", "USD", 1250), ("$1,500", "USD", 150_000),
        ("€ 1.500", "EUR", 150_000), ("1.234.567 €", "EUR", 123_456_700), ("￥120,000", "JPY", 120_000),
        ("150,-", "USD", 15_000), ("CHF 1'200.00", "CHF", 120_000), ("1,200 USD", "USD", 120_000),
        ("kr 1.500,00", "SEK", 150_000), ("R$ 1.299,90", "BRL", 129_990), ("1 299,90 zł", "PLN", 129_990),
    ])
    func amountsAreReadByTheStyleOfTheTable(cell: String, code: String, units: Int64) throws {
        let table = try ReadTable("Item\tValue\na\t\(cell)\n", usual: code == "SEK" || code == "JPY" ? code : "USD")
        #expect(table.items.first?.value == Money(minorUnits: units, currency: try currency(code)))
        #expect(table.proposal.questions.isEmpty)
    }

    @Test func aQuantityOfThreeDigitsAfterACommaIsAsked() throws {
        let table = try ReadTable("Item;Qty\nScrews;1,500\n")
        guard case .decimal = table.proposal.questions.first?.topic else {
            Issue.record("no question about decimals")
            return
        }
    }

    @Test func twoStylesInOneColumnAreAsked() throws {
        let table = try ReadTable("Item;Value\na;12,50\nb;12.50\n")
        guard case .mixedDecimals = table.proposal.questions.first?.topic else {
            Issue.record("no question about decimals")
            return
        }
    }

    @Test func aDollarInAnInventoryOfEurosIsAsked() throws {
        let table = try ReadTable("Item,Value\na,$5.00\n", usual: "EUR")
        #expect(table.proposal.questions.first?.topic == .currency(sign: "$"))
        #expect(try ReadTable("Item,Value\na,$5.00\n", usual: "CAD").proposal.questions.isEmpty)
    }

    @Test func headingsNameCurrenciesAndDateOrders() throws {
        let table = try ReadTable("Item,Value (EUR),Purchase date (DD/MM/YYYY)\na,5.00,3/5/2021\n")
        #expect(table.items.first?.value?.description == "5.00 EUR")
        #expect(table.items.first?.purchase.date?.description == "2021-05-03")
        #expect(table.proposal.questions.isEmpty)
    }

    @Test func anAmountWithMoreDecimalsThanItsCurrencyIsAFault() throws {
        for text in ["name,value\na,1.005\nb,2.30\n", "HB.name,HB.purchase_price\na,1.005\nb,2.30\n"] {
            let table = try ReadTable(text)
            #expect(table.items.map { $0.value?.minorUnits } == [230])
            #expect(table.trial.faultyRows == 1)
            #expect(table.trial.firstFaults.first?.row == 2)
        }
    }

    @Test func aQuantityWithAUnitIsReadAndKept() throws {
        let table = try ReadTable("品名,数量,価格\n椅子,6脚,3000円\n", usual: "JPY")
        #expect(table.items.first?.quantity.description == "6")
        #expect(table.items.first?.customFields == [CustomField(name: "数量", value: "6脚")])
        #expect(table.proposal.evidence.contains(.units(heading: "数量", count: 1, example: "6脚")))
    }

    @Test func aColumnOfCurrenciesNamesThatOfTheAmounts() throws {
        let table = try ReadTable("Item,Value,Value currency\na,5.00,EUR\nb,6.00,EUR\n")
        #expect(table.items.map { $0.value?.description } == ["5.00 EUR", "6.00 EUR"])
        #expect(table.proposal.reading.currency?.code == "EUR")
        #expect(!table.proposal.evidence.contains(.usualCurrency(try currency("USD"), .inventory)))
    }

    @Test func theBackslashOfShiftJISIsTheYen() throws {
        let text = "品名,設置場所,購入価格\n冷蔵庫,台所,\"\\158,000\"\nテレビ,居間,\"\\129,800\"\n合計,,\"\\287,800\"\n"
        let bytes = try #require(text.data(using: .shiftJIS))
        let table = try ReadTable([UInt8](bytes))
        #expect(table.proposal.questions.isEmpty)
        #expect(table.trial.totals.map(\.description) == ["287800 JPY"])
    }

    @Test func aPointBeforeThreeDigitsIsAThousandOnlyIfItCanBe() throws {
        let german = try ReadTable("Artikel;Raum;Preis\nSessel;Flur;1.250\n", usual: "EUR")
        #expect(german.items.first?.value?.description == "1250.00 EUR")
        for text in ["name,value\na,1.250\n", "Item,Worth\na,1.250\n", "HB.name,HB.purchase_price\na,1.250\n"] {
            let table = try ReadTable(text)
            #expect(table.items.allSatisfy { $0.value?.description != "1250.00 USD" }, "\(text)")
        }
        #expect(try ReadTable("Item,Worth\na,1.255\n").trial.faultyRows == 1)
    }

    @Test func pricesOfSmallPartsAreKeptAsText() throws {
        let table = try ReadTable(
            "name,storage_location,footprint,mpn,partUnit,price\na,Box,0402,R,pcs,0.0023\nb,Box,0402,C,pcs,2.30\n")
        #expect(table.items.map { $0.value?.minorUnits } == [nil, 230])
        #expect(table.items[0].customFields.contains(CustomField(name: "price", value: "0.0023")))
        let example = CellExample(row: 2, text: "0.0023")
        #expect(table.proposal.evidence.contains(.excessDecimals(heading: "price", count: 1, example)))
        let saved = try TableReading(parsing: table.proposal.reading.savedBytes)
        #expect(saved == table.proposal.reading)
    }

    @Test func aStoredNumberIsRoundedAsItIsShown() throws {
        let cells = [["Item", "Price"], ["a", "950.8119"], ["b", "0.0023"], ["c", "2.345"]]
        let rows = cells.map { row in row.map { TableCell($0, type: Double($0) == nil ? .text : .number) } }
        let source = TableSource(SpreadsheetTables(rows: rows), name: "book.xlsx")
        let proposal = try ReadingProposal(
            of: source, overrides: ReadingOverrides(), usual: try currency("USD"), origin: .standard)
        let trial = try ReadingTrial(source, reading: proposal.reading, options: try options("USD"))
        #expect(trial.firstItems.map { $0.value?.minorUnits } == [95081, nil, 235])
        let topic = ReadingQuestion.Topic.otherCells(count: 1, heading: "Price", CellExample(row: 3, text: "0.0023"))
        #expect(proposal.questions.map(\.topic) == [topic])
        #expect(
            proposal.evidence.contains(
                .rounded(heading: "Price", count: 2, CellExample(row: 2, text: "950.8119"))))
        #expect(proposal.evidence.contains(.usualCurrency(try currency("USD"), .standard)))
    }

    @Test func titleLinesTotalsAndRoomsAreNoItems() throws {
        let text = """
            ,My household,,
            ,as of 2024-01-01,,

            ,Item,Qty,Value
            ,Kitchen,,
            ,Kettle,2,20.00
            ,Toaster,1,30.00
            ,Living room,,
            ,TV,1,500.00
            ,TOTAL,4,570.00
            ,,,570.00
            """
        let table = try ReadTable(text)
        #expect(table.items.map(\.name) == ["Kettle", "Toaster", "TV"])
        #expect(table.items.map(\.location) == ["Kitchen", "Kitchen", "Living room"])
        #expect(table.trial.totals.map(\.description) == ["570.00 USD"])
        #expect(table.proposal.questions.isEmpty)
        #expect(
            Set(table.proposal.leftOut.rows.map(\.reason)) == [.aboveHeader, .group, .total, .numbersOnly])
    }

    @Test func groupsThatCouldBeItemsAreAsked() throws {
        let text = "Item,Qty,Value\nBlue box,,\nKettle,2,20.00\nRed box,,\nTV,1,500.00\n"
        let table = try ReadTable(text)
        #expect(table.proposal.questions.first?.topic == .groupRows(example: "Blue box"))
        var overrides = ReadingOverrides()
        overrides.apply(.groupRows(.items), to: table.proposal.questions[0].topic)
        #expect(try ReadTable(text, overrides).items.count == 4)
    }

    @Test func theNameOfAGroupIsCheckedLikeAnyText() throws {
        let text = "Item,Qty,Value\nKitchen,,\nKettle,2,20.00\n\0Attic,,\nTV,1,500.00\n"
        var overrides = ReadingOverrides()
        overrides.apply(.groupRows(.location), to: .groupRows(example: "Kitchen"))
        let table = try ReadTable(text, overrides)
        #expect(table.items.map(\.location) == ["Kitchen", nil])
        #expect(table.trial.faultyRows == 1)

        let long = String(repeating: "a", count: Item.textLimit)
        let joined = try ReadTable("Item,Room,Qty\n\(long),,\nKettle,Shelf,2\nTV,,1\nLamp,Hall,1\n", overrides)
        #expect(joined.items.map(\.name) == ["TV"])
        #expect(joined.trial.faultyRows == 2)
    }

    @Test func anItemNamedLikeATotalStaysAnItem() throws {
        let table = try ReadTable("Item,Brand,Value\nTotal Gym,Total,300\nSum,Acme,4\n")
        #expect(table.items.count == 2)
    }

    @Test func aHeadingWithOtherValuesBecomesACustomField() throws {
        let table = try ReadTable("Item,Value,Purchase Date\na,high,spring\nb,low,autumn\n")
        #expect(table.target("Value") == "customFields.Value")
        #expect(table.target("Purchase Date") == "customFields.Purchase Date")
        #expect(table.proposal.columns[1].reason == .otherValues(.value))
    }

    @Test func aColumnOfYesAndNoIsNoText() throws {
        let table = try ReadTable("Item,Receipt,Warranty Details,Serial\na,Yes,no,1\nb,No,yes,2\nc,,,0\n")
        #expect(table.target("Receipt") == "customFields.Receipt")
        #expect(table.target("Warranty Details") == "customFields.Warranty Details")
        #expect(table.target("Serial") == "serialNumber")
    }

    @Test func theCurrencyOfAnAmountThatIsKeptAsTextIsKept() throws {
        let table = try ReadTable(
            "Part,Part.Name,Quantity,Location.Name,Purchase Price,Purchase Price Currency,Stock Item ID\n"
                + "33,Screw,500,Drawer,0.0231,EUR,12\n34,Pi,2,Shelf,55.00,USD,13\n")
        #expect(table.items[0].customFields.contains(CustomField(name: "Purchase Price", value: "0.0231 EUR")))
    }

    @Test func cellsThatAFieldCannotHoldAreAsked() throws {
        let text = "Item,Value,Purchase Date,ID\na,high,spring,A-1\nb,low,autumn,A-2\n"
        let questions = try ReadTable(text).proposal.questions
        #expect(
            questions.map(\.topic) == [
                .columnValues(number: 2, heading: "Value", .value, CellExample(row: 2, text: "high")),
                .columnValues(number: 3, heading: "Purchase Date", .purchaseDate, CellExample(row: 2, text: "spring")),
            ])
        for (answer, faults) in [(0, 0), (1, 2)] {
            var overrides = ReadingOverrides()
            for question in questions { overrides.apply(question.answers[answer], to: question.topic) }
            let settled = try ReadTable(text, overrides)
            #expect(settled.proposal.questions.isEmpty)
            #expect(settled.trial.faultyRows == faults)
        }
        #expect(try ReadTable("Item,Purchase Date\na,2019\nb,2020\n").proposal.questions.isEmpty)
        #expect(try ReadTable("Item,Qty,Value\na,1,\nb,2,n/a\n").proposal.questions.isEmpty)
    }

    @Test func placesAreJoinedAndTagsAreSplit() throws {
        let table = try ReadTable("Item,Location,Room,Tags\na,Home,Attic,\"tv, av\"\nb,Home->Hut,,x\n")
        #expect(table.items.map(\.location) == ["Home / Attic", "Home / Hut"])
        #expect(table.items[0].tags == ["tv", "av"])
    }

    @Test func theRestOfAnItemIsReadByItsHeadings() throws {
        let table = try ReadTable(
            "#,Item,Brand / Model,Warranty until,Insured?,Value\n1,TV,LG / OLED55,2030-01-01,yes,800\n2,Mug,-,,no,?\n")
        #expect(table.items[0].manufacturer == "LG")
        #expect(table.items[0].modelNumber == "OLED55")
        #expect(table.items[0].warranty.expires?.description == "2030-01-01")
        #expect(table.items.map(\.insured) == [true, false])
        #expect(table.items[1].value == nil)
        #expect(table.trial.faultyRows == 0)
    }

    @Test func faultsAreCountedAndQuoted() throws {
        var overrides = ReadingOverrides()
        overrides.keepsOtherCells = false
        let table = try ReadTable("Item,Value\na,1.00\nb,about 5\nc,2.00\nd,3.00\n", overrides)
        #expect(table.trial.faultyRows == 1)
        #expect(table.trial.firstFaults.first?.diagnostics.first?.cell == "about 5")
    }

    @Test func aReadingIsSavedAndReadsTheNextExport() throws {
        let first = try ReadTable("Artikel;Wert;Gekauft am;Stil\nLampe;12,50 €;24.12.2022;modern\n")
        let saved = try TableReading(parsing: first.proposal.reading.savedBytes)
        #expect(saved == first.proposal.reading)
        let next = TableSource(
            bytes: Array("Stil;Wert;Artikel;Gekauft am\nalt;3,00 €;Stuhl;3.5.2021\n".utf8), name: "n")
        var reader = try InventoryReader(next, reading: saved, options: options())
        let item = try #require(try drain(&reader).items.first?.item)
        #expect(item.name == "Stuhl")
        #expect(item.value?.description == "3.00 EUR")
        #expect(item.purchase.date?.description == "2021-05-03")
        #expect(item.customFields == [CustomField(name: "Stil", value: "alt")])
    }

    @Test(arguments: [
        "{}", "[]", #"{"version":2,"columns":[]}"#, #"{"columns":[{"heading":"a","field":"nonsense"}]}"#,
        #"{"columns":[{"heading":"a","field":"name"}],"decimal":"x"}"#, #"{"colums":[]}"#, "x",
    ])
    func aDamagedReadingIsRefused(json: String) {
        #expect(throws: InventoryFileError.self) { try TableReading(parsing: Array(json.utf8)) }
    }

    @Test func sheetsAreReadByTheirTypes() throws {
        let rows: [[TableCell]] = [
            [TableCell("Inventory", type: .text)], [],
            [TableCell("Name", type: .text), TableCell("Purchase Date", type: .text), TableCell("Value", type: .text)],
            [TableCell("TV", type: .text), TableCell("2021-03-05", type: .date), TableCell("1299.9", type: .number)],
            [TableCell("Bad", type: .text), TableCell("", type: nil), TableCell("#REF!", type: .error)],
        ]
        let source = TableSource(SpreadsheetTables(rows: rows), name: "book.xlsx")
        let proposal = try ReadingProposal(of: source, overrides: ReadingOverrides(), usual: try currency("USD"))
        #expect(proposal.reading.sheet == "List")
        #expect(proposal.reading.headerRow == 3)
        let trial = try ReadingTrial(source, reading: proposal.reading, options: options())
        #expect(trial.firstItems.first?.value?.description == "1299.90 USD")
        #expect(trial.firstItems.first?.purchase.date?.description == "2021-03-05")
        #expect(trial.faultyRows == 1)
    }
}

extension SpreadsheetTables {
    /// A workbook in memory.
    init(rows: [[TableCell]]) { self.init(sheets: ["List"]) { _ in SpreadsheetTables.reading(rows) } }

    static func reading(_ rows: [[TableCell]]) -> Rows {
        var rest = rows[...]
        return { rest.popFirst() }
    }
}

@Suite struct ReadingDataTests {
    @Test(arguments: [
        (",Purchase,Purchase,Warranty\nItem,Date,Price,Until\nSofa,2021-03-05,800,2024-03-05\n", "Warranty Until"),
        ("Thing,Purchase,Purchase,Warranty\nName,Date,Price,Until\nSofa,2021-03-05,800,2024-03-05\n", "Warranty Until"),
        (",Kauf,Kauf,Garantie\nGegenstand,Datum,Preis,bis\nSofa,2021-03-05,800,2024-03-05\n", "Garantie bis"),
    ])
    func aWordThatIsRepeatedOverItsColumnsBelongsToThem(text: String, heading: String) throws {
        let table = try ReadTable(text)
        #expect(table.target(heading) == "warrantyExpires")
        #expect(table.items.map(\.name) == ["Sofa"] && table.items[0].purchase.date?.description == "2021-03-05")
        #expect(table.items[0].value?.amountText == "800.00")
    }

    @Test(arguments: [
        "Item,Sofa,Lamp\nValue,800,40\nRoom,Living room,Office\n", "Name;Sofa\nValue;800\nRoom;Den\nSerial;A1\n",
        "Gegenstand;Sofa;Lampe\nWert;800;40\nRaum;Flur;Büro\n", "名称,沙发,灯\n价格,800,40\n位置,客厅,书房\n",
    ])
    func headingsInTheFirstColumnAreRefused(text: String) {
        #expect(throws: InventoryFileError(.headingsInColumn, file: "test")) { try ReadTable(text) }
    }

    static let languages = [
        "ar", "cs", "da", "de", "en", "es", "fi", "fr", "he", "hu", "it", "ja", "ko", "nb", "nl", "pl", "pt", "ru",
        "sv", "tr",
        "zh-Hans", "zh-Hant",
    ]

    @Test func everyLanguageHasWordsForTheMainFields() throws {
        #expect(Vocabulary.shared.languages.map(\.language).sorted() == Self.languages)
        for words in Vocabulary.shared.languages {
            let targets = Set(words.headings.values.map(\.target.name))
            for name in [
                "name", "serialNumber", "quantity", "value", "purchasePrice", "purchaseDate", "location", "category",
                "manufacturer", "modelNumber", "notes", "condition", "warrantyExpires", "price", "brandAndModel",
            ] {
                #expect(targets.contains(name), "\(words.language): \(name)")
            }
            #expect(!words.totals.isEmpty && !words.rooms.isEmpty)
        }
    }

    @Test func everyFileNamesFieldsThatExistAndNoHeadingTwice() throws {
        for file in EmbeddedTables.files(in: "Templates/columns/") {
            var seen: [String: String] = [:]
            for member in file["headings"]?.object ?? [] {
                #expect(ColumnTarget(named: member.name) != nil, "\(member.name)")
                for heading in member.value.array?.compactMap(\.string) ?? [] {
                    let folded = Heading.folded(heading)
                    #expect(!folded.isEmpty, "\(heading)")
                    #expect(seen[folded] == nil || seen[folded] == member.name, "\(heading): \(seen[folded] ?? "")")
                    seen[folded] = member.name
                }
            }
            #expect(file["months"]?.array?.count == 12)
        }
    }

    @Test func everyProgramIsRecognisedByItsHeadings() throws {
        let files = EmbeddedTables.files(in: "Templates/programs/")
        #expect(ProgramPreset.all.count == files.count)
        for file in files {
            let headings = (file["headings"]?.array ?? []).compactMap(\.string)
            #expect(ProgramPreset.find(headings)?.program == file["program"]?.string)
            #expect(ProgramPreset.find(headings.map { $0.uppercased() }) != nil)
            let columns = file["columns"]?.object ?? []
            #expect(columns.contains { $0.value.string == "name" }, "\(file["program"]?.string ?? "")")
        }
    }

    @Test(arguments: [
        ("Küche;Größe;Möbel\n", TextEncoding.windows1252), ("Кухня;Гостиная;Телевизор\n", .windows1251),
        ("キッチン;テレビ;冷蔵庫;価格\n", .shiftJIS), ("キッチン;テレビ;冷蔵庫;これは\n", .eucJP), ("物品名称;厨房的电视机;价格很贵\n", .gb18030),
        ("物品名稱;廚房的電視機;價格\n", .big5), ("물품명;부엌;텔레비전;가격\n", .eucKR), ("prix 12 €;œuvre\n", .latin9),
        ("Łóżko;Żyrandol;Krzesło\n", .windows1250), ("Křeslo;Židle;Skříň\n", .windows1250),
        ("Şişe;Çalışma masası\n", .windows1254), ("Théière;Cuisine;Vélo d'été\n", .macRoman),
        ("Küchentisch;Bücherregal;Gefäß\n", .macRoman), ("Théière;Vélo\n", .cp850),
        ("Küche;Bücherregal;Gefäß\n", .cp850),
        ("Crème;Théière\n", .windows1252), ("Caffè;Città\n", .windows1252), ("Fogão;Colchão\n", .windows1252),
        ("Señal;Cajón\n", .windows1252), ("Skål;Køkken;Bæger\n", .windows1252),
    ])
    func encodingsAreDetected(text: String, encoding: TextEncoding) throws {
        let bytes = try #require(encoded(text, encoding))
        let finding = EncodingDetector.compare(bytes)
        #expect(finding.candidates.first?.encoding == encoding, "\(finding.candidates)")
        #expect(finding.isCertain || encoding == .gb18030, "\(finding.candidates)")
    }

    @Test func textOfNoKnownEncodingIsAsked() {
        // No encoding has letters in all of these places.
        #expect(!EncodingDetector.compare([0x61, 0xAC, 0x61, 0xB6, 0x61, 0xF7, 0x61, 0xAE, 0x61, 0x0A]).isCertain)
        // "Şık" is Turkish, and the Icelandic "Þýk".
        #expect(!EncodingDetector.compare([0xDE, 0xFD, 0x6B, 0x0A]).isCertain)
    }

    @Test func aStrayByteIsAFaultOfItsRow() throws {
        let lines = (1...30).map { "Küche \($0),Flur\n" }.joined()
        let table = try ReadTable(Array("Artikel,Raum\n\(lines)Caf".utf8) + [0xE9] + Array(",Flur\n".utf8))
        #expect(table.proposal.reading.encoding == .utf8)
        #expect(table.items.first?.name == "Küche 1")
        #expect(table.trial.faultyRows == 1)
    }

    @Test func aSingleZeroByteDoesNotMakeTextUTF16() {
        #expect(EncodingDetector.utf16(Array("Item,Value\nA\u{0}B,1\n".utf8)) == nil)
    }

    @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16BigEndian])
    func textWithTwoBytesAUnitIsReadWithAndWithoutMark(encoding: TextEncoding) throws {
        for mark in ["", "\u{FEFF}"] {
            let bytes = try #require(encoded(mark + "Item\tValue\nLämp\t5.00\n", encoding))
            let table = try ReadTable(bytes)
            #expect(table.proposal.reading.encoding == encoding)
            #expect(table.items.first?.name == "Lämp")
            #expect(table.target("Item") == "name")
        }
    }
}

/// Converts text into an encoding (iconv).
func encoded(_ text: String, _ encoding: TextEncoding) -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/iconv")
    process.arguments = ["-f", "UTF-8", "-t", encoding.systemName]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    guard (try? process.run()) != nil else { return nil }
    input.fileHandleForWriting.write(Data(text.utf8))
    input.fileHandleForWriting.closeFile()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? Array(bytes) : nil
}
