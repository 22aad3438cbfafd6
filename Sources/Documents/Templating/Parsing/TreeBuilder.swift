/// A template's text and tree.
struct ParsedTemplate {
    let source: SourceText
    let nodes: [Node]
    let diagnostics: DiagnosticList

    init(_ source: SourceText, options: TemplateOptions, delimiters: Delimiters = .standard) {
        var builder = TreeBuilder(source, options)
        builder.build(delimiters)
        self.source = source
        nodes = builder.roots
        diagnostics = builder.diagnostics
    }
}

/// Turns laid-out pieces into a tree and matches opening and closing tags.
struct TreeBuilder {
    private struct Open {
        let token: Token
        let standalone: LineLayout.StandaloneTag?
        var expression: Expression?
        let name: String
        var nodes: [Node] = []
    }

    private let source: SourceText
    private let limits: TemplateLimits
    /// Whether everything but a call is a name, whatever its characters.
    private let isTrusting: Bool
    private var open: [Open] = []
    private(set) var roots: [Node] = []
    private(set) var diagnostics = DiagnosticList()

    init(_ source: SourceText, _ options: TemplateOptions) {
        self.source = source
        limits = options.limits
        isTrusting = options.isTrusting
    }

    mutating func build(_ delimiters: Delimiters) {
        guard source.bytes.count <= limits.templateSize else {
            diagnostics.add(.templateTooLarge(limits.templateSize), in: source, range: 0..<0)
            return
        }
        if let fault = UTF8Sequence.firstInvalidIndex(in: source.bytes) {
            diagnostics.add(.notUTF8, in: source, range: fault..<fault + 1)
            return
        }
        var scanner = Scanner(source, delimiters: delimiters)
        if source.bytes.starts(with: SourceText.byteOrderMark) {
            append(.byteOrderMark(0..<SourceText.byteOrderMark.count))
        }
        scanner.scan()
        diagnostics.add(scanner.diagnostics)
        for piece in LineLayout(source, tokens: scanner.tokens).pieces {
            if open.count > limits.nesting || diagnostics.isFull { break }
            switch piece {
            case .lineStart(let blanks): append(.lineStart(blanks: blanks))
            case .text(let range): append(.text(range))
            case .tag(let token, let standalone): add(token, standalone)
            }
        }
        for left in open where open.count <= limits.nesting {
            diagnostics.add(.unclosedSection(left.name, close: closing(left)), in: source, range: left.token.range)
        }
        while open.count > 0 { closeLast(at: source.bytes.count..<source.bytes.count, standalone: nil) }
    }

    private mutating func append(_ node: Node) {
        if open.isEmpty { roots.append(node) } else { open[open.count - 1].nodes.append(node) }
    }

    private mutating func add(_ token: Token, _ standalone: LineLayout.StandaloneTag?) {
        switch token.kind {
        case .comment:
            if !isTrusting, isAroundTag(token) {
                diagnostics.add(.commentAroundTag, in: source, range: token.range)
            }
            return
        case .text, .delimiters:
            return
        case .close:
            close(token, standalone)
            return
        default:
            break
        }
        guard !token.content.isEmpty else { return }
        let blanks = standalone?.blanks ?? token.range.lowerBound..<token.range.lowerBound
        switch token.kind {
        case .variable, .unescapedVariable:
            guard let expression = expression(token.content) else { return }
            append(.variable(expression, isEscaped: token.kind == .variable, range: token.range))
        case .partial:
            guard let name = partialName(token.content) else { return }
            append(.partial(PartialCall(name: name, blanks: blanks, range: token.range)))
        default:
            push(token, standalone)
        }
    }

    /// Whether a comment is written as Handlebars does, `{{!-- … --}}`, and was ended by a tag inside it.
    private func isAroundTag(_ token: Token) -> Bool {
        let text = source.string(token.content)
        return text.hasPrefix("--") && !text.hasSuffix("--")
            && text.contains(String(decoding: token.delimiters.open, as: UTF8.self))
    }

    private mutating func push(_ token: Token, _ standalone: LineLayout.StandaloneTag?) {
        if open.count == limits.nesting {
            // Reading on would only repeat this error.
            diagnostics.add(.nestingTooDeep(limits.nesting), in: source, range: token.range)
        }
        var name = source.string(token.content)
        var parsed: Expression?
        if token.kind == .section || token.kind == .invertedSection {
            parsed = expression(token.content)
            if case .call(let function, _)? = parsed?.form { name = function }
        }
        open.append(Open(token: token, standalone: standalone, expression: parsed, name: name))
    }

