import Foundation
import Inventory
import Testing

@testable import InventoryServer

@Suite("Numbers as readers write them")
struct EnteredNumberTests {
    private func plain(_ text: String, _ language: String, _ currency: String = "USD") throws -> String? {
        do {
            return try EnteredNumber(language: language, currency: try Currency(code: currency))
                .plain(text, isAmount: true)
        } catch is EnteredNumber.Ambiguity {
            return nil
        }
    }

    struct Entered: Decodable {
        let text: String
        let language: String
        let currency: String
        let amount: String?
    }

    /// Site/amount.js reads amounts by the same rules, and its test this file too.
    @Test("amounts are read as the pages show them, in each language")
    func read() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/pages/amounts.json")
        for entered in try JSONDecoder().decode([Entered].self, from: Data(contentsOf: file)) {
            let plain = try plain(entered.text, entered.language, entered.currency)
            let value = try? plain.map { try ItemField.value.parse($0, currency: Currency(code: entered.currency)) }
            guard case .money(let money) = value, money.minorUnits >= 0 else {
                #expect(entered.amount == nil, "\(entered)")
                continue
            }
            #expect(money.description == entered.amount, "\(entered)")
        }
    }

    @Test(
        "what may mean two numbers or currencies is refused",
        arguments: [("1,234", "de"), ("1.234", "en"), ("¥5", "en"), ("5 kr", "de")])
    func ambiguous(text: String, language: String) throws {
        #expect(try plain(text, language) == nil)
    }

    @Test(
        "text that is not a number stays as it is, to be refused as such",
        arguments: ["", "x", "1,2,3", "12,345,67", "5,", ",5", "5 XQQ", "€5 EUR", "1 2", "--", "5½"])
    func other(text: String) throws {
        #expect(try plain(text, "en") == text)
    }

    @Test("a quantity has the decimals of its language")
    func quantity() throws {
        func read(_ text: String, _ language: String) throws -> String {
            try EnteredNumber(language: language, currency: try Currency(code: "USD")).plain(text, isAmount: false)
        }
        #expect(try read("1,234", "de") == "1.234" && read("1,234", "en") == "1234" && read("1.234", "de") == "1234")
    }
}
