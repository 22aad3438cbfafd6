import Files
package import Message

/// A workbook of an insurer that is to be filled in: the sheet, its row of headings, and the fact of each column.
package struct FormTemplate: Sendable {
    package struct Column: Sendable {
        /// Its place in the sheet, from 0.
        package let place: Int
        package let heading: String
        /// The fact that its cells state; nil if it stays as it is.
        package let fact: IntakeColumn?

        package init(place: Int, heading: String, fact: IntakeColumn?) {
            (self.place, self.heading, self.fact) = (place, heading, fact)
        }
    }

    let path: String
    package let sheet: String
    /// The row of the headings, from 1.
    package let headerRow: Int
    package let columns: [Column]

    package init(path: String, sheet: String, headerRow: Int, columns: [Column]) {
        (self.path, self.sheet, self.headerRow, self.columns) = (path, sheet, headerRow, columns)
    }
}

/// The columns of a form that stay empty, by their headings, and the facts of the items that are in none, by their titles.
package struct FormOutcome: Sendable {
    package internal(set) var unfilled: [String] = []
    package internal(set) var withoutColumn: [String] = []
}

/// A reason why a form cannot be filled in.
package enum FormError: Error, Equatable, Sendable {
    /// A part of the file is damaged or missing.
    case damaged(part: String)
    /// A workbook with macros, or a template of a program.
    case otherKind
    case protected(sheet: String)
    /// No column has a fact that could be written into it.
    case noColumns(sheet: String, row: Int)
    /// There is something below the free rows.
    case full(sheet: String, row: Int, room: Int, lines: Int)
}

extension FormError: MessageConvertible {
    package var message: Message {
        switch self {
        case .damaged(let part): Message("form.damaged", ["part": part])
        case .otherKind: Message("form.otherKind")
        case .protected(let sheet): Message("form.protected", ["sheet": .text(sheet)])
        case .noColumns(let sheet, let row): Message("form.noColumns", ["sheet": .text(sheet), "row": "\(row)"])
        case .full(let sheet, let row, let room, let lines):
            Message(
                "form.full",
                ["sheet": .text(sheet), "row": "\(row)", "room": .count(room), "lines": .count(lines)])
        }
    }
}

/// Writes values into the free rows below the headings of a form. Everything else stays as it is.
final class FormFiller {
    enum Value {
        case text(String)
        case number(Double)
        /// A day as sheets count them since 1900.
        case day(Double)
    }

    private let template: FormTemplate
    private let archive: ZipReader
    private let book, styles, sheet: WorkbookPartTree
    private let names: (book: String, styles: String, sheet: String)
    /// The other sheets, whose formulas may refer to this one.
    private let others: [(name: String, tree: WorkbookPartTree)]
    private var grid: FormGrid
    /// The styles of days that were added, by those that they are like.
    private var stylesOfDays: [Int: Int] = [:]
    private static let limit = 1 << 26
    private var encoder = CellTextEncoder()
    /// The number of texts that were too long for a cell and were cut.
    private(set) var truncatedTextCount = 0
    /// Whether a text has U+FFFD in place of a character that no cell holds.
    var hasReplacement: Bool { encoder.hasReplaced }

