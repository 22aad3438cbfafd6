import CXML2
import Inventory
import Message

/// A table inside a document, held in memory.
struct DocumentTable: Sendable {
    /// Its caption, or a name.
    var name: String
    var rows: [[TableCell]]
}

/// The cells of a document's tables, which are counted: a few bytes can state thousands of them.
struct CellBudget {
    private static let limit = 2_000_000
    private var left = limit

    /// - Throws: `document` if the tables have too many cells.
    mutating func take(_ count: Int) throws(InventoryFileError) {
        left -= count
        guard left >= 0 else {
            throw InventoryFileError(.document(Message("formats.tooManyCells", ["limit": .count(CellBudget.limit)])))
        }
    }
}

extension SpreadsheetTables {
    /// - Parameter tables: at least one. Tables of the same name are numbered.
    init(_ tables: [DocumentTable]) {
        var byName: [String: DocumentTable] = [:]
        var names: [String] = []
        for table in tables {
            let name = byName[table.name] == nil ? table.name : "\(table.name) (\(names.count + 1))"
            byName[name] = table
            names.append(name)
        }
        self.init(sheets: names) { [byName, names] name throws(InventoryFileError) in
            guard let rows = byName[name]?.rows else {
                throw InventoryFileError(.unknownSheet(name, known: names))
            }
            var next = 0
            return {
                guard next < rows.count else { return nil }
                next += 1
                return rows[next - 1]
            }
        }
    }
}

/// The tables of a web page.
enum HTMLTables {
    /// The widest table, and the most cells that one cell may cover.
    private static let columnLimit = 16_384
    private static let spanLimit = 1_000

    /// The tables that have rows and no other table inside, which would be a layout of the page.
    /// - Throws: `document` if they have too many cells.
    static func tables(in bytes: [UInt8]) throws(InventoryFileError) -> [DocumentTable] {
        let options = HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        let flags = Int32(options | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue)
        // Without a declaration the parser would take UTF-8 for Latin-1.
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        let document = bytes.withUnsafeBytes { bytes in
            htmlReadMemory(
                bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), nil, isUTF8 ? "UTF-8" : nil,
                flags)
        }
        guard let document else { return [] }
        defer { xmlFreeDoc(document) }
        guard let root = xmlDocGetRootElement(document).map(HTMLElement.init) else { return [] }
        var found: [DocumentTable] = []
        var budget = CellBudget()
        for element in root.descendants(named: ["table"]) where element.descendants(named: ["table"]).isEmpty {
            let rows = try rows(of: element, &budget)
            guard rows.count > 1 else { continue }
            let caption = element.descendants(named: ["caption"]).first?.text ?? ""
            found.append(DocumentTable(name: caption.isEmpty ? "Table \(found.count + 1)" : caption, rows: rows))
        }
        return found
    }

    private static func rows(
        of table: HTMLElement, _ budget: inout CellBudget
    ) throws(InventoryFileError) -> [[TableCell]] {
        var rows: [[TableCell]] = []
        /// The cells that cover cells of rows below, by their columns, with the number of these rows.
        var covering: [Int: (cell: TableCell, rows: Int)] = [:]
        for row in table.descendants(named: ["tr"]) {
            var cells: [TableCell] = []
            func addCovered() {
                while let above = covering[cells.count], cells.count < columnLimit {
                    covering[cells.count] = above.rows > 1 ? (above.cell, above.rows - 1) : nil
                    cells.append(above.cell)
                }
            }
            for element in row.descendants(named: ["td", "th"]) {
                addCovered()
                let (width, height) = (element.span("colspan"), element.span("rowspan"))
                var cell = TableCell(element.text, type: nil)
                if !cell.text.isEmpty { cell.type = .text }
                cell.link = element.link(besides: cell.text)
                for offset in 0..<width where cells.count < columnLimit {
                    if height > 1 {
                        covering[cells.count] = (offset == 0 ? covered(by: cell) : TableCell("", type: nil), height - 1)
                    }
                    cells.append(offset == 0 ? cell : TableCell("", type: nil))
                }
            }
            addCovered()
            try budget.take(cells.count)
            rows.append(cells)
        }
        return rows
    }

    /// The cell below one that covers it: a text or a date is that of all rows, and an amount is not.
    private static func covered(by cell: TableCell) -> TableCell {
        let isNumber = ByteView.of(Array(cell.text.utf8)[...]) { bytes in
            if case .none = DateScan(bytes[...], months: Vocabulary.shared.months) {
                let (_, rest) = CurrencySymbols.split(bytes[...])
                return rest.first.map { $0.isDigit || $0 == UInt8(ascii: "-") } ?? false
            }
            return false
        }
        return isNumber ? TableCell("", type: .covered) : TableCell(cell.text, type: cell.type)
    }

    fileprivate static func limited(_ span: Int) -> Int { min(max(span, 1), spanLimit) }
}

/// An element of a web page; valid as long as its document.
private struct HTMLElement {
    let node: UnsafeMutablePointer<xmlNode>

    private var name: String { node.pointee.name.map { String(cString: $0) } ?? "" }

    private var children: [HTMLElement] {
        var children: [HTMLElement] = []
        var next = node.pointee.children
        while let child = next {
            children.append(HTMLElement(node: child))
            next = child.pointee.next
        }
        return children
    }

    /// The elements inside with one of these names, but not those inside them, in the order of the text.
    func descendants(named names: Set<String>) -> [HTMLElement] {
        var found: [HTMLElement] = []
        // The parser limits the depth, and a table with tables inside has its own name.
        for child in children where child.node.pointee.type == XML_ELEMENT_NODE {
            if names.contains(child.name) { found.append(child) }
            if !names.contains(child.name) || names == ["table"] { found += child.descendants(named: names) }
        }
        return found
    }

    /// The text with single blanks, and a line end for each break.
    var text: String {
        var text = ""
        add(to: &text)
        let lines = text.split(separator: "\n").map { line in
            line.split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\u{A0}" }.joined(separator: " ")
        }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func add(to text: inout String) {
        if node.pointee.type == XML_TEXT_NODE || node.pointee.type == XML_CDATA_SECTION_NODE {
            let content = node.pointee.content.map { String(cString: $0) } ?? ""
            text += content.replacing("\n", with: " ")
            return
        }
        guard node.pointee.type == XML_ELEMENT_NODE, !["script", "style", "template"].contains(name) else { return }
        let isBlock = ["br", "p", "div", "li"].contains(name)
        if isBlock { text += "\n" }
        for child in children { child.add(to: &text) }
        if isBlock { text += "\n" }
    }

    private func attribute(_ name: String) -> String? {
        var next = node.pointee.properties
        while let attribute = next {
            if attribute.pointee.name.map({ String(cString: $0) }) == name {
                return attribute.pointee.children?.pointee.content.map { String(cString: $0) }
            }
            next = attribute.pointee.next
        }
        return nil
    }

    /// The number of columns or rows that a cell covers.
    func span(_ name: String) -> Int { HTMLTables.limited(attribute(name).flatMap { Int($0) } ?? 1) }

    /// The address to which the first link of a cell leads; nil if the text shows it.
    func link(besides text: String) -> String? {
        guard let address = descendants(named: ["a"]).first?.attribute("href"), !address.isEmpty,
            !address.hasPrefix("#"), !TableCell.shows(text, address)
        else { return nil }
        return address
    }
}
