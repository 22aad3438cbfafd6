/// Follows Typst as far as to know whether a tag stands inside a string literal.
struct TypstPlace: Hashable, Sendable {
    var isInText = false
    var isEscaped = false
    /// Whether the string began where code has one: after `(`, `,`, `:`, `=` or `+`.
    var isLiteral = false
    /// The last byte outside of text that was not blank.
    var last: UInt8 = 0

    mutating func advance(over byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isLiteral = !isInText && "(,:=+".utf8.contains(last)
            isInText.toggle()
        }
        if !isInText, !Scanner.isBlank(byte) { last = byte }
    }
}
