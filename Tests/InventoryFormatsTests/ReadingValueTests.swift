import Inventory
import Testing

@testable import InventoryFormats

/// Cells with amounts and dates, and cells that are neither.
@Suite struct ReadingValueTests {
    private func bought(_ cell: String, in table: String = "Item;Bought\n") throws -> Item {
        try #require(try ReadTable("\(table)a;\(cell)\nb;2021-03-05\nc;2021-03-06\n").items.first)
    }

    @Test(arguments: [
        ("平成25年5月10日", "2013-05-10"), ("令和元年12月24日", "2019-12-24"), ("昭和63年1月7日", "1988-01-07"),
        ("大正 3年5月10日", "1914-05-10"), ("R3.5.10", "2021-05-10"), ("H30/12/24", "2018-12-24"), ("s63-1-7", "1988-01-07"),
        ("民國98年5月20日", "2009-05-20"), ("民國 110/5/20", "2021-05-20"), ("2021-03-05T23:30:00.123+02:00", "2021-03-05"),
        ("5 March 2021, 10:30 PM", "2021-03-05"), ("5.3.2021 8 Uhr", "2021-03-05"), ("Sa. 6. März 2021", "2021-03-06"),
    ])
    func erasAndTimesAreRead(cell: String, day: String) throws {
        #expect(try bought(cell).purchase.date?.description == day)
    }

    @Test(arguments: [
        "v 1.2.10", "Invoice 12.03.20", "2019-05-01 / 2020-06-01", "2018-05-01 - 2018-07-01", "平成40年1月1日", "S63",
        "25/12/2563", "2202-03-12", "2021-03-05 99", "gift",
    ])
    func otherTextsAreNoDates(cell: String) throws {
        let item = try bought(cell)
        #expect(item.purchase.date == nil)
        #expect(item.customFields == [CustomField(name: "Bought", value: cell)])
    }

