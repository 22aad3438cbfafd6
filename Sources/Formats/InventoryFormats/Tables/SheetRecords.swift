/// The rows of a sheet as records of separated text, so that sheets and text are decoded alike.
final class SheetRecords {
    private let rows: SpreadsheetTables.Rows
    private var buffer: [UInt8] = []
    private(set) var fields: [CSVField] = []
    /// Memory that views of the current row point into.
    private var memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)

    init(_ rows: @escaping SpreadsheetTables.Rows) { self.rows = rows }

    deinit { memory.deallocate() }

    /// The cells of the current row, in quotes and separated by commas.
    var bytes: ByteView { ByteView(UnsafeBufferPointer(rebasing: memory[..<buffer.count])) }

    /// Reads the next row.
    /// - Returns: false at the end of the sheet.
    func next() throws(InventoryFileError) -> Bool {
        guard let cells = try rows() else { return false }
        buffer.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        for cell in cells {
            if !fields.isEmpty { buffer.append(UInt8(ascii: ",")) }
            let start = buffer.count + 1
            buffer.append(UInt8(ascii: "\""))
            var escaped = false
            for byte in cell.text.utf8 {
                if byte == UInt8(ascii: "\"") {
                    buffer.append(byte)
                    escaped = true
                }
                buffer.append(byte)
            }
            fields.append(
                CSVField(
                    start: start, end: buffer.count, quoted: !cell.text.isEmpty, escaped: escaped, type: cell.type))
            buffer.append(UInt8(ascii: "\""))
        }
        if cells.allSatisfy({ $0.text.isEmpty }) { fields.removeAll(keepingCapacity: true) }
        if memory.count < buffer.count {
            memory.deallocate()
            memory = .allocate(capacity: buffer.count * 2)
        }
        _ = memory.update(fromContentsOf: buffer)
        return true
    }
}
