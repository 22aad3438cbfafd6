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
    /// - Parameter sheet: the index of the sheet whose merged cells are read, too.
    func context(
        in package: SpreadsheetPackage, ofSheetAt sheet: Int
    ) throws(SpreadsheetFileError) -> WorksheetReader.Context {
        var texts = SharedTexts()
        if let part = sharedTextPart {
            texts = try SharedTexts(
                try package.source(of: part), size: package.size(of: part), limit: package.sharedTextLimit)
        }
        var formats: [NumberFormat] = []
        if let part = stylesPart { formats = try StylesPart(try package.source(of: part)).formats }
        let part = worksheets[sheet].part
        let end = try WorksheetEnd(try package.source(of: part))
        let addresses = end.links.isEmpty ? [:] : try RelationshipList(of: part, in: package).addresses
        return WorksheetReader.Context(
            texts: texts, formats: formats, is1904: is1904, merged: end.merged,
            links: end.links.compactMapValues { addresses[$0] })
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

/// The relationships of a part to others (ECMA-376 part 2): which file is meant by `rId1`.
struct RelationshipList {
    struct Relationship {
        /// The last word of the type: `worksheet`, `sharedStrings`, `styles`.
        let kind: String
        /// The name of the part in the archive.
        let target: String
    }

    private(set) var relationships: [String: Relationship] = [:]
    /// The addresses outside of the package, to which cells link.
    private(set) var addresses: [String: String] = [:]
    private static let limit = 10_000
    /// More links than Excel allows in a sheet.
    private static let linkLimit = 65_536

    /// Reads the relationships of a part; a part without a file of them has none.
    /// - Parameter part: the name of the part; empty for those of the whole package.
    init(of part: String, in package: SpreadsheetPackage) throws(SpreadsheetFileError) {
        let (folder, file) = RelationshipList.split(part)
        let source = folder + "_rels/" + file + ".rels"
        guard package.has(source) else { return }
        let parser = try PartParser(try package.source(of: source))
        let (relationship, mode) = (parser.name("Relationship"), parser.name("TargetMode"))
        let names = (id: parser.name("Id"), type: parser.name("Type"), target: parser.name("Target"))
        while let event = try parser.next() {
            guard case .start(let element) = event, element.name == relationship,
                let id = element.string(of: names.id), let type = element.string(of: names.type)
            else { continue }
            if element.string(of: mode) == "External" {
                guard addresses.count < RelationshipList.linkLimit, let bytes = element.value(of: names.target),
                    bytes.count <= Hyperlink.limit
                else { continue }
                addresses[id] = String(decoding: bytes, as: UTF8.self)
                continue
            }
            guard relationships.count < RelationshipList.limit, let target = element.string(of: names.target) else {
                continue
            }
            let kind = type.split(separator: "/").last.map(String.init) ?? type
            relationships[id] = Relationship(kind: kind, target: RelationshipList.resolved(target, in: folder))
        }
    }

    private static func split(_ part: String) -> (folder: String, file: String) {
        guard let slash = part.lastIndex(of: "/") else { return ("", part) }
        return (String(part[...slash]), String(part[part.index(after: slash)...]))
    }

    /// The part of the first relationship of a kind.
    func target(ofKind kind: String) -> String? { relationships.values.first { $0.kind == kind }?.target }

    /// Returns the name of the part that a relative or absolute target means.
    private static func resolved(_ target: String, in folder: String) -> String {
        let path = target.hasPrefix("/") ? target : folder + target
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}

/// The texts that cells of a workbook refer to by their number (ECMA-376 part 1, 18.4.9).
///
/// Holds the bytes of all texts one after another: four bytes a text beside them.
struct SharedTexts {
    private var bytes: [UInt8] = []
    /// The end of each text in ``bytes``.
    private var ends: [UInt32] = []
    /// Long texts by their numbers: a cell that refers to one must not take the time to copy it.
    private var longTexts: [Int: String] = [:]
    private static let longText = 512

    /// A workbook without such texts.
    init() {}

    /// Reads the table.
    /// - Parameters:
    ///   - size: the unpacked size of the part, in bytes.
    ///   - limit: the most bytes of memory that the texts may take.
    init(_ source: PartSource, size: Int, limit: Int) throws(SpreadsheetFileError) {
        let limit = min(limit, Int(UInt32.max))
        let parser = try PartParser(source)
        let (entry, text, phonetic) = (parser.name("si"), parser.name("t"), parser.name("rPh"))
        // Memory that is not written to is not used: this avoids copies while the arrays grow.
        bytes.reserveCapacity(min(size, limit))
        ends.reserveCapacity(min(size, limit) / 16)
        var isInText = false
        // Phonetic parts repeat the text in another script.
        var phoneticDepth = 0
        var longBytes = 0
        while let event = try parser.next() {
            switch event {
            case .start(let element):
                if element.name == text {
                    isInText = phoneticDepth == 0
                } else if element.name == phonetic {
                    phoneticDepth += 1
                }
            case .text(let piece):
                guard isInText else { continue }
                bytes.append(contentsOf: piece)
                guard bytes.count - Int(ends.last ?? 0) <= Spreadsheet.textLimit else {
                    throw .textTooLong(nil, limit: Spreadsheet.textLimit)
                }
            case .end(let name):
                if name == text {
                    isInText = false
                } else if name == phonetic {
                    phoneticDepth -= 1
                } else if name == entry {
                    let start = Int(ends.last ?? 0)
                    if bytes.count - start > SharedTexts.longText {
                        longTexts[ends.count] = string(start..<bytes.count)
                        longBytes += bytes.count - start
                        bytes.removeSubrange(start...)
                    }
                    ends.append(UInt32(bytes.count))
                    guard bytes.count + longBytes + 4 * ends.count <= limit else {
                        throw .tooMuchText(limit: limit)
                    }
                }
            }
        }
    }

    var count: Int { ends.count }

    /// Returns the text of a number; nil for none.
    func text(at index: Int) -> String? {
        guard index >= 0, index < ends.count else { return nil }
        if !longTexts.isEmpty, let text = longTexts[index] { return text }
        return string((index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]))
    }

    private func string(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { EscapedText.string(UnsafeBufferPointer(rebasing: $0[range])) }
    }
}

/// The number formats of the cell styles of a workbook (ECMA-376 part 1, 18.8).
struct StylesPart {
    /// The format of each style, by its number.
    private(set) var formats: [NumberFormat] = []
    /// Excel has at most 65,490 styles.
    private static let limit = 65_536

    /// Reads the styles.
    init(_ source: PartSource) throws(SpreadsheetFileError) {
        let parser = try PartParser(source)
        let (definition, id, code) = (parser.name("numFmt"), parser.name("numFmtId"), parser.name("formatCode"))
        let (cellStyles, style) = (parser.name("cellXfs"), parser.name("xf"))
        var custom: [Int: NumberFormat] = [:]
        var isInCellStyles = false
        while let event = try parser.next() {
            switch event {
            case .start(let element) where element.name == cellStyles: isInCellStyles = true
            case .start(let element) where element.name == style && isInCellStyles:
                guard formats.count < StylesPart.limit else { continue }
                let id = element.string(of: id).flatMap { Int($0) } ?? 0
                formats.append(custom[id] ?? NumberFormat(builtIn: id))
            case .start(let element) where element.name == definition && custom.count < StylesPart.limit:
                guard let id = element.string(of: id).flatMap({ Int($0) }), let code = element.string(of: code) else {
                    continue
                }
                custom[id] = NumberFormat(code: code)
            case .end(cellStyles): isInCellStyles = false
            default: continue
            }
        }
    }
}
