/// Going through the tree.
extension Compiler {
    mutating func walk(_ nodes: [Node], _ position: Position) {
        guard position.depth <= options.limits.depth else {
            return stop(.tooDeep(options.limits.depth), at: position, range: 0..<0)
        }
        var index = 0
        while index < nodes.count, !isStopped {
            switch nodes[index] {
            case .byteOrderMark(let range):
                // In a partial it would be in the middle of the output.
                if position.partials == 0 { pending += position.source.bytes[range] }
            case .lineStart(let blanks):
                write(position.indentation.apply(position.source.bytes[blanks])[...], position, at: blanks.lowerBound)
            case .text(let range):
                write(position.source.bytes[range], position, at: range.lowerBound)
            case .variable(let expression, let isEscaped, let range):
                locate(range, position)
                variable(
                    expression, isEscaped: isEscaped, range: range,
                    isBeforeColon: isColon(nodes[(index + 1)...].first, position), at: position)
            case .section(let section):
                if let other = opposite(of: section, after: index, in: nodes, position) {
                    branches(section, other, at: position)
                    index += 1
                } else {
                    self.section(section, position)
                }
            case .partial(let call):
                locate(call.range, position)
                partial(call, position)
            case .parent(let call):
                locate(call.range, position)
                parent(call, position)
            case .block(let block):
                self.block(block, position)
            }
            spend(4)
            if !isWithinLimits() { stop(.programTooLarge, at: position, range: range(of: nodes[index])) }
            if !hasWorkLeft { stop(.tooMuchWork, at: position, range: range(of: nodes[index])) }
            index += 1
        }
    }

    /// Whether a node is text that begins with a colon, so that in JSON a value before it is the name of a member.
    private func isColon(_ node: Node?, _ position: Position) -> Bool {
        guard case .text(let range)? = node else { return false }
        return position.source.bytes[range].first { !Scanner.isBlank($0) } == UInt8(ascii: ":")
    }

    private func range(of node: Node) -> Range<Int> {
        switch node {
        case .byteOrderMark(let range), .lineStart(let range), .text(let range), .variable(_, _, let range): range
        case .section(let section): section.range
        case .partial(let call): call.range
        case .parent(let call): call.range
        case .block(let block): block.range
        }
    }

    private mutating func variable(
        _ expression: Expression, isEscaped: Bool, range: Range<Int>, isBeforeColon: Bool, at position: Position
    ) {
        guard let operand = resolve(expression, position) else {
            // The tag's name is one error; its place may be another.
            takeUndeclared(position, range)
            return
        }
        if case .list = operand { return report(.sectionsOnly, at: position, range: expression.range) }
        switch operand.type {
        case .record, .list, .stream:
            let name = text(expression, position)
            let meant = position.scope.innermost.flatMap { declaration in
                // A name of the row itself is not what the author meant instead.
                declaration.field(name) == nil
                    ? NameSuggestion.withWordBefore(name, among: declaration.fields.map(\.name)) : nil
            }
            return report(.notPrintable(name, meant: meant), at: position, range: expression.range)
        default:
            break
        }
        if escapingContext.dropsLineFeed { write([UInt8(ascii: "\n")], position, at: range.lowerBound) }
        let kind = operand.type.map { SlotKind($0) }
        let takesMarkup = escapingContext.takesMarkup
        var tag = 0
        if case .data = operand {
            tag = addDynamicTag(
                at: position, range: range, inside: range.upperBound..<range.upperBound, delimiters: .standard,
                isEscaped: isEscaped)
        }
        guard var escape = take(operand, isEscaped: isEscaped, of: expression, range: range, at: position) else {
            return
        }
        if escape == .jsonValue, isBeforeColon, !options.isTrusting {
            guard kind != .number, kind != .flag else {
                return report(.forbiddenContext(.jsonName), at: position, range: range)
            }
            escape = .jsonName
        }
        switch operand {
        case .slot(let frame, let slot, _):
            let isRaw = kind == .markup && takesMarkup || !isEscaped && options.prints(rawText: kind)
            // Numbers are checked or quoted in some formats, but escaped like text for HTML and XML.
            let isNumber = kind == .number && !escape.isMarkup
            emit(.value(frame: Int32(frame), slot: Int32(slot), isNumber: isNumber, isRaw ? .none : escape))
        case .data(let path, _):
            let isRaw = !isEscaped && options.prints(rawText: .text)
            emit(.dataValue(path: Int32(path), isRaw ? .none : escape, tag: Int32(tag)))
        case .computed(let index, _):
            let isRaw = !isEscaped && options.prints(rawText: kind)
            emit(.computed(Int32(index), isRaw ? .none : escape))
        case .list:
            break
        }
    }

    /// The escape for a value in the present context; nil if it cannot be printed there.
    private mutating func take(
        _ operand: ExpressionOperand, isEscaped: Bool, of expression: Expression, range: Range<Int>,
        at position: Position
    ) -> Escape? {
        let kind = operand.type.map { SlotKind($0) }
        let name = text(expression, position)
        let takesMarkup = escapingContext.takesMarkup
        if !isEscaped, !options.prints(rawText: kind) {
            if kind == .text || kind == .trustedURL {
                report(.unsafeMarkup(name), at: position, range: range)
                return nil
            }
            if kind == nil, !takesMarkup {
                report(.markupContext(name), at: position, range: range)
                return nil
            }
        }
        if kind == .markup, !takesMarkup, [.html, .xml, .svg].contains(options.contentType) {
            report(.markupContext(name), at: position, range: range)
            return nil
        }
        do {
            return try escapingContext.takeValue(operand.guaranteedKind)
        } catch {
            report(.forbiddenContext(error), at: position, range: range)
            return nil
        }
    }

    private mutating func takeUndeclared(_ position: Position, _ range: Range<Int>) {
        do {
            _ = try escapingContext.takeValue(.text)
        } catch {
            // The unknown name may be a trusted URL, which may load code.
            if case .codeURL = error { return }
            report(.forbiddenContext(error), at: position, range: range)
        }
    }

    mutating func addDynamicTag(
        at position: Position, range: Range<Int>, indentation: [UInt8] = [], inside: Range<Int>,
        delimiters: Delimiters,
        isEscaped: Bool
    ) -> Int {
        tags.append(
            DynamicTag(
                source: position.source, range: range, escapingContext: escapingContext,
                takesMarkup: escapingContext.takesMarkup, indentation: indentation,
                inside: inside,
                delimiters: delimiters, isEscaped: isEscaped, overrides: position.overrides,
                hasDataRows: position.scope.hasDataRows))
        return tags.count - 1
    }

    func text(_ expression: Expression, _ position: Position) -> String {
        position.source.string(expression.range)
    }
}
