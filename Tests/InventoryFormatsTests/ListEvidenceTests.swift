import Inventory
import Testing

@testable import InventoryFormats

/// Cells and words that prove something about a list, and those that only seem to.
@Suite struct ListEvidenceTests {
    @Test(arguments: [
        (#"| Item | Notes | Value |"#, #"| Sofa | red \| blue | $5.00 |"#, "red | blue"),
        (#"Item|Notes|Value"#, #"Sofa|\|x\||$5.00"#, "|x|"),
        (#"| Item | Notes | Value |"#, #"| Sofa | 27"" wide \| C:\dir | $5.00 |"#, #"27"" wide | C:\dir"#),
        (#"|Item|Notes|Value|"#, #"|Sofa|"6"" \| x"|$5.00|"#, #"6" \| x"#),
        (#"| Item | Not\|es | Value |"#, #"| Sofa | x | $5.00 |"#, "x"),
    ])
    func escapedBarsBelongToTheirCells(headings: String, row: String, text: String) throws {
        let table = try ReadTable("\(headings)\n--- | --- | ---\n\(row)\n")
        #expect(table.items.first?.value?.description == "5.00 USD")
        #expect((table.items.first?.notes ?? table.items.first?.customFields.first?.value) == text)
    }

    @Test func cellsOfOtherSeparatorsKeepTheirBackslashes() throws {
        let table = try ReadTable("Item;Notes;Value\nSofa;a\\;5\nLamp;C:\\;6\n")
        #expect(table.items.map(\.notes) == ["a\\", "C:\\"])
    }

    @Test(arguments: ["  ", "\u{A0}", "\u{3000}", "\t", "\u{200B}", " \u{3000}\u{A0} "])
    func blankCellsAreEmpty(blank: String) throws {
        let rooms = try ReadTable("Item;Room;Value\nSofa;Hall;5\nLamp;\(blank);6\nDesk;\(blank);7\nBed;Attic;8\n")
        #expect(
            rooms.proposal.questions.map(\.topic) == [.fillDown(heading: "Room", CellExample(row: 2, text: "Hall"))])
        let total = try ReadTable("Item;Room;Value\nSofa;Hall;5\nLamp;Hall;6\nTotal Hall;\(blank);15\n")
        #expect(total.proposal.questions.map(\.topic) == [.totalRows(CellExample(row: 4, text: "Total Hall 15"))])
        let names = try ReadTable("Item;Shape;Value\n\(blank);round;5\n\(blank);flat;6\nLamp;tall;7\n")
        #expect(names.proposal.questions.map(\.topic) == [.nameColumn])
        let wide = try ReadTable("Item;Value\nSofa;5;\(blank)\nLamp;6\n")
        #expect(wide.items.count == 2)
        let second = try ReadTable("Item;\(blank);Value\nSofa;\(blank);5\nLamp;\(blank);6\n")
        #expect(second.items.allSatisfy { $0.customFields.isEmpty })
    }

    @Test(arguments: [
        // Running numbers, years, numbers of pieces, serial numbers, and an unknown column of whole numbers.
        "#;Item;Room;Price\n1;Sofa;Hall;100.50\n2;Lamp;Hall;20\n3;Mirror;Hall;\n4;Bed;Hall;40\n",
        "Item,Year made,Room,Price\nSofa,700,Hall,5.50\nLamp,1300,Hall,6\nBed,2000,Hall,\n",
        "Item,Qty,Room,Price\nSofa,1,Hall,5.50\nLamp,2,Hall,6\nBed,3,Hall,\n",
        "Artikel;Seriennummer;Raum;Preis\nUhr;100;Flur;5,50\nRad;250;Flur;6\nBett;350;Flur;\n",
        "品名,棚段,場所,価格\n机,2,書斎,500\n椅子,4,書斎,600\n棚,6,書斎,\n",
        "#;Item;Room;Price\n1;Sofa;Hall;100.50\n2;Lamp;Hall;20\n3;Total Gym;Hall;\n4;Bed;Hall;40\n",
    ])
    func numbersThatAreNoAmountsProveNoTotal(text: String) throws {
        let table = try ReadTable(text)
        #expect(!table.asksAboutTotals)
        #expect(table.items.count == text.split(separator: "\n").count - 1)
    }

    @Test(arguments: [
        "Item,Room,Extra\nSofa,Hall,$5.00\nLamp,Hall,$6.00\n11 in all,,$11.00\n",
        "Item;Room;Extra\nSofa;Hall;5,50\nLamp;Hall;6,00\nZusammen;;11,50\n",
        "Item;Room;Price\nSofa;Hall;5\nLamp;Hall;6\nZusammen;;11\n",
    ])
    func amountsProveATotalWithoutAWord(text: String) throws {
        #expect(try ReadTable(text).asksAboutTotals)
    }

    @Test(arguments: [
        "Item,Colour,Bought on,Room,Value\nLamp,red,2024-05-20,Hall,$20.00\nTotal Gym,,2024-05-21,Hall,$400.00\n",
        "Item,Brand,Serial,Value\nLamp,Ikea,A1,20\nSubtotal display,Sony,,30\nBed,Ikea,A3,40\n",
        "Artikel;Marke;Kaufdatum;Raum;Wert\nUhr;Seiko;01.02.2020;Bad;5\nSumme der Teile;Puzzle;;Flur;6\nBett;X;;Bad;7\n",
        "Item,Colour,Room,Value\nLamp,red,Hall,20\nTotal Gym,,Hall,20\nBed,oak,Hall,40\n",
    ])
    func itemsNamedLikeTotalsMayLackSomeCells(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items.count == text.split(separator: "\n").count - 1)
    }

    @Test(arguments: [
        ("件数;品牌;价值;物品\n2;Sony;12.50;台灯\n1;IKEA;30;书架", "三月五日打印;;;"),
        ("Item,Bought on,Value\nSofa,2024-05-20,5\nLamp,2024-05-21,6", ",printed in March,"),
        ("Betrag;Artikel;Raum\n5,50;Uhr;Bad\n6,25;Rad;Flur", "Stand: heute;;"),
        ("Item,Insured,Value\nSofa,yes,5\nLamp,no,6", ",,see the other list"),
    ])
    func aLineBelowTheTableIsOneQuestion(table: String, line: String) throws {
        let text = "\(table)\n\n\(line)\n"
        let proposal = try ReadTable(text).proposal
        #expect(proposal.questions.count == 1)
        let topic = try #require(proposal.questions.first?.topic)
        if case .groupRows = topic {} else { Issue.record("\(topic)") }
        // The cell is asked about if the owner says that the row is an item.
        var overrides = ReadingOverrides()
        overrides.apply(.groupRows(.items), to: topic)
        let settled = try ReadTable(text, overrides).proposal.questions
        let asksCell = settled.contains { if case .otherCells = $0.topic { true } else { false } }
        #expect(asksCell || table.contains("Insured,"))
        overrides.groupRows = .omit
        #expect(try ReadTable(text, overrides).proposal.questions.isEmpty)
    }

    @Test(arguments: [
        "品名,シリアル番号,色,価格\nソファ,無し,ナシ,なし\n机,A1,青,500\n", "物品,序列号,颜色,估价\n沙发,无,没有,无\n书架,A2,蓝,30\n",
        "物品,序號,顏色,估價\n沙發,無,沒有,未填寫\n書架,A2,藍,30\n",
        "Item,Serial,Colour,Value\nSofa,not recorded,none,no data\nLamp,A,red,5\n",
        "Artikel;Seriennummer;Farbe;Wert\nSofa;nicht vorhanden;keine;nicht angegeben\nUhr;A;rot;5\n",
    ])
    func wordsForNoneAreNoValues(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.questions.isEmpty)
        let item = try #require(table.items.first)
        #expect(item.serialNumber == nil && item.colour == nil && item.value == nil)
    }

    @Test(arguments: ["无", "無", "なし", "没有"])
    func wordsForNoneMayBeNo(word: String) throws {
        let source = TableSource(bytes: Array("Item,Insured\nSofa,\(word)\n".utf8), name: "test")
        var overrides = ReadingOverrides()
        overrides.recognition = .column("Item")
        let proposal = try ReadingProposal(of: source, overrides: overrides, usual: try currency("USD"))
        var reader = try InventoryReader(source, reading: proposal.reading, options: options())
        #expect(try drain(&reader).items.map { $0.stated.contains(.insured) } == [true])
    }

    @Test(arguments: [
        ("Price per piece", "price"), ("Value /pc", "value"), ("Replacement cost apiece (USD)", "replacementValue"),
        ("Preis / Stk.", "price"), ("Kaufpreis pro Exemplar", "purchasePrice"), ("Coût à l'unité", "price"),
        ("Prezzo cadauno", "price"), ("VALOR C/U", "value"), ("Waarde per exemplaar", "value"),
        ("Preço por peça", "price"), ("每件价格", "price"), ("每件價值", "value"), ("価格（1個）", "price"),
        ("Total price each", nil), ("Colour each", nil), ("each", nil),
    ])
    func amountsOfOnePieceAreKnownByARule(heading: String, field: String?) {
        #expect(HeadingMatcher().match([heading]).matches[0]?.target.name == field)
    }

    @Test(arguments: [
        ("Compra Data", "purchaseDate"), ("Compra - Fecha", "purchaseDate"), ("Datum van de aankoop", "purchaseDate"),
        ("Achat Date", "purchaseDate"), ("Garanzia: fine", "warrantyExpires"), ("Number of the model", "modelNumber"),
        ("PREÇO_COMPRA", "purchasePrice"), ("Garantie Ende", "warrantyExpires"), ("Price Purchase", "purchasePrice"),
        ("Nº DE UNIDADES", "quantity"), ("Tag no.", "assetIdentifier"), ("ACQUISTATO_IL", "purchaseDate"),
        ("QTÀ", "quantity"), ("購入日期", "purchaseDate"),
    ])
    func wordsOfAHeadingMayBeInEitherOrder(heading: String, field: String) {
        #expect(HeadingMatcher().match([heading]).matches[0]?.target.name == field)
    }

    @Test(arguments: [
        ("Föremål;Pris;Serienummer;Rum", "SEK", "sv_SE"), ("Obiect;Preț;Marca;Odaie", "RON", "ro_RO"),
        ("Genstand;Pris;Garantie;Rum", "DKK", "da_DK"),
    ])
    func oneWordIsNoEvidenceOfALanguage(headings: String, code: String, locale: String) throws {
        let names = headings.split(separator: ";").map(String.init)
        var overrides = ReadingOverrides()
        overrides.columns = [
            ColumnMapping(column: names[0], field: .name), ColumnMapping(column: names[1], field: .value),
        ]
        let table = try ReadTable(
            "\(headings)\nSoffa;2423,90;A1;K\nLampa;1200;A2;K\n", overrides, usual: code, origin: .locale(locale))
        #expect(table.proposal.questions.isEmpty)
        #expect(table.items.first?.value?.currency.code == code)
    }

    @Test func twoWordsAreEvidenceOfALanguage() throws {
        let text = "Gegenstand;Wert;Aa;Bb;Cc;Dd\nSofa;5;x;y;z;w\n"
        #expect(try ReadTable(text, origin: .locale("en_US")).proposal.questions.count == 1)
    }

    @Test(arguments: [
        "Qtd.;Local;Valor;Bem\n2;Banheiro;5,56;Armário\n2;;1,92;Torradeira\n2;;2,34;Bicicleta\n",
        "Room,Item,Value\nHall,Sofa,5\n,Lamp,6\n,Bed,7\n,Rug,8\n",
        "Artikel;Kategorie;Wert\nSofa;Möbel;5\nStuhl;;6\nTisch;;7\n",
    ])
    func oneRoomForAllIsAsked(text: String) throws {
        #expect(
            try ReadTable(text).proposal.questions.contains { if case .fillDown = $0.topic { true } else { false } })
    }
}
