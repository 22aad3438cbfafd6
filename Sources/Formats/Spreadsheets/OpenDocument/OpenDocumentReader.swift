/// Reads the rows of a table of an OpenDocument spreadsheet one by one (OpenDocument 1.3 part 3, 9.1).
///
/// Repeated rows and columns are expanded only if they have content, and up to a limit.
struct OpenDocumentReader: SheetRowSource {
    static let contentPart = "content.xml"
    /// The most cells of a sheet that repeat a cell before them.
    static let repetitionLimit = 1 << 20

    private let sheet: String
    /// The tables before the one that is read.
    private var tablesBefore: Int
    private let parser: PartParser
    private let names: OpenDocumentNames
    /// The row that was read last, and how often it is still to be returned.
    private var last = SheetRow(number: 0, cells: [])
    private var repeats = 0

    /// Elements that are open in the table: 0 outside of it.
    private var depth = 0
    /// The depth of a comment, shape or nested table, which is not read; 0 for none.
    private var skippedFrom = 0
    private var isOver = false
    private var row = 0
    private var rowRepetitions = 1
    private var cells: [SheetCell] = []
    private var column = 0
    private var cell = OpenDocumentCell()
    private var cellDepth = 0
    private var isInParagraph = false
    private var text = ParagraphText()
    private var repetitions = 0
    private var isHidden = false
    private var links: [Int: String] = [:]
    private var hiddenColumns: [ClosedRange<Int>] = []
    private var columnsBefore = 0
    private var merged = MergedColumns()

    init(_ source: PartSource, table: Int, sheet: String) throws(SpreadsheetFileError) {
        parser = try PartParser(source)
        names = OpenDocumentNames(parser)
        self.sheet = sheet
        tablesBefore = table
    }

    mutating func next() throws(SpreadsheetFileError) -> SheetRow? {
        if repeats > 0 {
            repeats -= 1
            last = SheetRow(
                number: last.number + 1, cells: last.cells, isHidden: last.isHidden, links: last.links,
                hiddenColumns: hiddenColumns)
            return last
        }
        while !isOver, let event = try parser.next() {
            switch event {
            case .start(let element): start(element)
            case .text(let bytes):
                guard isInParagraph, skippedFrom == 0 else { continue }
                text.append(bytes)
                guard text.bytes.count <= Spreadsheet.textLimit else {
                    throw .textTooLong(place, limit: Spreadsheet.textLimit)
                }
            case .end(let name):
                if try end(name), !cells.isEmpty {
                    last = SheetRow(
                        number: row - rowRepetitions + 1, cells: cells, isHidden: isHidden, links: links,
                        hiddenColumns: hiddenColumns)
                    repeats = rowRepetitions - 1
                    return last
                }
            }
        }
        return nil
    }

    private mutating func start(_ element: PartElement) {
        let name = element.name
        guard depth > 0 else {
            if name == names.table, !isOver {
                if tablesBefore == 0 { depth = 1 }
                tablesBefore -= 1
            }
            return
        }
        depth += 1
        guard skippedFrom == 0 else { return }
        if cellDepth > 0 {
            startInCell(element)
        } else if name == names.cell || name == names.coveredCell {
            cell.start(element, names, isCovered: name == names.coveredCell)
            text.clear()
            cellDepth = depth
        } else if name == names.row {
            rowRepetitions = element.value(of: names.rowsRepeated).map { OpenDocumentCell.repetitions($0) } ?? 1
            isHidden = isHidden(element)
            let width = cells.count
            (column, cells, links) = (0, [], [:])
            cells.reserveCapacity(width)
        } else if name == names.column {
            let count = element.value(of: names.columnsRepeated).map { OpenDocumentCell.repetitions($0) } ?? 1
            if isHidden(element), hiddenColumns.count < 1024 {
                hiddenColumns.append(columnsBefore...columnsBefore + count - 1)
            }
            columnsBefore = min(columnsBefore + count, CellAddress.maxColumns)
        } else if name == names.shapes || name == names.table {
            skippedFrom = depth
        }
    }

    private func isHidden(_ element: PartElement) -> Bool {
        element.value(of: names.visibility).map { !$0.isEmpty && !$0.elementsEqual("visible".utf8) } ?? false
    }

    private mutating func startInCell(_ element: PartElement) {
        let name = element.name
        if name == names.paragraph || name == names.heading {
            text.startParagraph()
            isInParagraph = true
        } else if name == names.space {
            let count = element.value(of: names.count).map { OpenDocumentCell.repetitions($0) } ?? 1
            text.append(UInt8(ascii: " "), count: min(count, Spreadsheet.textLimit))
        } else if name == names.link {
            cell.link = cell.link ?? element.value(of: names.address).map { String(decoding: $0, as: UTF8.self) }
        } else if name == names.tab {
            text.append(UInt8(ascii: "\t"))
        } else if name == names.lineBreak {
            text.append(UInt8(ascii: "\n"))
        } else if names.skipped.contains(name) {
            skippedFrom = depth
        }
    }

