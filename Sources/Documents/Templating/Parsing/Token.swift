/// A piece of a template: literal text up to the end of a line, or one tag.
struct Token {
    enum Kind {
        case text
        case variable
        case unescapedVariable
        case section
        case invertedSection
        case close
        case partial
        case parent
        case block
        case comment
        case delimiters
    }

    let kind: Kind
    /// The whole piece, delimiters included.
    let range: Range<Int>
    /// The tag's content, without sigil and surrounding blanks.
    let content: Range<Int>
    /// The delimiters in force after this tag, for lambdas that parse again.
    let delimiters: Delimiters
}

/// The pair of marks around a tag.
struct Delimiters: Hashable, Sendable {
    let open: [UInt8]
    let close: [UInt8]

    static let standard = Delimiters(open: Array("{{".utf8), close: Array("}}".utf8))
}
