import Files
import Foundation
import Spreadsheets
import Testing

/// A folder of spreadsheets that a test writes part by part.
final class SpreadsheetFiles {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ bytes: some Collection<UInt8>, as name: String = "file") throws -> String {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Writes an archive of parts in their order.
    func archive(_ parts: [(name: String, content: String)], as name: String = "file.zip") throws -> String {
        let files = try parts.enumerated().map { index, part in
            ZipWriter.File(
                name: part.name, path: try write(part.content.utf8, as: "part\(index)"),
                isPacked: part.name != "mimetype")
        }
        let path = "\(folder)/\(name)"
        try? FileManager.default.removeItem(atPath: path)
        try ZipWriter.write(files, to: path, timestamp: 1_790_000_000)
        return path
    }

    /// Writes a workbook with one sheet.
    /// - Parameters:
    ///   - rows: the XML inside of `sheetData`.
    ///   - formats: number format codes; style 1 has the first, style 2 the second.
    ///   - texts: the XML inside of the table of shared texts.
    ///   - links: the address to which the cells of each range link.
    func workbook(
        rows: String, formats: [String] = [], texts: String? = nil, properties: String = "", prologue: String = "",
        merged: [String] = ["A1:B1"], links: [(range: String, address: String)] = []
    ) throws -> String {
        let relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let package = "http://schemas.openxmlformats.org/package/2006/relationships"
        let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        let definitions = formats.enumerated().map {
            "<numFmt numFmtId=\"\(164 + $0)\" formatCode=\"\($1.replacingOccurrences(of: "\"", with: "&quot;"))\"/>"
        }
        let styles = formats.indices.map { "<xf numFmtId=\"\(164 + $0)\"/>" }
        var parts = [
            ("[Content_Types].xml", "<Types/>"),
            (
                "_rels/.rels",
                "<Relationships xmlns=\"\(package)\"><Relationship Id=\"rId1\" Type=\"\(relationships)/officeDocument\""
                    + " Target=\"xl/workbook.xml\"/></Relationships>"
            ),
            (
                "xl/workbook.xml",
                "<workbook xmlns=\"\(namespace)\" xmlns:r=\"\(relationships)\"><workbookPr \(properties)/><sheets>"
                    + "<sheet name=\"Things\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
            ),
            (
                "xl/_rels/workbook.xml.rels",
                "<Relationships xmlns=\"\(package)\"><Relationship Id=\"rId1\" Type=\"\(relationships)/worksheet\""
                    + " Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"rId2\" Type=\"\(relationships)/styles\""
                    + " Target=\"/xl/styles.xml\"/><Relationship Id=\"rId3\" Type=\"\(relationships)/sharedStrings\""
                    + " Target=\"sharedStrings.xml\"/></Relationships>"
            ),
            (
                "xl/styles.xml",
                "<styleSheet xmlns=\"\(namespace)\"><numFmts>\(definitions.joined())</numFmts><cellStyleXfs>"
                    + "<xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>\(styles.joined())</cellXfs>"
                    + "</styleSheet>"
            ),
            (
                "xl/worksheets/sheet1.xml",
                "<?xml version=\"1.0\"?>\(prologue)<worksheet xmlns=\"\(namespace)\" xmlns:r=\"\(relationships)\"><dimension ref=\"A1:XFD1048576\"/>"
                    + "<sheetData>\(rows)</sheetData><mergeCells>"
                    + merged.map { "<mergeCell ref=\"\($0)\"/>" }.joined() + "</mergeCells><hyperlinks>"
                    + links.enumerated().map { "<hyperlink ref=\"\($1.range)\" r:id=\"rId\($0)\"/>" }.joined()
                    + "</hyperlinks></worksheet>"
            ),
            (
                "xl/worksheets/_rels/sheet1.xml.rels",
                "<Relationships xmlns=\"\(package)\">"
                    + links.enumerated().map {
                        "<Relationship Id=\"rId\($0)\" Type=\"\(relationships)/hyperlink\" Target=\"\($1.address)\""
                            + " TargetMode=\"External\"/>"
                    }.joined() + "</Relationships>"
            ),
        ]
        if let texts { parts.append(("xl/sharedStrings.xml", "<sst xmlns=\"\(namespace)\">\(texts)</sst>")) }
        return try archive(parts, as: "book.xlsx")
    }

    /// Writes an OpenDocument spreadsheet.
    /// - Parameter tables: the XML of its tables.
    func openDocument(tables: String, manifest: String = "", prologue: String = "") throws -> String {
        func namespace(_ name: String) -> String { "urn:oasis:names:tc:opendocument:xmlns:\(name):1.0" }
        let prefixes = ["office", "style", "text", "table", "draw"].map { "xmlns:\($0)=\"\(namespace($0))\"" }
        let calc = "xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\""
        return try archive(
            [
                ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
                (
                    "content.xml",
                    "\(prologue)<office:document-content \(prefixes.joined(separator: " ")) \(calc)>"
                        + "<office:automatic-styles><style:style style:name=\"ta2\" style:family=\"table\">"
                        + "<style:table-properties table:display=\"false\"/></style:style></office:automatic-styles>"
                        + "<office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body>"
                        + "</office:document-content>"
                ),
                (
                    "META-INF/manifest.xml",
                    "<manifest:manifest xmlns:manifest=\"\(namespace("manifest"))\">\(manifest)</manifest:manifest>"
                ),
            ], as: "sheet.ods")
    }
}

extension Spreadsheet {
    /// All rows of a sheet.
    func allRows(ofSheetAt index: Int = 0) throws(SpreadsheetFileError) -> [SheetRow] {
        let rows = try rows(ofSheetAt: index)
        var result: [SheetRow] = []
        while let row = try rows.next() { result.append(row) }
        return result
    }
}