    /// - Throws: `FormError`, or `ArchiveError` if the file cannot be read.
    init(_ template: FormTemplate) throws {
        self.template = template
        archive = try ZipReader(template.path)
        let archive = archive
        func tree(_ name: String) throws -> WorkbookPartTree {
            guard let bytes = try archive.contents(of: name, atMost: FormFiller.limit),
                let tree = WorkbookPartTree(bytes)
            else { throw FormError.damaged(part: name) }
            return tree
        }
        let types = try archive.contents(of: "[Content_Types].xml", atMost: FormFiller.limit) ?? []
        let kinds = String(decoding: types, as: UTF8.self)
        guard kinds.contains("spreadsheetml.sheet.main+xml") else { throw FormError.otherKind }
        func target(_ relationship: (PartElement) -> Bool, of part: String) throws -> String? {
            let folder = part.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            let list = try tree("\(folder)_rels/\(part.dropFirst(folder.count)).rels")
            guard let path = list.root.elements.first(where: relationship)?["Target"] else { return nil }
            return path.hasPrefix("/") ? String(path.dropFirst()) : folder + path
        }
        func isKind(_ kind: String) -> (PartElement) -> Bool { { $0["Type"]?.hasSuffix("/\(kind)") ?? false } }
        let bookName = try target(isKind("officeDocument"), of: "") ?? "xl/workbook.xml"
        book = try tree(bookName)
        guard let stylesName = try target(isKind("styles"), of: bookName) else {
            throw FormError.damaged(part: "styles.xml")
        }
        styles = try tree(stylesName)
        var parts: [(sheet: String, name: String)] = []
        for element in book.root.element("sheets")?.elements("sheet") ?? [] {
            let id = element["id"]
            let path = try target({ $0["Id"] == id && isKind("worksheet")($0) }, of: bookName)
            if let path { parts.append((element["name"] ?? "", path)) }
        }
        guard let own = parts.first(where: { $0.sheet == template.sheet }) else {
            throw FormError.damaged(part: template.sheet)
        }
        names = (bookName, stylesName, own.name)
        sheet = try tree(own.name)
        others = try parts.filter { $0.name != own.name }.map { ($0.name, try tree($0.name)) }
        if ["1", "true"].contains(sheet.root.element("sheetProtection")?["sheet"] ?? "") {
            throw FormError.protected(sheet: template.sheet)
        }
        guard let grid = FormGrid(sheet.root) else { throw FormError.damaged(part: own.name) }
        self.grid = grid
    }

    /// The columns that can be filled: they have a fact and, in the first free row, no content of the form's own.
    /// - Throws: `noColumns`.
    func columns() throws(FormError) -> [FormTemplate.Column] {
        let start = try firstRow()
        let found = template.columns.filter { $0.fact != nil && !grid.hasContent(row: start, column: $0.place) }
        if found.isEmpty { throw .noColumns(sheet: template.sheet, row: template.headerRow) }
        return found
    }

    /// The first row below the headings and examples: the cell that names the item is empty, and shown.
    private func firstRow() throws(FormError) -> Int {
        let known = template.columns.filter { $0.fact != nil }
        guard let lead = known.first(where: { $0.fact?.namesItems ?? false }) ?? known.first else {
            throw .noColumns(sheet: template.sheet, row: template.headerRow)
        }
        var row = template.headerRow + 1
        while grid.hasContent(row: row, column: lead.place) || grid.isCovered(row: row, column: lead.place) { row += 1 }
        return row
    }

    /// Writes the lines, a row each.
    /// - Parameter lines: a value for each of ``columns()``; nil leaves the cell empty.
    /// - Throws: `full`; `noColumns`.
    func fill(_ lines: [[Value?]]) throws(FormError) {
        let places = try columns().map(\.place)
        let start = try firstRow()
        let own = grid.content(ofRow: start)
        var row = start
        for (index, line) in lines.enumerated() {
            while places.contains(where: { grid.isCovered(row: row, column: $0) }) { row += 1 }
            // A text beside numbers of the form's own is its footer, such as the word for totals.
            let isFooter = grid.content(ofRow: row).contains {
                own[$0.key] == nil || ($0.value && own[$0.key] == false)
            }
            guard !isFooter, row <= Sheet.maxRows else {
                throw .full(sheet: template.sheet, row: row, room: index, lines: lines.count)
            }
            for (place, value) in zip(places, line) {
                guard let value, let cell = grid.cell(row: row, column: place, like: start) else { continue }
                write(value, cell)
            }
            row += 1
        }
    }

