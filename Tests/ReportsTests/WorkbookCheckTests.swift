import Files
import Foundation
import Glibc
import Testing

@testable import Reports

/// A finished workbook is read back and compared with the rows that were written to it.
@Suite final class WorkbookCheckTests {
    private let folder: URL
    private static let sheet = "xl/worksheets/sheet1.xml"

    init() throws {
        folder = URL(filePath: "/tmp/homepwner-spreadsheets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The parts of a workbook with two sheets, the first with so many rows, the second empty.
    private func parts(rows: Int, text: String? = nil) throws -> [(name: String, bytes: Data)] {
        let book = try Workbook(title: "Title", created: 1_700_000_000)
        let sheet = try book.sheet("Items")
        _ = try book.sheet("Empty")
        for row in 0..<rows {
            // Texts that are longer than the pieces in which files are written.
            let long = String(repeating: "<row \(row) ", count: row == 7 ? 2000 : 1)
            try sheet.write(text ?? long, row: row * 2, column: 0)
            try sheet.write(Double(row), row: row * 2, column: 1)
        }
        var bytes = Data()
        try book.finish { bytes += Array($0) }
        let path = folder.appending(path: "whole.xlsx")
        try bytes.write(to: path)
        let archive = try ZipReader(path.path, maxExpansionRatio: 1100)
        return try archive.entries.map { entry in
            var bytes = Data()
            try archive.read(entry) { bytes += Array($0) }
            return (entry.name, bytes)
        }
    }

    /// Packs parts, one of them changed, and checks them against the rows of the unchanged ones.
    private func check(
        _ parts: [(name: String, bytes: Data)], changing name: String = "", _ change: (Data) -> Data? = { $0 }
    ) throws {
        var files: [ZipWriter.File] = []
        for (number, part) in parts.enumerated() {
            guard let bytes = part.name == name ? change(part.bytes) : part.bytes else { continue }
            let path = folder.appending(path: "\(number)")
            try bytes.write(to: path)
            files.append(ZipWriter.File(name: part.name, path: path.path, isPacked: true))
        }
        let path = folder.appending(path: "changed.xlsx").path
        unlink(path)
        try ZipWriter.write(files, to: path, timestamp: 1_700_000_000)

        let sheet = try #require(parts.first { $0.name == Self.sheet }).bytes
        let start = try #require(sheet.range(of: Data("<sheetData>".utf8))).upperBound
        let end = try #require(sheet.range(of: Data("</sheetData>".utf8))).lowerBound
        let rows = folder.appending(path: "rows")
        try sheet[start..<end].write(to: rows)
        let file = open(rows.path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        try WorkbookCheck(path).run([
            WorkbookCheck.Rows(file: file, size: end - start), WorkbookCheck.Rows(file: file, size: 0),
        ])
    }

    @Test(arguments: [1, 8, 5000]) func aWholeWorkbookPasses(rows: Int) throws {
        try check(try parts(rows: rows))
    }

    @Test func aSheetThatPacksMoreTightlyThanAStrangersMayPasses() throws {
        try check(try parts(rows: 300, text: String(repeating: "x", count: 32_000)))
        #expect(throws: ArchiveError.self) { _ = try ZipReader(self.folder.appending(path: "changed.xlsx").path) }
    }

    @Test(arguments: [1, 20, 4096, 100_000])
    func aSheetThatIsCutShortIsRefused(by count: Int) throws {
        let parts = try parts(rows: 5000)
        #expect(throws: SpreadsheetError.damaged(part: Self.sheet, folder: TemporaryFile.defaultFolder)) {
            try self.check(parts, changing: Self.sheet) { $0.dropLast(count) }
        }
        #expect(throws: SpreadsheetError.damaged(part: Self.sheet, folder: TemporaryFile.defaultFolder)) {
            try self.check(parts, changing: Self.sheet) { $0.prefix(count) }
        }
    }

    @Test func aSheetWithAHoleIsRefused() throws {
        let parts = try parts(rows: 5000)
        // Within one text, so that the rest is well-formed XML with as many rows.
        #expect(throws: SpreadsheetError.damaged(part: Self.sheet, folder: TemporaryFile.defaultFolder)) {
            try self.check(parts, changing: Self.sheet) { sheet in
                guard let long = sheet.range(of: Data("row 7 ".utf8)) else { return nil }
                return sheet[..<long.upperBound] + sheet[(long.upperBound + 12 * 400)...]
            }
        }
    }

    @Test(arguments: ["xl/styles.xml", "[Content_Types].xml", "xl/worksheets/sheet2.xml", "docProps/core.xml"])
    func otherPartsAreWholeToo(name: String) throws {
        let parts = try parts(rows: 8)
        #expect(throws: SpreadsheetError.damaged(part: name, folder: TemporaryFile.defaultFolder)) {
            try self.check(parts, changing: name) { $0.dropLast(3) }
        }
        #expect(throws: SpreadsheetError.damaged(part: name, folder: TemporaryFile.defaultFolder)) {
            try self.check(parts, changing: name) { _ in Data() }
        }
    }

    @Test func aMissingSheetIsRefused() throws {
        let parts = try parts(rows: 8)
        #expect(throws: SpreadsheetError.damaged(part: Self.sheet, folder: TemporaryFile.defaultFolder)) {
            try self.check(parts, changing: Self.sheet) { _ in nil }
        }
    }

    @Test func aDamagedArchiveIsRefused() throws {
        try check(try parts(rows: 8))
        let path = folder.appending(path: "whole.xlsx")
        try Data(contentsOf: path).dropLast(100).write(to: path)
        #expect(throws: SpreadsheetError.self) { _ = try WorkbookCheck(path.path) }
    }
}