    @Test func aShortYearUnderHeadingsOfTaiwanIsNotReadUnlessItsOrderIsNamed() throws {
        let text = "品名,放置地點,購買日期,單價\n電視,客廳,98/5/20,15900\n椅子,餐廳,99/3/12,1299\n"
        let table = try ReadTable(text)
        #expect(table.items.allSatisfy { $0.purchase.date == nil })
        #expect(
            table.proposal.questions.map(\.topic) == [
                .otherCells(count: 2, heading: "購買日期", CellExample(row: 2, text: "98/5/20"))
            ])
        var overrides = ReadingOverrides()
        overrides.dateOrder = .yearMonthDay
        #expect(try ReadTable(text, overrides).items.first?.purchase.date?.description == "1998-05-20")
    }

    @Test func cellsThatAreNoValuesAreKeptIfTheAnswerSaysSo() throws {
        let text =
            "Item,Qty,Bought,Value\na,1,gift,about 300\nb,Set of 6,2021-03-05,20\nc,2,2020-01-02,30\nd,1,,0.0312\n"
        let table = try ReadTable(text)
        let question = try #require(table.proposal.questions.only)
        #expect(question.topic == .otherCells(count: 4, heading: "Qty", CellExample(row: 3, text: "Set of 6")))
        for (answer, faults) in [(0, 0), (1, 3)] {
            var overrides = ReadingOverrides()
            overrides.apply(question.answers[answer], to: question.topic)
            let settled = try ReadTable(text, overrides)
            #expect(settled.proposal.questions.isEmpty)
            #expect(settled.trial.faultyRows == faults)
            let reading = settled.proposal.reading
            #expect(try TableReading(parsing: reading.savedBytes) == reading)
        }
        #expect(
            table.items.map(\.customFields) == [
                [CustomField(name: "Bought", value: "gift"), CustomField(name: "Value", value: "about 300")],
                [CustomField(name: "Qty", value: "Set of 6")], [], [CustomField(name: "Value", value: "0.0312")],
            ])
        let example = CellExample(row: 2, text: "gift")
        #expect(table.proposal.evidence.contains(.otherCells(heading: "Bought", count: 1, example)))
    }

    @Test(arguments: ["id,name,purchaseDate", "HB.import_ref,HB.name,HB.purchase_date"])
    func cellsOfAProgramsTableAreFaults(headings: String) throws {
        let ids = (1...3).map { "7d718d73-3ff9-4ff3-87c5-6473a7a83ee\($0)" }
        let table = try ReadTable("\(headings)\n\(ids[0]),a,gift\n\(ids[1]),b,2021-03-05\n\(ids[2]),c,2021-03-06\n")
        #expect(table.proposal.questions.isEmpty)
        #expect(table.trial.faultyRows == 1)
    }

    @Test(arguments: ["$-", " $-   ", "$ -", "- €", "–"])
    func aDashIsNoAmount(cell: String) throws {
        let table = try ReadTable("Item;Value\na;$5.00\nb;\(cell)\nc;$7.00\n")
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items.map { $0.value?.minorUnits } == [500, nil, 700])
    }

    @Test func lakhsAreGrouped() throws {
        let table = try ReadTable("Item,Price\na,\"₹1,25,000\"\nb,\"₹45,500.50\"\nc,\"₹12,34,567.5\"\n")
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items.map { $0.value?.minorUnits } == [12_500_000, 4_550_050, 123_456_750])
        #expect(try ReadTable("Item,Price\na,\"1,2,345\"\nb,2\nc,3\n").items.first?.value == nil)
    }

    @Test func twoOpenSeparatorsAreAsked() throws {
        let text = "Artikel;Wert\nSofa;1.234\nTV;5,678\n"
        let topic = ReadingQuestion.Topic.mixedDecimals(
            CellExample(row: 2, text: "1.234"), CellExample(row: 3, text: "5,678"))
        let questions = try ReadTable(text, usual: "EUR").proposal.questions
        #expect(questions == [ReadingQuestion(topic: topic, answers: [.decimal(.comma), .decimal(.point)])])
    }

    @Test func columnsOfTwoStylesAreShown() throws {
        let decimals = try ReadTable("Item;Price;Value\na;12,50;8.25\nb;1.250;900.50\n").proposal
        #expect(decimals.questions.isEmpty)
        #expect(
            decimals.evidence.suffix(2) == [
                .decimalOfColumn(.comma, heading: "Price", CellExample(row: 2, text: "12,50")),
                .decimalOfColumn(.point, heading: "Value", CellExample(row: 2, text: "8.25")),
            ])
        let dates = try ReadTable("Item,Bought,Warranty until\na,25/12/2020,12/25/2024\nb,1/2/2021,3/4/2024\n")
        #expect(dates.proposal.questions.isEmpty)
        #expect(
            dates.proposal.evidence == [
                .dateOrder(.dayMonthYear, heading: "Bought", CellExample(row: 2, text: "25/12/2020")),
                .dateOrder(.monthDayYear, heading: "Warranty until", CellExample(row: 2, text: "12/25/2024")),
            ])
    }

    @Test(arguments: [
        ("Oggetto;Data acquisto;Prezzo\na;03/04/2020;12,00\n", "12,00"),
        ("Objet;Date d'achat;Prix\na;03/04/2020;12,00 €\n", "€"),
        ("Item,Bought,Cost\na,03/04/2020,£12.00\n", "£"), ("Nome;Data da compra;Preço\na;03/04/2020;R$ 12,00\n", "R$"),
    ])
    func amountsSettleTheOrderOfDates(text: String, amount: String) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.questions.isEmpty)
        #expect(table.proposal.evidence.contains(.dateOrderByAmounts(.dayMonthYear, amount)))
        #expect(table.items.first?.purchase.date?.description == "2020-04-03")
    }

    @Test(arguments: ["Item,Bought,Cost\na,03/04/2020,$12.00\n", "Objet,Date d'achat,Prix\na,03/04/2020,$12.00\n"])
    func datesBesideDollarsStayOpen(text: String) throws {
        #expect(try ReadTable(text).proposal.questions.count == 1)
    }

    @Test func theLanguageOfTheHeadingsSpeaksAgainstTheCurrencyOfTheLocale() throws {
        let text = "Gegenstand;Raum;Wert\nSofa;Flur;1.299,00\nTisch;Flur;249,90\n"
        for origin in [CurrencyOrigin.locale("en_US"), .standard] {
            let table = try ReadTable(text, usual: "USD", origin: origin)
            #expect(table.proposal.questions.map(\.topic) == [.usualCurrency(count: 2)])
            #expect(table.trial.totals.map(\.description) == ["1548.90 EUR"])
            var overrides = ReadingOverrides()
            let question = try #require(table.proposal.questions.first)
            overrides.apply(try #require(question.answers.last), to: question.topic)
            let settled = try ReadTable(text, overrides, usual: "USD", origin: origin)
            #expect(settled.trial.totals.map(\.description) == ["1548.90 USD"])
            #expect(settled.proposal.questions.isEmpty)
        }
        #expect(try ReadTable(text, usual: "CHF", origin: .locale("de_CH")).proposal.questions.isEmpty)
        #expect(try ReadTable("Item,Value\na,5.00\n", origin: .standard).proposal.questions.isEmpty)
    }

    @Test func theLanguageOfTheHeadingsSpeaksAgainstTheDollarOfTheLocale() throws {
        for (text, likely) in [
            ("Objeto,Cuarto,Costo\nSillón,Sala,\"$8,500.50\"\n", "MXN"),
            ("Objet,Pièce,Prix\nLampe,Salon,$12.00\n", "CAD"),
        ] {
            let table = try ReadTable(text, usual: "USD", origin: .locale("en_US"))
            #expect(table.proposal.questions.map(\.topic) == [.currency(sign: "$")])
            #expect(table.proposal.questions.first?.answers.first == .currency(try currency(likely)))
            #expect(try ReadTable(text, usual: "USD", origin: .inventory).proposal.questions.isEmpty)
        }
        let english = "Item,Room,Price\nLamp,Hall,$12.00\n"
        #expect(try ReadTable(english, usual: "USD", origin: .standard).proposal.questions.isEmpty)
        #expect(try ReadTable(english, usual: "CAD", origin: .locale("en_CA")).proposal.questions.isEmpty)
        let mexican = "Objeto,Cuarto,Costo\nSilla,Sala,$8.50\n"
        #expect(try ReadTable(mexican, usual: "MXN", origin: .locale("es_MX")).proposal.questions.isEmpty)
    }

    @Test func aDecimalCommaSpeaksAgainstTheCurrencyOfAnEnglishLocale() throws {
        let text = "Item;Price\nPan;12,50\nPot;1.200\n"
        for origin in [CurrencyOrigin.locale("en_US"), .standard] {
            let table = try ReadTable(text, usual: "USD", origin: origin)
            #expect(table.proposal.questions.map(\.topic) == [.usualCurrency(count: 2)])
            #expect(
                table.proposal.questions.first?.answers == [
                    .currency(try currency("EUR")), .currency(try currency("USD")),
                ])
        }
        #expect(try ReadTable(text, usual: "USD", origin: .locale("es_EC")).proposal.questions.isEmpty)
        #expect(try ReadTable(text, usual: "USD", origin: .inventory).proposal.questions.isEmpty)
        #expect(try ReadTable(text, usual: "EUR", origin: .locale("en_IE")).proposal.questions.isEmpty)
        let spanish = try ReadTable("Artículo;Precio\nSilla;59,90\n", usual: "USD", origin: .locale("en_US"))
        #expect(spanish.proposal.questions.map(\.topic) == [.usualCurrency(count: 1)])
    }

    @Test func aSignOfAnotherCurrencyThanThatOfTheHeadingIsAskedAbout() throws {
        let text = "Name,Value (USD)\nWatch,€500\nRing,300\n"
        let table = try ReadTable(text)
        #expect(table.proposal.questions.map(\.topic) == [.signUnderHeading(sign: "€", heading: "Value (USD)")])
        let question = try #require(table.proposal.questions.first)
        let totals = try question.answers.map { answer in
            var overrides = ReadingOverrides()
            overrides.apply(answer, to: question.topic)
            let settled = try ReadTable(text, overrides)
            #expect(settled.proposal.questions.isEmpty)
            return settled.trial.totals.map(\.description)
        }
        #expect(totals == [["500.00 EUR", "300.00 USD"], ["800.00 USD"]])
        #expect(try ReadTable("Name,Value (USD)\nWatch,$500\nRing,US$300\n").proposal.questions.isEmpty)
        #expect(try ReadTable("Name,Value\nWatch,€500\nRing,$300\n").proposal.questions.isEmpty)
    }

    @Test func otherCurrenciesSpeakAgainstTheUsualOne() throws {
        let text = "Gegenstand;Preis\nSofa;1.299,00 EUR\nUhr;500 CHF\nTV;20,00\n"
        let table = try ReadTable(text)
        #expect(table.proposal.questions.map(\.topic) == [.usualCurrency(count: 1)])
        #expect(try ReadTable(text, usual: "CHF").proposal.questions.isEmpty)
    }
}
