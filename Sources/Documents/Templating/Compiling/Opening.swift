/// The literal text in which something was opened that is not closed.
struct Opening {
    let before: Place
    let bytes: ArraySlice<UInt8>
    /// Where the bytes stand in the source.
    let offset: Int
    let source: SourceText
}

extension Compiler {
    /// Reports what is still open at the end, at the place where it was opened.
    mutating func reportOpen(_ position: Position) {
        guard let opening else {
            let end = position.source.bytes.count
            return report(.unfinished(place.whatIsOpen), position, end..<end)
        }
        var place = opening.before
        var last = 0
        for (index, byte) in opening.bytes.enumerated() {
            if place.isEnd { last = index }
            _ = place.advance(over: [byte])
        }
        var inner = position
        inner = Position(source: opening.source, scope: position.scope)
        let start = opening.offset + last
        report(.unfinished(self.place.whatIsOpen), inner, start..<start + 1)
    }
}

extension Place {
    /// What has to be closed before the document may end, in words.
    var whatIsOpen: String {
        switch format {
        case .html(let place):
            switch place.state {
            case .inside: place.element
            case .doubleQuoted, .singleQuoted: "the attribute \(place.tag.attribute)"
            case .comment, .commentStart, .commentStartDash, .commentDash, .commentEnd, .commentBang: "a comment"
            case .declaration, .bogusComment: "a declaration"
            default: "a tag"
            }
        case .xml(let place): place.state == .text ? "a tag" : place.name
        case .csv: "a quotation mark"
        case .json, .typst: "a text"
        case .text, .trusting: "the template"
        }
    }
}
