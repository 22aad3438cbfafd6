import Foundation
import Inventory
import Testing

@testable import InventoryFormats

/// Tables in web pages and in the JSON of other programs.
@Suite struct DocumentTableTests {
    private func table(_ text: String, _ overrides: ReadingOverrides = ReadingOverrides()) throws -> (
        proposal: ReadingProposal, items: [Item], rejected: [RejectedRow]
    ) {
        let source = try TableSource(bytes: Array(text.utf8), name: "test").openingTables()
        #expect(source.holdsTables)
        let proposal = try ReadingProposal(of: source, overrides: overrides, usual: try currency("EUR"))
        var reader = try InventoryReader(source, reading: proposal.reading, options: options("EUR"))
        let result = try drain(&reader)
        return (proposal, result.items.map(\.item), result.rejectedRows)
    }

    private static let objects = """
        {"title":"Sofa","price":800.5,"room":"Hall","keys":["a","b"],"shop":{"name":"IKEA","city":"Ulm"},"ok":true}
        {"title":"Lamp","room":null,"bought":"2024-03-25","price":"","count":2,"parts":[{"x":1}],"ok":false}
        """

    @Test(arguments: [
        "[" + objects.replacing("\n", with: ",") + "]", objects, objects + "\n\n",
        #"{"version":2,"data":["# + objects.replacing("\n", with: ",") + #"],"page":{"next":null},"tags":[]}"#,
        "\u{FEFF}[\n" + objects.replacing("\n", with: " ,\n") + "\n]\n",
    ])
    func objectsAreRows(text: String) throws {
        let (proposal, items, rejected) = try table(text)
        #expect(proposal.questions.isEmpty && rejected.isEmpty)
        #expect(
            proposal.columns.map(\.heading) == [
                "title", "price", "room", "keys", "shop.name", "shop.city", "ok", "bought", "count", "parts",
            ])
        #expect(items.map(\.name) == ["Sofa", "Lamp"])
        #expect(items.map { $0.value?.description ?? "" } == ["800.50 EUR", ""])
        #expect(items.map { $0.location ?? "" } == ["Hall", ""])
        #expect(items.last?.purchase.date?.description == "2024-03-25")
        let fields = items.map { item in item.customFields.map { "\($0.name)=\($0.value)" } }
        #expect(fields.first?.contains("shop.city=Ulm") == true && fields.first?.contains("ok=true") == true)
        #expect(fields.last?.contains(#"parts=[{"x":1}]"#) == true)
    }

    @Test(arguments: [
        "[" + (0..<3_000).map { "{\"own \($0)\":1}" }.joined(separator: ",") + "]",
        "<table>" + String(repeating: "<tr><td colspan=1000>a<td colspan=1000>b</tr>", count: 1_100) + "</table>",
        "<table><tr>" + String(repeating: "<td rowspan=1000>a", count: 2_100) + "</tr>"
            + String(repeating: "<tr></tr>", count: 999) + "</table>",
    ])
    func aDocumentOfTooManyCellsIsRefused(text: String) {
        #expect(throws: InventoryFileError.self) {
            try TableSource(bytes: Array(text.utf8), name: "test").openingTables()
        }
    }

    @Test func severalListsAreAQuestion() throws {
        let text = """
            {"things":[{"name":"Sofa","value":5,"note":"x"}],
             "people":[{"name":"Ann","notes":"y","value":1}], "empty":[], "numbers":[1,2]}
            """
        let proposal = try table(text).proposal
        #expect(proposal.questions.map(\.topic) == [.sheet])
        var overrides = ReadingOverrides()
        overrides.sheet = "people"
        #expect(try table(text, overrides).items.map(\.name) == ["Ann"])
    }

    @Test func amountsWithACurrencyAreInIt() throws {
        let text = """
            [{"Item":"Sofa","Value":{"amount":"12.50","currency":"CHF"}},
             {"Item":"Rug","Value":{"currency":"EUR","amount":7}}]
            """
        #expect(try table(text).items.map { $0.value?.description } == ["12.50 CHF", "7.00 EUR"])
    }

    @Test(arguments: [
        #"[{"name":"Lamp","value":{"amount":"1.00","currency":"EUR"},"purchase":{"date":"2024-01-05"}}]"#,
        #"{"$schema":"x","items":[{"name":"Lamp","odd":1}]}"#, #"{"items":[{"name":"Lamp","quantity":2}]}"#, "[]", "{}",
        "[1,2]", #"[{"name":}]"#, #"[{"odd":1},2]"#, #"{"name":"Lamp"}"#, "<svg/>", "<p>no table</p>",
        "<table><tr><td>one row</td></tr></table>",
    ])
    func otherFilesAreNoTables(text: String) throws {
        #expect(try !TableSource(bytes: Array(text.utf8), name: "test").openingTables().holdsTables)
    }

    @Test func aDamagedLineIsNamed() throws {
        let text = "{\"a\":1}\n{\"a\":2}\n{\"a\":}\n"
        let error = #expect(throws: InventoryFileError.self) { try table(text) }
        #expect(error?.line == 3 && error?.column == 6)
    }

    @Test(arguments: [
        "<!DOCTYPE html><html><head><meta charset='utf-8'></head><body>%</body></html>", "%", "<META>\n%",
    ])
    func rowsOfAWebPageAreRows(page: String) throws {
        let text = page.replacing(
            "%",
            with: """
                <h1>Inventory</h1>
                <table id=layout><tr><td>Menu</td><td>
                <table><thead><tr><th>Gegenstand<th>Wert<th>Raum<th>Gekauft<th>Notizen</tr></thead>
                <TR><TD><a href="https://example.org/sofa">Sofa &amp; Küche</a><td>1.234,50&nbsp;€
                <td rowspan=2>Flur<td rowspan="2">25.03.2024<td>eins<br>zwei  drei
                <tr><td> <b>Lampe</b> <td>45,00 €<td><script>x</script></td>
                <tr><td>Stuhl<td rowspan=2>9,00 €<td colspan=2>Bad<td>
                <tr><td>Tisch<td>Bad<td><td></table></td></tr></table>
                """)
        let (proposal, items, rejected) = try table(text)
        #expect(rejected.isEmpty)
        #expect(items.map(\.name) == ["Sofa & Küche", "Lampe", "Stuhl", "Tisch"])
        #expect(items.map { $0.location ?? "" } == ["Flur", "Flur", "Bad", "Bad"])
        #expect(items.prefix(2).map { $0.value?.description } == ["1234.50 EUR", "45.00 EUR"])
        #expect(items.prefix(2).map { $0.purchase.date?.description } == ["2024-03-25", "2024-03-25"])
        #expect(items.first?.notes == "eins\nzwei drei" && items.first?.url == "https://example.org/sofa")
        // An amount for two rows is a question.
        #expect(proposal.questions.count == 1)
    }

    @Test func severalTablesOfAPageAreAQuestion() throws {
        func list(_ caption: String, _ name: String) -> String {
            "<table>\(caption)<tr><td>Item<td>Value<td>Room</tr><tr><td>\(name)<td>5<td>Hall</table>"
        }
        let text =
            "<html>" + list("<caption>Old</caption>", "Sofa") + list("", "Lamp") + list("<caption>Old</caption>", "Rug")
        let proposal = try table(text).proposal
        #expect(proposal.questions.map(\.answers) == [["Old", "Table 2", "Old (3)"].map(ReadingAnswer.sheet)])
        var overrides = ReadingOverrides()
        overrides.sheet = "2"
        #expect(try table(text, overrides).items.map(\.name) == ["Lamp"])
    }

    @Test(arguments: [
        "<table><tr><td>Item<td colspan=999999999>Value</tr><tr><td rowspan=99999999>A<td>5</table>",
        "<table><tr><td>Item<td>Value</tr>" + String(repeating: "<tr><td><div>", count: 2_000) + "</table>",
        String(repeating: "<table><tr><td>", count: 5_000),
        "<table><tr><td>Item\0<td>Value<tr><td>\u{1}<td>&#0;5</table>",
    ])
    func hostilePagesAreRead(text: String) throws {
        let source = try TableSource(bytes: Array(text.utf8), name: "test").openingTables()
        guard source.holdsTables else { return }
        _ = try? ReadingProposal(of: source, overrides: ReadingOverrides(), usual: try currency("EUR"))
    }

    @Test(arguments: [
        "Item | Value | Room\n--- | ---: | ---\nSofa | 5 | Hall\nRug | 7 | Hall\n",
        "# Things\n\n| Item | Value | Room |\n|------|------:|------|\n| Sofa | 5 | Hall |\n| Rug | 7 | Hall |\n",
        "Item\tValue\tRoom\nSofa\t5\tHall\nRug\t7\tHall\n",
        "| Item | Value | Room |\n|:-:|:-:|:-:|\n| Sofa | 5 | Hall |\n| Rug | 7 | Hall |",
    ])
    func pastedTablesAreSeparatedText(text: String) throws {
        let table = try ReadTable(text)
        #expect(table.proposal.questions.isEmpty)
        #expect(
            table.items.map { "\($0.name) \($0.value?.description ?? "") \($0.location ?? "")" } == [
                "Sofa 5.00 USD Hall", "Rug 7.00 USD Hall",
            ])
    }
}
