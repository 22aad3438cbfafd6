import Foundation
import Inventory
import Testing

@testable import InventoryFormats

/// Rows of a list that the inventory has already.
@Suite struct KnownRowTests {
    /// A list, the same list some time later, and the answers that its rows leave.
    struct Lists: Sendable, CustomTestStringConvertible {
        let first: String
        let second: String
        let count: Int
        let row: Int
        let answers: [RowRecognition]
        var testDescription: String { String(second.prefix(60)) }
    }

    static let known = [
        // Prices by serial number.
        Lists(
            first: "Item,Serial Number,Value,Location\nSofa,S-1,800,Hall\nLamp,S-2,45,Office\n",
            second: "Item,Serial Number,Value\nTable,S-9,10\nSofa,s-1,850\nLamp,S-2 ,40\n", count: 2, row: 3,
            answers: [.column("Serial Number"), .nothing]),
        // The tag of an asset comes before its serial number.
        Lists(
            first: "Item,Asset ID,Serial\nPump,A1,X-7\nFan,A2,X-8\n",
            second: "Item,Asset ID,Serial\nPump,A1,X-7\nFan,A3,X-8\n", count: 1, row: 2,
            answers: [.column("Asset ID"), .column("Serial"), .allColumns, .nothing]),
        // The number of another program, here of Goodreads.
        Lists(
            first: "Book Id,Title,Author,ISBN13,Bookshelves\n7,Emma,Austen,,novels\n8,Persuasion,Austen,,novels\n",
            second: "Book Id,Title,Author,ISBN13,Bookshelves\n8,Persuasion,Jane Austen,,novels\n9,Sanditon,Austen,,\n",
            count: 1, row: 2, answers: [.column("Book Id"), .nothing]),
        // A program's own id under a heading of its own.
        Lists(
            first: "Name,Estimate,Record\nBox,3,TASK-101\nRod,4,TASK-102\n",
            second: "Name,Estimate,Record\nRod,5,TASK-102\nBox,6,TASK-101\n", count: 2, row: 2,
            answers: [.column("Record"), .nothing]),
        // Names alone.
        Lists(
            first: "Item;Wert in Euro\nLampe;20\nStuhl;30\n",
            second: "Item;Wert in Euro\nLampe;25\nStuhl;30\nTisch;9\n",
            count: 2, row: 2, answers: [.column("Item"), .allColumns, .nothing]),
        // Equal rows of a table in which nothing names one item.
        Lists(
            first: "name,value\nChair,10.00\nChair,10.00\nDesk,5.00\n",
            second: "name,value\nChair,10.00\nChair,10.00\nChair,10.00\nDesk,5.00\n", count: 3, row: 2,
            answers: [.allColumns, .nothing]),
        // The same barcode on a second list.
        Lists(
            first: "Item,EAN,Shop\nDrill,4006381333931,A\n", second: "Item,EAN,Shop\nAkku drill,4006381333931,B\n",
            count: 1,
            row: 2, answers: [.column("EAN"), .nothing]),
    ]

    private func attempt(
        _ text: String, into items: [Item], _ recognition: RowRecognition? = nil
    ) throws -> ReadingAttempt {
        var overrides = ReadingOverrides()
        overrides.recognition = recognition
        return try ReadingAttempt(
            of: TableSource(bytes: Array(text.utf8), name: "test"), overrides: overrides,
            usual: try currency("EUR"), inventory: { visit in items.forEach(visit) }, options: try options("EUR"))
    }

    @Test(arguments: known)
    func aSecondImportIsAQuestion(lists: Lists) throws {
        let items = try ReadTable(lists.first, usual: "EUR").items
        let again = try attempt(lists.second, into: items)
        let question = try #require(again.proposal.questions.first)
        #expect(question.answers == lists.answers.map(ReadingAnswer.recognition))
        guard case .knownItems(let count, let example) = question.topic else {
            Issue.record("\(question.topic)")
            return
        }
        #expect(count == lists.count && example.row == lists.row)
        #expect(again.proposal.reading.recognition == lists.answers.first)
        // Each answer settles it, and so does an inventory without such items.
        for answer in lists.answers {
            #expect(try attempt(lists.second, into: items, answer).proposal.questions.isEmpty)
        }
        #expect(try attempt(lists.second, into: []).proposal.questions.isEmpty)
    }

