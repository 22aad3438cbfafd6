import CXML2
import Files
import Glibc

/// Reads a finished workbook back, in memory that does not grow with it.
///
/// libxlsxwriter ignores failing writes to the temporary files in which it assembles the parts of a workbook, and packs
/// whatever they hold. The checksums of the archive are then right although rows are missing.
struct WorkbookCheck {
    /// The rows of a sheet as they were written, in an open file.
    struct Rows {
        let file: Int32
        let size: Int
    }

    /// Deflate packs nothing more tightly (1,032 : 1). The limit of ``ZipReader`` for archives of strangers is lower.
    private static let maxExpansionRatio = 1100
    /// The most bytes of a part that is not a sheet, and of a sheet before and after its rows.
    private static let maxLineLength = 1 << 24

    private let archive: ZipReader

    /// Opens the archive.
    /// - Throws: `damaged` if it cannot be read as one.
    init(_ path: String) throws(SpreadsheetError) {
        do {
            archive = try ZipReader(path, maxExpansionRatio: WorkbookCheck.maxExpansionRatio)
        } catch {
            throw .damaged(part: nil, folder: TemporaryFile.defaultFolder)
        }
    }

    /// Compares every sheet with the rows that were written to it, and checks that every part is well-formed XML.
    /// - Parameter sheets: the rows of the sheets in their order; nil if the library kept them in memory, in which it
    /// then   also assembles the sheet.
    /// - Throws: `damaged` for the first part that is missing or not as it was written, or `file`.
    func run(_ sheets: [Rows?]) throws(SpreadsheetError) {
        let names = sheets.indices.map { "xl/worksheets/sheet\($0 + 1).xml" }
        for name in names + ["[Content_Types].xml", "xl/workbook.xml", "xl/styles.xml"]
        where !archive.entries.contains(where: { $0.name == name }) {
            throw .damaged(part: name, folder: TemporaryFile.defaultFolder)
        }
        for entry in archive.entries {
            do {
                guard let sheet = names.firstIndex(of: entry.name) else {
                    try check(entry, Rows(file: -1, size: 0))
                    continue
                }
                if let rows = sheets[sheet] {
                    try check(entry, rows)
                } else {
                    try archive.read(entry) { _ in }
                }
            } catch let error as FileError {
                throw .file(error)
            } catch {
                throw .damaged(part: entry.name, folder: TemporaryFile.defaultFolder)
            }
        }
    }

    private struct Damage: Error {}

    /// Checks one part: compares its rows byte by byte, and parses the XML around them.
    private func check(_ entry: ZipReader.Entry, _ rows: Rows) throws {
        var frame: [UInt8] = []
        var place = 0
        var isInRows = false
        try archive.read(entry) { bytes in
            var rest = Array(bytes)[...]
            if place == 0, rows.size > 0, !isInRows {
                frame += rest
                guard let start = WorkbookCheck.startOfRows(in: frame) else { return try WorkbookCheck.limit(frame) }
                rest = frame[start...]
                frame.removeSubrange(start...)
                isInRows = true
            }
            if isInRows {
                let known = rest.prefix(rows.size - place)
                guard try rows.bytes(at: place, count: known.count) == Array(known) else { throw Damage() }
                place += known.count
                rest = rest.dropFirst(known.count)
                isInRows = place < rows.size
            }
            frame += rest
            try WorkbookCheck.limit(frame)
        }
        guard place == rows.size, WorkbookCheck.isWellFormed(frame) else { throw Damage() }
    }

    private static func limit(_ frame: [UInt8]) throws {
        guard frame.count <= maxLineLength else { throw Damage() }
    }

    /// The place after the tag that opens the rows of a sheet.
    private static func startOfRows(in frame: [UInt8]) -> Int? {
        ByteSearch.first(Array("<sheetData>".utf8), in: frame, from: 0).map { $0 + "<sheetData>".utf8.count }
    }

    private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let document = bytes.withUnsafeBytes {
            xmlReadMemory($0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), nil, nil, Int32(options))
        }
        defer { xmlFreeDoc(document) }
        return document != nil
    }
}

extension WorkbookCheck.Rows {
    /// - Throws: `FileError`. If the file has become shorter, fewer bytes are returned.
    fileprivate func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var piece = [UInt8](repeating: 0, count: count - bytes.count)
            let got = pread(file, &piece, piece.count, off_t(offset + bytes.count))
            if got < 0, errno == EINTR { continue }
            if got < 0 { throw FileError(.read, TemporaryFile.defaultFolder) }
            if got == 0 { break }
            bytes += piece.prefix(got)
        }
        return bytes
    }
}
