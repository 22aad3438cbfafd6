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
/// The same calls give the same bytes. Rows of one sheet are written from the first to the last; what was written of
/// an earlier row cannot be changed.
public final class Workbook {
    private let book: UnsafeMutablePointer<lxw_workbook>
    private let file: Int32
    private var sheets: [UnsafeMutablePointer<lxw_worksheet>] = []
    private var isClosed = false

    /// Begins a workbook in a file without a name in `TMPDIR`, else in `/tmp`.
    /// - Parameters:
    ///   - title: its title among the document's properties.
    ///   - created: the moment it states, in seconds since 1970; not 0.
    /// - Throws: `file` or `library`.
    public init(title: String, created: Int) throws(SpreadsheetError) {
        let folder = TemporaryFile.defaultFolder
        let file: Int32
        do throws(FileError) { file = try TemporaryFile.open(in: folder) } catch { throw .file(error) }
        let opened = folder.withCString { folder in
            // The library keeps a copy of the folder's name.
            var options = lxw_workbook_options(
                constant_memory: 1, tmpdir: UnsafeMutablePointer(mutating: folder), use_zip64: 0)
            return workbook_new_opt("/proc/self/fd/\(file)", &options)
        }
        guard let opened else {
            close(file)
            throw .outOfMemory
        }
        self.file = file
        book = opened
        var properties = lxw_doc_properties()
        properties.created = time_t(created)
        CellTextEncoder.withText(title) { title in
            properties.title = UnsafeMutablePointer(mutating: title)
            workbook_set_properties(book, &properties)
        }
    }

    deinit {
        if !isClosed { lxw_workbook_free(book) }
        close(file)
    }

    /// Adds a sheet; the name is cut to what sheets may be called, 31 characters without `[]:*?/\`.
    /// - Throws: `library` where another sheet has that name.
    public func sheet(_ name: String) throws(SpreadsheetError) -> Sheet {
        let plain = Sheet.name(name)
        guard let sheet = workbook_add_worksheet(book, plain) else {
            throw .duplicateSheet(plain)
        }
        sheets.append(sheet)
        return Sheet(sheet, name: plain)
    }

    /// Makes a look of cells.
    public func format(_ style: CellStyle) -> CellFormat {
        let format = workbook_add_format(book)
        style.apply(to: format)
        return CellFormat(format)
    }

    /// Ends the workbook, reads it back, and hands out its bytes in pieces.
    /// - Throws: `library`, `file` or `damaged`, or what `body` throws. A workbook that a full disk cut short is never
    ///   handed out.
    public func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var rows: [WorkbookCheck.Rows?] = []
        defer { for case let rows? in rows { close(rows.file) } }
        for sheet in sheets { rows.append(try keepRows(of: sheet)) }
        isClosed = true
        let result = workbook_close(book)
        guard result == LXW_NO_ERROR else { throw SpreadsheetError.library(String(cString: lxw_strerror(result))) }
        try WorkbookCheck("/proc/self/fd/\(file)").run(rows)
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

    private func readBack(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard lseek(file, 0, SEEK_SET) == 0 else { throw SpreadsheetError.file(FileError(.read, "the workbook")) }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { piece.deallocate() }
        while true {
            let count = read(file, piece.baseAddress, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SpreadsheetError.file(FileError(.read, "the workbook")) }
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        }
    }
}
