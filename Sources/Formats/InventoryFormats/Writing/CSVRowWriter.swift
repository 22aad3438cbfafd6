import Inventory

/// Writes rows of separated text (RFC 4180) with commas and LF, text guarded against formulas.
struct CSVRowWriter {
    private var output: BufferedOutput
    private var isFirst = true

    init(_ sink: @escaping ByteConsumer) { output = BufferedOutput(sink) }

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
                for byte in bytes {
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

    private static func needsQuotes(_ bytes: ByteView) -> Bool {
        guard let first = bytes.first, let last = bytes.last else { return false }
        if first == 0x20 || last == 0x20 { return true }
        return bytes.contains { byte in
            byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte < 0x20
        }
    }
}
