import Glibc
import Inventory
import InventoryFormats
import JSON
import Localization

/// Files of items in the documented formats.
enum ItemTargets {
    static let options = ImportOptions(currency: FuzzTarget.currency, timestamp: FuzzTarget.timestamp)

    /// A reader of a file of one format.
    static func reader(of format: FileFormat) -> FuzzTarget.Reader {
        { bytes in
            do throws(InventoryFileError) {
                var reader = try InventoryReader(
                    TableSource(bytes: Array(bytes), name: "input"), format: format, options: options)
                check(try drain(&reader).items)
            } catch {
                checkMessage(of: error)
            }
        }
    }

    /// Reads any bytes as JSON that is written again, and as a file of items.
    @Sendable static func json(_ bytes: FuzzTarget.Input) {
        if let value = try? JSONValue(parsing: Array(bytes)) {
            guard let again = try? JSONValue(parsing: value.encoded), again == value else {
                preconditionFailure("the JSON that is written is not that which was read")
            }
        }
        reader(of: .json)(bytes)
    }

    /// The items and rejected rows of a file. Each fault is put into words.
    static func drain(_ reader: inout InventoryReader) throws(InventoryFileError) -> (items: [Item], rejected: Int) {
        var items: [Item] = []
        var rejected = 0
        while let entry = try reader.next() {
            switch entry {
            case .item(let incoming): items.append(incoming.item)
            case .rejected(let row):
                rejected += 1
                precondition(!row.diagnostics.isEmpty, "a row is rejected without a reason")
                let words = row.messages.map { MessageCatalogue.english.text($0) }
                _ = row.rejectsLine(problems: words.joined(separator: "; "))
            }
        }
        return (items, rejected)
    }

    static func checkMessage(of error: InventoryFileError) {
        precondition(!MessageCatalogue.english.text(error.message).isEmpty, "an error has no words")
    }

    /// Checks that items that were read can be written and are then read as they were.
    static func check(_ items: [Item]) {
        let items = Array(items.prefix(100))
        guard !items.isEmpty else { return }
        var table: [UInt8] = []
        var writer = JSONWriter()
        writer.array { json in
            for item in items { ItemJSON.write(item, to: &json) }
        }
        do {
            var csv = try PlainCSVWriter { $0.withUnsafeBufferPointer { piece in table.append(contentsOf: piece) } }
            for item in items { try csv.write(item) }
            try csv.finish()
        } catch {
            preconditionFailure("an item cannot be written: \(error)")
        }
        expect(items, in: table, of: .csv, fields: ItemField.csvColumns)
        expect(items, in: writer.bytes, of: .json, fields: ItemField.allCases)
    }

    private static func expect(_ items: [Item], in bytes: [UInt8], of format: FileFormat, fields: [ItemField]) {
        do throws(InventoryFileError) {
            let source = TableSource(bytes: bytes, name: "written")
            var reader =
                try source.programReading().map { reading throws(InventoryFileError) in
                    try InventoryReader(source, reading: reading, options: options)
                } ?? InventoryReader(source, format: format, options: options)
            let (again, rejected) = try drain(&reader)
            precondition(rejected == 0 && again.count == items.count, "\(format) loses items")
            for (one, other) in zip(items, again) {
                for field in fields where one[field] != other[field] {
                    preconditionFailure("\(format) changes \(field.name): \(one[field]) became \(other[field])")
                }
            }
        } catch {
            preconditionFailure("\(format) cannot be read again: \(error)")
        }
    }
}

/// Lists of people and programs, whose form is proposed.
enum ListTargets {
    /// Proposes a reading for any bytes, saves and tries it, and tries the first answer to each question.
    @Sendable static func list(_ bytes: FuzzTarget.Input) {
        propose(TableSource(bytes: Array(bytes), name: "input"))
    }

    static func propose(_ source: TableSource) {
        do throws(InventoryFileError) {
            if let reading = try source.programReading() { try take(reading, source) }
            var overrides = ReadingOverrides()
            let proposal = try ReadingProposal(of: source, overrides: overrides, usual: FuzzTarget.currency)
            try take(proposal.reading, source)
            guard !proposal.questions.isEmpty else { return }
            for question in proposal.questions {
                guard let answer = question.answers.last else { preconditionFailure("a question without answers") }
                overrides.apply(answer, to: question.topic)
            }
            let answered = try ReadingProposal(of: source, overrides: overrides, usual: FuzzTarget.currency)
            try take(answered.reading, source)
        } catch {
            ItemTargets.checkMessage(of: error)
        }
    }

    private static func take(_ reading: TableReading, _ source: TableSource) throws(InventoryFileError) {
        guard let saved = try? TableReading(parsing: reading.savedBytes), saved == reading else {
            preconditionFailure("a saved reading is not that which was proposed: \(reading)")
        }
        let options = ItemTargets.options
        let trial = try ReadingTrial(source, reading: reading, options: options)
        var reader = try InventoryReader(source, reading: reading, options: options)
        let (items, rejected) = try ItemTargets.drain(&reader)
        precondition(items.count == trial.items && rejected == trial.faultyRows, "the trial and the import differ")
        ItemTargets.check(items)
    }

    /// Reads any bytes as a saved reading and, after `\0`, as the table that it reads.
    @Sendable static func savedReading(_ bytes: FuzzTarget.Input) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
        _ = try? ColumnMapping(parsing: String(decoding: parts[0], as: UTF8.self))
        do throws(InventoryFileError) {
            let reading = try TableReading(parsing: parts[0])
            guard parts.count == 2 else { return }
            try take(reading, TableSource(bytes: parts[1], name: "input"))
        } catch {
            ItemTargets.checkMessage(of: error)
        }
    }
}
