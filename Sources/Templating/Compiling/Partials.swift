/// Partials, parents and blocks.
extension Compiler {
    mutating func partial(_ call: PartialCall, _ position: Position) {
        include(call.name, call.blanks, call.range, position, overrides: position.overrides)
    }

    mutating func parent(_ call: ParentCall, _ position: Position) {
        var overrides: [String: Override] = [:]
        for block in call.blocks { overrides[block.name] = Override(block: block, source: position.source) }
        // What was given from further outside counts first.
        overrides.merge(position.overrides) { $1 }
        include(call.name, call.blanks, call.range, position, overrides: overrides)
    }

    mutating func block(_ block: Block, _ position: Position) {
        guard let override = position.overrides[block.name] else {
            walk(block.body, position)
            return
        }
        var inner = Position(
            source: override.source, scope: position.scope, margin: position.margin, overrides: position.overrides,
            sections: position.sections, partials: position.partials)
        inner.overrides[block.name] = nil
        // The content is moved from the margin it was written at to the margin of the block it replaces.
        let content = override.block
        inner.margin.added =
            block.isAlone ? position.margin.apply(position.source.bytes[block.margin]) : position.margin.added
        inner.margin.removed = content.isAlone ? content.margin.count : 0
        if block.isAlone, let first = content.body.first {
            switch first {
            case .lineStart, .block, .partial, .parent: break
            default: write(inner.margin.added[...], position, at: block.range.lowerBound)
            }
        }
        let before = literals.count + pending.count
        walk(content.body, inner)
        if let lineEnd = block.lineEnd, literals.count + pending.count == before || pending.last != UInt8(ascii: "\n") {
            write(position.source.bytes[lineEnd], position, at: lineEnd.lowerBound)
        }
    }

    private mutating func include(
        _ name: PartialName, _ blanks: Range<Int>, _ range: Range<Int>, _ position: Position,
        overrides: [String: Override]
    ) {
        let margin = Margin(added: position.margin.apply(position.source.bytes[blanks]))
        if case .looked(let up) = name { return includeNamed(up, margin, range, position) }
        guard case .fixed(let fixed) = name else { return }
        guard let tree = tree(fixed, position, range) else { return }
        let key = RoutineKey(
            name: fixed, margin: margin, scope: position.scope.entries, place: place,
            overrides: overrides.mapValues { OverrideKey(file: $0.source.name, offset: $0.block.range.lowerBound) })
        if let known = routines[key] {
            if !known.isFinished {
                if known.sections == position.sections { return report(.endlessRecursion(fixed), position, range) }
                routines[key]?.wasReentered = true
            }
            emit(.call(routine: Int32(known.index)))
            place = known.exit
            return
        }
        guard position.partials < options.limits.partialDepth else {
            return stop(.partialsTooDeep(fixed, options.limits.partialDepth), position, range)
        }
        let routine = Routine(
            index: routineCode.count, entry: place, exit: place, sections: position.sections)
        routines[key] = routine
        routineCode.append([])
        flush()
        let outer = code
        code = []
        let inner = Position(
            source: tree.source, scope: position.scope, margin: margin, overrides: overrides,
            sections: position.sections, partials: position.partials + 1)
        walk(tree.nodes, inner)
        emit(.end)
        routineCode[routine.index] = code
        code = outer
        routines[key]?.isFinished = true
        if routines[key]?.wasReentered == true, place != routine.exit {
            report(.placeChanges("\"\(fixed)\""), position, range)
        }
        routines[key]?.exit = place
        emit(.call(routine: Int32(routine.index)))
    }

    private mutating func includeNamed(
        _ expression: Expression, _ margin: Margin, _ range: Range<Int>, _ position: Position
    ) {
        guard let operand = resolve(expression, position) else { return }
        guard case .data(let path, _) = operand else { return report(.dynamicName, position, range) }
        let tag = late(
            position, range, margin: margin.added, inside: range.upperBound..<range.upperBound, .standard, true)
        emit(.callNamed(path: Int32(path), tag: Int32(tag)))
    }

    private mutating func tree(_ name: String, _ position: Position, _ range: Range<Int>) -> ParsedTemplate? {
        if let known = parsed[name] { return known }
        guard let bytes = library.source(named: name) else {
            if !options.isTrusting { report(.unknownPartial(name, among: library.names), position, range) }
            return nil
        }
        let tree = ParsedTemplate(SourceText(name: name, bytes: bytes), limits: options.limits)
        report(tree.mistakes)
        parsed[name] = tree
        return tree
    }
}
