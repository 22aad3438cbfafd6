import Foundation
import Inventory
import Localization
import Message
import Testing

@testable import InventoryFormats

/// Reads every file of `Tests/Fixtures/interchange` and compares what came out with the text beside it.
/// `RECORD=1` writes that text anew.
@Suite struct FixtureTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/interchange")

    static func names(_ subfolder: String) -> [String] {
        let path = folder.appendingPathComponent(subfolder).path
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return all.filter { $0.contains(".") && !$0.hasSuffix(".expected") }.sorted()
            .map { subfolder.isEmpty ? $0 : "\(subfolder)/\($0)" }
    }

    /// The transcript of a file: the stated fields of each item, the problems of each rejected row, the final error.
    static func transcript(_ name: String) throws -> String {
        var text = ""
        do {
            let options = try options()
            let source = try TableSource(bytes: fixture(name), name: name).openingTables()
            var reading: TableReading?
            if try source.isTable() {
                let attempt = try ReadingAttempt(
                    of: source, overrides: ReadingOverrides(), usual: options.currency, options: options)
                reading = attempt.proposal.reading
                for question in attempt.proposal.questions { text += "question: \(question.topic)\n" }
            }
            var reader =
                try reading.map { try InventoryReader(source, reading: $0, options: options) }
                ?? InventoryReader(source, options: options)
            text += "format: \(reader.format.rawValue)\n"
            while let entry = try reader.next() {
                switch entry {
                case .rejected(let row):
                    for line in words(row).split(separator: "\n") { text += "fault: \(line)\n" }
                case .item(let incoming): text += describe(incoming)
                }
            }
        } catch {
            text += "error: \(MessageCatalogue.english.text(Message(error)))\n"
        }
        return text
    }

    static func describe(_ incoming: IncomingItem) -> String {
        var text = "item \(incoming.row):\n"
        for field in ItemField.allCases where incoming.stated.contains(field) {
            text += "  \(field.name) = \(String(reflecting: incoming.item[field].description))\n"
        }
        if let parent = incoming.parentReference { text += "  parent reference = \(parent)\n" }
        return text
    }

    @Test(arguments: names("") + names("bad"))
    func readsAsRecorded(name: String) throws {
        let expected = FixtureTests.folder.appendingPathComponent(name + ".expected")
        let transcript = try FixtureTests.transcript(name)
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try transcript.write(to: expected, atomically: true, encoding: .utf8)
        }
        #expect(transcript == (try String(contentsOf: expected, encoding: .utf8)))
    }

    @Test func thereAreFixtures() {
        #expect(FixtureTests.names("").count >= 7)
        #expect(FixtureTests.names("bad").count >= 40)
    }
}
