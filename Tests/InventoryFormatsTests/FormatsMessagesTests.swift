import Foundation
import Inventory
import Localization
import Message
import Testing

@testable import InventoryFormats

/// The messages of errors that no fixture file causes. Those of rejected rows and damaged files are beside the fixtures.
@Suite struct FormatsMessagesTests {
    private static func item() throws -> Item {
        let id = UUID(high: 0x7d71_8d73_3ff9_4ff3, low: 0x87c5_6473_a7a8_3ee0)
        var item = Item(id: id, name: "secret name", dateCreated: Timestamp(clampedMilliseconds: 0))
        item.value = Money(minorUnits: 150, currency: try Currency(code: "EUR"))
        return item
    }

    private func read(_ text: String) throws -> ReadResult { try InventoryFormatsTests.read(text, nil, options()) }

    private func words(_ row: RejectedRow) -> [String] { row.messages.map { MessageCatalogue.english.text($0) } }

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return MessageCatalogue.english.text(Message(error))
        }
    }

    @Test func aProblemThatAnItemHasSeveralTimesIsStatedOnce() throws {
        let document = """
            <inventory xmlns="urn:homepwner:inventory:1" version="1" generated="2026-11-21T10:00:00Z" generator="x"><items>
            <item><name>a</name><x/>
            <x/><y/><x/></item>
            </items></inventory>
            """
        let row = try #require(try read(document).rejectedRows.first)
        let words = words(row)
        #expect(row.diagnostics.count == 4)
        #expect(words.count == 2, "\(words)")
        #expect(words.first?.hasSuffix("(3 times in this item, first here)") == true, "\(words)")
    }

    @Test func writingSaysWhichItemAndWhatToDo() throws {
        let item = try FormatsMessagesTests.item()
        let usd = try Currency(code: "USD")
        let eur = try Currency(code: "EUR")
        let prefix = "item 7d718d73-3ff9-4ff3-87c5-6473a7a83ee0: "
        var homebox = try HomeboxWriter(customFields: [], currency: usd, parentReference: { _ in nil }, sink: { _ in })
        #expect(
            message { try homebox.write(item) } == prefix
                + "its value is not in USD, and the Homebox CSV names no currency; "
                + "export the items of one currency with --where, or use csv, json or xml")
        var archive = try AppArchiveWriter(currency: eur, sink: { _ in })
        #expect(
            message { try archive.write(item) } == prefix
                + "the archive holds whole amounts of EUR only; allow rounding with --round, or use csv, json or xml")
        var own = item
        own.value = nil
        own.customFields = [CustomField(name: "Colour", value: "red")]
        #expect(
            message { try homebox.write(own) } == prefix
                + "it has a custom field for which there is no column; name every custom field before the first row")
        own.notes = "a\0"
        var plain = try PlainCSVWriter(sink: { _ in })
        #expect(message { try plain.write(own) } == prefix + "its notes has a NUL character; edit the text")
    }

    @Test(arguments: [
        ("Column", "'Column' does not say which column holds which field; write --map \"Column=field\""),
        ("Column=serialNumbr", "there is no field 'serialNumbr'; did you mean 'serialNumber'?"),
        (
            "Column=xyz",
            "there is no field 'xyz'; a field has a name such as serialNumber or customFields.NAME, and - leaves a column out"
        ),
    ])
    func mappingsSayWhatIsWrong(text: String, expected: String) {
        #expect(message { _ = try ColumnMapping(parsing: text) } == expected)
    }

    @Test(arguments: [
        ("name\na\n", ["Nowhere=-"], "test: the file has no column 'Nowhere' for --map; check its spelling"),
        (
            "\"name\n", [],
            "test:1: the header cannot be read: a quote is opened and never closed; close it, or double it inside quotes"
        ),
        (
            "HB.tags,HB.url\na,b\n", [],
            "test: no column has the names of the items (the headings begin with 'HB.tags', 'HB.url'); "
                + "name it with --map \"Column=name\""
        ),
    ])
    func headersSayWhatIsWrong(text: String, mappings: [String], expected: String) throws {
        let found = message {
            _ = try InventoryFormatsTests.read(text, nil, options()) {
                $0.columns = try mappings.map { text in try ColumnMapping(parsing: text) }
            }
        }
        #expect(found == expected)
    }

    @Test func filesThatCannotBeOpenedSayWhy() throws {
        let options = try options()
        #expect(
            message { _ = try InventoryReader(TableSource(path: "/nowhere/at/all.csv"), options: options) }
                == "/nowhere/at/all.csv: cannot be read: No such file or directory; check the name and the folder")
        #expect(
            message { _ = try InventoryReader(TableSource(path: "/tmp"), options: options) }
                == "/tmp: cannot be read: Is a directory; give the name of a file, not of a folder; "
                + "an inventory is named with --store")
    }

    @Test func rowsTooLongOrTooWideSaySo() throws {
        let wide = "name\n" + String(repeating: ",", count: 20_000) + "\nb\n"
        let reading = try read(wide)
        #expect(
            reading.rejectedRows.flatMap(words) == ["row 2: the row has more than 16384 fields; the file is damaged"])
        #expect(reading.items.map(\.item.name) == ["b"])
        let long = try read("name\n" + String(repeating: "x", count: 3 << 20) + "\n")
        #expect(
            long.rejectedRows.flatMap(words) == [
                "row 2: column 1 (name): '\(String(repeating: "x", count: 40))': out of range: a text holds at most 1 MiB"
            ])
    }

    @Test(arguments: PropertyListKind.allCases) func everyKindOfValueHasAText(kind: PropertyListKind) {
        #expect(MessageCatalogue.english.texts["say.\(kind.message.key)"] != nil)
    }
}
