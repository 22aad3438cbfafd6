/// The sheets of an Office Open XML workbook and what their cells refer to (ECMA-376 part 1, 18.2).
final class WorkbookPart: PartHandler {
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
    private let relationships: RelationshipList
    private let names:
        (properties: PartName, date1904: PartName, sheet: PartName, name: PartName, state: PartName, id: PartName)
    private static let limit = 4096

    /// Reads the list of sheets.
    /// - Throws: `notASpreadsheet` if the package is another document, `missingPart` and errors of the parser.
    init(_ package: SpreadsheetPackage) throws(SpreadsheetFileError) {
        let root = try RelationshipList(of: "", in: package)
        let part = root.target(ofKind: "officeDocument") ?? "xl/workbook.xml"
        let lowercased = part.lowercased()
        if lowercased.hasSuffix(".bin") { throw .notASpreadsheet(.binaryWorkbook) }
        if lowercased.hasPrefix("word/") || lowercased.hasPrefix("ppt/") || lowercased.hasPrefix("visio/") {
            throw .notASpreadsheet(.otherOfficeDocument)
        }
        guard package.has(part) else {
            throw package.has("xl/workbook.bin") ? .notASpreadsheet(.binaryWorkbook) : .missingPart(part)
        }
        relationships = try RelationshipList(of: part, in: package)
        sharedTextPart = relationships.target(ofKind: "sharedStrings").flatMap { package.has($0) ? $0 : nil }
        stylesPart = relationships.target(ofKind: "styles").flatMap { package.has($0) ? $0 : nil }
        let parser = try PartParser(try package.source(of: part))
        names = (
            parser.name("workbookPr"), parser.name("date1904"), parser.name("sheet"), parser.name("name"),
            parser.name("state"), parser.name("id")
        )
        parser.handler = self
        try parser.readAll()
    }

    func start(_ element: PartElement) {
        if element.name == names.properties {
            is1904 = ["1", "true", "on"].contains(element.string(of: names.date1904))
        } else if element.name == names.sheet, worksheets.count < WorkbookPart.limit,
            let name = element.string(of: names.name), let id = element.string(of: names.id),
            // Sheets of charts and dialogs have no cells.
            let relationship = relationships.relationships[id], relationship.kind == "worksheet"
        {
            let state = element.string(of: names.state) ?? "visible"
            worksheets.append(Worksheet(name: name, isHidden: state != "visible", part: relationship.target))
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
    func end(_ name: PartName) {}
}