    private func write(_ value: Value, _ cell: PartElement) {
        cell.clear()
        cell["t"] = nil
        switch value {
        case .number(let number): cell.append(cell.sibling("v", text: FormFiller.text(number)))
        case .day(let number):
            let is1904 = ["1", "true"].contains(book.root.element("workbookPr")?["date1904"] ?? "")
            cell.append(cell.sibling("v", text: FormFiller.text(is1904 ? number - 1462 : number)))
            if let style = styleOfDays(like: Int(cell["s"] ?? "") ?? 0) { cell["s"] = "\(style)" }
        case .text(let text):
            cell["t"] = "inlineStr"
            let inline = cell.sibling("is")
            let content = cell.sibling("t", text: plain(text))
            content?.keepSpaces()
            inline?.append(content)
            cell.append(inline)
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }

    /// A text as cells can carry it; XML has no control characters (ECMA-376 part 1, 22.9.2.19).
    private func plain(_ text: String) -> String {
        encoder.set(text.utf8)
        if encoder.isTruncated { truncatedTextCount += 1 }
        let cut = String(decoding: encoder.bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return cut.unicodeScalars.map { scalar in
            guard scalar.value < 0x20, ![0x09, 0x0A].contains(scalar.value) else { return String(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "_x" + String(repeating: "0", count: 4 - digits.count) + digits + "_"
        }.joined()
    }

    /// The style that is like another one and shows numbers as days.
    private func styleOfDays(like style: Int) -> Int? {
        guard let list = styles.root.element("cellXfs"), list.elements("xf").indices.contains(style) else { return nil }
        let all = list.elements("xf")
        let format = Int(all[style]["numFmtId"] ?? "") ?? 0
        let custom = styles.root.element("numFmts")?.elements("numFmt").first { $0["numFmtId"] == "\(format)" }
        let isOfDays = custom?["formatCode"]?.lowercased().contains("y") ?? ((14...17).contains(format) || format == 22)
        if isOfDays { return style }
        if let known = stylesOfDays[style] { return known }
        guard let copy = all[style].copy() else { return nil }
        copy["numFmtId"] = "14"
        copy["applyNumberFormat"] = "1"
        list.append(copy)
        list["count"] = "\(all.count + 1)"
        stylesOfDays[style] = all.count
        return all.count
    }

    /// Passes the workbook on. Results of formulas are left out, because they are no longer right: programs calculate them.
    func finish(timestamp: Int64, _ body: ByteReceiver) throws {
        for tree in [sheet] + others.map(\.tree) { FormGrid(tree.root)?.forgetResults() }
        calculateWhenOpened()
        sheet.root.element("dimension")?.remove()
        var changed = [names.book: book, names.styles: styles, names.sheet: sheet]
        for other in others { changed[other.name] = other.tree }
        let folder = try TemporaryFolder(TemporaryFolder.Kind(prefix: "homepwner-form-"))
        defer { folder.remove() }
        var files: [ZipWriter.File] = []
        for (number, entry) in archive.entries.enumerated() {
            let file = try AtomicFile(replacing: "\(folder.path)/\(number)")
            if let tree = changed[entry.name] {
                try file.write(tree.bytes)
            } else {
                try archive.read(entry) { try file.write($0) }
            }
            try file.commit()
            files.append(ZipWriter.File(name: entry.name, path: "\(folder.path)/\(number)", isPacked: true))
        }
        let packed = "\(folder.path)/packed"
        try ZipWriter.write(files, to: packed, timestamp: timestamp)
        try readFile(packed, body)
    }

    private func calculateWhenOpened() {
        if let settings = book.root.element("calcPr") {
            settings["fullCalcOnLoad"] = "1"
            return
        }
        let before = ["definedNames", "externalReferences", "functionGroups", "sheets"]
        guard let place = before.lazy.compactMap({ self.book.root.element($0) }).first,
            let settings = place.sibling("calcPr")
        else { return }
        settings["fullCalcOnLoad"] = "1"
        book.root.insert(settings, after: place)
    }
}
