import Inventory
import Testing

@testable import InventoryFormats

@Suite struct ReadingOverrideTests {
    @Test func aColumnIsSettledByItsNumberEvenIfAnotherHasTheSameHeading() throws {
        let text = "Item,Amount,Amount\nLamp,1.50,7.00\nChair,2.00,8.00\n"
        var overrides = ReadingOverrides()
        overrides.targets = [3: .field(.value)]
        let table = try ReadTable(text, overrides)
        #expect(table.proposal.columns.map(\.target.name).last == "value")
        #expect(table.trial.totals.map(\.description) == ["15.00 USD"])
        overrides.targets = [2: .field(.value), 3: .ignored]
        #expect(try ReadTable(text, overrides).items.first?.customFields.isEmpty == true)
    }

    @Test func aNamedSeparatorIsUsed() throws {
        var overrides = ReadingOverrides()
        let text = "Item;Value|Note\nLamp;1|a\nChair;2|b\n"
        overrides.separator = UInt8(ascii: ";")
        #expect(try ReadTable(text, overrides).proposal.columns.map(\.heading) == ["Item", "Value|Note"])
        overrides.separator = UInt8(ascii: "|")
        #expect(try ReadTable(text, overrides).proposal.columns.map(\.heading) == ["Item;Value", "Note"])
    }

    @Test func eachOfSeveralSignsIsSettledByItself() throws {
        let text = "Item,Value\nLamp,kr 10\nChair,¥ 20\nVase,35\n"
        var overrides = ReadingOverrides()
        var questions = try ReadTable(text).proposal.questions
        #expect(
            questions.map(\.topic) == [.currency(sign: "kr"), .currency(sign: "¥"), .usualCurrency(count: 1)])
        for _ in 0..<2 {
            let question = try #require(questions.first)
            overrides.apply(try #require(question.answers.first), to: question.topic)
            questions = try ReadTable(text, overrides).proposal.questions
        }
        #expect(questions.map(\.answers) == [try ["DKK", "JPY", "USD"].map { .currency(try currency($0)) }])
        overrides.currency = try currency("USD")
        #expect(try ReadTable(text, overrides).proposal.questions.isEmpty)
        #expect(
            try ReadTable(text, overrides).trial.totals.map(\.description) == ["10.00 DKK", "20 JPY", "35.00 USD"])
    }

    @Test func aTableThatNamesNoItemsIsRefused() throws {
        let source = TableSource(bytes: Array("Price,Qty\n1.50,2\n2.50,3\n".utf8), name: "test")
        let options = try options("USD")
        let usd = try currency("USD")
        #expect(throws: InventoryFileError(.missingNames(header: ["Price", "Qty"]), file: "test")) {
            try ReadingAttempt(of: source, overrides: ReadingOverrides(), usual: usd, options: options)
        }
    }

    @Test(arguments: [
        ("Item,Bought,Room\na,3/5/2021,Hall\nb,4/6/2020,\n", ["2: a · 3/5/2021 · Hall"]),
        (
            "Item,Value,Room\nSofa,gift,a\nRug,5,b\nBed,free,c\nVase,6,d\nBox,7,e\n",
            ["2: Sofa · gift · a", "4: Bed · free · c"]
        ),
        (
            "Item;Value;Serial\nAunt Mary's;;\nSofa;800;S1\nTV;500;T1\nThe box;;\nDesk;300;D1\n",
            ["2: Aunt Mary's", "5: The box"]
        ),
        ("Item,Value,Room\nSofa,5,Hall\nVAT 20%,1,\n", ["3: VAT 20% · 1"]),
        (
            "Item,Value\nSofa,5\nRug,6\n\nItem,Value,Brand\nDrill,7,Bosch\nSaw,8,Bosch\n",
            ["1: Item · Value", "5: Item · Value · Brand"]
        ),
        (
            "\"Item\",Bought\n\"a \"\"b\"\"\nc\",13/5/2024\nd,5/13/2024\n",
            ["2: a \"b\"\nc · 13/5/2024", "3: d · 5/13/2024"]
        ),
    ])
    func aQuestionShowsTheRowsThatItIsAbout(text: String, rows: [String]) throws {
        let attempt = try ReadingAttempt(
            of: TableSource(bytes: Array(text.utf8), name: "test"), overrides: ReadingOverrides(),
            usual: try currency("USD"), options: try options("USD"))
        let question = try #require(attempt.proposal.questions.first)
        #expect(question.rows.map { "\($0.row): \($0.text)" } == rows)
    }

    @Test func documentsAreTriedToo() throws {
        let json = TableSource(bytes: Array(#"[{"name":"Lamp"}]"#.utf8), name: "test")
        #expect(try ReadingTrial(json, options: options("USD")).format == .json)
    }
}
