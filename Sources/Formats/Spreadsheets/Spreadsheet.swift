package import Files
package import Message

/// Why a spreadsheet file cannot be read.
package enum SpreadsheetFileError: Error, Equatable, Sendable {
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
package struct SheetPlace: Equatable, Sendable {
    /// The name of the sheet.
    package let sheet: String
    /// The address of the cell.
    package let cell: CellAddress

    init(_ sheet: String, _ cell: CellAddress) { (self.sheet, self.cell) = (sheet, cell) }
}

/// A kind of file that is taken for a spreadsheet, and cannot be read as one.
package enum SpreadsheetLookalike: String, Equatable, Sendable, CaseIterable {
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
    package var message: Message {
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

/// Reads the sheets of an Office Open XML workbook (`.xlsx`, ECMA-376) or an OpenDocument spreadsheet (`.ods`, ISO 26300).
///
///     let spreadsheet = try Spreadsheet(path: "inventory.xlsx")
///     let rows = try spreadsheet.rows(ofSheetAt: 0)
///     while let row = try rows.next() { … }
///
/// The kind of file is detected by its content. Rows are read while they are asked for: memory holds the row with the
/// most cells, and the shared texts of a workbook. Formulas are not calculated; their stored results are read.
package struct Spreadsheet: Sendable {
    /// The most bytes of the text of a cell: room for the 32,767 characters that Excel takes.
    package static let textLimit = 1 << 17

    /// The sheets with cells, in their order.
    package let sheets: [SpreadsheetSheet]
    private let path: String
    private let workbook: WorkbookPart?

    /// Opens a plain file, which must stay as it is while rows are read.
    /// - Throws: `SpreadsheetFileError` if the file is not a spreadsheet that can be read.
    package init(path: String) throws(SpreadsheetFileError) {
        self.path = path
        let package = try SpreadsheetPackage(path: path)
        switch package.format {
        case .officeOpenXML:
            let workbook = try WorkbookPart(package)
            sheets = workbook.worksheets.map { SpreadsheetSheet(name: $0.name, isHidden: $0.isHidden) }
            self.workbook = workbook
        case .openDocument:
            try PackageManifest.check(package)
            sheets = try TableList.sheets(of: package)
            workbook = nil
        }
        guard !sheets.isEmpty else { throw .noSheets }
    }

    /// Whether a file that begins with these bytes may be a spreadsheet, or a workbook that cannot be read.
    package static func canBe(_ beginning: some Collection<UInt8>) -> Bool {
        beginning.starts(with: [0x50, 0x4B, 3, 4]) || beginning.starts(with: CompoundFile.signature.prefix(4))
    }

    /// Whether the first bytes of a damaged zip archive name a part of a spreadsheet.
    package static func isLikely(_ beginning: some Collection<UInt8>) -> Bool {
        let head = String(decoding: beginning.prefix(1 << 16), as: Unicode.ASCII.self)
        return ["[Content_Types].xml", "mimetypeapplication/vnd.oasis", "xl/", "content.xml"].contains {
            head.contains($0)
        }
    }

    /// Begins to read a sheet from its first row.
    /// - Parameter index: the sheet's index in ``sheets``.
    /// - Throws: `SpreadsheetFileError` if the sheet is missing, or texts and styles that cells refer to are damaged.
    package func rows(ofSheetAt index: Int) throws(SpreadsheetFileError) -> SpreadsheetRows {
        let name = sheets[index].name
        let package = try SpreadsheetPackage(path: path)
        guard let workbook else {
            let content = try package.source(of: OpenDocumentReader.contentPart)
            return SpreadsheetRows(try OpenDocumentReader(content, table: index, sheet: name))
        }
        let source = try package.source(of: workbook.worksheets[index].part)
        return SpreadsheetRows(
            try WorksheetReader(source, sheet: name, context: try workbook.context(in: package, ofSheetAt: index)))
    }
}

/// A sheet of a spreadsheet.
package struct SpreadsheetSheet: Equatable, Sendable {
    package let name: String
    /// Whether the program that wrote the file does not show the sheet.
    package let isHidden: Bool
}

/// The rows of a sheet, read one after another. Rows without content are left out.
package final class SpreadsheetRows {
    private var source: any SheetRowSource

    init(_ source: any SheetRowSource) { self.source = source }

    /// Returns the next row, nil after the last.
    /// - Throws: `SpreadsheetFileError` if the sheet cannot be read further.
    package func next() throws(SpreadsheetFileError) -> SheetRow? { try source.next() }
}

/// Reads the rows of a sheet of one format.
protocol SheetRowSource {
    mutating func next() throws(SpreadsheetFileError) -> SheetRow?
}

/// The manifest of an OpenDocument package (OpenDocument 1.3 part 2, 4): says whether parts are encrypted.
enum PackageManifest {
    private static let part = "META-INF/manifest.xml"

    /// Checks that a package is not encrypted; one without a manifest is not.
    /// - Throws: `passwordProtected` if it is.
    static func check(_ package: SpreadsheetPackage) throws(SpreadsheetFileError) {
        // LibreOffice 24.8 and later encrypt the whole package as one part.
        if package.has("encrypted-package") { throw .passwordProtected }
        guard package.has(part) else { return }
        let parser = try PartParser(try package.source(of: part))
        let encryption = parser.name("encryption-data")
        while let event = try parser.next() {
            if case .start(let element) = event, element.name == encryption { throw .passwordProtected }
        }
    }
}
