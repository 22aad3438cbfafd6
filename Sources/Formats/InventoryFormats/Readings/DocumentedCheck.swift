import Inventory

/// The result of checking a table against the documented formats.
package enum DocumentedCheck: Equatable, Sendable {
    /// The columns are documented, and every cell that was looked at has the documented form: the file needs no reading.
    case passed
    /// The columns and cells are documented, but rows may be totals, groups or headings.
    case unusualRows
    /// The columns are documented, but rows are not.
    case faultyRows(Int)
    /// The header is not that of the format.
    case otherHeader
}

extension TableSource {
    /// Checks whether a table is read as it is: documented names of columns, and cells in their documented forms.
    ///
    /// Of texts only the ends are looked at, so the check takes a small part of the time of reading.
    /// - Parameter readsCells: whether rows are looked at, and not the header alone.
    /// - Throws: ``InventoryFileError`` if the file cannot be read.
    package func check(_ options: ImportOptions, readsCells: Bool = true) throws(InventoryFileError) -> DocumentedCheck
    {
        var input = try open(nil)
        _ = try input.extend()
        guard let format = FormatDetector(input.bytes).format, format.isTable else { return .otherHeader }
        var options = options
        options.findsUnusualRows = true
        let table: TableReader
        do throws(InventoryFileError) {
            table = try TableReader(input, file: name, format: format, options: options)
        } catch {
            return .otherHeader
        }
        // Headings such as `Name` are those of people, whose cells have any form.
        if format == .csv, !table.isOwnFile { return .otherHeader }
        return readsCells ? try table.check() : .passed
    }
}

extension RowDecoder {
    /// Whether the cells of a row that are not texts have the form of their fields.
    mutating func accepts(_ table: TableRow) -> Bool {
        if RowDecoder.damage(table) != nil { return false }
        if table.isBlank { return true }
        return decodeValues(table)
    }
}

/// Finds the rows of a documented table that a ``RowFilter`` may take for something else than items: a few comparisons,
/// because nearly all rows of such tables are items.
struct UnusualRowTest {
    private let nameColumn: Int?
    /// The columns that only programs fill. A row with such a cell is an item.
    private let programColumns: [Int]
    private let columnCount: Int
    /// Whether a column says which rows are items, as in a report of this program.
    private let statesItems: Bool
    private let firstHeading: [UInt8]
    private let vocabulary = Vocabulary.shared

    init(_ columns: [TableColumn], _ header: TableRow) {
        func place(_ field: ItemField) -> Int? { columns.first { $0.target == .field(field) }.map { $0.number - 1 } }
        nameColumn = place(.name)
        programColumns = [.id, .externalReference, .dateCreated].compactMap(place)
        columnCount = header.fields.count
        statesItems = columns.contains { $0.target == .recordKind }
        firstHeading = header.fields.first.map { Array(header.bytes[$0.start..<$0.end]) } ?? []
    }

    func matches(_ row: TableRow) -> Bool {
        guard columnCount > 1, !statesItems else { return false }
        for column in programColumns where isFilled(column, row) { return false }
        var first = 0
        while first < row.fields.count, !isFilled(first, row) { first += 1 }
        guard first < row.fields.count else { return false }
        var next = first + 1
        while next < row.fields.count, !isFilled(next, row) { next += 1 }
        let cell = row.bytes[row.fields[first].start..<row.fields[first].end]
        if next == row.fields.count {
            return first != nameColumn || vocabulary.namesPlace(String(decoding: cell, as: UTF8.self))
        }
        if cell.count == firstHeading.count, cell.elementsEqual(firstHeading) { return true }
        if vocabulary.hasTotalWord(row, first) { return true }
        guard let nameColumn, nameColumn != first else { return false }
        return !isFilled(nameColumn, row) || vocabulary.hasTotalWord(row, nameColumn)
    }

    private func isFilled(_ column: Int, _ row: TableRow) -> Bool {
        column < row.fields.count && row.fields[column].start < row.fields[column].end
    }
}
