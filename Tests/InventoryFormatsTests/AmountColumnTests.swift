import Inventory
import Testing

@testable import InventoryFormats

/// Columns of amounts: of one piece, of all pieces of a row, or without a known heading.
@Suite struct AmountColumnTests {
    private func values(_ table: ReadTable) -> [String] { table.items.map { $0.value?.amountText ?? "" } }

    @Test(
        "a price of one piece goes before the amount of the whole row",
        arguments: [
            "Item,Qty,Unit Price,Price", "Item,Qty,Unit Cost,Cost", "Item,Quantity,Unit Value,Value",
            "Item,Qty,Rate,Amount", "Item,Qty,Unit Price,Value", "Artikel,Menge,Einzelpreis,Preis",
            "Artikel,Anzahl,Einzelpreis,Betrag", "Articolo,Quantità,Prezzo unitario,Importo",
            "Artikel,Aantal,Stukprijs,Bedrag", "Item,Quantidade,Valor unitário,Valor",
            "品名,数量,単価,金額", "物品,数量,单价,金额", "Item,Qty,Unit Price,Total Price",
        ])
    func lineTotals(header: String) throws {
        let table = try ReadTable("\(header)\nChair,4,50.00,200.00\nTable,1,300.00,300.00\n")
        #expect(table.proposal.questions.isEmpty)
        #expect(values(table) == ["50.00", "300.00"])
        // The product is kept.
        #expect(table.items[0].customFields.map(\.value) == ["200.00"])
    }

    @Test("products are found with decimal commas, too")
    func lineTotalsWithCommas() throws {
        let text = "Artikel;Menge;Einzelpreis;Preis\nStuhl;4;50,25 €;201,00 €\nTisch;1;1.300,00 €;1.300,00 €\n"
        let table = try ReadTable(text)
        #expect(values(table) == ["50.25", "1300.00"])
    }

    @Test("an amount that is worth more by chance is no product")
    func chance() throws {
        let table = try ReadTable("Item,Qty,Purchase Price,Replacement Cost\nChair,2,50,100\nLamp,1,20,35\n")
        #expect(table.items[0].replacementValue?.amountText == "100.00")
        #expect(values(table) == ["50.00", "20.00"])
    }

