/// The literal text in which something was opened that is not closed.
struct TagStart {
    let before: EscapingContext
    let bytes: ArraySlice<UInt8>
    /// The offset of the bytes in the source.
    let offset: Int
    let source: SourceText
}

extension Compiler {
    /// Reports a construct that is open at the end, at the place of its beginning.
    mutating func reportUnclosed(_ position: Position) {
        guard let tagStart else {
            let end = position.source.bytes.count
            return report(.unfinished(escapingContext.unclosedDescription), at: position, range: end..<end)
        }
        var escapingContext = tagStart.before
        var last = 0
        for (index, byte) in tagStart.bytes.enumerated() {
            if escapingContext.isEnd { last = index }
            _ = escapingContext.advance(over: [byte])
        }
        var inner = position
        inner = Position(source: tagStart.source, scope: position.scope)
        let start = tagStart.offset + last
        report(.unfinished(self.escapingContext.unclosedDescription), at: inner, range: start..<start + 1)
    }
}

extension EscapingContext {
    /// A description of the construct that must be closed before the document may end.
    var unclosedDescription: String {
        switch format {
        case .html(let escapingContext):
            switch escapingContext.state {
            case .inside: escapingContext.element
            case .doubleQuoted, .singleQuoted: "the attribute \(escapingContext.tag.attribute)"
            case .comment, .commentStart, .commentStartDash, .commentDash, .commentEnd, .commentBang: "a comment"
            case .declaration, .bogusComment: "a declaration"
            default: "a tag"
            }
        case .xml(let escapingContext): escapingContext.state == .text ? "a tag" : escapingContext.name
        case .csv: "a quotation mark"
        case .json, .typst: "a text"
        case .text, .trusting: "the template"
        }
    }
}
