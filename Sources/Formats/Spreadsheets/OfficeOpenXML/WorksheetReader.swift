import Files
import Inventory

/// Reads the rows of a worksheet one by one (ECMA-376 part 1, 18.3).
///
/// Ignores the size that the sheet declares: memory is that of the row with the most cells.
struct WorksheetReader: SheetRowSource {
    /// The parts to which cells of all sheets refer.
    struct Context {
        let texts: SharedTexts
        let formats: [NumberFormat]
        let is1904: Bool
        /// The last row of merged columns, by the address of their first cell.
        var merged: [CellAddress: Int] = [:]
        /// The addresses that cells link to.
        var links: [CellAddress: String] = [:]
    }

    private enum CellType {
        case number, sharedText, inlineText, formulaText, boolean, error, date
    }

    private let sheet: String
    private let context: Context
    private let parser: PartParser
    private let names: Names
    private var isOver = false

    private var cells: [SheetCell] = []
    private var row = 0
    private var column = 0
    private var style = 0
    private var type = CellType.number
    private var value: [UInt8] = []
    private var isInCell = false
    private var isInValue = false
    private var hasFormula = false
    private var formula: [UInt8] = []
    private var isInFormula = false
    private var links: [Int: String] = [:]
    private var hiddenColumns: [ClosedRange<Int>] = []
    private var phoneticDepth = 0
    private var isHidden = false
    private var merged = MergedColumns()

    private struct Names {
        let data, row, cell, value, text, formula, phonetic, reference, style, type, hidden: PartName
        let columns, first, last: PartName

        init(_ parser: PartParser) {
            (data, row, cell) = (parser.name("sheetData"), parser.name("row"), parser.name("c"))
            (value, text) = (parser.name("v"), parser.name("t"))
            (formula, phonetic, reference) = (parser.name("f"), parser.name("rPh"), parser.name("r"))
            (columns, first, last) = (parser.name("col"), parser.name("min"), parser.name("max"))
            (style, type, hidden) = (parser.name("s"), parser.name("t"), parser.name("hidden"))
        }
    }

    init(_ source: PartSource, sheet: String, context: Context) throws(SpreadsheetFileError) {
        parser = try PartParser(source)
        names = Names(parser)
        self.sheet = sheet
        self.context = context
    }

    mutating func next() throws(SpreadsheetFileError) -> SheetRow? {
        while !isOver, let event = try parser.next() {
            switch event {
            case .start(let element): try start(element)
            case .text(let bytes):
                if isInFormula, formula.count < Hyperlink.limit { formula.append(contentsOf: bytes) }
                guard isInValue else { continue }
                value.append(contentsOf: bytes)
                guard value.count <= Spreadsheet.textLimit else {
                    throw .textTooLong(place, limit: Spreadsheet.textLimit)
                }
            case .end(let name):
                if name == names.cell {
                    try endCell()
                } else if name == names.value || name == names.text {
                    isInValue = false
                } else if name == names.formula {
                    isInFormula = false
                } else if name == names.row {
                    merged.fill(&cells, row: row)
                    if !cells.isEmpty {
                        return SheetRow(
                            number: row, cells: cells, isHidden: isHidden, links: links, hiddenColumns: hiddenColumns)
                    }
                } else if name == names.phonetic {
                    phoneticDepth -= 1
                } else if name == names.data {
                    // Nothing after the rows matters.
                    isOver = true
                }
            }
        }
        return nil
    }

    private mutating func start(_ element: PartElement) throws(SpreadsheetFileError) {
        let name = element.name
        if name == names.cell {
            try startCell(element)
        } else if name == names.value {
            isInValue = isInCell && type != .inlineText
        } else if name == names.row {
            let stated = element.value(of: names.reference).flatMap { WorksheetReader.number($0) }
            row = stated ?? row + 1
            isHidden = isHidden(element)
            column = -1
            let width = cells.count
            (cells, links) = ([], [:])
            cells.reserveCapacity(width)
        } else if name == names.columns {
            guard hiddenColumns.count < 1024, isHidden(element),
                let first = element.value(of: names.first).flatMap({ WorksheetReader.number($0) }),
                let last = element.value(of: names.last).flatMap({ WorksheetReader.number($0) }), 1...last ~= first
            else { return }
            hiddenColumns.append(first - 1...last - 1)
        } else if name == names.text {
            isInValue = isInCell && type == .inlineText && phoneticDepth == 0
        } else if name == names.formula {
            (hasFormula, isInFormula) = (isInCell, isInCell)
        } else if name == names.phonetic {
            phoneticDepth += 1
        }
    }

    private func isHidden(_ element: PartElement) -> Bool {
        let hidden = element.value(of: names.hidden)?.first
        return hidden == UInt8(ascii: "1") || hidden == UInt8(ascii: "t")
    }

