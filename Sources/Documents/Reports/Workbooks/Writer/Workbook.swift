import CXLSX
import Files
import Glibc

/// An Office Open XML workbook (ECMA-376), written row by row in constant memory by libxlsxwriter.
///
///     let book = try Workbook(title: "Inventory", created: 1_795_000_000)
///     let sheet = try book.sheet("Items")
///     try sheet.write("Bear", row: 0, column: 0)
///     try book.finish { bytes in … }
///
/// The same calls produce the same bytes. Rows of one sheet are written from the first to the last; the cells of
/// an earlier row cannot be changed.
final class Workbook {
    private let book: UnsafeMutablePointer<lxw_workbook>
    private let file: TemporaryFile
    private var sheets: [(written: Sheet, pointer: UnsafeMutablePointer<lxw_worksheet>)] = []
    private var isClosed = false
    /// Whether the first column is at the right.
    private let isRightToLeft: Bool
    /// The library's temporary files are in a folder of their own: it does not notice if it cannot remove them.
    private let folder: TemporaryFolder
    private static let temporaryFolders = TemporaryFolder.Kind(prefix: "homepwner-workbook-")

    /// Begins a workbook in an unnamed file in `TMPDIR`, else in `/tmp`.
    /// - Parameters:
    ///   - title: its title among the document's properties.
    ///   - created: its date of creation in seconds since 1970; not 0.
    ///   - isRightToLeft: whether the first column is at the right.
    /// - Throws: `file` or `library`.
    init(title: String, created: Int, isRightToLeft: Bool = false) throws(SpreadsheetError) {
        self.isRightToLeft = isRightToLeft
        let file: TemporaryFile
        let folder: TemporaryFolder
        do { folder = try TemporaryFolder(Workbook.temporaryFolders) } catch { throw .file(error) }
        do {
            file = try TemporaryFile()
        } catch {
            folder.remove()
            throw .file(error)
        }
        // The library keeps a copy of the folder's name.
        var name = Array(folder.path.utf8CString)
        let opened = name.withUnsafeMutableBufferPointer { name in
            var options = lxw_workbook_options(constant_memory: 1, tmpdir: name.baseAddress, use_zip64: 0)
            return workbook_new_opt(file.path, &options)
        }
        guard let opened else {
            folder.remove()
            throw .outOfMemory
        }
        (self.file, self.folder) = (file, folder)
        book = opened
        var properties = lxw_doc_properties()
        properties.created = time_t(created)
        var text = CellTextEncoder.cString(title)
        text.withUnsafeMutableBufferPointer { text in
            properties.title = text.baseAddress
            workbook_set_properties(book, &properties)
        }
    }

    deinit {
        if !isClosed { lxw_workbook_free(book) }
        folder.remove()
    }

    /// Adds a sheet; the name is cut to what sheets may be called, 31 characters without `[]:*?/\`.
    /// - Throws: `duplicateSheet` if another sheet has that name.
    func sheet(_ name: String) throws(SpreadsheetError) -> Sheet {
        let plain = Sheet.name(name)
        guard let sheet = workbook_add_worksheet(book, plain) else {
            throw .duplicateSheet(plain)
        }
        if isRightToLeft { worksheet_right_to_left(sheet) }
        let written = Sheet(sheet, name: plain)
        sheets.append((written, sheet))
        return written
    }

    /// Whether a text has U+FFFD in place of a character that no cell holds.
    var hasReplacement: Bool { sheets.contains(where: \.written.hasReplacement) }

    /// Creates a format of cells.
    func format(_ style: CellStyle) -> CellFormat {
        let format = workbook_add_format(book)
        style.apply(to: format)
        return CellFormat(format)
    }

    /// Ends the workbook, reads it back, and passes its bytes on in pieces.
    /// - Throws: `library`, `file` or `damaged`, or the error of `body`. A workbook that a full disk cut short is never
    ///   passed on.
    func finish(_ body: ByteReceiver) throws {
        var rows: [WorkbookCheck.Rows?] = []
        defer { for case let rows? in rows { close(rows.file) } }
        for sheet in sheets { rows.append(try keepRows(of: sheet.pointer)) }
        isClosed = true
        let result = workbook_close(book)
        guard result == LXW_NO_ERROR else { throw SpreadsheetError.library(String(cString: lxw_strerror(result))) }
        try WorkbookCheck(file.path).run(rows)
        try readBack(body)
    }

    /// Writes the last row of a sheet to the file of its rows, and holds that file open beyond the library's use of it.
    /// - Returns: nil if the library keeps the rows in memory.
    private func keepRows(of sheet: UnsafeMutablePointer<lxw_worksheet>) throws(SpreadsheetError) -> WorkbookCheck.Rows?
    {
        guard let file = sheet.pointee.optimize_tmpfile else { return nil }
        // The library would write it when it no longer looks at errors.
        lxw_worksheet_write_single_row(sheet)
        guard fflush(file) == 0, ferror(file) == 0 else { throw .rowsNotWritten }
        guard fileno(file) >= 0 else { return nil }
        let copy = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .file(FileError(.read, TemporaryFile.defaultFolder)) }
        var status = stat()
        guard fstat(copy, &status) == 0 else {
            let error = FileError(.read, TemporaryFile.defaultFolder)
            close(copy)
            throw .file(error)
        }
        return WorkbookCheck.Rows(file: copy, size: Int(status.st_size))
    }

    private func readBack(_ body: ByteReceiver) throws {
        let name = "the workbook"
        guard lseek(file.descriptor, 0, SEEK_SET) == 0 else { throw SpreadsheetError.file(FileError(.read, name)) }
        do {
            try readPieces(of: file.descriptor, path: name) { piece in
                try body(piece)
                return true
            }
        } catch let error as FileError where error.path == name {
            throw SpreadsheetError.file(error)
        }
    }
}
