import Foundation
import Glibc
import Inventory
import TestSupport
import Testing

@testable import InventoryFormats

@Suite struct TableTests {
    /// Takes a column for the value, whatever its cells are.
    private func holdingValues(_ overrides: inout ReadingOverrides) {
        overrides.columns.append(ColumnMapping(column: "value", field: .value))
    }

    /// The entries of a table in a file, by its likeliest reading.
    private func readTable(_ path: String) throws -> ReadResult {
        let source = try TableSource(path: path)
        let options = try options()
        let attempt = try ReadingAttempt(
            of: source, overrides: ReadingOverrides(), usual: options.currency, options: options)
        var reader = try InventoryReader(source, reading: attempt.proposal.reading, options: options)
        return try drain(&reader)
    }

    @Test(arguments: ["\n", "\r\n", "\r"], [",", ";", "\t"])
    func everyLineEndAndDelimiterReads(end: String, delimiter: String) throws {
        let rows = [["name", "notes", "value"], ["a", "\"one\(end)two\(delimiter)\"\"\"", "1"], ["", "x", ""]]
        let text = rows.map { $0.joined(separator: delimiter) }.joined(separator: end)
        for tail in ["", end, end + end] {
            for mark in ["", "\u{FEFF}"] {
                let reading = try read(mark + text + tail, nil, options())
                #expect(reading.rejectedRows.isEmpty)
                #expect(reading.items.map(\.item.name) == ["a", ""])
                #expect(reading.items.first?.item.notes == "one\(end)two\(delimiter)\"")
                #expect(reading.items.map(\.row) == [2, 3])
            }
        }
    }

    @Test(arguments: ["sep=;", "\"sep=;\"", "SEP=;"], ["\n", "\r\n", "\r"])
    func theLineThatExcelPutsBeforeTheHeaderNamesTheSeparator(line: String, end: String) throws {
        for mark in ["", "\u{FEFF}"] {
            let text = mark + [line, "name;notes;value", "a;b,c,d,e;1", "b;;x", ""].joined(separator: end)
            let reading = try read(text, nil, options(), holdingValues)
            #expect(reading.items.map(\.item.notes) == ["b,c,d,e"])
            #expect(reading.items.map(\.row) == [2])
            #expect(reading.rejectedRows.map(\.line) == [4])
            #expect(String(decoding: reading.rejectsHeader, as: UTF8.self) == "\(line)\(end)name;notes;value\(end)")
        }
        #expect(try read("sep=|\nHB.name|HB.quantity\nA,B|2\n", nil, options()).format == .homebox)
        #expect(try read("sep=|\nHB.name|HB.quantity\nA,B|2\n", nil, options()).items.first?.item.name == "A,B")
    }

    @Test func blankRowsAreSkippedAndStillCounted() throws {
        let reading = try read("name,value\n\na,1\n,\n\"\",\nb,x\n", nil, options(), holdingValues)
        #expect(reading.items.map(\.item.name) == ["a"])
        #expect(reading.rejectedRows.first?.row == 6)
    }

    @Test func aQuoteInsideAFieldIsACharacter() throws {
        let reading = try read("name,value\nSony 55\" TV,1\n27\"\" \"monitor\",2\n \"a\",3\n", nil, options())
        #expect(reading.items.map(\.item.name) == ["Sony 55\" TV", "27\"\" \"monitor\""])
        #expect(reading.rejectedRows.map(\.row) == [4])
    }

    @Test func linesAreCountedThroughQuotedFields() throws {
        let reading = try read("name,value\n\"a\nb\r\nc\",1\nd,x\n", nil, options(), holdingValues)
        #expect(reading.rejectedRows.first?.row == 3)
        #expect(reading.rejectedRows.first?.line == 5)
        #expect(reading.rejectedRows.first.map(words)?.hasPrefix("row 3 (line 5): column 2 (value): ") == true)
    }

