public import Archives
public import Files

/// Why a spreadsheet file cannot be read.
public enum SpreadsheetFileError: Error, Equatable, Sendable {
    /// The file cannot be opened or read.
    case file(FileError)
    /// The file is of another kind.
    case notASpreadsheet(SpreadsheetLookalike)
    /// The content is encrypted; only the program that asks for the password can read it.
    case passwordProtected
    /// The zip archive ends early, or its directory is damaged.
    case damagedArchive(reason: String)
    /// The zip archive is suspicious, or one of its parts cannot be unpacked.
    case archive(ArchiveError)
    /// A part that the file refers to is missing.
    case missingPart(String)
    /// A part declares a document type, which could define entities. Spreadsheets have none.
    case documentType(part: String)
    /// A part is not well-formed XML.
    case malformedXML(part: String, line: Int, detail: String)
    /// A tag of a part is too long, or has too many attributes or namespaces.
    case tagTooLarge(part: String, line: Int)
    /// A comment or processing instruction of a part is longer than `limit` bytes.
    case commentTooLong(part: String, line: Int, limit: Int)
    /// The elements of a part are nested more than `limit` deep.
    case tooDeep(part: String, limit: Int)
    /// The text of one cell is longer than `limit` bytes.
    case textTooLong(SheetPlace?, limit: Int)
    /// A cell names a text that the table of texts does not have; texts count from 0.
    case missingText(SheetPlace, index: String, count: Int)
    /// The table of texts unpacks to more than `limit` bytes, which is out of proportion to the file.
    case tooMuchText(limit: Int)
    /// The sheet repeats cells with content more than `limit` times.
    case tooManyRepetitions(SheetPlace, limit: Int)
    /// A cell lies beyond the last column that a sheet may have.
    case tooManyColumns(SheetPlace, limit: Int)
    /// The workbook has no sheet with cells.
    case noSheets
}

/// A cell of a sheet that an error is about.
public struct SheetPlace: Equatable, Sendable {
    /// The name of the sheet.
    public let sheet: String
    /// The address of the cell.
    public let cell: CellAddress

    init(_ sheet: String, _ cell: CellAddress) { (self.sheet, self.cell) = (sheet, cell) }
}

/// A kind of file that is taken for a spreadsheet, and cannot be read as one.
public enum SpreadsheetLookalike: String, Equatable, Sendable, CaseIterable {
    /// Excel's binary workbook of the years before 2007 (`.xls`).
    case oldExcelWorkbook
    /// Excel's binary workbook since 2007 (`.xlsb`).
    case binaryWorkbook
    /// A file of Apple's Numbers, Pages or Keynote.
    case appleDocument
    /// A text document, presentation or drawing of an office program.
    case otherOfficeDocument
    /// A zip archive of something else.
    case zip
    case pdf
    case heic
    case unknown
}