    /// Ends an element; returns whether it is a row.
    private mutating func end(_ name: PartName) throws(SpreadsheetFileError) -> Bool {
        guard depth > 0 else { return false }
        defer { depth -= 1 }
        if skippedFrom > 0 {
            if skippedFrom == depth { skippedFrom = 0 }
        } else if cellDepth == depth {
            cellDepth = 0
            isInParagraph = false
            try endCell()
        } else if isInParagraph {
            if name == names.paragraph || name == names.heading {
                text.endParagraph()
                isInParagraph = false
            }
        } else if name == names.row {
            try count(cells.count * (rowRepetitions - 1))
            row += rowRepetitions
            merged.fill(&cells, row: row)
            return true
        } else if depth == 1 {
            isOver = true
        }
        return false
    }

    private var place: SheetPlace { SheetPlace(sheet, CellAddress(column: column, row: row + 1)) }

    private mutating func endCell() throws(SpreadsheetFileError) {
        defer { column = min(column + cell.repetitions, CellAddress.maxColumns) }
        let value = cell.value(text: text.bytes)
        if case .empty = value { return }
        if cell.rowsSpanned > 1, cell.columnsSpanned == 1, rowRepetitions == 1 {
            merged.begin(column, value, lastRow: row + cell.rowsSpanned)
        }
        guard column + cell.repetitions <= CellAddress.maxColumns else {
            throw .tooManyColumns(place, limit: CellAddress.maxColumns)
        }
        while cells.count < column { cells.append(.empty) }
        cells.append(value)
        if let link = cell.link, !link.isEmpty {
            for repetition in 0..<cell.repetitions { links[column + repetition] = link }
        }
        guard cell.repetitions > 1 else { return }
        try count(cell.repetitions - 1)
        cells.append(contentsOf: repeatElement(value, count: cell.repetitions - 1))
    }

    private mutating func count(_ more: Int) throws(SpreadsheetFileError) {
        repetitions += more
        guard repetitions <= OpenDocumentReader.repetitionLimit else {
            throw .tooManyRepetitions(place, limit: OpenDocumentReader.repetitionLimit)
        }
    }
}

/// The names of elements and attributes that the reader of tables knows.
///
/// A class rather than a struct: some twenty names would be copied for each cell.
final class OpenDocumentNames {
    let table, column, row, cell, coveredCell, shapes: PartName
    let paragraph, heading, space, tab, lineBreak, count, link, address: PartName
    let rowsRepeated, columnsRepeated, rowsSpanned, columnsSpanned, visibility: PartName
    let valueType, value, dateValue, timeValue, booleanValue, stringValue, currency, formula: PartName
    /// Elements in a cell that are not its text: comments, drawings, footnotes, readings of characters, nested tables.
    let skipped: Set<PartName>

    init(_ parser: PartParser) {
        (table, row, cell) = (parser.name("table"), parser.name("table-row"), parser.name("table-cell"))
        (coveredCell, shapes) = (parser.name("covered-table-cell"), parser.name("shapes"))
        column = parser.name("table-column")
        (paragraph, heading, space) = (parser.name("p"), parser.name("h"), parser.name("s"))
        (tab, lineBreak, count) = (parser.name("tab"), parser.name("line-break"), parser.name("c"))
        (link, address) = (parser.name("a"), parser.name("href"))
        rowsRepeated = parser.name("number-rows-repeated")
        columnsRepeated = parser.name("number-columns-repeated")
        rowsSpanned = parser.name("number-rows-spanned")
        columnsSpanned = parser.name("number-columns-spanned")
        visibility = parser.name("visibility")
        (valueType, value, dateValue) = (parser.name("value-type"), parser.name("value"), parser.name("date-value"))
        (timeValue, booleanValue) = (parser.name("time-value"), parser.name("boolean-value"))
        (stringValue, currency, formula) = (
            parser.name("string-value"), parser.name("currency"), parser.name("formula")
        )
        skipped = [
            parser.name("annotation"), parser.name("annotation-end"), parser.name("frame"), parser.name("g"),
            parser.name("custom-shape"), parser.name("line"), parser.name("rect"), parser.name("caption"),
            parser.name("control"), parser.name("note"), parser.name("ruby-text"), table, parser.name("detective"),
            parser.name("cell-range-source"),
        ]
    }
}

/// The text of the paragraphs of a cell (OpenDocument 1.3 part 3, 6.1).
struct ParagraphText {
    private(set) var bytes: [UInt8] = []
    private var paragraphs = 0
    /// Whether the next blank joins one before it or the beginning of the paragraph.
    private var endsInBlank = true

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        (paragraphs, endsInBlank) = (0, true)
    }

    mutating func startParagraph() {
        if paragraphs > 0 { bytes.append(UInt8(ascii: "\n")) }
        paragraphs += 1
        endsInBlank = true
    }

    mutating func endParagraph() {
        if endsInBlank, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        endsInBlank = false
    }

    /// Adds text; runs of blanks and line ends count as one blank.
    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        // Most pieces have single spaces between words and are copied as a whole.
        var start = 0
        var isBlank = endsInBlank
        for index in piece.indices {
            guard piece[index] <= 0x20 else {
                isBlank = false
                continue
            }
            if isBlank || piece[index] != UInt8(ascii: " ") {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[start..<index]))
                if !isBlank { bytes.append(UInt8(ascii: " ")) }
                start = index + 1
            }
            isBlank = true
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[start...]))
        endsInBlank = isBlank
    }

    /// Adds a blank, tab or line end that is meant as it is.
    mutating func append(_ byte: UInt8, count: Int = 1) {
        bytes.append(contentsOf: repeatElement(byte, count: count))
        endsInBlank = false
    }
}
