/// Going through the tree.
extension Compiler {
    mutating func walk(_ nodes: [Node], _ position: Position) {
        for node in nodes {
            if isStopped { return }
            switch node {
            case .lineStart(let blanks):
                write(position.margin.apply(position.source.bytes[blanks])[...])
            case .text(let range):
                write(position.source.bytes[range])
            case .variable(let expression, let isEscaped, let range):
                variable(expression, isEscaped: isEscaped, range, position)
            case .section(let section):
                self.section(section, position)
            case .partial(let call):
                partial(call, position)
            case .parent(let call):
                parent(call, position)
            case .block(let block):
                self.block(block, position)
            }
            if !isWithinLimits() {
                stop(.programTooLarge, position, 0..<0)
            }
        }
    }

    private mutating func variable(
        _ expression: Expression, isEscaped: Bool, _ range: Range<Int>, _ position: Position
    ) {
        guard let operand = resolve(expression, position) else { return }
        switch operand {
        case .slot(let frame, let slot, let type):
            let kind = SlotKind(type)
            switch type {
            case .record, .list, .stream:
                return report(.notPrintable(text(expression, position)), position, expression.range)
            default:
                break
            }
            if !isEscaped, kind == .text, !options.isTrusting, options.contentType != .text {
                return report(.unsafeMarkup(text(expression, position)), position, range)
            }
            emit(
                .value(
                    frame: Int32(frame), slot: Int32(slot), kind, isEscaped && kind != .markup ? place.escape() : .none)
            )
        case .data(let path, let type):
            switch type {
            case .record, .list, .stream:
                return report(.notPrintable(text(expression, position)), position, expression.range)
            default:
                break
            }
            let tag = late(
                position, range, margin: [], inside: range.upperBound..<range.upperBound, .standard, isEscaped)
            emit(.dataValue(path: Int32(path), isEscaped ? place.escape() : .none, tag: Int32(tag)))
        }
    }

    private mutating func section(_ section: Section, _ position: Position) {
        guard let operand = resolve(section.expression, position) else {
            // The mistakes inside are worth telling too, as far as they do not hang on the unknown name.
            return
        }
        var inner = position
        inner.sections += 1
        let entry = place
        switch operand {
        case .slot(let frame, let slot, let type):
            typedSection(section, frame, slot, type, inner)
        case .data(let path, let type):
            dataSection(section, path, type, inner)
        }
        if place != entry {
            place = entry
        }
    }

    private mutating func typedSection(
        _ section: Section, _ frame: Int, _ slot: Int, _ type: ContextDeclaration.FieldType, _ position: Position
    ) {
        let (frame32, slot32, kind) = (Int32(frame), Int32(slot), SlotKind(type))
        let start = hole()
        if section.isInverted {
            walk(section.body, position)
            code[start] = .when(frame: frame32, slot: slot32, kind, exit: distance(from: start))
            return
        }
        var inner = position
        switch type {
        case .text, .number, .flag, .markup:
            inner.scope.push(.scalar(frame: frame, slot: slot, kind), nil)
            inner.scope.frames = max(inner.scope.frames, frame + 1)
            walk(section.body, inner)
            code[start] = .unless(frame: frame32, slot: slot32, kind, exit: distance(from: start))
        case .record(let declaration):
            let into = enter(declaration, isRow: false, &inner)
            emit(.load(frame: frame32, slot: slot32, into: into))
            walk(section.body, inner)
            code[start] = .unless(frame: frame32, slot: slot32, kind, exit: distance(from: start))
        case .list(let declaration):
            let into = enter(declaration, isRow: true, &inner)
            walk(section.body, inner)
            emit(.nextElement(frame: into, back: Int32(start + 1) - distance(from: 0)))
            code[start] = .firstElement(frame: frame32, slot: slot32, into: into, exit: distance(from: start))
        case .stream(let declaration):
            let into = enter(declaration, isRow: true, &inner)
            walk(section.body, inner)
            emit(.nextRow(frame: into, back: Int32(start + 1) - distance(from: 0)))
            code[start] = .firstRow(frame: frame32, slot: slot32, into: into, exit: distance(from: start))
        }
    }

    private mutating func enter(_ declaration: ContextDeclaration, isRow: Bool, _ position: inout Position) -> Int32 {
        let frame = position.scope.frames
        position.scope.frames += 1
        frameCount = max(frameCount, position.scope.frames)
        slotCount = max(slotCount, declaration.fields.count)
        position.scope.push(.record(ObjectIdentifier(declaration), frame: frame, isRow: isRow), declaration)
        return Int32(frame)
    }

    private mutating func dataSection(
        _ section: Section, _ path: Int, _ type: ContextDeclaration.FieldType?, _ position: Position
    ) {
        let start = hole()
        if section.isInverted {
            walk(section.body, position)
            code[start] = .openInverted(path: Int32(path), exit: distance(from: start))
            return
        }
        let tag = late(position, section.range, margin: [], inside: section.inside, section.delimiters, true)
        var inner = position
        switch type {
        case .record(let shape), .list(let shape), .stream(let shape):
            inner.scope.push(.shape(ObjectIdentifier(shape)), shape)
        default:
            inner.scope.push(.unknown, nil)
        }
        walk(section.body, inner)
        emit(.closeSection(back: Int32(start + 1) - distance(from: 0)))
        code[start] = .openSection(path: Int32(path), tag: Int32(tag), exit: distance(from: start))
    }

    mutating func late(
        _ position: Position, _ range: Range<Int>, margin: [UInt8], inside: Range<Int>, _ delimiters: Delimiters,
        _ isEscaped: Bool
    ) -> Int {
        tags.append(
            LateTag(
                source: position.source, range: range, place: place, margin: margin, inside: inside,
                delimiters: delimiters, isEscaped: isEscaped))
        return tags.count - 1
    }

    func text(_ expression: Expression, _ position: Position) -> String {
        position.source.string(expression.range)
    }
}
