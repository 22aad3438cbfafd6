/// Removes standalone lines (Mustache specification) and marks where printed lines begin.
struct LineLayout {
    enum Piece {
        /// A line that prints begins here, with these blanks.
        case lineStart(blanks: Range<Int>)
        case text(Range<Int>)
        /// A tag; if it stands alone on its line, the blanks before it and the line's end.
        case tag(Token, standalone: StandaloneTag?)
    }

    struct StandaloneTag {
        let blanks: Range<Int>
        let lineEnd: Range<Int>
    }

    private let source: SourceText
    private(set) var pieces: [Piece] = []
    /// For each open tag, outermost first, whether it takes part in inheritance.
    private var openTags: [Bool] = []

    init(_ source: SourceText, tokens: [Token]) {
        self.source = source
        pieces.reserveCapacity(tokens.count * 2)
        var start = 0
        for index in tokens.indices where index + 1 == tokens.count || endsLine(tokens[index]) {
            layOut(tokens[start...index])
            start = index + 1
        }
    }

    private func endsLine(_ token: Token) -> Bool {
        token.kind == .text && source.bytes[token.range].last == UInt8(ascii: "\n")
    }

    private mutating func layOut(_ line: ArraySlice<Token>) {
        let inheritance = follow(line)
        let first = line.first { !isBlankText($0) }
        let isStandalone: Bool
        if let first, first.kind != .text, let tag = line.first(where: { $0.kind != .text }) {
            let others = line.contains { $0.range != tag.range && !isBlankText($0) }
            isStandalone = others ? inheritance : tag.kind != .variable && tag.kind != .unescapedVariable
        } else {
            isStandalone = false
        }
        if isStandalone { appendStandalone(line) } else { appendPrinted(line) }
    }

    /// Follows opening and closing tags; true if the line holds only tags of inheritance outside a parent of its own.
    private mutating func follow(_ line: ArraySlice<Token>) -> Bool {
        var only = true
        var parentsOfThisLine: [Int] = []
        for token in line {
            let isInside = !parentsOfThisLine.isEmpty
            switch token.kind {
            case .section, .invertedSection:
                openTags.append(false)
                if !isInside { only = false }
            case .parent:
                openTags.append(true)
                parentsOfThisLine.append(openTags.count)
            case .block:
                openTags.append(true)
            case .close:
                if parentsOfThisLine.last == openTags.count { parentsOfThisLine.removeLast() }
                if openTags.popLast() != true, !isInside { only = false }
            default:
                if !isInside, !isBlankText(token) { only = false }
            }
        }
        guard only else { return false }
        // The text of a block that begins on this line is content, so the block's tag is not alone on the line.
        return parentsOfThisLine.isEmpty || line.allSatisfy { $0.kind != .text || isBlankText($0) }
    }

    private mutating func appendStandalone(_ line: ArraySlice<Token>) {
        let firstTag = line.first { $0.kind != .text }?.range.lowerBound ?? line.startIndex
        let lastTag = line.last { $0.kind != .text }?.range.upperBound ?? line.startIndex
        let lineStart = line.first?.range.lowerBound ?? firstTag
        let lineEnd = line.last?.range.upperBound ?? lastTag
        for token in line {
            if token.range.upperBound <= firstTag || token.range.lowerBound >= lastTag {
                continue
            }
            if token.kind == .text {
                pieces.append(.text(token.range))
            } else {
                let blanks = token.range.lowerBound == firstTag ? lineStart..<firstTag : firstTag..<firstTag
                pieces.append(.tag(token, standalone: StandaloneTag(blanks: blanks, lineEnd: lastTag..<lineEnd)))
            }
        }
    }

    private mutating func appendPrinted(_ line: ArraySlice<Token>) {
        guard let first = line.first else { return }
        var blanks = first.range.lowerBound..<first.range.lowerBound
        if first.kind == .text {
            let end = source.bytes[first.range].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? first.range.upperBound
            blanks = first.range.lowerBound..<end
        }
        pieces.append(.lineStart(blanks: blanks))
        for token in line {
            if token.kind == .text {
                let start = max(token.range.lowerBound, blanks.upperBound)
                if start < token.range.upperBound { pieces.append(.text(start..<token.range.upperBound)) }
            } else {
                pieces.append(.tag(token, standalone: nil))
            }
        }
    }

    private func isBlankText(_ token: Token) -> Bool {
        token.kind == .text && source.bytes[token.range].allSatisfy(Scanner.isBlank)
    }
}
