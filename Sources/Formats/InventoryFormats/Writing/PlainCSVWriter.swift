package import Inventory

/// Writes items as a plain CSV with every field but photos and documents, which ``InventoryReader`` reads back without
/// loss.
///
/// The columns are named like ``ItemField``; beside each amount stands its currency. Text that a spreadsheet would take
/// for a formula has a `'` before it, which reading removes, and so has such text after a separator inside a cell. Tags are separated by `;`, or a JSON list if one holds a
/// semicolon; `customFields` is a JSON list.
package struct PlainCSVWriter {
    private var output: CSVRowWriter

    /// Begins a file with its header.
    ///
    /// - Parameter sink: takes the bytes.
    /// - Throws: what the sink throws.
    package init(sink: @escaping ByteConsumer) throws {
        output = CSVRowWriter(escapesParts: true, sink)
        for field in ItemField.csvColumns {
            output.plain(field.name)
            if field.kind == .money { output.plain(field.name + "Currency") }
        }
        try output.endRow()
    }

    /// Writes one item.
    ///
    /// - Throws: ``InventoryFileError`` if a text holds a NUL character; what the sink throws.
    package mutating func write(_ item: Item) throws {
        for field in ItemField.csvColumns {
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
    package mutating func finish() throws { try output.finish() }
}

/// Writes rows of separated text (RFC 4180) with commas and LF, text guarded against formulas.
struct CSVRowWriter {
    private var output: BufferedOutput
    private var isFirst = true
    /// Whether text is also guarded after the separators and line ends inside it.
    private let escapesParts: Bool

    init(escapesParts: Bool, _ sink: @escaping ByteConsumer) {
        self.escapesParts = escapesParts
        output = BufferedOutput(sink)
    }

    private mutating func separate() {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    /// Writes a field of text, with an escape sign if a spreadsheet would take it for a formula.
    mutating func text(_ text: String?) {
        separate()
        guard var text else { return }
        text.withUTF8 { utf8 in
            let bytes = ByteView(utf8)
            let isGuarded = FormulaEscape.isNeeded(bytes)
            let isQuoted = CSVRowWriter.needsQuotes(bytes)
            if isQuoted { output.append(UInt8(ascii: "\"")) }
            if isGuarded { output.append(UInt8(ascii: "'")) }
            if isQuoted {
                for (place, byte) in bytes.enumerated() {
                    if escapesParts, FormulaEscape.isNeeded(at: place, in: bytes) { output.append(UInt8(ascii: "'")) }
                    if byte == UInt8(ascii: "\"") { output.append(byte) }
                    output.append(byte)
                }
                output.append(UInt8(ascii: "\""))
            } else {
                output.append(bytes)
            }
        }
    }

    /// Writes a field that never needs quotes: a number, a date, a flag.
    mutating func plain(_ text: String?) {
        separate()
        if let text { output.append(text.utf8) }
    }

    mutating func endRow() throws {
        // A row of one empty field would be an empty line.
        output.append(UInt8(ascii: "\n"))
        isFirst = true
        try output.flushIfFull()
    }

    mutating func finish() throws { try output.flush() }

    /// Whether a cell must be in quotation marks: it holds one, a blank at an end, a control character, or a separator
    /// of some spreadsheet.
    private static func needsQuotes(_ bytes: ByteView) -> Bool {
        guard let first = bytes.first, let last = bytes.last else { return false }
        if first == 0x20 || last == 0x20 { return true }
        return bytes.contains { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0..<0x20: true
            default: false
            }
        }
    }
}
