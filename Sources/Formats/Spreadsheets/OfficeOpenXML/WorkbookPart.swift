/// The sheets of an Office Open XML workbook and what their cells refer to (ECMA-376 part 1, 18.2).
struct WorkbookPart {
    struct Worksheet {
        let name: String
        let isHidden: Bool
        /// The name of the part with its cells.
        let part: String
    }

    private(set) var worksheets: [Worksheet] = []
    /// Whether dates count from 1904.
    private(set) var is1904 = false
    /// The part with the texts of cells, if there is one.
    let sharedTextPart: String?
    /// The part with the styles of cells, if there is one.
    let stylesPart: String?
    private static let limit = 4096

    /// Reads the list of sheets.
    /// - Throws: `notASpreadsheet` if the package is another document, `missingPart` and errors of the parser.
    init(_ package: SpreadsheetPackage) throws(SpreadsheetFileError) {
        let part = try WorkbookPart.part(in: package)
        let relationships = try RelationshipList(of: part, in: package)
        sharedTextPart = relationships.target(ofKind: "sharedStrings").flatMap { package.has($0) ? $0 : nil }
        stylesPart = relationships.target(ofKind: "styles").flatMap { package.has($0) ? $0 : nil }
        let parser = try PartParser(try package.source(of: part))
        let (properties, date1904, sheet) = (parser.name("workbookPr"), parser.name("date1904"), parser.name("sheet"))
        let names = (name: parser.name("name"), state: parser.name("state"), id: parser.name("id"))
        while let event = try parser.next() {
            guard case .start(let element) = event else { continue }
            if element.name == properties {
                is1904 = ["1", "true", "on"].contains(element.string(of: date1904))
            } else if element.name == sheet, worksheets.count < WorkbookPart.limit,
                let name = element.string(of: names.name), let id = element.string(of: names.id),
                // Sheets of charts and dialogs have no cells.
                let relationship = relationships.relationships[id], relationship.kind == "worksheet"
            {
                let isHidden = element.string(of: names.state).map { $0 != "visible" } ?? false
                worksheets.append(Worksheet(name: name, isHidden: isHidden, part: relationship.target))
            }
        }
    }

    /// Reads what cells of all sheets refer to.
    func context(in package: SpreadsheetPackage) throws(SpreadsheetFileError) -> WorksheetReader.Context {
        var texts = SharedTexts()
        if let part = sharedTextPart {
            texts = try SharedTexts(
                try package.source(of: part), size: package.size(of: part), limit: package.sharedTextLimit)
        }
        var formats: [NumberFormat] = []
        if let part = stylesPart { formats = try StylesPart(try package.source(of: part)).formats }
        return WorksheetReader.Context(texts: texts, formats: formats, is1904: is1904)
    }

    /// Finds the main part of the package.
    private static func part(in package: SpreadsheetPackage) throws(SpreadsheetFileError) -> String {
        let root = try RelationshipList(of: "", in: package)
        let named = root.target(ofKind: "officeDocument")
        let part = named ?? "xl/workbook.xml"
        if part.lowercased().hasSuffix(".bin") { throw .notASpreadsheet(.binaryWorkbook) }
        if ["word/", "ppt/", "visio/"].contains(where: part.lowercased().hasPrefix) {
            throw .notASpreadsheet(.otherOfficeDocument)
        }
        guard package.has(part) else { throw named.map(SpreadsheetFileError.missingPart) ?? .notASpreadsheet(.zip) }
        return part
    }
}
