/// Partials, parents and blocks.
extension Compiler {
    mutating func partial(_ call: PartialCall, _ position: Position) {
        include(call.name, blanks: call.blanks, range: call.range, at: position, overrides: position.overrides)
    }

    /// Passing more blocks than this from parent to parent would take long.
    private static let mostBlocks = 500

    mutating func parent(_ call: ParentCall, _ position: Position) {
        guard call.blocks.count <= Self.mostBlocks else {
            return stop(.tooManyBlocks(Self.mostBlocks), at: position, range: call.range)
        }
        if !options.isTrusting { checkContent(of: call, position) }
        var overrides: [String: Override] = [:]
        for block in call.blocks { overrides[block.name] = Override(block: block, source: position.source) }
        // What was given from further outside counts first.
        overrides.merge(position.overrides) { $1 }
        include(call.name, blanks: call.blanks, range: call.range, at: position, overrides: overrides)
    }

    mutating func block(_ block: Block, _ position: Position) {
        guard let override = position.overrides[block.name] else {
            var inner = position
            inner.depth += 1
            walk(block.body, inner)
            return
        }
        var inner = Position(
            source: override.source, scope: position.scope, indentation: position.indentation,
            overrides: position.overrides,
            sections: position.sections, partials: position.partials, depth: position.depth + 1)
        inner.overrides[block.name] = nil
        // The content is moved from the margin it was written at to the margin of the block it replaces.
        let content = override.block
        inner.indentation.added =
            block.isStandalone
            ? position.indentation.apply(position.source.bytes[block.indentation]) : position.indentation.added
        inner.indentation.removed = content.isStandalone ? content.indentation.count : 0
        if block.isStandalone, let first = content.body.first {
            switch first {
            case .lineStart, .block, .partial, .parent: break
            default: write(inner.indentation.added[...], position, at: block.range.lowerBound)
            }
        }
        let before = literals.count + pending.count
        walk(content.body, inner)
        if let lineEnd = block.lineEnd, literals.count + pending.count == before || pending.last != UInt8(ascii: "\n") {
            write(position.source.bytes[lineEnd], position, at: lineEnd.lowerBound)
        }
    }

    private mutating func include(
        _ name: PartialName, blanks: Range<Int>, range: Range<Int>, at position: Position,
        overrides: [String: Override]
    ) {
        let indentation = Indentation(added: position.indentation.apply(position.source.bytes[blanks]))
        if case .looked(let up) = name {
            return includeNamed(up, indentation: indentation, range: range, at: position, overrides: overrides)
        }
        guard case .fixed(let fixed) = name else { return }
        guard let tree = tree(fixed, at: position, range: range) else { return }
        // Blocks are compared and copied with each call.
        spend(overrides.count)
        let key = RoutineKey(
            name: fixed, indentation: indentation, scope: position.scope.entries, streams: position.scope.streams,
            escapingContext: escapingContext,
            overrides: overrides.mapValues(\.key))
        if let known = routines[key] {
            if !known.isFinished {
                if known.sections == position.sections {
                    return report(.endlessRecursion(fixed), at: position, range: range)
                }
                routines[key]?.wasReentered = true
            }
            emit(.call(routine: Int32(known.index)))
            escapingContext = known.exit
            return
        }
        guard position.partials < options.limits.partialDepth else {
            return stop(.partialsTooDeep(fixed, options.limits.partialDepth), at: position, range: range)
        }
        let routine = Routine(
            index: routineCode.count, exit: escapingContext, sections: position.sections)
        routines[key] = routine
        routineCode.append([])
        flush()
        let outer = code
        code = []
        let inner = Position(
            source: tree.source, scope: position.scope, indentation: indentation, overrides: overrides,
            sections: position.sections, partials: position.partials + 1, depth: position.depth + 1,
            includedFrom: (position.source, range.lowerBound))
        walk(tree.nodes, inner)
        locate(range, position)
        emit(.end)
        routineCode[routine.index] = code
        code = outer
        routines[key]?.isFinished = true
        if routines[key]?.wasReentered == true, escapingContext != routine.exit {
            report(.contextChanges("\"\(fixed)\""), at: position, range: range)
        }
        routines[key]?.exit = escapingContext
        emit(.call(routine: Int32(routine.index)))
    }