    private var place: SheetPlace { SheetPlace(sheet, CellAddress(column: max(0, column), row: row)) }

    private mutating func startCell(_ element: PartElement) throws(SpreadsheetFileError) {
        column += 1
        (style, type, hasFormula, isInCell) = (0, .number, false, true)
        value.removeAll(keepingCapacity: true)
        formula.removeAll(keepingCapacity: true)
        for attribute in element.attributes {
            if attribute.name == names.reference {
                column = CellAddress.column(of: element.value(of: attribute)) ?? column
            } else if attribute.name == names.style {
                style = WorksheetReader.number(element.value(of: attribute)) ?? 0
            } else if attribute.name == names.type {
                type = WorksheetReader.type(element.value(of: attribute))
            }
        }
        guard column < CellAddress.maxColumns else {
            throw .tooManyColumns(place, limit: CellAddress.maxColumns)
        }
    }

    private static func type(_ value: UnsafeBufferPointer<UInt8>) -> CellType {
        switch value.first {
        case UInt8(ascii: "s"): value.count == 1 ? .sharedText : .formulaText
        case UInt8(ascii: "i"): .inlineText
        case UInt8(ascii: "b"): .boolean
        case UInt8(ascii: "e"): .error
        case UInt8(ascii: "d"): .date
        default: .number
        }
    }

    private mutating func endCell() throws(SpreadsheetFileError) {
        isInCell = false
        var cell = try cell()
        let link =
            context.links.isEmpty && !hasFormula
            ? nil : context.links[CellAddress(column: column, row: row)] ?? Hyperlink.address(inFormula: formula)
        if let link {
            links[column] = link
            // A cell may show nothing and be a link.
            if cell == .empty { cell = .text(link) }
        }
        if cell == .empty { return }
        if !context.merged.isEmpty, let last = context.merged[CellAddress(column: column, row: row)] {
            merged.begin(column, cell, lastRow: last)
        }
        if column < cells.count {
            cells[column] = cell
        } else {
            while cells.count < column { cells.append(.empty) }
            cells.append(cell)
        }
    }

    private func cell() throws(SpreadsheetFileError) -> SheetCell {
        if value.isEmpty {
            // The formula of a text may result in an empty one; a number or a condition always has a result.
            return hasFormula && type == .number ? .unusable(.notCalculated) : .empty
        }
        switch type {
        case .number: return value.withUnsafeBufferPointer { number($0) }
        case .sharedText:
            let index = value.withUnsafeBufferPointer { WorksheetReader.number($0) }
            guard let index, let text = context.texts.text(at: index) else {
                throw .missingText(
                    place, index: String(decoding: value.prefix(20), as: UTF8.self), count: context.texts.count)
            }
            return text.isEmpty ? .empty : .text(text)
        case .inlineText, .formulaText: return .text(value.withUnsafeBufferPointer { EscapedText.string($0) })
        case .boolean: return .boolean(value[0] == UInt8(ascii: "1") || value[0] | 0x20 == UInt8(ascii: "t"))
        case .error: return .unusable(.formulaError(String(decoding: value.prefix(60), as: UTF8.self)))
        case .date: return value.withUnsafeBufferPointer { CellDate.fromText($0) }
        }
    }

    private func number(_ bytes: UnsafeBufferPointer<UInt8>) -> SheetCell {
        guard let text = CellNumber.plain(bytes) else {
            return .unusable(.malformed(String(decoding: bytes.prefix(60), as: UTF8.self)))
        }
        guard style < context.formats.count else { return .number(text) }
        switch context.formats[style] {
        case .number: return .number(text)
        case .money(let currency): return .money(text, currency: currency)
        case .percentage: return .percentage(text)
        case .label(let pattern):
            return text.utf8.allSatisfy(\.isDigit) ? .text(NumberFormat.label(text, pattern)) : .number(text)
        case .date: return CellDate.fromSerial(text, is1904: context.is1904, hasTime: false)
        case .dateAndTime: return CellDate.fromSerial(text, is1904: context.is1904, hasTime: true)
        case .duration: return CellDate.clock(ofSerial: text, leadingZero: false).map { .text($0) } ?? .number(text)
        case .time:
            // A cell that shows the time of a date and time.
            if let days = Double(text), days >= 1 {
                return CellDate.fromSerial(text, is1904: context.is1904, hasTime: true)
            }
            return CellDate.clock(ofSerial: text, leadingZero: true).map { .text($0) } ?? .number(text)
        }
    }

