public import Inventory

/// The items that a file gives, counted without taking them.
public struct ReadingTrial: Sendable {
    /// The format of the file; ``FileFormat/csv`` for a table that is read by a reading.
    public let format: FileFormat
    /// The number of items.
    public private(set) var items = 0
    public private(set) var units = Quantity.zero
    /// The totals of quantity × value, one for each currency, in the order of the codes.
    public private(set) var totals: [Money] = []
    /// The items without a value.
    public private(set) var itemsWithoutValue = 0
    /// The first three items.
    public private(set) var firstItems: [Item] = []
    /// The rows that cannot be read.
    public private(set) var faultyRows = 0
    /// The first of them.
    public private(set) var firstFaults: [RejectedRow] = []
    /// Whether a total is too large to be counted.
    public private(set) var hasOverflow = false

    /// Reads a table by a reading.
    /// - Throws: ``InventoryFileError`` if the table cannot be read to its end.
    public init(_ source: TableSource, reading: TableReading, options: ImportOptions) throws(InventoryFileError) {
        try self.init(try InventoryReader(source, reading: reading, options: options))
    }

    /// Reads a file of a documented format.
    /// - Throws: as ``InventoryReader/init(_:format:options:)``, or if the file cannot be read to its end.
    public init(_ source: TableSource, options: ImportOptions) throws(InventoryFileError) {
        try self.init(try InventoryReader(source, options: options))
    }

    private init(_ entries: consuming InventoryReader) throws(InventoryFileError) {
        var reader = entries
        format = reader.format
        var sums: [Currency: Money] = [:]
        while let entry = try reader.next() {
            switch entry {
            case .rejected(let row):
                faultyRows += 1
                if firstFaults.count < 20 { firstFaults.append(row) }
            case .item(let incoming):
                let item = incoming.item
                items += 1
                if firstItems.count < 3 { firstItems.append(item) }
                if let sum = try? units.adding(item.quantity) { units = sum } else { hasOverflow = true }
                guard let value = item.value else {
                    itemsWithoutValue += 1
                    continue
                }
                let before = sums[value.currency] ?? Money(minorUnits: 0, currency: value.currency)
                if let line = try? item.lineValue(), let sum = try? before.adding(line) {
                    sums[value.currency] = sum
                } else {
                    hasOverflow = true
                }
            }
        }
        totals = sums.sorted { $0.key < $1.key }.map(\.value)
    }
}
