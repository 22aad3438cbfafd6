import Files
import Glibc
import Spreadsheets

/// A table that is read more than once: to propose a reading, to try it, and to take the items.
package struct TableSource: Sendable {
    enum Content: Sendable {
        case file(String)
        /// A pipe's bytes, in a file without a name.
        case spooled(TemporaryFile)
        case bytes([UInt8])
        /// A pipe whose first bytes show that it is not a table. It is read once, after them.
        case pipe(OpenPipe, head: [UInt8])
        case workbook(SpreadsheetTables)
    }

    /// The name of the file in messages.
    package let name: String
    let content: Content

    init(name: String, content: Content) {
        self.name = name
        self.content = content
    }

    /// A table in memory.
    package init(bytes: [UInt8], name: String) { self.init(name: name, content: .bytes(bytes)) }

    /// The sheets of a workbook.
    init(_ workbook: SpreadsheetTables, name: String) { self.init(name: name, content: .workbook(workbook)) }

    /// The most bytes of a pipe that are held in memory; a longer table is copied into a temporary file.
    private static let memoryLimit = 8 << 20

    /// A file by its path; `-` is standard input. Only a table in a pipe is copied, because it is read more than once.
    /// - Parameter name: the file's name in messages; nil for its path. A caller names standard input in its reader's
    ///   language.
    /// - Throws: ``InventoryFileError`` if the file cannot be read, or the copy cannot be written.
    package init(path: String, name: String? = nil) throws(InventoryFileError) {
        let name = name ?? path
        var status = stat()
        if path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            self.init(name: name, content: .file(path))
        } else {
            self.init(name: name, content: try TableSource.content(of: try OpenPipe(path: path, file: name), name))
        }
    }

    private static func content(of pipe: OpenPipe, _ name: String) throws(InventoryFileError) -> Content {
        var input = try InputBuffer(descriptor: pipe.descriptor, closes: false, file: name)
        _ = try input.extend()
        let head = Array(input.bytes)
        if !input.isComplete, !isSeparatedText(Array(head.prefix(FileFormat.recognitionLength))),
            !Spreadsheet.canBe(head), !FormatDetector(head).appearance.isMarkupWithoutFormat
        {
            return .pipe(pipe, head: head)
        }
        if try input.extendToEnd(limit: memoryLimit) { return .bytes(Array(input.bytes)) }
        return .spooled(try copy(of: input, name))
    }

    /// Copies the bytes of a pipe, so that they can be read again.
    private static func copy(
        of input: consuming InputBuffer, _ name: String
    ) throws(InventoryFileError) -> TemporaryFile {
        func failure(_ error: FileError) -> InventoryFileError {
            InventoryFileError(.notCopied(folder: TemporaryFile.defaultFolder, code: error.code), file: name)
        }
        let copy: TemporaryFile
        do { copy = try TemporaryFile() } catch { throw failure(error) }
        repeat {
            let bytes = input.bytes
            do { try copy.write(bytes.pointer.span) } catch { throw failure(error) }
            input.consume(bytes.count)
        } while try input.extend()
        return copy
    }

    /// The most bytes of a document whose tables are held in memory.
    private static let documentLimit = 64 << 20

    /// Opens the tables that the file holds if it is a spreadsheet, a web page or the JSON of another program.
    /// - Returns: the tables, or this source if the file is of another kind.
    /// - Throws: ``InventoryFileError`` if the file is a spreadsheet that cannot be read, for example because of a
    ///   password, or has a damaged line of JSON.
    package func openingTables() throws(InventoryFileError) -> TableSource {
        let opened = try openingSpreadsheet()
        if opened.holdsTables { return opened }
        let tables = try documentTables()
        return tables.isEmpty ? self : TableSource(SpreadsheetTables(tables), name: name)
    }

    /// The tables inside a document.
    private func documentTables() throws(InventoryFileError) -> [DocumentTable] {
        if case .pipe = content { return [] }
        var input = try open(nil)
        _ = try input.extend()
        let seen = FormatDetector(input.bytes)
        let isJSON = seen.format == .json
        if isJSON, JSONTables.isOwn(Array(input.bytes)) { return [] }
        guard isJSON || seen.appearance.isMarkupWithoutFormat, try input.extendToEnd(limit: TableSource.documentLimit)
        else { return [] }
        var bytes = Array(input.bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        return isJSON ? try JSONTables.tables(in: bytes) : try HTMLTables.tables(in: bytes)
    }

    private func openingSpreadsheet() throws(InventoryFileError) -> TableSource {
        let path: String
        switch content {
        case .file(let file): path = file
        case .spooled(let file): path = file.path
        case .bytes(let bytes):
            guard Spreadsheet.canBe(bytes) else { return self }
            let copy = try TableSource.copy(of: InputBuffer(bytes: bytes, file: name), name)
            return try TableSource(name: name, content: .spooled(copy)).openingSpreadsheet()
        case .workbook, .pipe: return self
        }
        var input = try InputBuffer(path: path, file: name)
        _ = try input.extend()
        guard Spreadsheet.canBe(input.bytes) else { return self }
        do {
            return TableSource(SpreadsheetTables(try Spreadsheet(path: path), of: self), name: name)
        } catch .notASpreadsheet(.zip) {
            return self
        } catch .damagedArchive where !Spreadsheet.isLikely(input.bytes) {
            return self
        } catch {
            throw InventoryFileError(.spreadsheet(error), file: name)
        }
    }

    /// Whether the rows are those of a spreadsheet or of a document with tables, and not separated text.
    package var holdsTables: Bool {
        if case .workbook = content { return true }
        return false
    }

    /// The sheets of a spreadsheet or the tables of a document, the hidden ones last; empty for text.
    package var sheets: [String] {
        guard case .workbook(let workbook) = content else { return [] }
        return workbook.sheets + workbook.hiddenSheets
    }

    /// Whether the file holds tables, or begins like separated text in any encoding, and not like another kind of file.
    package func isTable() throws(InventoryFileError) -> Bool {
        switch content {
        case .workbook: return true
        case .pipe: return false
        case .file, .spooled, .bytes: break
        }
        var input = try open(nil)
        _ = try input.extend()
        let head = Array(input.bytes.prefix(FileFormat.recognitionLength))
        return TableSource.isSeparatedText(head)
    }

    static func isSeparatedText(_ head: [UInt8]) -> Bool {
        guard !head.isEmpty else { return false }
        let seen = FormatDetector(head)
        if let format = seen.format { return format.isTable }
        switch seen.appearance {
        case .binary, .plainText:
            // Text of an encoding with one or two bytes per character has no NUL and hardly a control character.
            return head.count { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1A } == 0
        case .text: return !seen.isForeign && EncodingDetector.utf16(head) != nil
        default: return false
        }
    }

    /// Begins to read the text, converted from an encoding.
    func open(_ encoding: TextEncoding?) throws(InventoryFileError) -> InputBuffer {
        var decoder: TextDecoder?
        if let encoding, encoding != .utf8 {
            guard let made = TextDecoder(encoding) else {
                throw InventoryFileError(.unsupportedEncoding(encoding.rawValue), file: name)
            }
            decoder = made
        }
        switch content {
        case .file(let path): return try InputBuffer(path: path, file: name, decoder: decoder)
        case .spooled(let file):
            return try InputBuffer(path: file.path, file: name, decoder: decoder)
        case .bytes(let bytes):
            guard let decoder else { return InputBuffer(bytes: bytes, file: name) }
            var text: [UInt8] = []
            guard decoder.decode(bytes, isLast: true, into: &text) else {
                throw InventoryFileError(.notEncoded(decoder.encoding.rawValue), file: name)
            }
            return InputBuffer(bytes: text, file: name)
        case .pipe(let pipe, let head):
            return try InputBuffer(
                descriptor: pipe.descriptor, closes: false, file: name, decoder: decoder, head: head)
        case .workbook: return InputBuffer(bytes: [], file: name)
        }
    }
}

/// A pipe, or another file that can be read only once.
final class OpenPipe: Sendable {
    let descriptor: Int32

    /// - Parameter path: its path; `-` is standard input.
    init(path: String, file: String) throws(InventoryFileError) {
        descriptor = path == "-" ? 0 : Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InventoryFileError(.unreadable(code: errno), file: file) }
    }

    deinit { if descriptor > 0 { close(descriptor) } }
}