    /// Pieces of any size: the file comes through a pipe, a few bytes at a time.
    @Test func piecesOfAPipeReadLikeTheWholeFile() throws {
        let bytes = try fixture("homebox.csv")
        let whole = try read(bytes, nil, options())
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let writing = ends[1]
        let thread = Thread {
            for start in stride(from: 0, to: bytes.count, by: 7) {
                let piece = Array(bytes[start..<min(bytes.count, start + 7)])
                _ = piece.withUnsafeBytes { Glibc.write(writing, $0.baseAddress, $0.count) }
            }
            close(writing)
        }
        thread.start()
        let source = try TableSource(path: "/dev/fd/\(ends[0])", name: "pipe")
        var reader = try InventoryReader(
            source, reading: try #require(try source.programReading()), options: options())
        let reading = try drain(&reader)
        close(ends[0])
        #expect(reading.items.map(FixtureTests.describe) == whole.items.map(FixtureTests.describe))
    }

    @Test func recordsAcrossTheWindowReadLikeOthers() throws {
        var text = "name,notes\n"
        var expected: [Int] = []
        for index in stride(from: 1, to: 60, by: Rounds.size(1, few: 4)) {
            let length = index * 9_001
            expected.append(length)
            text += "n\(index),\"\(String(repeating: index % 2 == 0 ? "x\n" : "é", count: length / 2))\"\n"
        }
        let path = NSTemporaryDirectory() + "/window-\(UUID().uuidString).csv"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        defer { unlink(path) }
        let reading = try readTable(path)
        #expect(reading.rejectedRows.isEmpty)
        #expect(reading.items.map { $0.item.notes?.utf8.count ?? 0 } == expected.map { $0 / 2 * 2 })
    }

    @Test func textsOfExactlyTheLimitAreTakenAndLongerOnesAreNot() throws {
        let long = String(repeating: "\"\"", count: Item.textLimit)
        let reading = try read("name\n\"\(long)\"\n\"\(long)\"\"\"\nb\n", nil, options())
        #expect(reading.items.map(\.item.name.utf8.count) == [Item.textLimit, 1])
        #expect(reading.rejectedRows.map(\.row) == [3])
    }

    @Test(arguments: [true, false])
    func aLineWithoutEndIsOneFaultInLittleMemory(quoted: Bool) throws {
        let path = NSTemporaryDirectory() + "/long-\(UUID().uuidString).csv"
        defer { unlink(path) }
        let file = try #require(fopen(path, "w"))
        fputs("name,value\na,1\n" + (quoted ? "\"" : ""), file)
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<Rounds.size(12, few: 4) { fwrite(piece, 1, piece.count, file) }
        fputs("\nb,2\n", file)
        fclose(file)
        let reading = try readTable(path)
        #expect(reading.items.map(\.item.name) == ["a", "b"])
        #expect(reading.rejectedRows.map(\.row) == [3])
        #expect(reading.rejectedRows.first?.source == nil)
    }

    @Test func rejectedRowsMakeAFileThatReadsAgain() throws {
        let text = "name;value\r\na;1\r\nb;x\r\nc;y;z\r\nd;2\r\ne;z"
        let reading = try read(text, nil, options(), holdingValues)
        let rejects = reading.rejectsHeader + reading.rejectedRows.flatMap { $0.source ?? [] }
        #expect(String(decoding: rejects, as: UTF8.self) == "name;value\r\nb;x\r\nc;y;z\r\ne;z\n")
        let again = try read(rejects, nil, options(), holdingValues)
        #expect(again.rejectedRows.map(\.row) == [2, 3, 4])
    }

    @Test func everyFaultOfARowIsListedInTheOrderOfItsColumns() throws {
        let reading = try read("quantity,name,value,insured\n-1,a,x,maybe\n", nil, options()) {
            holdingValues(&$0)
            $0.columns.append(ColumnMapping(column: "insured", field: .insured))
        }
        #expect(reading.rejectedRows.first?.diagnostics.map(\.columnNumber) == [1, 3, 4])
    }

    @Test func unknownFormatsAreNamed() throws {
        let options = try options()
        #expect(failure("", nil, options)?.reason == .empty)
        #expect(failure("%PDF-1.7\n", nil, options)?.reason == .unknownFormat(.pdf))
        for path in ["/nowhere/at/all.csv", "/tmp"] {
            #expect(throws: InventoryFileError.self) {
                _ = try InventoryReader(TableSource(path: path), options: options)
            }
        }
    }

    @Test func aNamedFormatOverridesTheContent() throws {
        let text = "HB.name,HB.purchase_price\nBear,\"1,234.50\"\n"
        let reading = try read(
            text, .csv, options()
        ) {
            $0.columns = [
                try ColumnMapping(parsing: "HB.name=name"), try ColumnMapping(parsing: "HB.purchase_price=value"),
            ]
        }
        #expect(reading.items.first?.item.value?.minorUnits == 123_450)
    }
}