    @Test(
        "a total without a quantity asks whether an unknown column has it",
        arguments: [
            "Dorn,Total Value", "Nº de piezas,Importe total", "Anz. St.,Gesamtpreis", "Combien,Prix total",
        ])
    func totalsWithoutQuantity(headings: String) throws {
        let table = try ReadTable("Item,\(headings)\nChair,4,80.00\nLamp,1,20.00\n")
        let heading = String(headings.prefix { $0 != "," })
        #expect(
            table.proposal.questions.map(\.topic)
                == [.columnMeaning(number: 2, heading: heading, CellExample(row: 2, text: "4"))])
        #expect(values(table) == ["20.00", "20.00"])
        // Running numbers are none, nor is a column that always says 1.
        for numbers in [("1", "2"), ("1", "1")] {
            let text = "Item,\(headings)\nChair,\(numbers.0),80.00\nLamp,\(numbers.1),20.00\n"
            #expect(try ReadTable(text).proposal.questions.isEmpty)
        }
    }

    @Test(
        "amounts are read where they are amounts, although most cells are none",
        arguments: [("ca. 120", "~300", "200-250"), ("5 or 6", "x2", "120?")])
    func vagueAmounts(one: String, two: String, three: String) throws {
        let table = try ReadTable("Item,Value\nSofa,\(one)\nLamp,20.50\nBed,\(two)\nDesk,\(three)\n")
        #expect(table.proposal.questions.first?.answers.first == .otherCells(areKept: true))
        #expect(values(table) == ["", "20.50", "", ""])
        #expect(table.items.compactMap { $0.customFields.first?.value } == [one, two, three])
    }

    @Test("an amount beside a quantity is asked about", arguments: ["Amount", "Betrag", "Importe", "金额", "购买金额"])
    func openAmounts(heading: String) throws {
        let text = "Item,Quantity,\(heading)\nChair,4,200.00\nLamp,1,20.00\n"
        let table = try ReadTable(text)
        let question = try #require(table.proposal.questions.first)
        #expect(
            question.topic
                == .columnMeaning(number: 3, heading: heading, CellExample(row: 2, text: "200.00")))
        #expect(question.answers == [.column(heading: heading, .price), .column(heading: heading, .lineTotal)])
        for (answer, value) in zip(question.answers, ["200.00", "50.00"]) {
            var overrides = ReadingOverrides()
            overrides.apply(answer, to: question.topic)
            let read = try ReadTable(text, overrides)
            #expect(read.proposal.questions.isEmpty)
            #expect(values(read) == [value, "20.00"])
        }
        // Without several pieces both are the same.
        #expect(try ReadTable("Item,Quantity,\(heading)\nLamp,1,20.00\n").proposal.questions.isEmpty)
    }

    @Test(
        "a total without quantities contradicts prices of one piece",
        arguments: [
            ("Item,Qty,Cost\nLamp,2,$45\nCouch,1,$100\nTotal,,$145\n", ["22.50", "100.00"]),
            (
                "Item,Quantity,Amount\nPlates,12,60\nChairs,4,200\nTable,1,450\nTotal,17,710\n",
                ["5.00", "50.00", "450.00"]
            ),
            ("name,quantity,value\nLamp,2,45.00\nCouch,1,100.00\nTotal,,145.00\n", ["22.50", "100.00"]),
            (
                "Item,Qty,Cost\nKitchen,,\nCup,4,$20\nPot,1,$30\nTotal Kitchen,,$50\nOffice,,\nLamp,2,$40\n"
                    + "Total Office,,$40\nTotal,,$90\n", ["5.00", "30.00", "20.00"]
            ),
        ])
    func totalsOfRows(text: String, each: [String]) throws {
        let table = try ReadTable(text)
        let question = try #require(table.proposal.questions.only)
        guard case .columnMeaning(3, let heading, _) = question.topic else {
            Issue.record("\(question.topic)")
            return
        }
        #expect(question.answers == [.column(heading: heading, .lineTotal), question.answers[1]])
        #expect(values(table) == each)
        #expect(table.proposal.evidence.contains { if case .totalOfRows(heading, _) = $0 { true } else { false } })
        var overrides = ReadingOverrides()
        overrides.apply(question.answers[1], to: question.topic)
        let settled = try ReadTable(text, overrides)
        #expect(settled.proposal.questions.isEmpty && values(settled) != each)
    }

    @Test("a total with quantities settles what an amount is")
    func totalsOfPieces() throws {
        let table = try ReadTable("Item,Quantity,Amount\nPlates,12,60\nTable,1,450\nTotal,13,1170\n")
        #expect(table.proposal.questions.isEmpty)
        #expect(values(table) == ["60.00", "450.00"])
    }

    @Test("the sum of a column of prices beside their products is no contradiction")
    func totalsOfBoth() throws {
        let table = try ReadTable(
            "Item,Qty,Unit price,Line total\nPlates,12,60,720\nTable,1,450,450\nCup,2,5,10\nTotal,15,515,1180\n")
        #expect(table.proposal.questions.isEmpty)
        #expect(values(table) == ["60.00", "450.00", "5.00"])
    }

    @Test(
        "an amount that is cut at its comma is a fault",
        arguments: [
            "Item,Room,Price\nTV,Hall,1,200.00\nSofa,Den,350.00\n",
            "Item,Room,Price,Notes\nTV,Hall,1,200.00,\nSofa,Den,350.00,\nCup,Den,5.00,\n",
        ])
    func cutAmounts(text: String) throws {
        #expect(try ReadTable(text).trial.faultyRows == 1)
    }

    @Test("the value of a stock that is counted in packs may be that of all")
    func valuesOfStocks() throws {
        let text = "Produkt,Menge,Wert\nNudeln,4 Packungen,\"5,16 €\"\nÖl,2 Flaschen,\"17,98 €\"\n"
        let question = try #require(try ReadTable(text).proposal.questions.first)
        #expect(
            question.answers == [
                .column(heading: "Wert", .field(.value)), .column(heading: "Wert", .lineTotal),
            ])
        #expect(try ReadTable("Item,Quantity,Unit price\nNails,4 packs,$5\n").proposal.questions.isEmpty)
    }

    @Test("the word above a heading that says nothing may make it the value, rather than the price")
    func headingsInTwoRows() throws {
        let text =
            ",,Purchase,,Value,\nItem,Room,Date,Price,Today,Notes\nClock,Hall,2010-01-02,120,300,\nVase,Hall,2011-03-04,80,50,chip\n"
        let table = try ReadTable(text)
        let question = try #require(table.proposal.questions.only)
        #expect(
            question.answers == [
                .column(heading: "Today", .field(.value)), .column(heading: "Today", .customField("Today")),
            ])
        #expect(values(table) == ["300.00", "50.00"])
        #expect(table.items.map { $0.purchase.price?.amountText } == ["120.00", "80.00"])
        var overrides = ReadingOverrides()
        overrides.apply(question.answers[1], to: question.topic)
        let priced = try ReadTable(text, overrides)
        #expect(priced.proposal.questions.isEmpty)
        #expect(values(priced) == ["120.00", "80.00"])
    }

    @Test("an amount may be a number of pieces")
    func counts() throws {
        let text = "Item,Amount,Location\nRice,3,Pantry\nBeans,12,Pantry\n"
        let question = try #require(try ReadTable(text).proposal.questions.first)
        #expect(
            question.answers == [
                .column(heading: "Amount", .price), .column(heading: "Amount", .field(.quantity)),
            ])
        var overrides = ReadingOverrides()
        overrides.apply(question.answers[1], to: question.topic)
        #expect(try ReadTable(text, overrides).items.map(\.quantity.millionths) == [3_000_000, 12_000_000])
        #expect(try ReadTable("Item,Amount\nRice,3.50\n").proposal.questions.isEmpty)
    }

    @Test("amounts without a known heading are asked about, unless a column has the value")
    func unnamedAmounts() throws {
        let text = "Item,ACV\nSofa,$500\nLamp,$20\n"
        let question = try #require(try ReadTable(text).proposal.questions.first)
        #expect(question.topic == .columnMeaning(number: 2, heading: "ACV", CellExample(row: 2, text: "$500")))
        var overrides = ReadingOverrides()
        overrides.apply(.column(heading: "ACV", .customField("ACV")), to: question.topic)
        let kept = try ReadTable(text, overrides)
        #expect(kept.proposal.questions.isEmpty)
        #expect(kept.items[0].customFields == [CustomField(name: "ACV", value: "$500")])
        #expect(try ReadTable("Item,Value,ACV\nSofa,600,$500\n").proposal.questions.isEmpty)
    }

    @Test("a column without cells gives way to one with cells")
    func emptyColumns() throws {
        let table = try ReadTable("Item,Purchase Price,Current Value,Category,Genre\nSofa,1200,,,Seat\n")
        #expect(values(table) == ["1200.00"])
        #expect(table.items[0].category == "Seat")
    }

    @Test("an asset tag alone does not make a list Snipe-IT's")
    func assetTag() throws {
        let header = "Item,Asset Tag,Model,Serial,Room,Value,Purchase date"
        let table = try ReadTable("\(header)\nDrill,T-1,DCD771,S1,Garage,129.99,2021-03-15\n")
        #expect(table.proposal.reading.program == nil)
        let item = try #require(table.items.first)
        #expect(item.name == "Drill" && item.assetIdentifier == "T-1" && item.modelNumber == "DCD771")
        #expect(item.location == "Garage" && item.value?.amountText == "129.99")
        #expect(FileFormat.detect(Array("Name,Asset Tag,Location,Brand,Value\n".utf8)) == .csv)
    }

    @Test("references that repeat, and whether a receipt exists, are fields of their own")
    func otherTexts() throws {
        let table = try ReadTable("Item,Ref,Receipt\nSofa,A1,Yes\nLamp,A1,No\n")
        #expect(table.items.map(\.externalReference) == [nil, nil])
        #expect(table.items[0].customFields.map(\.value) == ["A1", "Yes"])
        #expect(try ReadTable("Item,Ref\nSofa,A1\nLamp,A2\n").items[1].externalReference == "A2")
    }

    @Test("ISBNs lose their brackets, and times are kept")
    func details() throws {
        let table = try ReadTable("Title,ISBN,Created at\nDune,[0441172717],2021-03-05 23:30:00\nEmma,[],2021-03-06\n")
        #expect(table.items.map(\.code) == ["0441172717", nil])
        #expect(table.items[0].dateCreated.description.hasPrefix("2021-03-05T23:30:00"))
    }

    @Test(arguments: [
        ("Item,Qty,Amount\nCup,7,$20.00\nPot,1,$200.00\nTotal,,$220.00\n", "7", "20.00 USD", "220.00 USD"),
        (
            "Artikel;Anzahl;Gesamtpreis\nTeller;12 Stk.;49,99 €\nTisch;2;200,00 €\n", "12 Stk.", "49.99 EUR",
            "249.99 EUR"
        ),
        ("物品,数量,总价\n杯子,3,¥100.00\n桌子,2,¥90.00\n", "3", "100.00 CNY", "190.00 CNY"),
        ("商品,数量,合計金額\n皿,3,100円\n机,2,500円\n", "3", "100 JPY", "600 JPY"),
        ("Item,Quantity,Line total\nRope,2.5,9.99\nSaw,1,3\n", "2.5", "9.99 USD", "12.99 USD"),
    ])
    func theAmountOfALineIsKeptWhole(text: String, quantity: String, amount: String, total: String) throws {
        let table = try ReadTable(text)
        let question = try #require(table.proposal.questions.first { $0.answers.contains(.wholeLines) })
        #expect(question.answers == [.wholeLines, .otherCells(areKept: false)])
        let item = try #require(table.items.first)
        #expect(item.value?.description == amount && item.quantity == .one)
        #expect(item.customFields.map(\.value) == [quantity])
        #expect(table.trial.totals.map(\.description) == [total] && table.trial.faultyRows == 0)
        var overrides = ReadingOverrides()
        overrides.apply(.otherCells(areKept: false), to: question.topic)
        #expect(try ReadTable(text, overrides).trial.firstFaults.first?.diagnostics.first?.reason == .indivisibleTotal)
    }

    @Test(arguments: [
        "Item,Quantity,Total price\nCup,4,50.00\nPot,3,0.99\nLamp,1,20\n",
        "Item,Quantity,Line total\nRope,2.5,5.00\nSaw,1,3.00\n",
        "Artikel;Anzahl;Gesamtpreis\nTeller;8;1.200,00 €\n",
    ])
    func amountsThatCanBeDividedAreNotAsked(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.questions.isEmpty && table.items.allSatisfy { $0.customFields.isEmpty })
    }

    @Test(arguments: [
        ("Item,Value 2020,Value 2022,Value 2024\nRing,500,600,700\n", "700.00"),
        ("Item,Room,2023 price,2019 price\nRing,Safe,500,600\n", "500.00"),
        ("Artikel;Wert 2018;Wert 2023\nRing;500;650,50\n", "650.50"),
        ("Artikel;Netto;MwSt;Brutto\nRing;100,00;19,00;119,00\n", "100.00"),
        ("Nazwa;Netto;Brutto\nPierścionek;100,00;123,00\n", "100.00"),
        ("Objet;HT;TTC\nBague;100,00;120,00\n", "100.00"),
    ])
    func amountsOfYearsAndBeforeTaxAreAsked(text: String, first: String) throws {
        let table = try ReadTable(text)
        #expect(values(table) == [first])
        #expect(table.proposal.questions.count == 1)
        guard case .columnMeaning = table.proposal.questions.first?.topic else {
            Issue.record("\(table.proposal.questions)")
            return
        }
    }

    /// A heading of one year is that of the amount, and one of a number is not that of a year.
    @Test func aYearInTheHeadingIsNotAskedAlone() throws {
        #expect(values(try ReadTable("Item,Value 2024\nRing,700\n")) == ["700.00"])
        #expect(try ReadTable("Item,Value,Price 2019\nRing,700,300\n").proposal.questions.isEmpty)
        #expect(
            try ReadTable("Item,Value,Serial 2024\nRing,700,A1\n").target("Serial 2024") == "customFields.Serial 2024")
    }

    @Test(arguments: [
        "Item,Value,Room\nSofa,800,50,Living room\nLamp,40,00,Office\n", "Item,Value\nSofa,800,50\nLamp,40,90\n",
        "Artikel,Preis,Kaufdatum\nSofa,1,299,2021-03-05\nTisch,2,450,2020-01-02\n",
        "名称,价格,位置\n沙发,¥3,200,客厅\n",
    ])
    func amountsThatTheirCommaCutsAreFaults(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.items.isEmpty)
        #expect(table.trial.faultyRows == text.split(separator: "\n").count - 1)
    }

    /// A last column without a heading is kept if the cell after the amount is no rest of it.
    @Test func aColumnWithoutHeadingIsKept() throws {
        for text in [
            "Item,Value,Room\nSofa,800,Den,old\nLamp,40,Den,new\n", "Item,Qty,Value\nSofa,1,800,old\nLamp,2,40,new\n",
        ] {
            #expect(values(try ReadTable(text)) == ["800.00", "40.00"])
        }
    }

    @Test(arguments: [
        ("Item,Value\nRing,٣٥٠\n", "350.00"), ("Item,Value\nRing,١٬٢٠٠٫٥٠\n", "1200.50"),
        ("Item,Value\nRing,۱۲۰۰\n", "1200.00"),
        ("Item,Value (INR)\nRing,₹890/-\n", "890.00"), ("Item,Value\nRing,\"Rs. 1,20,000/-\"\n", "120000.00"),
        ("Item,Value\nRing,1200원\n", "1200"), ("Gegenstand;Wert\nRing;CHF 89.–\n", "89.00"),
    ])
    func amountsInDigitsAndSignsOfOtherCountries(text: String, amount: String) throws {
        var overrides = ReadingOverrides()
        overrides.signs["Rs."] = try currency("INR")
        overrides.signs["원"] = try currency("KRW")
        #expect(values(try ReadTable(text, overrides)) == [amount])
    }
}
