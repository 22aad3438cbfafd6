/// Compiles sections and finds the escaping context at the start of each repetition.
extension Compiler {
    /// Compiles a section that may be skipped.
    /// - Returns: the context after it if it is rendered.
    @discardableResult
    mutating func section(_ section: Section, _ position: Position) -> EscapingContext {
        let entry = escapingContext
        guard let exit = branch(section, position) else { return escapingContext }
        escapingContext = entry
        if let joined = entry.joined(with: exit) {
            escapingContext = joined
        } else {
            report(.contextChanges("this section"), at: position, range: section.range)
        }
        return exit
    }

    /// The section that follows another at once and is rendered exactly if that one is not: `{{#a}}…{{/a}}{{^a}}…`.
    func opposite(of section: Section, after index: Int, in nodes: [Node], _ position: Position) -> Section? {
        guard index + 1 < nodes.count, case .section(let other) = nodes[index + 1],
            case .name(let name) = section.expression.form, case .name(name) = other.expression.form,
            section.isInverted != other.isInverted
        else { return nil }
        // A call is evaluated again for each of the two.
        if name.isEmpty, case .computed? = position.scope.entries.last { return nil }
        return other
    }

    /// Compiles two alternative sections. Only one is rendered, so both begin in the same context.
    mutating func branches(_ one: Section, _ other: Section, at position: Position) {
        let entry = escapingContext
        let first = branch(one, position)
        escapingContext = entry
        let second = branch(other, position)
        escapingContext = entry
        guard let first, let second else { return }
        var joined = first.joined(with: second)
        // A lambda's output must end in the context in which it begins.
        if position.scope.mayHoldLambda { joined = joined.flatMap { entry.joined(with: $0) } }
        guard let joined else { return report(.contextChanges("this section"), at: position, range: other.range) }
        escapingContext = joined
    }

    /// Compiles a section.
    /// - Returns: the context after it if it is rendered; nil if it was not compiled.
    private mutating func branch(_ section: Section, _ position: Position) -> EscapingContext? {
        locate(section.range, position)
        guard let operand = resolve(section.expression, position) else { return nil }
        var inner = position
        // Frames that were loaded for a dotted name or a call stay until the section ends.
        if !operand.opensFrame { inner.scope.frames = max(inner.scope.frames, scratchTop) }
        inner.sections += 1
        inner.depth += 1
        compile(section, over: operand, at: inner)
        return escapingContext
    }

    /// Compiles the body of a section over rows; `back` makes the instruction that goes to the next row.
    ///
    /// The rows after the first begin in the context in which a row ends. If that differs from the context before the
    /// section, they have separate code.
    ///
    /// - Parameter mayBeSingle: whether only rendering shows if there is a second row. Then a second row that cannot
    ///   follow is refused while rendering.
    private mutating func rows(
        _ section: Section, at position: Position, mayBeSingle: Bool = false, back: (Int32) -> Instruction
    ) {
        flush()
        let entry = escapingContext
        let first = code.count
        let next = row(section, position)
        locate(section.range, position)
        let exit = escapingContext
        let body = first..<code.count
        guard next != entry, !isStopped else { return emit(back(Int32(first - code.count))) }
        let rewindPoint = rewindPoint()
        let firstEnd = placeholder()
        let leave = placeholder()
        let again = code.count
        let known = diagnostics
        let end = furtherRows(section, position, from: next, at: again)
        if mayBeSingle, end == nil || diagnostics.found.count > known.found.count {
            forget(diagnosticsSince: known)
            rewind(to: RewindPoint(code: again, literals: literals.count))
            locate(section.range, position)
            emit(.rejectRow)
            code[firstEnd].instruction = back(Int32(again - firstEnd))
            code[leave].instruction = .jump(distance(from: leave))
            escapingContext = exit
            return
        }
        locate(section.range, position)
        if isSame(body, again..<code.count) {
            rewind(to: rewindPoint)
            emit(back(Int32(first - code.count)))
        } else {
            emit(back(Int32(again - code.count)))
            code[firstEnd].instruction = back(Int32(again - firstEnd))
            code[leave].instruction = .jump(distance(from: leave))
        }
        escapingContext = exit
        guard let end, let joined = exit.joined(with: end) else {
            return report(.contextChanges("this section"), at: position, range: section.range)
        }
        escapingContext = joined
    }

