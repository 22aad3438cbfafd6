/// A template as a tree.
///
/// Ranges are byte offsets of its source.
enum Node: Sendable {
    /// U+FEFF at the beginning of a file.
    case byteOrderMark(Range<Int>)
    case lineStart(blanks: Range<Int>)
    case text(Range<Int>)
    case variable(Expression, isEscaped: Bool, range: Range<Int>)
    case section(Section)
    case partial(PartialCall)
    case parent(ParentCall)
    case block(Block)
}

struct Section: Sendable {
    let expression: Expression
    let isInverted: Bool
    let body: [Node]
    /// The tag that opens it.
    let range: Range<Int>
    /// The text between the tags, which a lambda receives.
    let inside: Range<Int>
    let delimiters: Delimiters
}

/// The name of a partial or parent: written out, or looked up when rendered (`*name`).
enum PartialName: Sendable {
    case fixed(String)
    case looked(up: Expression)
}

struct PartialCall: Sendable {
    let name: PartialName
    /// The blanks before it, if it stands alone on its line: each of its lines begins with them.
    let blanks: Range<Int>
    let range: Range<Int>
}

struct ParentCall: Sendable {
    let name: PartialName
    let blanks: Range<Int>
    let range: Range<Int>
    let blocks: [Block]
    /// The first thing in it that is neither a block nor blank, and so is not printed.
    let stray: Range<Int>?
}

struct Block: Sendable {
    let name: String
    let body: [Node]
    let range: Range<Int>
    /// The indentation of its lines: that of its first line, or of its tag if it has no lines.
    let indentation: Range<Int>
    /// The end of the line if both tags stand alone on it.
    let lineEnd: Range<Int>?
    /// Whether its opening tag stands alone on a line.
    let isStandalone: Bool
}
