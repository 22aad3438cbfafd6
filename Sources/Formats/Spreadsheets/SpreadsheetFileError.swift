public import Files
public import Message

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

extension SpreadsheetFileError: MessageConvertible {
    public var message: Message {
        switch self {
        case .file(let error): error.message
        case .notASpreadsheet(let kind): Message("spreadsheet.lookalike.\(kind.rawValue)")
        case .passwordProtected: Message("spreadsheet.passwordProtected")
        case .damagedArchive(let reason): Message("spreadsheet.damagedArchive", ["reason": reason])
        case .archive(.suspicious(_, .expansion(let ratio))): Message("spreadsheet.expansion", ["ratio": "\(ratio)"])
        case .archive(.damagedEntry(_, .library(let reason))): Message("spreadsheet.damagedArchive", ["reason": reason])
        case .archive(let error): error.message
        case .missingPart(let part): Message("spreadsheet.missingPart", ["part": part.excerpt])
        case .documentType(let part): Message("spreadsheet.documentType", ["part": part.excerpt])
        case .malformedXML(let part, let line, let detail):
            Message("spreadsheet.malformedXML", ["part": part.excerpt, "line": "\(line)", "detail": detail])
        case .tagTooLarge(let part, let line):
            Message("spreadsheet.tagTooLarge", ["part": part.excerpt, "line": .value(line)])
        case .commentTooLong(let part, let line, let limit):
            Message(
                "spreadsheet.commentTooLong",
                ["part": part.excerpt, "line": .value(line), "limit": "\(limit >> 10)"])
        case .tooDeep(let part, let limit):
            Message("spreadsheet.tooDeep", ["part": part.excerpt, "limit": "\(limit)"])
        case .textTooLong(let place?, let limit):
            Message("spreadsheet.cellTooLong", place.arguments(["limit": "\(limit >> 10)"]))
        case .textTooLong(nil, let limit): Message("spreadsheet.textTooLong", ["limit": "\(limit >> 10)"])
        case .missingText(let place, let index, let count):
            Message("spreadsheet.missingText", place.arguments(["index": index.excerpt, "texts": "\(count)"]))
        case .tooMuchText(let limit): Message("spreadsheet.tooMuchText", ["limit": "\(limit >> 20)"])
        case .tooManyRepetitions(let place, let limit):
            Message("spreadsheet.tooManyRepetitions", place.arguments(["limit": "\(limit)"]))
        case .tooManyColumns(let place, let limit):
            Message("spreadsheet.tooManyColumns", place.arguments(["limit": "\(limit)"]))
        case .noSheets: Message("spreadsheet.noSheets")
        }
    }
}

extension SheetPlace {
    /// Arguments of a message with the names of the sheet and cell.
    fileprivate func arguments(_ others: [String: any MessageArgument]) -> [String: any MessageArgument] {
        var arguments = others
        arguments["sheet"] = .text(sheet.excerpt)
        arguments["cell"] = .text(cell.description)
        return arguments
    }
}