    private mutating func close(_ token: Token, _ standalone: LineLayout.StandaloneTag?) {
        let name = closedName(token)
        guard let last = open.last else {
            diagnostics.add(.unopenedSection(name), in: source, range: token.range)
            return
        }
        if last.name != name {
            guard let index = open.lastIndex(where: { $0.name == name }) else {
                guard NameSuggestion.nearest(to: name, among: [last.name]) != nil else {
                    diagnostics.add(.unopenedSection(name), in: source, range: token.range)
                    return
                }
                // A likely typo: the section is closed all the same.
                diagnostics.add(.misspeltClose(name, open: last.name), in: source, range: token.range)
                closeLast(at: token.range, standalone: standalone)
                return
            }
            diagnostics.add(.crossedSection(name, inner: last.name), in: source, range: token.range)
            while open.count > index + 1 { closeLast(at: token.range, standalone: nil) }
        }
        closeLast(at: token.range, standalone: standalone)
    }

    /// The name in a closing tag; if the tag repeats a call, the call's name.
    private mutating func closedName(_ token: Token) -> String {
        let text = source.string(token.content)
        guard let last = open.last else { return text }
        if !isTrusting, last.name.hasPrefix(text + " ") {
            // Syntax of another engine, such as {{#if flag}}…{{/if}}: reported once, instead of two tags without a partner.
            if let expression = last.expression,
                let found = DiagnosticMessage.foreignSyntax(last.name, formatters: .standard)
            {
                diagnostics.add(found, in: source, range: expression.range)
                open[open.count - 1].expression = nil
            }
            return last.name
        }
        guard case .call(let function, _)? = last.expression?.form, text.hasPrefix(function + "("),
            source.string(last.token.content) == text
        else { return text }
        return function
    }

    private mutating func closeLast(at range: Range<Int>, standalone: LineLayout.StandaloneTag?) {
        guard let last = open.popLast() else { return }
        let token = last.token
        let blanks = last.standalone?.blanks ?? token.range.lowerBound..<token.range.lowerBound
        switch token.kind {
        case .parent:
            guard let name = partialName(token.content) else { return }
            let blocks = last.nodes.compactMap { node in
                if case .block(let block) = node { block } else { nil }
            }
            append(
                .parent(
                    ParentCall(
                        name: name, blanks: blanks, range: token.range, blocks: blocks, stray: stray(last.nodes))))
        case .block:
            // Both tags on one line that holds nothing else: the line ends only once.
            let isPair = last.standalone != nil && last.standalone?.lineEnd == standalone?.lineEnd && last.nodes.isEmpty
            append(
                .block(
                    Block(
                        name: last.name, body: last.nodes, range: token.range,
                        indentation: indentation(last.nodes) ?? blanks,
                        lineEnd: isPair ? standalone?.lineEnd : nil, isStandalone: last.standalone != nil)))
        default:
            guard let expression = last.expression else { return }
            append(
                .section(
                    Section(
                        expression: expression, isInverted: token.kind == .invertedSection, body: last.nodes,
                        range: token.range,
                        inside: token.range.upperBound..<max(token.range.upperBound, range.lowerBound),
                        delimiters: token.delimiters)))
        }
    }

    private func stray(_ nodes: [Node]) -> Range<Int>? {
        for node in nodes {
            switch node {
            case .byteOrderMark, .block, .lineStart: continue
            case .text(let range):
                guard let first = source.bytes[range].firstIndex(where: { !Scanner.isBlank($0) }) else { continue }
                return first..<range.upperBound
            case .variable(_, _, let range): return range
            case .section(let section): return section.range
            case .partial(let call): return call.range
            case .parent(let call): return call.range
            }
        }
        return nil
    }

    /// The blanks that the first line of a block begins with, if it begins with a line of its own.
    private func indentation(_ nodes: [Node]) -> Range<Int>? {
        switch nodes.first {
        case .lineStart(let blanks): blanks
        case .partial(let call): call.blanks
        case .parent(let call): call.blanks
        case .block(let block) where block.isStandalone: block.indentation
        default: nil
        }
    }

    private func closing(_ left: Open) -> String {
        let marks = left.token.delimiters
        return String(decoding: marks.open, as: UTF8.self) + "/\(left.name)"
            + String(decoding: marks.close, as: UTF8.self)
    }

    private mutating func expression(_ range: Range<Int>) -> Expression? {
        switch ExpressionParser.parse(source, range) {
        case .success(let expression):
            return expression
        case .failure where isTrusting:
            return .plain(source.string(range), range)
        case .failure(let found):
            diagnostics.add(found.message, in: source, range: found.range)
            return nil
        }
    }

    private mutating func partialName(_ range: Range<Int>) -> PartialName? {
        guard source.bytes[range].first == UInt8(ascii: "*") else { return .fixed(source.string(range)) }
        var start = range.lowerBound + 1
        while start < range.upperBound, Scanner.isBlank(source.bytes[start]) { start += 1 }
        guard start < range.upperBound else {
            diagnostics.add(.emptyTag, in: source, range: range)
            return nil
        }
        return expression(start..<range.upperBound).map { .looked(up: $0) }
    }
}