    private mutating func includeNamed(
        _ expression: Expression, indentation: Indentation, range: Range<Int>, at position: Position,
        overrides: [String: Override]
    ) {
        guard let operand = resolve(expression, position) else { return }
        guard case .data(let path, _) = operand else { return report(.dynamicName, at: position, range: range) }
        var position = position
        position.overrides = overrides
        let tag = addDynamicTag(
            at: position, range: range, indentation: indentation.added, inside: range.upperBound..<range.upperBound,
            delimiters: .standard,
            isEscaped: true)
        emit(.callDynamicPartial(path: Int32(path), tag: Int32(tag)))
    }

    private mutating func tree(_ name: String, at position: Position, range: Range<Int>) -> ParsedTemplate? {
        do {
            let tree = try parse(name)
            if reportedPartials.insert(name).inserted { report(tree.diagnostics) }
            return tree
        } catch {
            if !options.isTrusting || error.kind != .unknownPartial { report(error, at: position, range: range) }
            return nil
        }
    }

    /// A template of the library, parsed once.
    /// - Throws: `unknownPartial` or `unreadablePartial`.
    private mutating func parse(_ name: String) throws(DiagnosticMessage) -> ParsedTemplate {
        if let known = parsed[name] { return known }
        let bytes = try library.bytes(of: name)
        spend(100 + bytes.count / 4)
        let tree = ParsedTemplate(SourceText(name: name, bytes: bytes), options: options)
        parsed[name] = tree
        return tree
    }

    /// Finds what a parent's tags hold that would be dropped in silence.
    private mutating func checkContent(of call: ParentCall, _ position: Position) {
        guard case .fixed(let parent) = call.name else { return }
        if let stray = call.stray { report(.strayInParent(parent), at: position, range: stray) }
        guard tree(parent, at: position, range: call.range) != nil else { return }
        let names = blockNames(of: parent)
        guard names.isComplete else { return }
        for block in call.blocks where !isStopped && !names.found.contains(block.name) {
            report(.unknownBlock(block.name, of: parent, among: names.found.sorted()), at: position, range: block.range)
        }
    }

    private mutating func blockNames(of parent: String) -> BlockNames {
        if let known = blockNames[parent] { return known }
        var names = BlockNames()
        names.include(parent)
        // A template names others without end only if they include each other, and each is looked at once.
        while let name = names.next(), hasWorkLeft {
            // What cannot be read is reported where its text is needed.
            guard let tree = try? parse(name) else { continue }
            names.add(tree.nodes)
        }
        blockNames[parent] = names
        return names
    }
}

/// The names of the blocks that a template and what it includes may have replaced.
struct BlockNames {
    private(set) var found: Set<String> = []
    /// Whether no template is named by data.
    private(set) var isComplete = true
    private var seen: Set<String> = []
    private var pending: [String] = []

    /// A template that was named and not looked at yet.
    mutating func next() -> String? { pending.popLast() }

    mutating func include(_ name: String) {
        if seen.insert(name).inserted { pending.append(name) }
    }

    mutating func add(_ nodes: [Node]) {
        for node in nodes {
            switch node {
            case .section(let section): add(section.body)
            case .block(let block):
                found.insert(block.name)
                add(block.body)
            case .partial(let call): add(call.name)
            case .parent(let call):
                add(call.blocks.map { .block($0) })
                add(call.name)
            case .byteOrderMark, .lineStart, .text, .variable: break
            }
        }
    }

    private mutating func add(_ name: PartialName) {
        switch name {
        case .looked: isComplete = false
        case .fixed(let name): include(name)
        }
    }
}
