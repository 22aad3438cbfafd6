/// Going through the tree.
extension Compiler {
    mutating func walk(_ nodes: [Node], _ position: Position) {
        for node in nodes {
            if isStopped { return }
            switch node {
            case .lineStart(let blanks):
                write(position.margin.apply(position.source.bytes[blanks])[...], position, at: blanks.lowerBound)
            case .text(let range):
                write(position.source.bytes[range], position, at: range.lowerBound)
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
        if case .list = operand { return report(.sectionsOnly, position, expression.range) }
        switch operand.type {
        case .record, .list, .stream:
            return report(.notPrintable(text(expression, position)), position, expression.range)
        default:
            break
        }
        if place.dropsLineFeed { write([UInt8(ascii: "\n")], position, at: range.lowerBound) }
        let kind = operand.type.map { SlotKind($0) }
        let takesMarkup = place.takesMarkup
        var tag = 0
        if case .data = operand {
            tag = late(position, range, inside: range.upperBound..<range.upperBound, .standard, isEscaped)
        }
        guard let escape = take(kind, isEscaped: isEscaped, expression, range, position) else { return }
        switch operand {
        case .slot(let frame, let slot, _):
            let isRaw = kind == .markup && takesMarkup || !isEscaped && options.prints(rawText: kind)
            if kind == .text || kind == .number, escape.isMarkup, !isRaw {
                emit(.text(frame: Int32(frame), slot: Int32(slot), escape))
            } else {
                emit(.value(frame: Int32(frame), slot: Int32(slot), kind ?? .text, isRaw ? .none : escape))
            }
        case .data(let path, _):
            let isRaw = !isEscaped && options.prints(rawText: .text)
            emit(.dataValue(path: Int32(path), isRaw ? .none : escape, tag: Int32(tag)))
        case .computed(let index, _):
            let isRaw = !isEscaped && options.prints(rawText: kind)
            emit(.computed(Int32(index), kind ?? .text, isRaw ? .none : escape))
        case .list:
            break
        }
    }

    /// How a value is escaped in the place the compiler stands in, or nil where it cannot be printed there.
    private mutating func take(
        _ kind: SlotKind?, isEscaped: Bool, _ expression: Expression, _ range: Range<Int>, _ position: Position
    ) -> Escape? {
        let name = text(expression, position)
        let takesMarkup = place.takesMarkup
        if !isEscaped, !options.prints(rawText: kind) {
            if kind == .text || kind == .trustedURL {
                report(.unsafeMarkup(name), position, range)
                return nil
            }
            if kind == nil, !takesMarkup {
                report(.markupPlace(name), position, range)
                return nil
            }
        }
        if kind == .markup, !takesMarkup, options.contentType == .html || options.contentType == .xml {
            report(.markupPlace(name), position, range)
            return nil
        }
        do {
            return try place.takeValue(kind)
        } catch {
            report(.unsafePlace(error), position, range)
            return nil
        }
    }

    private mutating func section(_ section: Section, _ position: Position) {
        guard let operand = resolve(section.expression, position) else { return }
        var inner = position
        // What was loaded for a dotted name or a call is kept as long as the section lasts.
        if !operand.opensFrame { inner.scope.frames = max(inner.scope.frames, scratchTop) }
        inner.sections += 1
        let entry = place
        let mark = mark()
        compile(section, operand, inner)
        guard let joined = entry.joined(with: place) else { return leave(section, entry, position) }
        if joined != entry, operand.mayRepeat, !section.isInverted, !isStopped {
            // The second time round the body begins where it ended the first time.
            goBack(to: mark)
            place = joined
            compile(section, operand, inner)
            guard joined.joined(with: place) == joined else { return leave(section, entry, position) }
        }
        place = joined
    }

    private mutating func leave(_ section: Section, _ entry: Place, _ position: Position) {
        report(.placeChanges("this section"), position, section.range)
        place = entry
    }

    private mutating func compile(_ section: Section, _ operand: Operand, _ position: Position) {
        switch operand {
        case .slot(let frame, let slot, let type): typedSection(section, frame, slot, type, position)
        case .data(let path, let type): dataSection(section, path, type, [], position)
        case .computed(let index, let type): computedSection(section, index, SlotKind(type), position)
        case .list(.slot(let frame, let slot, let type), let steps):
            listSection(section, frame, slot, type, steps, position)
        case .list(.data(let path, let type), let steps): dataSection(section, path, type, steps, position)
        }
    }

    private mutating func computedSection(_ section: Section, _ index: Int, _ kind: SlotKind, _ position: Position) {
        let start = hole()
        var inner = position
        if !section.isInverted { inner.scope.push(.computed(index, kind), nil) }
        walk(section.body, inner)
        let exit = distance(from: start)
        code[start] =
            section.isInverted
            ? .whenComputed(Int32(index), kind, exit: exit) : .unlessComputed(Int32(index), kind, exit: exit)
    }

    /// A section over a list that is sorted or cut first.
    private mutating func listSection(
        _ section: Section, _ frame: Int, _ slot: Int, _ type: ContextDeclaration.FieldType, _ steps: [ListStep],
        _ position: Position
    ) {
        // Neither sorting nor a cut of one row or more makes a list empty.
        if section.isInverted { return typedSection(section, frame, slot, type, position) }
        let start = hole()
        var inner = position
        switch type {
        case .list(let declaration):
            listSteps.append(steps)
            let into = enter(declaration, isRow: true, &inner)
            walk(section.body, inner)
            emit(.nextElement(frame: into, back: Int32(start + 1) - distance(from: 0)))
            code[start] = .firstOfSteps(
                frame: Int32(frame), slot: Int32(slot), into: into, steps: Int32(listSteps.count - 1),
                exit: distance(from: start))
        case .stream(let declaration):
            let into = enter(declaration, isRow: true, &inner)
            let limit = steps.reduce(Int(Int32.max)) { limit, step in
                if case .first(let count) = step { min(limit, count) } else { limit }
            }
            emit(.limitRows(frame: into, Int32(limit)))
            walk(section.body, inner)
            emit(.nextRow(frame: into, back: Int32(start + 2) - distance(from: 0)))
            code[start] = .firstRow(frame: Int32(frame), slot: Int32(slot), into: into, exit: distance(from: start))
        default:
            break
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
        case .text, .number, .flag, .markup, .trustedURL:
            inner.scope.push(.scalar(frame: frame, slot: slot, kind), nil)
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
        _ section: Section, _ path: Int, _ type: ContextDeclaration.FieldType?, _ steps: [ListStep],
        _ position: Position
    ) {
        let start = hole()
        if section.isInverted {
            walk(section.body, position)
            code[start] = .openInverted(path: Int32(path), exit: distance(from: start))
            return
        }
        let tag = late(position, section.range, inside: section.inside, section.delimiters, true)
        var inner = position
        inner.scope.hasDataRows = true
        switch type {
        case .record(let shape), .list(let shape), .stream(let shape):
            inner.scope.push(.shape(ObjectIdentifier(shape)), shape)
        default:
            inner.scope.push(.unknown, nil)
        }
        walk(section.body, inner)
        emit(.closeSection(back: Int32(start + 1) - distance(from: 0)))
        let exit = distance(from: start)
        if steps.isEmpty {
            code[start] = .openSection(path: Int32(path), tag: Int32(tag), exit: exit)
        } else {
            listSteps.append(steps)
            code[start] = .openSteps(path: Int32(path), steps: Int32(listSteps.count - 1), exit: exit)
        }
    }

    mutating func late(
        _ position: Position, _ range: Range<Int>, margin: [UInt8] = [], inside: Range<Int>, _ delimiters: Delimiters,
        _ isEscaped: Bool
    ) -> Int {
        tags.append(
            LateTag(
                source: position.source, range: range, place: place, takesMarkup: place.takesMarkup, margin: margin,
                inside: inside,
                delimiters: delimiters, isEscaped: isEscaped))
        return tags.count - 1
    }

    func text(_ expression: Expression, _ position: Position) -> String {
        position.source.string(expression.range)
    }
}
