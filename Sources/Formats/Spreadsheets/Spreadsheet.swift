/// Reads the sheets of an Office Open XML workbook (`.xlsx`, ECMA-376) or an OpenDocument spreadsheet (`.ods`, ISO 26300).
///
///     let spreadsheet = try Spreadsheet(path: "inventory.xlsx")
///     let rows = try spreadsheet.rows(ofSheetAt: 0)
///     while let row = try rows.next() { … }
///
/// The kind of file is detected by its content. Rows are read while they are asked for: memory holds the row with the
/// most cells, and the shared texts of a workbook. Formulas are not calculated; their stored results are read.
public struct Spreadsheet: Sendable {
    /// The most bytes of the text of a cell: room for the 32,767 characters that Excel takes.
    public static let textLimit = 1 << 17

    /// The sheets with cells, in their order.
    public let sheets: [SpreadsheetSheet]
    private let path: String
    private let workbook: WorkbookPart?

    /// Opens a plain file, which must stay as it is while rows are read.
    /// - Throws: `SpreadsheetFileError` if the file is not a spreadsheet that can be read.
    public init(path: String) throws(SpreadsheetFileError) {
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
    public static func canBe(_ beginning: some Collection<UInt8>) -> Bool {
        beginning.starts(with: [0x50, 0x4B, 3, 4]) || beginning.starts(with: CompoundFile.signature.prefix(4))
    }

    /// Whether the first bytes of a damaged zip archive name a part of a spreadsheet.
    public static func isLikely(_ beginning: some Collection<UInt8>) -> Bool {
        let head = String(decoding: beginning.prefix(1 << 16), as: Unicode.ASCII.self)
        return ["[Content_Types].xml", "mimetypeapplication/vnd.oasis", "xl/", "content.xml"].contains {
            head.contains($0)
        }
    }

    /// Begins to read a sheet from its first row.
    /// - Parameter index: the sheet's index in ``sheets``.
    /// - Throws: `SpreadsheetFileError` if the sheet is missing, or texts and styles that cells refer to are damaged.
    public func rows(ofSheetAt index: Int) throws(SpreadsheetFileError) -> SpreadsheetRows {
        let name = sheets[index].name
        let package = try SpreadsheetPackage(path: path)
        guard let workbook else {
            let content = try package.source(of: OpenDocumentReader.contentPart)
            return SpreadsheetRows(try OpenDocumentReader(content, table: index, sheet: name))
        }
        let source = try package.source(of: workbook.worksheets[index].part)
        return SpreadsheetRows(try WorksheetReader(source, sheet: name, context: try workbook.context(in: package)))
    }
}

/// A sheet of a spreadsheet.
public struct SpreadsheetSheet: Equatable, Sendable {
    public let name: String
    /// Whether the program that wrote the file does not show the sheet.
    public let isHidden: Bool
}

/// The rows of a sheet, read one after another. Rows without content are left out.
public final class SpreadsheetRows {
    private var source: any SheetRowSource

    init(_ source: any SheetRowSource) { self.source = source }

    /// Returns the next row, nil after the last.
    /// - Throws: `SpreadsheetFileError` if the sheet cannot be read further.
    public func next() throws(SpreadsheetFileError) -> SheetRow? { try source.next() }
}

/// Reads the rows of a sheet of one format.
protocol SheetRowSource {
    mutating func next() throws(SpreadsheetFileError) -> SheetRow?
}