    /// Compiles the body for the rows after the first, which begin in the context in which a row ends.
    /// - Returns: the context in which they end; nil if that differs from row to row.
    private mutating func furtherRows(
        _ section: Section, _ position: Position, from first: EscapingContext, at start: Int
    ) -> EscapingContext? {
        escapingContext = first
        let next = row(section, position)
        guard next != first, !isStopped else { return escapingContext }
        // Every further row begins in the context in which the first or any other ends.
        guard let between = first.joined(with: next) else { return nil }
        rewind(to: RewindPoint(code: start, literals: literals.count))
        escapingContext = between
        let last = row(section, position)
        return between.joined(with: last) == between || isStopped ? escapingContext : nil
    }

    /// Compiles the body for one row, up to the context in which the list may end.
    /// - Returns: the context in which a further row begins. It differs if the body ends in `{{^@last}}…{{/@last}}`, which
    ///   is always rendered before a further row.
    private mutating func row(_ section: Section, _ position: Position) -> EscapingContext {
        defer { flush() }
        guard case .section(let separator)? = section.body.last, separator.isInverted,
            case .position("last") = separator.expression.form
        else {
            walk(section.body, position)
            return escapingContext
        }
        walk(Array(section.body.dropLast()), position)
        return isStopped ? escapingContext : self.section(separator, position)
    }

    /// Records that a section reads a stream; reports an error and returns false inside another section that does.
    private mutating func open(_ frame: Int, slot: Int, for section: Section, at position: inout Position) -> Bool {
        let use = StreamUse(frame: frame, slot: slot)
        if position.scope.streams.contains(use) {
            report(
                .streamInsideItself(text(section.expression, position)), at: position, range: section.expression.range)
            return false
        }
        position.scope.streams.append(use)
        return true
    }

    mutating func compile(_ section: Section, over operand: ExpressionOperand, at position: Position) {
        switch operand {
        case .slot(let frame, let slot, let type):
            typedSection(section, frame: frame, slot: slot, type: type, at: position)
        case .data(let path, let type): dataSection(section, path: path, type: type, steps: [], at: position)
        case .computed(let index, let type): computedSection(section, index: index, kind: SlotKind(type), at: position)
        case .list(.slot(let frame, let slot, let type), let steps):
            listSection(section, frame: frame, slot: slot, type: type, steps: steps, at: position)
        case .list(.data(let path, let type), let steps):
            dataSection(section, path: path, type: type, steps: steps, at: position)
        }
    }

    private mutating func computedSection(_ section: Section, index: Int, kind: SlotKind, at position: Position) {
        let start = placeholder()
        var inner = position
        if !section.isInverted { inner.scope.push(.computed(index, kind), nil) }
        walk(section.body, inner)
        let exit = distance(from: start)
        code[start].instruction =
            section.isInverted
            ? .whenComputed(Int32(index), exit: exit) : .unlessComputed(Int32(index), exit: exit)
    }

