import Inventory

/// The result of checking a table against the documented formats.
package enum DocumentedCheck: Equatable, Sendable {
    /// The columns are documented, and every cell that was looked at has the documented form: the file needs no reading.
    case passed
    /// The columns and cells are documented, but rows may be totals, groups or headings.
    case unusualRows
    /// The columns are documented, but rows are not.
    case faultyRows(Int)
    /// The header is not that of the format, or cells are those of lists that people write.
    case otherHeader
}

extension TableSource {
    /// Checks whether a table is read as it is: documented names of columns, and cells in their documented forms.
    ///
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
        do {
            table = try TableReader(input, file: name, format: format, options: options)
        } catch {
            return .otherHeader
        }
        // Headings such as `Name` are those of people, whose cells have any form.
        if format == .csv, !table.hasFieldNames { return .otherHeader }
        guard readsCells else { return .passed }
        var faults = 0
        var isUnusual = false
        while let entry = try table.next() {
            guard case .rejected(let row) = entry else { continue }
            if row.diagnostics.isEmpty { isUnusual = true } else { faults += 1 }
        }
        if table.hasOtherForms { return .otherHeader }
        return faults > 0 ? .faultyRows(faults) : isUnusual ? .unusualRows : .passed
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
    private let tags, location: Int?
    /// The column of prices, if no column has the value: the price is the value then, too.
    private let onlyPrice: Int?
    private let vocabulary = Vocabulary.shared

    init(_ columns: [TableColumn], _ header: TableRow) {
        func place(_ field: ItemField) -> Int? { columns.first { $0.target == .field(field) }.map { $0.number - 1 } }
        nameColumn = place(.name)
        (tags, location) = (place(.tags), place(.location))
        onlyPrice = place(.value) == nil ? place(.purchasePrice) : nil
        programColumns = [.id, .externalReference, .dateCreated].compactMap(place)
        columnCount = header.fields.count
        statesItems = columns.contains { $0.target == .recordKind }
        firstHeading = header.fields.first.map { Array(header.bytes[$0.start..<$0.end]) } ?? []
    }

    /// Whether a row that no program wrote has a cell that other evidence of the table may read otherwise: tags without
    /// semicolons, a location with arrows, a price if no column has the value.
    func hasOtherForm(_ row: TableRow) -> Bool {
        if statesItems || isOfProgram(row) { return false }
        func cell(_ column: Int?) -> Slice<ByteView>? {
            column.flatMap { row.isFilled($0) ? row.bytes[row.fields[$0].start..<row.fields[$0].end] : nil }
        }
        if let tags = cell(tags), tags.first != UInt8(ascii: "["), !tags.contains(UInt8(ascii: ";")),
            tags.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "|") })
        {
            return true
        }
        if let location = cell(location), !ColumnStatistics.pathMarks(in: location).isEmpty { return true }
        return cell(onlyPrice) != nil
    }

    private func isOfProgram(_ row: TableRow) -> Bool { programColumns.contains { row.isFilled($0) } }

    func matches(_ row: TableRow) -> Bool {
        guard columnCount > 1, !statesItems, !isOfProgram(row) else { return false }
        var first = 0
        while first < row.fields.count, !row.isFilled(first) { first += 1 }
        guard first < row.fields.count else { return false }
        var next = first + 1
        while next < row.fields.count, !row.isFilled(next) { next += 1 }
        let cell = row.bytes[row.fields[first].start..<row.fields[first].end]
        if next == row.fields.count {
            return first != nameColumn || vocabulary.namesPlace(String(decoding: cell, as: UTF8.self))
        }
        if cell.count == firstHeading.count, cell.elementsEqual(firstHeading) { return true }
        if vocabulary.hasTotalWord(row, first) { return true }
        guard let nameColumn, nameColumn != first else { return false }
        return !row.isFilled(nameColumn) || vocabulary.hasTotalWord(row, nameColumn)
    }
}
