public import Inventory

/// Writes items as a plain CSV with every field but photos and documents, which ``InventoryReader`` reads back without
/// loss.
///
/// The columns are named like ``ItemField``; beside each amount stands its currency. Text that a spreadsheet would take
/// for a formula has a `'` before it, which reading removes, and so has such text after a separator inside a cell. Tags are separated by `;`, or a JSON list if one holds a
/// semicolon; `customFields` is a JSON list.
public struct PlainCSVWriter {
    private var output: CSVRowWriter

    /// Begins a file with its header.
    ///
    /// - Parameter sink: takes the bytes.
    /// - Throws: what the sink throws.
    public init(sink: @escaping ByteConsumer) throws {
        output = CSVRowWriter(escapesParts: true, sink)
        for field in ItemField.tabular {
            output.plain(field.name)
            if field.kind == .money { output.plain(field.name + "Currency") }
        }
        try output.endRow()
    }

    /// Writes one item.
    ///
    /// - Throws: ``InventoryFileError`` if a text holds a NUL character; what the sink throws.
    public mutating func write(_ item: Item) throws {
        for field in ItemField.tabular {
            switch item[field] {
            case .money(let money):
                output.plain(money.amountText)
                output.plain(money.currency.code)
            case .none where field.kind == .money:
                output.plain(nil)
                output.plain(nil)
            case .none: output.plain(nil)
            case .text(let text):
                if text.utf8.contains(0) { throw InventoryFileError(.unwritable(item.id, .nul(field))) }
                output.text(text)
            case .tags(let tags): output.text(ListCellFormat.text(tags))
            case .customFields(let fields): output.text(ListCellFormat.text(fields))
            case let value: output.plain(value.description)
            }
        }
        try output.endRow()
    }

    /// Passes the last bytes to the sink.
    /// - Throws: what the sink throws.
    public mutating func finish() throws { try output.finish() }
}
