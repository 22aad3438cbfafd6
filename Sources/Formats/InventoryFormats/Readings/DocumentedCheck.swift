import Inventory

/// The result of checking a table against the documented formats.
public enum DocumentedCheck: Equatable, Sendable {
    /// The columns are documented, and every cell that was looked at has the documented form: the file needs no reading.
    case passed
    /// The columns are documented, but rows are not.
    case faultyRows(Int)
    /// The header is not that of the format.
    case otherHeader
}

extension TableSource {
    /// Checks whether a table is read as it is: documented names of columns, and cells in their documented forms.
    ///
    /// Texts are not looked at, so the check takes a small part of the time of reading.
    /// - Parameter readsCells: whether rows are looked at, and not the header alone.
    /// - Throws: ``InventoryFileError`` if the file cannot be read.
    public func check(_ options: ImportOptions, readsCells: Bool = true) throws(InventoryFileError) -> DocumentedCheck {
        var input = try open(nil)
        _ = try input.extend()
        guard let format = FormatDetector(input.bytes).format, format.isTable else { return .otherHeader }
        let table: TableReader
        do throws(InventoryFileError) {
            table = try TableReader(input, file: name, format: format, options: options)
        } catch {
            return .otherHeader
        }
        let faults = readsCells ? try table.countFaultyRows() : 0
        return faults == 0 ? .passed : .faultyRows(faults)
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
