import Files
import Foundation
import Spreadsheets
import Testing

/// Files made to do harm, and files of other kinds: each is refused by name.
@Suite struct HostileSpreadsheetTests {
    private func error(_ path: String) -> SpreadsheetFileError? {
        do throws(SpreadsheetFileError) {
            _ = try Spreadsheet(path: path).allRows()
            return nil
        } catch {
            return error
        }
    }

    private static let place = "Things"

    @Test func declarationsOfEntitiesAreRefused() throws {
        let files = try SpreadsheetFiles()
        let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>"
        let book = try files.workbook(rows: "<row><c t=\"str\"><v>&b;</v></c></row>", prologue: bomb)
        #expect(error(book) == .documentType(part: "xl/worksheets/sheet1.xml"))
        let sheet = try files.openDocument(tables: "", prologue: bomb)
        #expect(error(sheet) == .documentType(part: "content.xml"))
    }

    @Test func archivesThatUnpackToFarMoreAreRefused() throws {
        let files = try SpreadsheetFiles()
        let book = try files.workbook(rows: String(repeating: " ", count: 30 << 20))
        #expect(error(book) == .archive(.suspicious(book, .expansion(ratio: ZipReader.maxExpansionRatio))))
    }

    @Test func truncatedArchivesAreDamaged() throws {
        let files = try SpreadsheetFiles()
        let book = try files.workbook(rows: "<row><c><v>1</v></c></row>")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: book)))
        for count in stride(from: 30, to: bytes.count, by: 97) {
            guard case .damagedArchive? = error(try files.write(bytes.prefix(count), as: "cut.xlsx")) else {
                Issue.record("\(count) bytes")
                continue
            }
        }
    }

    @Test func damagedPartsAreRefused() throws {
        let files = try SpreadsheetFiles()
        let book = try files.workbook(rows: "<row><c><v>1</v></row>")
        guard case .malformedXML("xl/worksheets/sheet1.xml", line: 1, _)? = error(book) else {
            Issue.record("\(String(describing: error(book)))")
            return
        }
        let deep = try files.workbook(rows: String(repeating: "<row>", count: 300))
        #expect(error(deep) == .tooDeep(part: "xl/worksheets/sheet1.xml", limit: 200))
    }

    @Test func textsThatAreMissingAreNamedByTheirCell() throws {
        let files = try SpreadsheetFiles()
        let book = try files.workbook(
            rows: "<row r=\"3\"><c r=\"B3\" t=\"s\"><v>7</v></c></row>", texts: "<si><t>only</t></si>")
        guard case .missingText(let place, index: "7", count: 1)? = error(book) else {
            Issue.record("\(String(describing: error(book)))")
            return
        }
        #expect(place.sheet == "Things")
        #expect(place.cell == CellAddress(column: 1, row: 3))
    }

    @Test func addressesBeyondTheLastColumnAreRefused() throws {
        let files = try SpreadsheetFiles()
        let book = try files.workbook(rows: "<row r=\"2\"><c r=\"XFE2\"><v>1</v></c></row>")
        guard case .tooManyColumns(let place, limit: CellAddress.maxColumns)? = error(book) else {
            Issue.record("\(String(describing: error(book)))")
            return
        }
        #expect(place.cell.description == "XFE2")
    }

    @Test func aCellLongerThanTheLimitIsNamed() throws {
        let files = try SpreadsheetFiles()
        let words = (0..<400_000).map { "w\($0 &* 2_654_435_761 % 99_991)" }.joined(separator: " ")
        let book = try files.workbook(rows: "<row><c t=\"inlineStr\"><is><t>\(words)</t></is></c></row>")
        guard case .textTooLong(let place?, limit: Spreadsheet.textLimit)? = error(book) else {
            Issue.record("\(String(describing: error(book)))")
            return
        }
        #expect(place.cell.description == "A1")
        let shared = try files.workbook(rows: "", texts: "<si><t>\(words)</t></si>")
        #expect(error(shared) == .textTooLong(nil, limit: Spreadsheet.textLimit))
        let sheet = try files.openDocument(
            tables: "<table:table table:name=\"T\"><table:table-row><table:table-cell><text:p>\(words)</text:p>"
                + "</table:table-cell></table:table-row></table:table>")
        guard case .textTooLong? = error(sheet) else {
            Issue.record("\(String(describing: error(sheet)))")
            return
        }
    }

    @Test func tagsWithoutEndDoNotFillTheMemory() throws {
        let files = try SpreadsheetFiles()
        let noise = (0..<200_000).map { "a\($0 &* 2_654_435_761 % 99_991)" }.joined()
        guard case .tagTooLarge? = error(try files.workbook(rows: "<row \(noise)=\"1\"/>")),
            case .commentTooLong? = error(try files.workbook(rows: "<!-- \(noise) -->"))
        else { throw TestFailure() }
    }

    @Test(arguments: ["<!--": "-->", "<?app": "?>"])
    func longCommentsAndInstructionsAreRefusedByTheirLimit(start: String, end: String) throws {
        let files = try SpreadsheetFiles()
        func long(_ size: Int) -> String { "\(start) \(String(repeating: "x y\n", count: size / 4)) \(end)" }
        let row = "<row><c><v>1</v></c></row>"
        #expect(error(try files.workbook(rows: long(300 << 10) + row)) == nil)
        let table = "<table:table table:name=\"A\">\(long(1 << 20))<table:table-row/></table:table>"
        let found = [
            error(try files.workbook(rows: long(1 << 20) + row)),
            error(try files.workbook(rows: row, texts: long(1 << 20))),
            error(try files.openDocument(tables: table)),
        ]
        for (found, place) in zip(found, ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "content.xml"]) {
            guard case .commentTooLong(let part, line: _, limit: 320 << 10)? = found, part == place else {
                Issue.record("\(String(describing: found))")
                continue
            }
        }
    }

    private struct TestFailure: Error {}

    @Test func tagsWithVeryManyAttributesAreRefused() throws {
        let files = try SpreadsheetFiles()
        let attributes = (0..<5000).map { "a\($0)=\"\($0 &* 2_654_435_761 % 99_991)\"" }.joined(separator: " ")
        let book = try files.workbook(rows: "<row><c \(attributes)><v>1</v></c></row>")
        #expect(error(book) == .tagTooLarge(part: "xl/worksheets/sheet1.xml", line: 1))
        let shared = try files.workbook(rows: "", texts: "<si \(attributes)/>")
        #expect(error(shared) == .tagTooLarge(part: "xl/sharedStrings.xml", line: 1))
        let sheet = try files.openDocument(tables: "<table:table \(attributes)/>")
        #expect(error(sheet) == .tagTooLarge(part: "content.xml", line: 1))
    }

    @Test func repetitionsAreNotExpandedWithoutLimit() throws {
        let files = try SpreadsheetFiles()
        func sheet(columns: Int, rows: Int) throws -> String {
            try files.openDocument(
                tables: "<table:table table:name=\"T\"><table:table-row table:number-rows-repeated=\"\(rows)\">"
                    + "<table:table-cell office:value-type=\"float\" office:value=\"1\""
                    + " table:number-columns-repeated=\"\(columns)\"/></table:table-row></table:table>")
        }
        guard case .tooManyRepetitions? = error(try sheet(columns: 16_384, rows: 1_048_576)) else {
            Issue.record("repeated rows")
            return
        }
        guard case .tooManyColumns? = error(try sheet(columns: 16_385, rows: 1)) else {
            Issue.record("repeated columns")
            return
        }
        #expect(error(try sheet(columns: 1000, rows: 100)) == nil)
    }

    @Test func encryptedFilesAreNamed() throws {
        let files = try SpreadsheetFiles()
        let sheet = try files.openDocument(
            tables: "",
            manifest: "<manifest:file-entry manifest:full-path=\"content.xml\"><manifest:encryption-data/>"
                + "</manifest:file-entry>")
        #expect(error(sheet) == .passwordProtected)
        let names = ["Root Entry", "EncryptionInfo", "EncryptedPackage"]
        #expect(error(try files.write(Self.compoundFile(names))) == .passwordProtected)
    }

    @Test func filesOfOtherKindsAreNamed() throws {
        let files = try SpreadsheetFiles()
        func lookalike(_ bytes: [UInt8]) throws -> SpreadsheetFileError? { error(try files.write(bytes)) }
        #expect(
            try lookalike(Self.compoundFile(["Root Entry", "Workbook"])) == .notASpreadsheet(.oldExcelWorkbook))
        #expect(
            try lookalike(Self.compoundFile(["Root Entry", "WordDocument"])) == .notASpreadsheet(.otherOfficeDocument))
        #expect(try lookalike([0xD0, 0xCF, 0x11, 0xE0]) == .notASpreadsheet(.oldExcelWorkbook))
        #expect(try lookalike([9, 8, 16, 0, 0, 6, 5, 0]) == .notASpreadsheet(.oldExcelWorkbook))
        #expect(try lookalike(Array("%PDF-1.7".utf8)) == .notASpreadsheet(.pdf))
        #expect(try lookalike([0, 0, 0, 24] + Array("ftypheic".utf8)) == .notASpreadsheet(.heic))
        #expect(try lookalike(Array("Name,Value\n".utf8)) == .notASpreadsheet(.unknown))
        #expect(try lookalike([]) == .notASpreadsheet(.unknown))
        #expect(error(try files.archive([("a.txt", "a")])) == .notASpreadsheet(.zip))
        #expect(error(try files.archive([("Index/Document.iwa", "a")])) == .notASpreadsheet(.appleDocument))
        let text = "application/vnd.oasis.opendocument.text"
        #expect(error(try files.archive([("mimetype", text)])) == .notASpreadsheet(.otherOfficeDocument))
        func package(_ part: String) throws -> String {
            try files.archive([
                ("[Content_Types].xml", "<Types/>"),
                (
                    "_rels/.rels",
                    "<Relationships><Relationship Id=\"a\" Type=\"x/officeDocument\" Target=\"/\(part)\"/></Relationships>"
                ), (part, "x"),
            ])
        }
        #expect(error(try package("xl/workbook.bin")) == .notASpreadsheet(.binaryWorkbook))
        #expect(error(try package("word/document.xml")) == .notASpreadsheet(.otherOfficeDocument))
        guard case .file? = error(files.folder + "/nowhere"), case .file? = error(files.folder) else {
            Issue.record("missing file, folder")
            return
        }
    }

    /// A compound file with one sector of its allocation table and one of its directory.
    private static func compoundFile(_ names: [String]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1536)
        bytes.replaceSubrange(0..<8, with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
        bytes[30] = 9
        bytes[48] = 1
        // Both sectors are the last of their chains.
        bytes.replaceSubrange(512..<520, with: [0xFD, 0xFF, 0xFF, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF])
        for (index, name) in names.enumerated() {
            let units = Array(name.utf16)
            for (place, unit) in units.enumerated() { bytes[1024 + 128 * index + 2 * place] = UInt8(unit) }
            bytes[1024 + 128 * index + 64] = UInt8(2 * units.count + 2)
        }
        return bytes
    }
}
