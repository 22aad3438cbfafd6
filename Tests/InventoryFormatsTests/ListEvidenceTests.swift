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
}
