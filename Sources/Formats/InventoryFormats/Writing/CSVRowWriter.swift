import Inventory

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
