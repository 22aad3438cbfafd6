/// Escaping by a table, a byte or a character at a time. ``FastMarkupEscaper`` writes the same for HTML and XML.
extension OutputWindow {
    /// Writes text, replacing bytes as the table says.
    mutating func write(_ text: Span<UInt8>, escaped table: EscapeTable) throws {
        var index = 0
        while index < text.count { index += try writeCharacter(of: text, at: index, table) }
    }

    /// Writes one byte, or one whole character past ASCII; returns how many bytes of the text that is.
    @inline(__always)
    mutating func writeCharacter(of text: Span<UInt8>, at index: Int, _ table: EscapeTable) throws -> Int {
        let entry = table.entries[Int(text[index])]
        if entry == .kept {
            try write(text[index])
            return 1
        }
        guard entry == .sequence else {
            try write(entry)
            return 1
        }
        let length = UTF8Sequence.length(in: text, at: index)
        if length == 0 || table.noncharacters.contain(text.extracting(index..<index + length)) {
            try write(EscapeTable.Entry.replacement)
        } else {
            for position in index..<index + length { try write(text[position]) }
        }
        return max(length, 1)
    }
}