    /// A section over a list that is sorted or cut first.
    private mutating func listSection(
        _ section: Section, frame: Int, slot: Int, type: ContextDeclaration.FieldType, steps: [ListStep],
        at position: Position
    ) {
        // Neither sorting nor a cut of one row or more makes a list empty.
        if section.isInverted { return typedSection(section, frame: frame, slot: slot, type: type, at: position) }
        let start = placeholder()
        var inner = position
        switch type {
        case .list(let declaration):
            listSteps.append(steps)
            let index = Int32(listSteps.count - 1)
            let into = enter(declaration, isRow: true, &inner)
            rows(section, at: inner) { .nextElement(frame: into, back: $0) }
            code[start].instruction = .firstOfSteps(
                frame: Int32(frame), slot: Int32(slot), into: into, steps: index, exit: distance(from: start))
        case .stream(let declaration):
            guard open(frame, slot: slot, for: section, at: &inner) else { return }
            let into = enter(declaration, isRow: true, &inner)
            let limit = steps.reduce(Int(Int32.max)) { limit, step in
                if case .first(let count) = step { min(limit, count) } else { limit }
            }
            emit(.limitRows(frame: into, Int32(limit)))
            rows(section, at: inner) { .nextRow(frame: into, back: $0) }
            code[start].instruction = .firstRow(
                frame: Int32(frame), slot: Int32(slot), into: into, exit: distance(from: start))
        default:
            break
        }
    }

    private mutating func typedSection(
        _ section: Section, frame: Int, slot: Int, type: ContextDeclaration.FieldType, at position: Position
    ) {
        let (frame32, slot32, kind) = (Int32(frame), Int32(slot), SlotKind(type))
        let start = placeholder()
        if section.isInverted {
            walk(section.body, position)
            code[start].instruction = .when(frame: frame32, slot: slot32, exit: distance(from: start))
            return
        }
        var inner = position
        switch type {
        case .text, .number, .flag, .markup, .trustedURL:
            inner.scope.push(.scalar(frame: frame, slot: slot, kind), nil)
            walk(section.body, inner)
            code[start].instruction = .unless(frame: frame32, slot: slot32, exit: distance(from: start))
        case .record(let declaration):
            let into = enter(declaration, isRow: false, &inner)
            emit(.load(frame: frame32, slot: slot32, into: into))
            walk(section.body, inner)
            code[start].instruction = .unless(frame: frame32, slot: slot32, exit: distance(from: start))
        case .list(let declaration):
            let into = enter(declaration, isRow: true, &inner)
            rows(section, at: inner) { .nextElement(frame: into, back: $0) }
            code[start].instruction = .firstElement(
                frame: frame32, slot: slot32, into: into, exit: distance(from: start))
        case .stream(let declaration):
            guard open(frame, slot: slot, for: section, at: &inner) else { return }
            let into = enter(declaration, isRow: true, &inner)
            rows(section, at: inner) { .nextRow(frame: into, back: $0) }
            code[start].instruction = .firstRow(frame: frame32, slot: slot32, into: into, exit: distance(from: start))
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
        _ section: Section, path: Int, type: ContextDeclaration.FieldType?, steps: [ListStep],
        at position: Position
    ) {
        let start = placeholder()
        if section.isInverted {
            walk(section.body, position)
            code[start].instruction = .openInverted(path: Int32(path), exit: distance(from: start))
            return
        }
        let tag = addDynamicTag(
            at: position, range: section.range, inside: section.inside, delimiters: section.delimiters, isEscaped: true)
        var inner = position
        inner.scope.hasDataRows = true
        switch type {
        case .record(let shape), .list(let shape), .stream(let shape):
            inner.scope.push(.shape(ObjectIdentifier(shape)), shape)
        case .text?, .number?, .flag?, .markup?, .trustedURL?:
            if let type { inner.scope.push(.value(SlotKind(type)), nil) }
        case nil:
            inner.scope.push(.unknown, nil)
        }
        var isList = false
        if case .list? = type { isList = true }
        rows(section, at: inner, mayBeSingle: !isList) { .closeSection(back: $0) }
        let exit = distance(from: start)
        if steps.isEmpty {
            code[start].instruction = .openSection(path: Int32(path), tag: Int32(tag), exit: exit)
        } else {
            listSteps.append(steps)
            code[start].instruction = .openSteps(path: Int32(path), steps: Int32(listSteps.count - 1), exit: exit)
        }
    }
}