    @Test(arguments: [
        // Other things with the same name, in a long list.
        ("Item,Room\nLamp,Hall\n", "Item,Room\nLamp,Attic\nRug,Attic\nBed,Attic\n"),
        // A year is not a number of the item, nor is a serial number that is there twice.
        ("Item,Year\nLamp,2019\n", "Item,Year\nRug,2019\n"),
        ("Item,Serial\nLamp,0\nFan,0\n", "Item,Serial\nBed,0\n"),
        ("Item,Serial\nLamp,0\n", "Item,Serial\nBed,0\nFan,0\n"),
        // The day of a purchase under an unknown heading.
        ("Item,Seen\nLamp,2024-01-05\n", "Item,Seen\nRug,2024-01-05\n"),
    ])
    func otherItemsAreNoQuestion(first: String, second: String) throws {
        let items = try ReadTable(first).items
        #expect(try attempt(second, into: items).proposal.questions.isEmpty)
    }

    @Test func rowsWithTheirOwnReferenceAreNoQuestion() throws {
        let text = "Asset Tag,Asset Name,Model No.,Serial\nT1,Pump,P,S1\n"
        let items = try ReadTable(text).items
        #expect(items.first?.externalReference == "snipe-it:T1")
        #expect(try attempt(text, into: items).proposal.questions.isEmpty)
    }

    @Test func everyTableIsComparedWithTheInventory() throws {
        let options = try options("EUR")
        func hasKnownRows(_ text: String, _ items: [Item]) throws -> Bool {
            try attempt(text, into: items).proposal.reading.recognition != nil
        }
        for text in [
            "name,serialNumber\nLamp,S1\n", "name,value\nLamp,1.00\n", "HB.name,HB.asset_id\nLamp,000-001\n",
            "name,customFields.Book Id\nEmma,7\n",
        ] {
            let items = try read(text, nil, options).items.map(\.item)
            #expect(try hasKnownRows(text, items), "\(text)")
            #expect(try !hasKnownRows(text, []), "\(text)")
        }
        let item = try #require(try read("name\nLamp\n", nil, options).items.first?.item)
        #expect(try !hasKnownRows("id,name\n\(item.id),Lamp\n", [item]))
    }

    @Test func onlyFilledCellsAreStatedByAListThatUpdates() throws {
        let text = "Serial;Item;Qty;Insured;Value;Notes;Finish\nS1;Lamp;1;no;;n/a;\nS2;;;;about 3;;red\n"
        let way = RowRecognition.column("serialNumber")
        let attempt = try attempt(text, into: [], way)
        var reading = attempt.proposal.reading
        #expect(reading.recognition == way)
        reading.keepsOtherCells = true
        reading = try TableReading(parsing: reading.savedBytes)
        var reader = try InventoryReader(
            TableSource(bytes: Array(text.utf8), name: "test"), reading: reading, options: options("EUR"))
        let items = try drain(&reader).items
        func stated(_ index: Int) -> [ItemField] { ItemField.allCases.filter { items[index].stated.contains($0) } }
        #expect(Set(stated(0)) == [.serialNumber, .name, .quantity, .insured, .notes])
        // A cell that is kept as text says nothing about its field.
        #expect(Set(stated(1)) == [.serialNumber, .customFields])
        #expect(items.map { $0.key?.text(of: $0.item) } == ["s1", "s2"])
    }

    @Test func aListWithoutNamesMayUpdateItems() throws {
        for text in ["Serial Number,Value\nS-1,850\nS-2,40\n", "Serial Number,Value\n4711,850\n4712,40\n"] {
            let attempt = try attempt(text, into: [], .column("Serial Number"))
            #expect(attempt.trial.items == 2, "\(text)")
            #expect(attempt.trial.firstItems.map(\.name) == ["", ""])
        }
    }

    @Test(arguments: [
        ("Serial", InventoryFileError.Reason.missingReferenceColumn("Serial")), ("Value", .noReferenceColumn("Value")),
        ("purchaseDate", .noReferenceColumn("purchaseDate")),
    ])
    func aColumnThatCannotNameItemsIsRefused(column: String, reason: InventoryFileError.Reason) throws {
        #expect(throws: InventoryFileError(reason, file: "test")) {
            try attempt("Item,Value,Bought\nLamp,3,2024-01-05\n", into: [], .column(column))
        }
    }
}
