import Inventory
import Testing

@testable import InventoryFormats

/// Kinds of lists that people have, each with members of several languages and signs.
@Suite struct ListKindTests {
    private func values(_ table: ReadTable) -> [String?] { table.items.map { $0.value?.description } }

    private func serials(_ table: ReadTable) -> [String?] { table.items.map(\.serialNumber) }

    @Test(arguments: [
        ("'0045", "0045"), ("'12-0003", "12-0003"), ("\u{200B}0007", "0007"), ("\u{1F}A01", "A01"),
        ("\u{FEFF}0301", "0301"),
        ("=\"0900\"", "0900"), ("'5F0C", "5F0C"), ("'A1", "'A1"),
    ])
    func marksBeforeDigitsAreNoPartOfANumber(cell: String, serial: String) throws {
        #expect(serials(try ReadTable("Item;Seriennummer\nRadio;\(cell)\nUhr;X\n")) == [serial, "X"])
    }

    @Test func namesKeepTheirApostrophes() throws {
        #expect(try ReadTable("Item,Price\n'80s lamp,5\n'n roll,6\n").items.map(\.name) == ["'80s lamp", "'n roll"])
    }

    @Test(arguments: [
        ("Wert (inkl. MwSt., CHF)", "CHF"), ("Value (GBP, est.)", "GBP"), ("Prix (TTC, €)", "EUR"),
        ("Valor (en MXN)", "MXN"),
        ("value_sek", "SEK"), ("NOK value", "NOK"), ("Waarde, EUR", "EUR"), ("金額（税込、JPY）", "JPY"),
    ])
    func headingsNameCurrenciesAmongRemarks(heading: String, code: String) throws {
        let table = try ReadTable("Item;\(heading)\nA thing;20\nAnother;35\n", origin: .standard)
        #expect(
            table.items.first?.value?.currency.code == code || table.items.first?.purchase.price?.currency.code == code)
    }

    @Test(arguments: [
        (
            "Item,Purchase,,Serial\n,Date,Price,\nSofa,2024-03-25,800.50,S1\nRug,2024-03-26,45,S2\n", 2,
            ["Purchase Date=purchaseDate", "Purchase Price=price"], "800.50 USD"
        ),
        // The lower row has more known headings than the upper one.
        (
            "Inventar\n\nGegenstand;;Kauf;\n;Raum;Datum;Preis\nSofa;Flur;25.03.2024;800,50\nUhr;Bad;26.03.2024;45,00\n",
            4,
            ["Raum=location", "Kauf Datum=purchaseDate"], "800.50 USD"
        ),
        ("Item,Weight,Value\n,kg,EUR\nSofa,40,800.50\nRug,2,45.00\n", 2, ["Value (EUR)=value"], "800.50 EUR"),
        (
            "Item,Bought,Height,Value\n,yyyy-mm-dd,cm,USD\nSofa,2024-03-25,90,800.50\nRug,2024-03-26,1,45.00\n", 2,
            ["Bought (yyyy-mm-dd)=purchaseDate", "Value (USD)=value"], "800.50 USD"
        ),
        ("Gegenstand;Anzahl;Wert\n;Stk.;€\nSofa;1;800,50\nUhr;2;45,00\n", 2, ["Wert (€)=value"], "800.50 EUR"),
        ("Item,Value,Weight\n,(EUR),(kg)\nSofa,800.50,30\nRug,45.00,2\n", 2, ["Value (EUR)=value"], "800.50 EUR"),
        ("Objet;Valeur;Poids\n;€;[kg]\nSofa;800,50;30\nTapis;45,00;2\n", 2, ["Valeur (€)=value"], "800.50 EUR"),
        (
            "Item,Cost,,,Room\n,Zone,Unit,Note,\nSofa,x,800.50,n,Hall\nRug,y,45.00,n,Hall\n", 2, ["Cost Unit=price"],
            "800.50 USD"
        ),
    ])
    func headingsInTwoRowsAreJoined(text: String, second: Int, columns: [String], value: String) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.questions.isEmpty)
        #expect(table.proposal.reading.secondHeaderRow == second)
        #expect(try TableReading(parsing: table.proposal.reading.savedBytes) == table.proposal.reading)
        let found = table.proposal.columns.map { "\($0.heading)=\($0.target.name)" }
        #expect(columns.allSatisfy(found.contains), "\(found)")
        #expect(table.items.count == 2 && table.items.first?.value?.description == value)
    }

    @Test(arguments: [
        // An item without numbers, one without a name, and a title above.
        "Item,Value,Room\nSofa,,Hall\nRug,45.00,Hall\nBed,5.00,Hall\n",
        "Item,Value,Room\n,,Hall\nRug,45.00,Hall\nBed,5,Hall\n",
        "My things\nItem,Value,Room\nSofa,800.50,Hall\nRug,45.00,Hall\n",
        "Item,Value,\nSofa,1.00,x\nRug,45.00,y\nBed,5.00,\n",
    ])
    func headingsInOneRowStayAlone(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.reading.secondHeaderRow == nil)
    }

    @Test func rowsPutAsideHaveBothRowsOfTheHeadings() throws {
        let text = "Item,Value,Weight\n,(EUR),(kg)\nSofa,800.50,30\nRug,1.2.3,2\nBed,4,2\n"
        let source = TableSource(bytes: Array(text.utf8), name: "test")
        var reading = try ReadTable(text).proposal.reading
        reading.keepsOtherCells = false
        var reader = try InventoryReader(source, reading: reading, options: options("EUR"))
        let result = try drain(&reader)
        #expect(String(decoding: reader.rejectsHeader, as: UTF8.self) == "Item,Value,Weight\n,(EUR),(kg)\n")
        #expect(result.rejectedRows.count == 1 && result.items.count == 2)
    }

    @Test(arguments: [
        "Name,Product,Value\nShelf A,Drill,9\nShelf A,Saw,4\nShelf B,Pan,1\nShelf B,Mixer,5\n",
        "Name;Titel;Preis\nKiste 1;Emma;9\nKiste 1;Ulysses;4\nKiste 1;Dubliner;1\nKiste 2;Faust;5\n",
        "Objet;Contenu;Valeur\nCarton;lampe bleue;9\nCarton;tapis rouge;4\nCarton;vase;1\nCarton;grand lit;5\n",
    ])
    func namesOfShelvesAreAsked(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.questions.map(\.topic) == [.nameColumn])
        #expect(table.proposal.questions.first?.answers.count == 2)
    }

    @Test(arguments: [
        "Item,Tag,Value\nChair,T-1,9\nChair,T-2,4\nDesk,T-3,1\nDesk,T-4,5\n",
        "Item,Finish,Value\nChair,red,9\nChair,blue,4\nDesk,red,1\nDesk,oak,5\n",
    ])
    func thingsOfOneNameAreNotAsked(text: String) throws {
        #expect(try ReadTable(text).proposal.questions.isEmpty)
    }

    @Test(arguments: [
        ("Item,Replacement value (CHF),Replacement value (EUR)\nBed,120,\nRug,,80\n", ["120.00 CHF", "80.00 EUR"]),
        (
            "Artikel;Wert in PLN;Wert in €;Wert in ₽\nBett;120;;\nUhr;-;80,50;\nTopf;;;7\n",
            ["120.00 PLN", "80.50 EUR", "7.00 RUB"]
        ),
        ("Item,Price SEK,Price NOK\nBed,n/a,120\nRug,80,\nCup,,\n", ["120.00 NOK", "80.00 SEK"]),
        ("物品,单价（CNY）,单价（HKD）\n床,120,\n地毯,,80\n", ["120.00 CNY", "80.00 HKD"]),
        ("Item,Line total (EUR),Line total (USD)\nBed,120,\nRug,,80\n", ["120.00 EUR", "80.00 USD"]),
    ])
    func eachRowHasTheCurrencyOfItsColumn(text: String, amounts: [String]) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.questions.isEmpty && table.trial.faultyRows == 0)
        #expect(table.items.compactMap { ($0.value ?? $0.replacementValue)?.description } == amounts)
        #expect(try TableReading(parsing: table.proposal.reading.savedBytes) == table.proposal.reading)
        // A later file may have a row with two amounts.
        let separator = text.contains(";") ? ";" : ","
        let later = text + "X\(separator)5\(separator)6\n"
        let source = TableSource(bytes: Array(later.utf8), name: "test")
        let trial = try ReadingTrial(source, reading: table.proposal.reading, options: try options())
        #expect(trial.firstFaults.first?.diagnostics.first?.reason == .secondAmount)
        #expect(trial.items == table.trial.items)
    }

    @Test(arguments: [
        "Item,Qty,Value,Total price EUR,Total price USD\nBed,2,100,300,\nRug,1,50,,80\n",
        "Item,Qty,Total price EUR,Total price USD,Value\nBed,2,300,,100\nRug,1,,80,50\n",
        "Artikel;Anzahl;Wert CHF;Wert EUR;Gesamtwert CHF;Gesamtwert EUR\nBett;2;100;;300;\nUhr;1;;50;;80\n",
    ])
    func totalsInSeveralCurrenciesDoNotReplaceAValue(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.items.map { $0.value?.minorUnits } == [10_000, 5_000])
        #expect(!table.proposal.reading.columns.contains { $0.target == .lineTotal })
    }

    @Test func wholeLinesOfEveryCurrencyAreAsked() throws {
        let table = try ReadTable("Item,Qty,Total price EUR,Total price USD\nBed,3,100,\nRug,1,,80\nCup,3,,50\n")
        let questions = table.proposal.questions
        #expect(questions.compactMap { if case .wholeLines(let count, _, _) = $0.topic { count } else { nil } } == [2])
        #expect(questions.first { $0.answers.contains(.wholeLines) }?.rowNumbers == [2, 4])
    }

    @Test(arguments: [
        "Item,Value EUR,Value USD\nBed,120,130\nRug,,80\n", "Item,Value USD,Value $\nBed,120,\nRug,,80\n",
        "Artikel;Preis €;Preis CHF\nBett;120;130\nUhr;80;\n",
        "Item,Value EUR,Value,Value GBP\nBed,120,,\nRug,,80,\nCup,,,4\n",
    ])
    func otherColumnsOfOneAmountAreAsked(text: String) throws {
        let questions = try ReadTable(text).proposal.questions
        #expect(questions.contains { if case .columnMeaning(2, _, _) = $0.topic { true } else { false } })
    }

    @Test(arguments: [
        ("Attic\nItem,Value\nBed,120\n", "Attic"), ("Meine Sachen\nKüche\nGegenstand;Wert\nTopf;12\n", "Küche"),
        ("Item,Value\nPan,3\n\nGarage\nTool,Brand,Price\nDrill,Bosch,90\n", "Garage"),
    ])
    func aRoomAboveTheHeadingsIsThatOfTheRowsBelow(text: String, room: String) throws {
        var overrides = ReadingOverrides()
        if text.contains("Pan") { overrides.headerRow = 5 }
        let table = try ReadTable(text, overrides)
        #expect(table.items.map(\.location) == [room])
        #expect(table.proposal.leftOut.rows.contains { $0.text == room && $0.reason == .group })
    }

    @Test(arguments: ["My list\nItem,Value\nBed,120\n", "Attic\nItem,Value,Room\nBed,120,Hall\n"])
    func otherLinesAboveTheHeadingsAreTitles(text: String) throws {
        #expect(try ReadTable(text).proposal.reading.hasGroupAboveHeader == false)
    }

    @Test(arguments: [
        "Item,Unit Cost,Total Cost\nSofa,100,200\nLamp,20,20\n",
        "Artikel;Einzelpreis;Gesamtpreis\nSofa;100;200\nUhr;20;20\n",
        "Item,Price,Line Total\nSofa,100.00,300.00\nLamp,20.00,20.00\n",
    ])
    func totalsWithoutQuantitiesAreAsked(text: String) throws {
        let questions = try ReadTable(text).proposal.questions
        #expect(questions.contains { if case .columnMeaning(3, _, _) = $0.topic { true } else { false } })
    }

    @Test(arguments: ["Wert (Tsd. EUR)", "Value (k, USD)", "Valor (miles EUR)", "Valeur (milliers, €)"])
    func amountsInThousandsAreAsked(heading: String) throws {
        let table = try ReadTable("Item;\(heading)\nHaus;20\nBoot;35\n")
        #expect(
            table.proposal.questions.contains { if case .columnMeaning(2, _, _) = $0.topic { true } else { false } })
        #expect(table.items.allSatisfy { $0.value == nil })
    }

    @Test(arguments: [
        (".50", "0.50 USD"), ("$7.", "7.00 USD"), ("£1,500 GBP", "1500.00 GBP"), ("EUR 3.20 €", "3.20 EUR"),
        ("￥１５００", "1500 JPY"), ("-.5", nil), ("８．２５", "8.25 USD"), ("'12.75", nil),
    ])
    func amountsAreReadAsPeopleWriteThem(cell: String, value: String?) throws {
        let table = try ReadTable("Item\tValue\nTable top\t\(cell)\nLamp shade\t10.25\nRug\t5.5\n")
        #expect(table.items.first?.value?.description == value || value == nil)
    }

    @Test(arguments: [
        ("Depreciation", "15%"), ("depreciation rate", "15 %"), ("Depreciation", "15.0%"), ("Depreciation", "１５％"),
    ])
    func percentSignsInTextAreRead(heading: String, cell: String) throws {
        let table = try ReadTable("Item,Colour,\(heading)\nTable,red,\(cell)\nLamp,blue,5%\n")
        #expect(table.items.first?.depreciation?.hundredths == 1500)
    }

    @Test(arguments: [("✅", "✘"), ("checked", "unchecked"), ("☑", "☐"), ("✔", "✗"), ("oui", "non"), ("ja", "nein")])
    func marksAreYesAndNo(yes: String, no: String) throws {
        let table = try ReadTable("Item,Insured\nTable,\(yes)\nLamp,\(no)\nBed,\(yes)\n")
        #expect(table.items.map(\.insured) == [true, false, true])
        #expect(table.proposal.questions.isEmpty)
    }

    @Test(arguments: ["N", "X", "Y"])
    func namesOfOneLetterAskNothing(name: String) throws {
        #expect(try ReadTable("Item,Value,Shape\n\(name),10.50,a\n\(name),5.25,b\n").proposal.questions.isEmpty)
    }

    @Test(arguments: [
        ("Item;Preis", "Gesamtpreis"), ("Article;Prix", "Net à payer"), ("Item,Price", "Amount due"),
        ("Artikel;Prijs", "Totaalbedrag"),
        ("Articolo;Prezzo", "Importo totale"), ("品名,価格", "請求額"), ("物品,价格", "总金额"), ("Item,Value", "Σ"),
    ])
    func totalsHaveManyWords(headings: String, word: String) throws {
        let mark = headings.contains(";") ? ";" : ","
        let table = try ReadTable("\(headings)\na\(mark)10\nb\(mark)20\nc\(mark)5\n\(word)\(mark)35\n")
        #expect(table.items.count == 3)
        #expect(table.proposal.questions.isEmpty)
    }

    @Test(arguments: [
        ("Artikel;Preis;Raum", "MwSt. 19%"), ("Article;Prix;Pièce", "TVA 20 %"), ("Item;Price;Room", "Discount"),
        ("Article;Prix;Pièce", "Frais de port 5%"),
        ("Articolo;Prezzo;Stanza", "Sconto"), ("Artikel;Prijs;Kamer", "Verzendkosten"),
        ("Item;Price;Room", "35 in all"),
    ])
    func chargesAndSumsWithoutAWordAreAsked(headings: String, word: String) throws {
        let table = try ReadTable("\(headings)\na;10;x\nb;20;y\nc;5;z\n\(word);35;\n")
        #expect(table.asksAboutTotals)
        #expect(table.items.count == 3)
    }

    @Test(arguments: [
        "Item;Ort;Wert\na;Küche;10\nb;;20\nc;Flur;40\nd;;50\nVersand;;9,90\n",
        "Item,Qty,Price\na,1,10\nb,2,20\nShipping,1,7.50\n",
        "Article;Prix\na;10\nb;20\nTVA 20;7\n",
    ])
    func chargesAreAskedHoweverManyCellsItemsLack(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.asksAboutTotals)
        #expect(table.proposal.leftOut.rows.map(\.reason) == [.total])
    }

    @Test(arguments: ["--- | ---", ":--: | ---:", "----- | =====", "___ | ___"])
    func rulesBelowHeadingsAreNoItems(rule: String) throws {
        #expect(try ReadTable("Item | Value\n\(rule)\nSofa | 800\nLamp | 45\n").items.map(\.name) == ["Sofa", "Lamp"])
    }

    @Test(arguments: ["Stand: 3. Mai", "Page 1 of 1", "exporté le 5 mars", "2 rows"])
    func linesBehindAnEmptyRowAreAsked(line: String) throws {
        let table = try ReadTable("Item;Value;Room\nMixer;50;Hall\nPan;20;Hall\n\n\(line);;\n")
        #expect(table.items.map(\.name) == ["Mixer", "Pan"])
        #expect(table.proposal.questions.contains { if case .groupRows = $0.topic { true } else { false } })
    }

    @Test(arguments: [
        "Artikel;Wert;Raum\nMixer;50;Bad\n\nWerkzeug;Marke;Preis\nSäge;Bosch;90\n",
        "Item;Value\nMixer;50\n\nBook;Author;Price\nIt;King;9\n",
        // Summaries with one known heading.
        "Item,Room,Value\nSofa,Hall,120.50\n\nRoom,Sum\nHall,140.50\n",
        "Artikel;Ort;Wert\nSofa;Flur;120,50\n\nKategorie;Anzahl\nMöbel;3\n",
        "Item,Room,Value\nSofa,Hall,120.50\nTotal,,120.50\nLocation,Spent\nHall,120.50\n",
        "Article;Prix\nLit;50\n\nObjet;Marque;Prix\nScie;Bosch;90\n",
    ])
    func severalTablesAreAsked(text: String) throws {
        let table = try ReadTable(text)
        let question = table.proposal.questions.first { $0.topic == .tables }
        #expect(question?.answers.count == 2)
        for answer in question?.answers ?? [] {
            var overrides = ReadingOverrides()
            overrides.apply(answer, to: .tables)
            let one = try ReadTable(text, overrides)
            #expect(one.items.count == 1)
            #expect(one.proposal.leftOut.count > 0)
        }
    }

    @Test(arguments: [
        "Artikel;Preis (netto);Preis (brutto)", "Item;Price (excl. VAT);Price (incl. VAT)",
        "Article;Prix (HT);Prix (TTC)",
        "Item;Market value;Insured value",
    ])
    func twoColumnsForOneFieldAreAsked(headings: String) throws {
        let table = try ReadTable("\(headings)\nChair;100.00;119.00\nTable;200.00;238.00\n")
        guard case .columnMeaning(2, let heading, _)? = table.proposal.questions.first?.topic else {
            Issue.record("no question")
            return
        }
        var overrides = ReadingOverrides()
        overrides.columns = [ColumnMapping(column: heading, customField: heading)]
        let other = try ReadTable("\(headings)\nChair;100.00;119.00\nTable;200.00;238.00\n", overrides)
        #expect(other.proposal.questions.isEmpty)
        #expect(values(other) == ["119.00 USD", "238.00 USD"])
        #expect(other.items.first?.customFields.first?.value == "100.00")
    }

    @Test(arguments: [
        ("HB.name,HB.location", "Attic/Box /2"), ("HB.name,HB.location", "Attic / Box/2"),
        ("HB.location,HB.name", "Attic/ Box/ 2"),
    ])
    func pathsOfHomeboxAreOnePlace(headings: String, path: String) throws {
        let row = headings.hasPrefix("HB.name") ? "Pan,\(path)" : "\(path),Pan"
        let bytes = Array("\(headings)\n\(row)\n".utf8)
        #expect(try ReadTable(bytes).items.first?.location == "Attic / Box / 2")
    }

    @Test(arguments: ["Kaufdatum", "Date d'achat", "Purchase Date", "購入日"])
    func zeroDaysAreNone(heading: String) throws {
        let table = try ReadTable("Name,\(heading)\nPan,0001-01-01\nPot,2020-05-13\n")
        #expect(table.items.map { $0.purchase.date?.description } == [nil, "2020-05-13"])
        #expect(table.proposal.questions.isEmpty)
        let early = try ReadTable("Name,\(heading)\nPan,1601-01-01\nPot,2020-05-13\nCup,2020-05-14\n")
        #expect(early.items.first?.purchase.date == nil)
        #expect(early.items.first?.customFields.first?.value == "1601-01-01")
        #expect(early.proposal.evidence.contains(.keptAsText(heading: heading, count: 1, example: "1601-01-01")))
    }

    @Test(arguments: ["Serial Number", "IMEI", "Code", "Finish"])
    func numbersThatASpreadsheetCutAreSaid(heading: String) throws {
        let table = try ReadTable("Item,\(heading)\nPhone,6.37702E+15\nRadio,12a\n")
        #expect(
            table.proposal.evidence.contains {
                if case .cutNumbers(heading, 1, _) = $0 { true } else { false }
            })
    }

    @Test(arguments: ["Warranty Months", "Garantie (Monate)", "Garantie (mois)", "Garantía (meses)"])
    func monthsOfWarrantyEndIt(heading: String) throws {
        let table = try ReadTable("Item,Purchase Date,\(heading)\nPhone,2013-11-30,3\n")
        #expect(table.items.first?.warranty.expires?.description == "2014-02-28")
    }

    @Test(arguments: [
        "Item,Room,Value\nBed,Attic,10\nRug,,20\nPan,Kitchen,5\nPot,,6\nDesk,Attic,7\nPen,,8\n",
        "Item,Room,Value\nBed,Attic,10\nRug,,20\nCup,,20\nPan,Kitchen,5\n",
    ])
    func roomsThatAreWrittenOnceMayRepeat(text: String) throws {
        #expect(
            try ReadTable(text).proposal.questions.contains { if case .fillDown = $0.topic { true } else { false } })
        var overrides = ReadingOverrides()
        overrides.fillsDown = true
        #expect(try ReadTable(text, overrides).items.allSatisfy { $0.location != nil })
    }

    @Test(arguments: [
        ("K\u{C3}\u{BC}che", "Küche"), ("Caf\u{C3}\u{A9}", "Café"),
        ("Stra\u{C3}\u{178}e 5 \u{E2}\u{201A}\u{AC}", "Straße 5 €"),
        ("MA\u{C7}\u{C3}", "MAÇÃ"),
    ])
    func textThatWasConvertedTwiceIsRepaired(cell: String, text: String) throws {
        let table = try ReadTable("Item,Room\n\(cell),Hall\nLamp,Den\n")
        #expect(table.items.first?.name == text)
        #expect(table.proposal.questions.isEmpty)
    }

    @Test(arguments: [
        "Name;Label;Value\n;Red chair;10\nShelf 1;Oak table;20\n;Rug, small;30\n;Bed;40\n",
        "Name;Beschriftung;Wert\nRegal A;Stuhl;10\n;Tisch;20\n",
        "Item,Details,Value\n,Blue lamp,10\n,Green lamp,20\nx,Red lamp,30\n",
    ])
    func namesThatHalfOfTheItemsLackAreAsked(text: String) throws {
        let table = try ReadTable(text)
        let question = try #require(table.proposal.questions.first { $0.topic == .nameColumn })
        #expect(question.answers.count == 2)
        #expect(table.items.allSatisfy { !$0.name.isEmpty })
        for (answer, isFull) in zip(question.answers, [true, false]) {
            var overrides = ReadingOverrides()
            overrides.apply(answer, to: question.topic)
            let settled = try ReadTable(text, overrides)
            #expect(settled.proposal.questions.isEmpty)
            #expect(settled.items.allSatisfy { !$0.name.isEmpty } == isFull)
            #expect(
                settled.proposal.evidence.contains { if case .nameless = $0 { true } else { false } } == !isFull)
        }
    }

    @Test(arguments: [
        "\"Item,Room,Value\"\n\"Sofa,Hall,100\"\n\"\"\"Lamp, tall\"\",Den,20\"\n",
        "\"Gegenstand;Raum;Wert\"\r\n\"Sofa;Hall;100\"\r\n\"Lamp, tall;Den;20\"\r\n",
        "Item\tRoom\tValue\n\"Sofa\tHall\t100\"\n\"Lamp, tall\tDen\t20\"\n",
        "Item,Room,Value\n\"Sofa,Hall,100\"\n\"\"\"Lamp, tall\"\",Den,20\"",
    ])
    func rowsInOnePairOfQuotesAreRead(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.items.map(\.name) == ["Sofa", "Lamp, tall"])
        #expect(table.items.map(\.location) == ["Hall", "Den"])
        #expect(table.items.map { $0.value?.minorUnits } == [10000, 2000])
        #expect(table.proposal.questions.isEmpty)
        #expect(try TableReading(json: table.proposal.reading.json) == table.proposal.reading)
    }

    @Test(arguments: [
        "\"Item\"\n\"Chair, red\"\n\"Table, oak\"\n", "\"Name\",\"Room\"\n\"Sofa, old\",\"Hall, right\"\n",
    ])
    func cellsInQuotesStayCells(text: String) throws {
        #expect(try ReadTable(text).items.first?.name.contains(", ") == true)
    }

    @Test(arguments: [
        ("K\u{FFFD}che", "Lampe", 0), ("Sof\u{FFFD}", "Hall", 0), ("Bed", "\u{FFFD}", 1), ("椅\u{FFFD}", "家", 0),
    ])
    func lostCharactersAreNamed(name: String, room: String, column: Int) throws {
        let table = try ReadTable("Item,Room\nＬamp,Den\n\(name),\(room)\n")
        let example = CellExample(row: 3, text: [name, room][column])
        #expect(
            table.proposal.evidence.contains(
                .lostCharacters(heading: ["Item", "Room"][column], count: 1, example)))
    }

    private func source(_ rows: [[TableCell]]) -> TableSource {
        TableSource(
            SpreadsheetTables(sheets: ["List"]) { _ in
                var rest = rows[...]
                return { rest.popFirst() }
            }, name: "book")
    }

    private func sheet(
        _ rows: [[TableCell]], _ overrides: ReadingOverrides = ReadingOverrides()
    ) throws -> ReadingProposal {
        try ReadingProposal(
            of: source(rows), overrides: overrides, usual: try currency("USD"), timestamp: testMoment)
    }

    private func cell(_ text: String, _ type: CellType? = .text) -> TableCell { TableCell(text, type: type) }

    @Test(arguments: [
        ("Purchase date", "2024-05-03", "25/03/2024"), ("Kaufdatum", "2023-02-01", "31.12.2023"),
        ("Achat", "2022-11-10", "13/1/2021"),
    ])
    func daysThatASpreadsheetMayHaveSwappedAreAsked(heading: String, stored: String, text: String) throws {
        let found = try sheet([
            [cell("Name"), cell("Purchase date")], [cell("Bed"), cell(stored, .date)], [cell("Rug"), cell(text)],
        ])
        #expect(found.questions.contains { if case .columnMeaning(2, _, _) = $0.topic { true } else { false } })
        let settled = try sheet([
            [cell("Name"), cell("Purchase date")], [cell("Bed"), cell("2024-05-25", .date)], [cell("Rug"), cell(text)],
        ])
        #expect(settled.questions.isEmpty)
    }

    @Test(arguments: [(0, "120"), (1, "80"), (2, "200")])
    func hiddenRowsAreAskedWithTheirSums(first: Int, sum: String) throws {
        var rows = [
            [cell("Name"), cell("Value"), cell("Old value")],
            [cell("Bed"), cell("120", .number), cell("1.10", .number)],
            [cell("Rug"), cell("80", .number), cell("2.20", .number)],
            [cell("Lamp"), cell("30", .number), cell("", nil)],
        ]
        for row in first == 2 ? [1, 2] : [first + 1] { rows[row][0].isInHiddenRow = true }
        for row in rows.indices where first == 1 { rows[row][2].isInHiddenColumn = true }
        var found = try sheet(rows)
        #expect(found.evidence.contains(.hiddenAmounts(heading: "Value", sum: sum)))
        #expect(found.evidence.contains(.hiddenColumn(heading: "Old value", sum: "3.30")) == (first == 1))
        let question = try #require(found.questions.first)
        #expect(question.answers == [.hiddenRows(.items), .hiddenRows(.omit)])
        var overrides = ReadingOverrides()
        overrides.apply(.hiddenRows(.omit), to: question.topic)
        found = try sheet(rows, overrides)
        #expect(found.questions.isEmpty)
        #expect(found.leftOut.rows.map(\.reason) == Array(repeating: .hidden, count: first == 2 ? 2 : 1))
        #expect(try TableReading(json: found.reading.json) == found.reading)
    }

    /// The cells of rows that are separated by `|` within and by `/` between them.
    private func book(_ text: String) -> [[TableCell]] {
        text.split(separator: "/").map { row in
            row.split(separator: "|", omittingEmptySubsequences: false).map { text in
                text.isEmpty ? cell("", nil) : cell(String(text), Double(text) == nil ? .text : .number)
            }
        }
    }

    @Test(arguments: [
        ("Name|Value||Name|Value/Bed|120||Drill|90/Rug|80||Saw|60", "D1", ["Drill", "Saw"], "150.00 USD"),
        (
            "My things/Article|Prix|Article|Prix/Lit|120|Perceuse|90/Tapis|80|Scie|60", "C2", ["Perceuse", "Scie"],
            "150.00 USD"
        ),
        // The other table begins in a lower row, and its rows reach further down.
        (
            "Item|Cost|Room/Bed|120|Attic||Tool|Cost|Serial/Rug|80|Attic||Drill|90|S1/||||Saw|60|S2", "E2",
            ["Drill", "Saw"], "150.00 USD"
        ),
        (
            "Vorwerp|Waarde|Kamer||Vorwerp|Waarde/Bed|120|Gang||Boor|90/Kleed|80|Gang||Zaag|60", "E1",
            ["Boor", "Zaag"], "150.00 USD"
        ),
    ])
    func tablesBesideEachOtherAreAsked(text: String, place: String, names: [String], total: String) throws {
        let rows = book(text)
        let found = try sheet(rows)
        let question = try #require(found.questions.first { $0.topic == .tables })
        let other = try #require(HeaderPlace(place))
        #expect(question.answers.contains(.headerRow(other)) && question.answers.count == 3)
        var overrides = ReadingOverrides()
        overrides.apply(.headerRow(other), to: question.topic)
        let chosen = try sheet(rows, overrides)
        #expect(!chosen.questions.contains { $0.topic == .tables })
        #expect(chosen.evidence.contains { if case .besideTable = $0 { true } else { false } })
        #expect(try TableReading(json: chosen.reading.json) == chosen.reading)
        let trial = try ReadingTrial(source(rows), reading: chosen.reading, options: try options())
        #expect(trial.firstItems.map(\.name) == names && trial.totals.map(\.description) == [total])
        #expect(trial.faultyRows == 0)
    }

    @Test(arguments: [
        ("Item|Value||Grand total|200/Bed|120/Rug|80", "D:E"),
        ("Name|Value/Bed|120||Anzahl|2/Rug|80||Summe|200", "D:E"),
        ("Name|Value|||Zone|Sum/Bed|120|||A|120/Rug|80|||B|80/Cup|1|||Total|203/Pot|1/Jug|1/Pan|1", "E:F"),
        ("Objet|Valeur||Total/Lit|120||Total|200/Tapis|80/Pot|1/Vase|1", "D:E"),
    ])
    func aSummaryBesideTheTableIsSaidAndLeftOut(text: String, columns: String) throws {
        let rows = book(text)
        let found = try sheet(rows)
        #expect(found.questions.isEmpty)
        #expect(found.evidence.contains { if case .besideTable(columns, _) = $0 { true } else { false } })
        let trial = try ReadingTrial(source(rows), reading: found.reading, options: try options())
        #expect(trial.firstItems.allSatisfy { $0.customFields.isEmpty } && trial.faultyRows == 0)
        var whole = ReadingOverrides()
        whole.headerRow = HeaderPlace(row: found.reading.headerRow)
        #expect(try sheet(rows, whole).reading.tableColumns == nil)
    }

    @Test(arguments: [
        "Name|Value||Serial|Room/Bed|120||S1|Attic/Rug|80||S2|Attic", "Name|Value||Notes/Bed|120||old/Rug|80",
        "No|Name||Value/1|Bed||120/2|Rug||80", "Item|Room||Room detail|Value/Bed|Attic||left|120/Rug|Attic||right|80",
        "Name|Value||Colour|Height/Bed|120||red|90/Rug|80||blue|1",
    ])
    func columnsBehindAnEmptyOneBelongToTheTable(text: String) throws {
        let found = try sheet(book(text))
        #expect(found.questions.isEmpty && found.reading.tableColumns == nil)
    }

    @Test(arguments: ["A:", "E:H", "AA:AB"]) func rangesOfColumnsAreReadAsWritten(text: String) {
        #expect(ColumnRange(text)?.description == text)
    }

    @Test(arguments: ["", "A", ":B", "B:A", "1:2", "A:B:C", "A:1", "XFE:"]) func otherRangesAreNone(text: String) {
        #expect(ColumnRange(text) == nil)
    }

    @Test(arguments: [
        (
            "Name|Value|Room/Bed|120|Attic/Rug|80|Hall/|/By place/Attic|120/Hall|80", DoubtfulRowMeaning.omit,
            "200.00 USD"
        ),
        ("Objet|Valeur|Pièce/Lit|120|Hall/Pot|80|Bain/|/Zone|Somme/Haut|120/Bas|80", .omit, "200.00 USD"),
        ("Name|Room|Value/Bed|Attic|120/Rug|Hall|80/|/Insurance|Policy/Acme|A-77", .items, "200.00 USD"),
        ("Gegenstand|Raum|Wert|Zustand/Bett|Flur|120|gut/Topf|Bad|80|neu/|/Stand|Mai/Seite|zwei", .items, "200.00 USD"),
    ])
    func aSummaryBelowTheTableIsAsked(text: String, first: DoubtfulRowMeaning, total: String) throws {
        let rows = book(text)
        let found = try sheet(rows)
        let question = try #require(
            found.questions.first { if case .rowsBelow = $0.topic { true } else { false } })
        #expect(question.answers.first == .totalRows(first) && question.answers.count == 2)
        var overrides = ReadingOverrides()
        overrides.apply(.totalRows(.omit), to: question.topic)
        let settled = try sheet(rows, overrides)
        #expect(try TableReading(json: settled.reading.json) == settled.reading)
        let trial = try ReadingTrial(source(rows), reading: settled.reading, options: try options())
        #expect(trial.totals.map(\.description) == [total])
        #expect(settled.leftOut.rows.contains { $0.reason == .otherTable } && trial.items == 2)
        overrides.apply(.totalRows(.items), to: question.topic)
        let whole = try sheet(rows, overrides)
        #expect(!whole.questions.contains { if case .rowsBelow = $0.topic { true } else { false } })
        #expect(whole.reading.rowsBelow == .items && !whole.leftOut.rows.contains { $0.reason == .otherTable })
    }

    @Test(arguments: [
        "Name|Value|Room/Bed|120|Attic/Rug|80|Hall/|/Pot|3|Hall/Cup|1|Hall",
        "Name|Value|Room/Bed|120|Attic/Rug||Hall/|/Pot|3/Cup|1",
        "Name|Value|Room/Bed|120|Attic/Rug|80|Hall/|/Pot|3",
        "Name|Value|Room/Bed|120|Attic/Rug|80|Hall/|/Pot|3/Cup|1|Hall",
        "Name|Value/Bed|120/Rug|80/|/Pot|3",
    ])
    func itemsBelowAnEmptyRowAreNotAsked(text: String) throws {
        let found = try sheet(book(text))
        #expect(!found.questions.contains { if case .rowsBelow = $0.topic { true } else { false } })
        #expect(found.reading.rowsBelow == .items)
    }

    @Test func aMergedQuantityIsAsked() throws {
        let found = try sheet([
            [cell("Name"), cell("Qty"), cell("Price")],
            [cell("Bed"), cell("2", .number), cell("9", .number)],
            [cell("Rug"), cell("", .covered), cell("5", .number)],
            [cell("Cup"), cell("3", .number), cell("1", .number)],
        ])
        #expect(found.questions.contains { if case .columnMeaning(2, "Qty", _) = $0.topic { true } else { false } })
    }

    @Test(arguments: [
        ("123456789012346000", true), ("1000000000000000", true), ("99999999999999900000", true),
        ("3569380356438091", false), ("123456789012345", false), ("1200000", false),
    ])
    func digitsThatASpreadsheetHasReplacedAreSaid(serial: String, isSaid: Bool) throws {
        let found = try sheet([
            [cell("Name"), cell("Serial number")], [cell("Bed"), cell(serial, .number)],
            [cell("Rug"), cell("7", .number)],
        ])
        #expect(found.evidence.contains { if case .cutNumbers = $0 { true } else { false } } == isSaid)
    }

    @Test(arguments: [
        ("KÃ¼hlschrank", true), ("canapÃ© rouge", true), ("Pot â€“ 5 â‚¬", true), ("Å\u{201C}uvre", true),
        ("Caução", false),
        ("Ãë", false), ("5 °C – Öl", false), ("Łódź", false),
    ])
    func cellsThatWereConvertedTwiceAreSaid(name: String, isSaid: Bool) throws {
        let found = try sheet([
            [cell("Name"), cell("Room")], [cell(name), cell("Büro")], [cell("Rug"), cell("Hall")],
        ])
        #expect(found.evidence.contains { if case .twiceConverted = $0 { true } else { false } } == isSaid)
    }

    @Test(arguments: ["Value", "Purchase price", "Replacement value"])
    func amountsOfMergedRowsAreAsked(heading: String) throws {
        let found = try sheet([
            [cell("Name"), cell(heading)], [cell("Bed"), cell("120", .number)], [cell("Rug"), cell("", .covered)],
        ])
        #expect(found.questions.count == 1)
        #expect(found.questions.contains { if case .columnMeaning(2, heading, _) = $0.topic { true } else { false } })
    }
}
