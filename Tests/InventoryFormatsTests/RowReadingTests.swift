import Inventory
import Testing

@testable import InventoryFormats

/// Rows that are not items: totals, groups, headings, lines around the table.
@Suite struct RowReadingTests {
    @Test(arguments: [
        "Item,Room,Qty,Value\nSofa,Den,1,1200\nTV,Den,1,800\nTotal Den,,,2000\nMixer,Hall,1,300\nHall total,,,300\nTotal estimated value,,,2300\n",
        "Room,Item,Qty,Value\nDen,Sofa,1,1200\nDen,TV,1,800\nDen,Total,,2000\nHall,Mixer,1,300\nHall,Subtotal,,300\n",
        "Item,Room,Qty,Value,Notes\nSofa,Den,1,1200,\nTV,Den,1,800,\nMixer,Hall,1,300,\nTotal,,3,2300,not insured\n",
        "Item,Room,Qty,Value\nSofa,Den,1,1200\nTV,Den,1,800\nMixer,Hall,1,300\nTotal,All,3,2300\n",
        "No,Item,Room,Value\n1,Sofa,Den,1200\n2,TV,Den,800\n3,Mixer,Hall,300\n4,Total,,2300\n",
        "Item;Qty;Value;Room\nSofa;1;1.200,00;Den\nTV;2;400,00;Den\nMixer;1;300,00;Hall\nTotal Room;;2.300,00;\n",
        "名称,数量,价值,房间\n沙发,1,$1200,书房\n电视机,1,$800,书房\n书房合计,,$2000,\n搅拌机,1,$300,厨房\n",
    ])
    func totalsAreLeftOutIfTheyAreTheSumOfTheRowsAbove(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items.count == 3)
        #expect(table.trial.totals.map(\.description) == ["2300.00 USD"])
        #expect(table.proposal.leftOut.rows.allSatisfy { $0.reason == .total })
    }

    /// Tables of a shape that took time or memory that grew faster than their size.
    enum HostileShape: CaseIterable {
        case unclosedQuote, unclosedQuoteOfUTF16, openedAgain, shortRows, amountColumns, numbersOnly
        case shortRowsOfManyColumns, totalsOfManyColumns, nearlyTotalsOfManyColumns, sameHeadings, sameRooms

        var text: String {
            switch self {
            case .unclosedQuote: "Item,Value\nLamp,3\n\"" + String(repeating: "x", count: 3 << 20)
            case .unclosedQuoteOfUTF16: "Item,Value\nLamp,3\n\"" + String(repeating: "x,y\n", count: 1 << 15)
            case .openedAgain: "Item,Value\nLamp,3\n" + String(repeating: "x,\"\"\"y\n", count: 1 << 12)
            case .shortRows: "Item,Room\nLamp,Den\n" + String(repeating: "a\n", count: 1 << 13)
            case .amountColumns:
                "Item,Qty" + String(repeating: ",Value", count: 1000) + "\n"
                    + String(repeating: "Lamp,2" + String(repeating: ",3", count: 1000) + "\n", count: 3)
            case .numbersOnly:
                "Item" + String(repeating: ",Value", count: 300) + "\n"
                    + String(repeating: "Lamp" + String(repeating: ",3.5", count: 300) + "\n", count: 60)
            case .shortRowsOfManyColumns:
                RowReadingTests.wide { "Column \($0)" } + String(repeating: "Lamp,3\n", count: 4000)
            case .totalsOfManyColumns:
                RowReadingTests.wide { "Column \($0)" } + String(repeating: "Lamp,3\nTotal,3\n", count: 2000)
            case .nearlyTotalsOfManyColumns:
                RowReadingTests.wide { "Column \($0)" } + "Lamp,3\n" + String(repeating: "Total x,5\n", count: 4000)
            case .sameHeadings: RowReadingTests.wide(4000) { _ in "Price" } + String(repeating: "Lamp,3\n", count: 40)
            case .sameRooms: RowReadingTests.wide(4000) { _ in "Room" } + String(repeating: "Lamp,3,Den\n", count: 40)
            }
        }
    }

    private static func wide(_ columns: Int = CSVScanner.fieldLimit, heading: (Int) -> String) -> String {
        "Item,Value," + (3...columns).map(heading).joined(separator: ",") + "\n"
    }

    @Test(.timeLimit(.minutes(1)), arguments: HostileShape.allCases)
    func hostileShapesAreReadInTimeThatGrowsWithTheirSize(shape: HostileShape) throws {
        let text = shape.text
        let bytes: [UInt8] =
            shape == .unclosedQuoteOfUTF16
            ? [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array(text.utf8)
        let source = TableSource(bytes: bytes, name: "test")
        let proposal = try ReadingProposal(of: source, overrides: ReadingOverrides(), usual: try currency("USD"))
        let trial = try ReadingTrial(source, reading: proposal.reading, options: try options())
        #expect(trial.firstItems.first?.name == "Lamp" || shape == .amountColumns)
    }

    /// Rows that are much shorter than the table are decoded in another way than those with most cells.
    @Test(arguments: [3, 20]) func shortAndLongRowsAreReadAlike(columns: Int) throws {
        let more = (0..<columns).map { "More \($0)" }.joined(separator: ",")
        let rows = "Lamp,$5,Den\nBed,€7\n,9,Den\nSaw,,\n"
        let padded = rows.split(separator: "\n").map { row in
            row
                + String(
                    repeating: ",",
                    count: columns + 3 - row.split(separator: ",", omittingEmptySubsequences: false).count)
        }
        var overrides = ReadingOverrides()
        overrides.fillsDown = true
        let items = try [rows, padded.joined(separator: "\n")].map { text in
            let table = try ReadTable("Item,Value,Room,\(more)\nHat,$1,Hall,\(more)\n\(text)", overrides)
            return table.items.map { [$0.name, $0.value?.description ?? "", $0.location ?? ""] }
        }
        #expect(items[0] == items[1])
        #expect(items[0].count == 5)
    }

    @Test func aWordForTotalsWithoutTheSumIsAsked() throws {
        let text = "Item,Room,Qty,Value\nSofa,Den,1,1200\nTV,Den,1,800\nTotal Den,,,1900\n"
        let table = try ReadTable(text)
        #expect(
            table.proposal.questions.map(\.topic) == [.totalRows(CellExample(row: 4, text: "Total Den 1900"))])
        #expect(table.items.count == 2)
        for (meaning, count) in [(DoubtfulRowMeaning.omit, 2), (.items, 3)] {
            var overrides = ReadingOverrides()
            overrides.apply(.totalRows(meaning), to: table.proposal.questions[0].topic)
            let settled = try ReadTable(text, overrides)
            #expect(settled.proposal.questions.isEmpty)
            #expect(settled.items.count == count)
        }
    }

    @Test(arguments: [
        // Carried sums: a known word, one that no language has, and a row that lacks no cell.
        ("Item,Value\nSofa,$100.00\nLamp,$20.00\nPrzeniesienie,$120.00\nBed,$30.00\nTotal,$150.00\n", 3, true),
        ("Artikel;Wert\nSofa;100,50\nUhr;20\nÜbertrag;120,50\nÜbertrag;120,50\nBett;30\nSumme;150,50\n", 3, false),
        ("Item,Qty,Value\nSofa,1,100\nLamp,2,20\nFlutt,3,120\nBed,1,30\n", 3, true),
        ("Objet;Prix\nLit;100\nLampe;20\nà reporter;120\nTable;30\n", 3, false),
        // A total of the file that contradicts its items.
        ("Item,Value\nSofa,100\nLamp,20\nRug,150\nTotal,120\n", 3, true),
        ("Item,Room,Value\nSofa,Hall,100\nLamp,Hall,20\nSum,,125\n", 2, true),
        // Averages and counts.
        ("Item,Value\nSofa,100\nLamp,25\nAverage,62.50\nMax,100\nCount,2\n", 2, true),
        ("Item,Qty,Value\nSofa,1,100\nLamp,2,25\nMedian,1.5,62.50\n", 2, true),
        ("Artikel;Raum;Wert\nSofa;Flur;100\nUhr;Bad;25\nDurchschnitt;;62,50\n", 2, true),
        ("物品,房间,价格\n沙发,客厅,100\n台灯,客厅,25\n平均值,,62.50\n", 2, true),
    ])
    func sumsAndStatisticsAmongItemsAreLeftOut(text: String, items: Int, isAsked: Bool) throws {
        let table = try ReadTable(text)
        #expect(table.items.count == items)
        #expect(table.asksAboutTotals == isAsked)
    }

    @Test(arguments: [
        "Item,Value\nPhone Pro Max,500\nAir Max,90\nCount Dracula,12\n",
        "Title,Room,Value\nAnnual Report,Den,5\nMean Girls,Den,7\nThe Average,,11\n",
        "Title,Year,Value\nTotal Recall,1990,5.00\nAlien,1979,7.00\nTotal Eclipse,1995,12.00\n",
        "Item,Room,Qty,Value\nSofa,Den,1,500\nTotal Gym,Garage,1,500\nBed,Den,1,10\n",
        "Item,Room,Qty,Value\n机,書斎,1,500\n体重計,,1,50\n椅子,書斎,1,10\n",
    ])
    func itemsThatAreNamedLikeTotalsStayItems(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.items.count == 3)
        #expect(table.proposal.questions.isEmpty)
    }

    @Test(arguments: [
        " item | value \n------+-------\n Sofa |   800\n Lamp |    40\n(2 rows)\n",
        "Artikel|Wert\nSofa|800\nLampe|40\n(2 Zeilen)\n",
        // The only item of its group has the amount of its total.
        "Item;Value\nLiving room;\nSofa;800\n;\nTotal Living room;800\nOffice;\nLamp;40\nTotal Office;40\n",
        "Artikel;Wert\nKüche:;\nSofa;800\nSumme Küche;800\nBüro:;\nLampe;40\nSumme Büro;40\n",
        "Nazwa,Wartość\nKuchnia,\nSofa,800\nKuchnia razem,800\nŁazienka,\nLampa,40\nŁazienka razem,40\n",
        "Наименование;Стоимость\nДиван;800\nЛампа;40\nИТОГО;840\n",
        "Nimike;Arvo\nSohva;800\nLamppu;40\nYhteensä;840\n",
    ])
    func rowsBelowItemsAndTheirGroupsAreLeftOut(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.items.map { $0.value?.amountText } == ["800.00", "40.00"])
    }

    @Test(arguments: [
        "Item,Price\nSofa,500\nReturned lamp,-20\nDesk,90\n", "Item,Price\nSofa,500\nReturned lamp,(20.00)\nDesk,90\n",
        "Artikel;Wert\nSofa;500\nGutschein;-20,50 €\nTisch;90\n",
        "Item,Room,Value\nSofa,Den,500\nStore credit,,-$20\nDesk,Den,90\n",
    ])
    func aNegativeAmountIsAsked(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.items.map { $0.value?.amountText } == ["500.00", "90.00"])
        #expect(table.asksAboutTotals)
    }

    @Test(arguments: [
        ("Name,Quantity,Value,Location\nSofa,1,1200.00,Den\nTV,1,800.00,Den\nTOTAL,,2000.00,\n", 2),
        ("name,quantity,value,location\nSofa,1,1200,Den\nTV,1,800,Den\nTotal,2,2000,\n", 2),
        ("Name,Quantity,Value\nKitchen,,\nToaster,1,30\nBedroom,,\nBed,1,400\n", 2),
        ("Name,Location,Notes\nSofa,Den,a\nName,Location,Notes\nTV,Den,b\n", 2),
        ("Name,Location,Value\nSofa,Den,5\nTV,Den,6\n,,11\n", 2),
    ])
    func otherRowsUnderTheNamesOfFieldsAreLeftOut(text: String, items: Int) throws {
        let source = TableSource(bytes: Array(text.utf8), name: "test")
        let options = try options("USD")
        let attempt = try ReadingAttempt(
            of: source, overrides: ReadingOverrides(), usual: try currency("USD"), options: options)
        #expect(attempt.trial.items == items)
        #expect(attempt.proposal.questions.isEmpty)
    }

    @Test func theRoomAboveTheHeadingsIsOneOfThoseBelow() throws {
        let text = """
            MY HOUSEHOLD,,
            LIVING ROOM,,
            Item,Brand,Value
            Sofa,Ashley,1200
            TV,LG,800
            ,,
            KITCHEN,,
            Item,Brand,Value
            Mixer,Bosch,300
            """
        let table = try ReadTable(text)
        #expect(table.items.map(\.location) == ["LIVING ROOM", "LIVING ROOM", "KITCHEN"])
        #expect(table.proposal.questions.isEmpty)
        #expect(
            table.proposal.leftOut.rows.map(\.reason) == [.aboveHeader, .group, .repeatedHeader, .group])
        let saved = try TableReading(parsing: table.proposal.reading.savedBytes)
        #expect(saved == table.proposal.reading)
    }

    @Test func aTitleAboveTheHeadingsIsNoRoom() throws {
        let table = try ReadTable("My things,,\nItem,Brand,Value\nSofa,Ashley,1200\nKitchen,,\nMixer,Bosch,300\n")
        #expect(table.items.map(\.location) == [nil, "Kitchen"])
    }

    @Test func aGroupFillsTheColumnThatItStandsIn() throws {
        let table = try ReadTable(
            "Category,Item,Brand,Value\nElectronics,,,\n,TV,LG,500\n,Laptop,Dell,900\nFurniture,,,\n,Desk,IKEA,150\n")
        #expect(table.items.map(\.category) == ["Electronics", "Electronics", "Furniture"])
        #expect(table.items.allSatisfy { $0.location == nil })
        #expect(table.proposal.questions.isEmpty)
        #expect(table.proposal.evidence.contains(.filledDown(heading: "Category", example: "Electronics")))
        #expect(try TableReading(parsing: table.proposal.reading.savedBytes) == table.proposal.reading)
    }

    @Test(arguments: [
        (
            "Item,Room,Value,Notes\nSofa,Den,1200,bought with\n,,,the chair\nTV,Den,800,\n", "the chair", 2,
            GroupRowMeaning.items
        ),
        (
            "Item,Brand,Value\nSofa,IKEA,1200\nTV,LG,800\n,,\nPrepared by Jane,,\nValues are estimates,,\n",
            "Prepared by Jane", 2, .omit
        ),
        (
            "Item,Room,Value\nUmbrella,,\nSofa,Den,1200\nTV,Den,800\n,,\nPrepared by Jane,,\n", "Prepared by Jane", 3,
            .omit
        ),
    ])
    func linesThatAreNeitherItemsNorGroupsAreAsked(
        text: String, example: String, items: Int, first: GroupRowMeaning
    ) throws {
        let table = try ReadTable(text)
        let question = try #require(table.proposal.questions.first)
        #expect(question.topic == .groupRows(example: example))
        // Within the table no cell is lost by the first answer; lines below it are no items.
        #expect(question.answers.first == .groupRows(first))
        var overrides = ReadingOverrides()
        overrides.apply(.groupRows(.omit), to: question.topic)
        let settled = try ReadTable(text, overrides)
        #expect(settled.items.count == items)
        #expect(settled.items.allSatisfy { !$0.name.isEmpty })
        #expect(settled.proposal.questions.isEmpty)
    }

    @Test func anItemAmongRoomsIsAsked() throws {
        let text =
            "Item,Brand,Value\nKitchen,,\nToaster,Bosch,30\nUmbrella,,\nMixer,Bosch,90\nBedroom,,\nBed,IKEA,400\n"
        let question = try #require(try ReadTable(text).proposal.questions.first)
        #expect(question.answers == [.groupRows(.location), .groupRows(.rooms), .groupRows(.items)])
        var overrides = ReadingOverrides()
        overrides.apply(.groupRows(.rooms), to: question.topic)
        let table = try ReadTable(text, overrides)
        #expect(table.items.map(\.name) == ["Toaster", "Umbrella", "Mixer", "Bed"])
        #expect(table.items.map(\.location) == ["Kitchen", "Kitchen", "Kitchen", "Bedroom"])
    }

    @Test(arguments: [
        "Item,Brand,Value\nKitchen,,\nToaster,Bosch,30\nHall,,\nUmbrella,,\nMixer,Bosch,90\nBed,IKEA,400\nSaw,x,5\n",
        "Item;Marke;Wert\nBad;;\nLampe;;\nUhr;IKEA;30\nFlur;;\nKeller;;\nSofa;x;10\nBett;y;20\nSäge;z;5\n",
        "品名,ブランド,価格\nキッチン,,\nランプ,,\nミキサー,象印,30\n寝室,,\nベッド,IKEA,400\n机,x,5\n",
    ])
    func roomsAmongNamesWithoutOtherCellsAreAsked(text: String) throws {
        let table = try ReadTable(text)
        let answers = table.proposal.questions.compactMap { question in
            if case .groupRows = question.topic { question.answers } else { nil }
        }
        #expect(answers == [[.groupRows(.rooms), .groupRows(.location), .groupRows(.items)]])
        #expect(table.items.allSatisfy { !Vocabulary.shared.isRoom($0.name) && $0.location != nil })
    }

    @Test func theNameOfAPlaceMayStandToTheRightOfTheHeadings() throws {
        let text = "Item,Value\nLamp,20\n,,Kitchen\nToaster,30\nMixer,90\n"
        let question = try #require(try ReadTable(text).proposal.questions.first)
        #expect(question.topic == .groupRows(example: "Kitchen"))
        var overrides = ReadingOverrides()
        overrides.apply(.groupRows(.location), to: question.topic)
        let table = try ReadTable(text, overrides)
        #expect(table.items.map(\.location) == [nil, "Kitchen", "Kitchen"])
        #expect(table.trial.faultyRows == 0)
    }

    @Test func aCellInAFilledColumnOfLocationsIsAskedAndNotRepeated() throws {
        let text = "Item,Room,Brand,Value\nSofa,Den,IKEA,500\n,Den,,\nMat,Den,,5\n"
        let question = try #require(try ReadTable(text).proposal.questions.first)
        var overrides = ReadingOverrides()
        overrides.apply(.groupRows(.location), to: question.topic)
        #expect(try ReadTable(text, overrides).items.map(\.location) == ["Den", "Den"])
    }

    @Test func roomsThatAreWrittenOnceAreAsked() throws {
        let text = "Room,Item,Value\nKitchen,Mixer,300\n,Toaster,30\n,Pan,20\nBedroom,Bed,800\n,Lamp,20\n"
        let question = try #require(try ReadTable(text).proposal.questions.first)
        #expect(question.topic == .fillDown(heading: "Room", CellExample(row: 2, text: "Kitchen")))
        for (flag, rooms) in [
            (true, ["Kitchen", "Kitchen", "Kitchen", "Bedroom", "Bedroom"]),
            (false, ["Kitchen", nil, nil, "Bedroom", nil]),
        ] {
            var overrides = ReadingOverrides()
            overrides.apply(.fillDown(flag), to: question.topic)
            let table = try ReadTable(text, overrides)
            #expect(table.proposal.questions.isEmpty)
            #expect(table.items.map(\.location) == rooms)
            #expect(try TableReading(parsing: table.proposal.reading.savedBytes) == table.proposal.reading)
        }
    }

    @Test func aTableWithoutHeadingsIsAskedAndKeepsItsFirstItem() throws {
        let text = "Piano,Equipment,Storage,1200\nTV,Electronics,Living Room,800\nLamp,Light,Bedroom,20\n"
        let question = try #require(try ReadTable(text).proposal.questions.first)
        #expect(question.topic == .headings)
        #expect(question.answers == [.headerRow(0), .headerRow(1)])
        var overrides = ReadingOverrides()
        overrides.apply(.headerRow(0), to: question.topic)
        overrides.columns = [
            ColumnMapping(column: "Column 1", field: .name), ColumnMapping(column: "Column 4", field: .value),
        ]
        let table = try ReadTable(text, overrides)
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items.map(\.name) == ["Piano", "TV", "Lamp"])
        #expect(table.trial.totals.map(\.description) == ["2020.00 USD"])
        #expect(try TableReading(parsing: table.proposal.reading.savedBytes) == table.proposal.reading)
    }

    @Test func sheetsThatAreNotReadAreNamed() throws {
        let tables = SpreadsheetTables(sheets: ["Kitchen", "Bedroom"], hiddenSheets: ["Old"]) { name in
            SpreadsheetTables.reading([["Item", "Value"], [name, "5"]].map { $0.map { TableCell($0, type: .text) } })
        }
        let source = TableSource(tables, name: "book.xlsx")
        let proposal = try ReadingProposal(of: source, overrides: ReadingOverrides(), usual: try currency("USD"))
        #expect(proposal.evidence.contains(.otherSheets(visible: ["Bedroom"], hidden: ["Old"])))
        #expect(proposal.questions.map(\.answers) == [[.sheet("Kitchen"), .sheet("Bedroom")]])
        var overrides = ReadingOverrides()
        overrides.sheet = "Bedroom"
        let settled = try ReadingProposal(of: source, overrides: overrides, usual: try currency("USD"))
        #expect(settled.questions.isEmpty)
        #expect(settled.evidence.contains(.otherSheets(visible: ["Kitchen"], hidden: ["Old"])))
    }
}