    /// Reads a number of at most nine digits.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard (1...9).contains(bytes.count) else { return nil }
        var number = 0
        for byte in bytes {
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}

/// Characters that XML cannot hold are written `_x000D_` (ECMA-376 part 1, 22.9.2.19).
enum EscapedText {
    /// Returns the text of bytes, with such escapes replaced.
    static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard hasEscape(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        var units: [UInt16] = []
        let text = Array(String(decoding: bytes, as: UTF8.self).utf16)
        var index = 0
        while index < text.count {
            if let unit = unit(text[index...].prefix(7)) {
                units.append(unit)
                index += 7
            } else {
                units.append(text[index])
                index += 1
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func hasEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 7 else { return false }
        for index in 0..<(bytes.count - 6)
        where bytes[index] == UInt8(ascii: "_") && bytes[index + 1] == UInt8(ascii: "x")
            && bytes[index + 6] == UInt8(ascii: "_")
        {
            return true
        }
        return false
    }

    private static func unit(_ escape: ArraySlice<UInt16>) -> UInt16? {
        let start = escape.startIndex
        guard escape.count == 7, escape[start] == 0x5F, escape[start + 1] == 0x78, escape[start + 6] == 0x5F else {
            return nil
        }
        let digits = escape[(start + 2)..<(start + 6)]
        guard digits.allSatisfy({ $0 < 0x80 && Character(UnicodeScalar(UInt8($0))).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF16.self), radix: 16)
    }
}

/// The merged cells and links of a worksheet, which it names behind its rows.
///
/// They are needed with the rows, so the bytes of the part are searched before it is parsed.
struct WorksheetEnd {
    /// The last row of ranges with one column and several rows, by the address of their first cell.
    private(set) var merged: [CellAddress: Int] = [:]
    /// The relationships with the addresses that cells link to.
    private(set) var links: [CellAddress: String] = [:]
    /// The most cells of a range with one link.
    private static let linkedCells = 1024
    /// More bytes than Excel needs for the merged cells and links of a whole sheet of people's lists.
    private static let limit = 1 << 24

    init(_ source: PartSource) throws(SpreadsheetFileError) {
        let mark = Array("/sheetData>".utf8)
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        var held: [UInt8] = []
        var isBehindRows = false
        while true {
            let count = try source.fill(&buffer)
            guard count > 0 else { break }
            held += buffer[..<count]
            if !isBehindRows {
                if let place = ByteSearch.first(mark, in: held, from: 0) {
                    isBehindRows = true
                    held.removeSubrange(..<place)
                } else if held.count > mark.count {
                    held.removeSubrange(..<(held.count - mark.count))
                }
            }
            guard held.count < WorksheetEnd.limit else { return }
        }
        guard isBehindRows else { return }
        WorksheetEnd.tags("mergeCell ", in: held) { attributes in
            guard let (first, last) = WorksheetEnd.range(attributes), first.column == last.column,
                first.row < last.row
            else { return }
            merged[first] = last.row
        }
        WorksheetEnd.tags("hyperlink ", in: held) { attributes in
            guard let (first, last) = WorksheetEnd.range(attributes),
                let id = WorksheetEnd.value(of: ":id=", attributes)
            else { return }
            let relationship = String(decoding: id, as: UTF8.self)
            var cells = 0
            for row in first.row...max(first.row, last.row) {
                for column in first.column...max(first.column, last.column) {
                    cells += 1
                    guard cells <= WorksheetEnd.linkedCells else { return }
                    links[CellAddress(column: column, row: row)] = relationship
                }
            }
        }
    }

    /// Calls a closure with the attributes of each tag of a name.
    private static func tags(_ name: String, in bytes: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) {
        let name = Array(name.utf8)
        var place = 0
        while let found = ByteSearch.first(name, in: bytes, from: place) {
            place = found + name.count
            body(bytes[place...].prefix { $0 != UInt8(ascii: ">") })
        }
    }

    /// The value of the attribute whose name ends with this.
    private static func value(of name: String, _ attributes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let parts = attributes.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
        }
        let index = parts.firstIndex { $0.suffix(name.utf8.count).elementsEqual(name.utf8) }
        return index.flatMap { $0 + 1 < parts.endIndex ? parts[$0 + 1] : nil }
    }

    /// The first and the last cell of a tag's attribute: `ref="A2:A4"`.
    private static func range(_ attributes: ArraySlice<UInt8>) -> (first: CellAddress, last: CellAddress)? {
        let ends = value(of: "ref=", attributes)?.split(separator: UInt8(ascii: ":")).map(address) ?? []
        guard let first = ends.first ?? nil, let last = ends.last ?? nil else { return nil }
        return (first, last)
    }

    private static func address(_ text: ArraySlice<UInt8>) -> CellAddress? {
        let column = text.withUnsafeBufferPointer { CellAddress.column(of: $0) }
        let row = Int(String(decoding: text.drop { !(0x31...0x39).contains($0) }.prefix(9), as: UTF8.self))
        guard let column, let row else { return nil }
        return CellAddress(column: column, row: row)
    }
}
