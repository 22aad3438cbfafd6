/// Turns parsed templates into one flat list of instructions.
struct Compiler {
    /// The compiler's position in the templates.
    struct Position {
        let source: SourceText
        var scope: Scope
        var indentation = Indentation()
        var overrides: [String: Override] = [:]
        /// Number of enclosing sections, those of partials included.
        var sections = 0
        /// Number of enclosing partials.
        var partials = 0
        /// Number of enclosing sections, partials and blocks: the depth of the compiler's recursion.
        var depth = 0
        /// The place of the tag that includes ``source``.
        var includedFrom: (source: SourceText, offset: Int)?
    }

    /// A block's content given by a template that names a parent.
    struct Override: Sendable {
        let block: Block
        let source: SourceText

        var key: OverrideKey { OverrideKey(file: source.name, offset: block.range.lowerBound) }
    }

    struct RoutineKey: Hashable {
        let name: String
        let indentation: Indentation
        let scope: [ScopeEntry]
        let streams: [StreamUse]
        let escapingContext: EscapingContext
        let overrides: [String: OverrideKey]
    }

    struct OverrideKey: Hashable, Sendable {
        let file: String
        let offset: Int
    }

    struct Routine {
        let index: Int
        var exit: EscapingContext
        /// Number of enclosing sections at its beginning.
        let sections: Int
        var isFinished = false
        var wasReentered = false
    }

    let library: TemplateLibrary
    let options: TemplateOptions
    var escapingContext: EscapingContext
    var code: [LocatedInstruction] = []
    /// The place in the templates of the instructions that are being emitted.
    var here = SourceLocation(source: 0, offset: 0)
    /// The literal text after which the document may not end, to name the open construct.
    var tagStart: TagStart?
    /// Literal text not yet an instruction.
    var pending: [UInt8] = []
    var literals: [UInt8] = []
    var paths: [[String]] = []
    var pathIndices: [[String]: Int] = [:]
    var tags: [DynamicTag] = []
    var routines: [RoutineKey: Routine] = [:]
    var routineCode: [[LocatedInstruction]] = []
    private var sources: [SourceText] = []
    private var sourceIndices: [ObjectIdentifier: Int32] = [:]
    var parsed: [String: ParsedTemplate] = [:]
    /// The partials whose errors were reported.
    var reportedPartials: Set<String> = []
    /// The blocks of each parent.
    var blockNames: [String: BlockNames] = [:]
    var computedValues: [ComputedValue] = []
    var listSteps: [[ListStep]] = []
    var bufferCount = 0
    /// The frames whose rows are asked whether they are the last.
    var framesUsingLast: Set<Int> = []
    var slotsRead: Set<SlotUse> = []
    /// The first frame that resolving the last name left untouched.
    var scratchTop = 0
    var frameCount = 1
    var slotCount = 1
    var instructionCount = 0
    /// The work done; sections may be compiled several times, and discarded code counts too.
    private(set) var work = 0
    private(set) var diagnostics = DiagnosticList()
    private var warnings = DiagnosticList()
    /// The names that were warned of, as they are written.
    private var missingNames: Set<String> = []
    /// Set when going on would cost more than the limits allow.
    private(set) var isStopped = false

    init(library: TemplateLibrary, options: TemplateOptions, escapingContext: EscapingContext) {
        self.library = library
        self.options = options
        self.escapingContext = escapingContext
    }

    /// Compiles a template with everything it names.
    static func compile(
        _ source: SourceText, scope: Scope, library: TemplateLibrary, options: TemplateOptions
    ) throws(TemplateError) -> TemplateProgram {
        var compiler = Compiler(library: library, options: options, escapingContext: EscapingContext(options))
        let tree = ParsedTemplate(source, options: options)
        compiler.report(tree.diagnostics)
        var position = Position(source: tree.source, scope: scope)
        position.scope.frames = 1
        for declaration in scope.declarations {
            compiler.slotCount = max(compiler.slotCount, declaration?.fields.count ?? 0)
        }
        compiler.walk(tree.nodes, position)
        compiler.flush()
        if compiler.diagnostics.isEmpty, !compiler.escapingContext.isEnd { compiler.reportUnclosed(position) }
        return try compiler.finish()
    }

    func finish() throws(TemplateError) -> TemplateProgram {
        if let error = diagnostics.error { throw error }
        var steps = code + [LocatedInstruction(instruction: .end, location: here)]
        var starts: [Int] = []
        for routine in routineCode {
            starts.append(steps.count)
            steps += routine
        }
        return TemplateProgram(
            instructions: steps.map(\.instruction), locations: steps.map(\.location), sources: sources,
            literals: literals + [UInt8](repeating: 0, count: OutputWindow.literalPadding),
            routines: starts, routineLengths: routineCode.map(\.count), frameCount: frameCount,
            slotCount: slotCount, paths: paths, tags: tags, computed: computedValues, listSteps: listSteps,
            bufferCount: bufferCount, compilingSteps: work,
            framesUsingLast: framesUsingLast, slotsRead: slotsRead,
            warnings: warnings.sorted)
    }

    // MARK: Errors

    /// Keeps each error once, however often its partial is used.
    mutating func report(_ found: DiagnosticList) {
        diagnostics.add(found)
        if diagnostics.isFull { isStopped = true }
    }

    mutating func report(_ message: DiagnosticMessage, at position: Position, range: Range<Int>) {
        // A name was compared with all others to suggest one.
        spend(1000)
        let includedFrom = position.includedFrom.map { $0.source.location(of: $0.offset).written }
        diagnostics.add(message, in: position.source, range: range, includedFrom: includedFrom)
        if diagnostics.isFull { isStopped = true }
    }

    /// Reports a name that the context does not have.
    /// - Returns: a path that leads to nothing, if that is only a warning; nil if it is an error.
    mutating func missing(
        _ message: DiagnosticMessage, named parts: [String], at position: Position, range: Range<Int>
    ) -> ExpressionOperand? {
        guard options.warnsOfMissingNames, position.scope.isData else {
            report(message, at: position, range: range)
            return nil
        }
        if missingNames.insert(parts.joined(separator: ".")).inserted {
            // A name was compared with all others to suggest one.
            spend(1000)
            warnings.add(message, in: position.source, range: range)
        }
        return .data(path: path(parts), nil)
    }

    mutating func forget(diagnosticsSince known: DiagnosticList) {
        diagnostics = known
        isStopped = false
    }

    /// Reports an error that would come up again and again.
    mutating func stop(_ message: DiagnosticMessage, at position: Position, range: Range<Int>) {
        if !isStopped { report(message, at: position, range: range) }
        isStopped = true
    }

    // MARK: Code

    /// Appends literal text and follows what it does to the place.
    mutating func write(_ bytes: ArraySlice<UInt8>, _ position: Position, at offset: Int) {
        guard !bytes.isEmpty else { return }
        spend(bytes.count / 4)
        let before = escapingContext
        if let found = escapingContext.advance(over: bytes) {
            let start = offset + found.offset
            report(.literalDiagnostic(found.literalDiagnostic), at: position, range: start..<start + 1)
        }
        if before.isEnd, !escapingContext.isEnd {
            tagStart = TagStart(before: before, bytes: bytes, offset: offset, source: position.source)
        }
        pending += bytes
    }

    mutating func emit(_ instruction: Instruction) {
        flush()
        code.append(LocatedInstruction(instruction: instruction, location: here))
        instructionCount += 1
    }

    /// Sets the place in the templates of the instructions that follow.
    mutating func locate(_ range: Range<Int>, _ position: Position) {
        let identifier = ObjectIdentifier(position.source)
        let source = sourceIndices[identifier] ?? Int32(sources.count)
        if source == sources.count {
            sources.append(position.source)
            sourceIndices[identifier] = source
        }
        here = SourceLocation(source: source, offset: Int32(range.lowerBound))
    }

    /// Makes the literal text gathered so far an instruction.
    mutating func flush() {
        guard !pending.isEmpty else { return }
        let literal = Instruction.literal(start: Int32(literals.count), count: Int32(pending.count))
        code.append(LocatedInstruction(instruction: literal, location: here))
        instructionCount += 1
        literals += pending
        pending.removeAll(keepingCapacity: true)
    }

    /// A place for an instruction whose exit is not known yet.
    mutating func placeholder() -> Int {
        emit(.end)
        return code.count - 1
    }

    /// The distance from an instruction to the next one to be emitted.
    mutating func distance(from index: Int) -> Int32 {
        flush()
        return Int32(code.count - index)
    }

    mutating func path(_ parts: [String]) -> Int {
        if let index = pathIndices[parts] { return index }
        paths.append(parts)
        pathIndices[parts] = paths.count - 1
        return paths.count - 1
    }

    /// The state to restore for compiling a section's body a second time.
    struct RewindPoint {
        let code: Int
        let literals: Int
    }

    mutating func rewindPoint() -> RewindPoint {
        flush()
        return RewindPoint(code: code.count, literals: literals.count)
    }

    mutating func rewind(to rewindPoint: RewindPoint) {
        code.removeSubrange(rewindPoint.code...)
        pending.removeAll(keepingCapacity: true)
        literals.removeSubrange(rewindPoint.literals...)
    }

    /// Whether two pieces of code do the same.
    func isSame(_ one: Range<Int>, _ two: Range<Int>) -> Bool {
        one.count == two.count
            && zip(one, two).allSatisfy { index, other in
                switch (code[index].instruction, code[other].instruction) {
                case (.literal(let start, let count), .literal(let otherStart, let otherCount)):
                    literals[Int(start)..<Int(start + count)].elementsEqual(
                        literals[Int(otherStart)..<Int(otherStart + otherCount)])
                case (let instruction, let other): instruction == other
                }
            }
    }

    /// Counts work.
    mutating func spend(_ steps: Int) {
        work &+= steps
    }

    var hasWorkLeft: Bool { work <= options.limits.compilingSteps }

    func isWithinLimits() -> Bool {
        instructionCount <= options.limits.instructions && literals.count <= options.limits.literalBytes
    }
}

extension Compiler {
    /// Compiles a template that became known while rendering, for the context of its tag.
    /// - Parameters:
    ///   - bytes: the template.
    ///   - name: its name in diagnostics.
    ///   - isText: true if a lambda returned it, false if it is from the library.
    static func compileDynamic(
        _ bytes: [UInt8], named name: String, _ tag: DynamicTag, escapingContext: EscapingContext,
        delimiters: Delimiters, isText: Bool, library: TemplateLibrary, options: TemplateOptions
    ) throws(TemplateError) -> TemplateProgram {
        var compiler = Compiler(library: library, options: options, escapingContext: escapingContext)
        let tree = ParsedTemplate(SourceText(name: name, bytes: bytes), options: options, delimiters: delimiters)
        compiler.report(tree.diagnostics)
        var scope = Scope()
        scope.push(.unknown, nil)
        scope.frames = 1
        scope.hasDataRows = tag.hasDataRows
        let position = Position(
            source: tree.source, scope: scope, indentation: Indentation(added: isText ? [] : tag.indentation),
            overrides: isText ? [:] : tag.overrides, partials: 1)
        compiler.walk(tree.nodes, position)
        compiler.flush()
        if compiler.diagnostics.isEmpty, escapingContext.joined(with: compiler.escapingContext) != escapingContext {
            compiler.report(.contextChanges("\"\(name)\""), at: position, range: 0..<0)
        }
        return try compiler.finish()
    }
}

/// Resolves names.
extension Compiler {
    mutating func resolve(_ expression: Expression, _ position: Position) -> ExpressionOperand? {
        scratchTop = position.scope.frames
        guard case .name(let parts) = expression.form else { return computed(expression, position) }
        if parts.isEmpty { return implicit(expression, position) }
        if parts[0].isEmpty, !options.isTrusting,
            let mistake = DiagnosticMessage.leadingPoint(text(expression, position))
        {
            report(mistake, at: position, range: expression.range)
            return nil
        }
        for (entry, declaration) in zip(position.scope.entries, position.scope.declarations).reversed() {
            switch entry {
            case .unknown:
                return .data(path: path(parts), nil)
            case .scalar, .computed, .value:
                continue
            case .record(_, let frame, _):
                guard let declaration, let slot = declaration.slotIfDeclared(parts[0]),
                    let field = declaration.field(parts[0])
                else {
                    continue
                }
                slotsRead.insert(SlotUse(declaration, slot))
                return part(
                    of: .slot(frame: frame, slot: slot.index, field.type), parts: parts, in: expression, at: position)
            case .shape:
                guard let declaration, let field = declaration.field(parts[0]) else { continue }
                let type = declaration.knownType(field)
                return part(of: .data(path: path(parts), type), parts: parts, in: expression, at: position)
            }
        }
        if options.isTrusting {
            return .data(path: path(parts), nil)
        }
        // Another engine's syntax is a mistake whatever the data has.
        if let foreign = DiagnosticMessage.foreignSyntax(text(expression, position), formatters: options.formatters) {
            report(foreign, at: position, range: expression.range)
            return nil
        }
        let inRows = list(withRowsNaming: parts[0], position).map { DiagnosticMessage.nameInRows(parts[0], of: $0) }
        return missing(
            inRows ?? .unknownName(parts[0], among: position.scope.names), named: parts, at: position,
            range: expression.range)
    }

    /// A list in the scope whose rows have a name.
    private func list(withRowsNaming name: String, _ position: Position) -> String? {
        for declaration in position.scope.declarations.reversed() {
            for field in declaration?.fields ?? [] {
                switch field.type {
                case .list(let rows) where rows.field(name) != nil, .stream(let rows) where rows.field(name) != nil:
                    return field.name
                default: continue
                }
            }
        }
        return nil
    }

    private mutating func implicit(_ expression: Expression, _ position: Position) -> ExpressionOperand? {
        switch position.scope.entries.last {
        case .scalar(let frame, let slot, let kind):
            return .slot(frame: frame, slot: slot, kind.scalarType)
        case .computed(let index, let kind):
            return .computed(index, kind.scalarType)
        case .value(let kind):
            return .data(path: path([]), kind.scalarType)
        case .record:
            report(.notPrintable("."), at: position, range: expression.range)
            return nil
        default:
            return .data(path: path([]), nil)
        }
    }

    /// Follows the dots of a name.
    private mutating func part(
        of operand: ExpressionOperand, parts: [String], in expression: Expression, at position: Position
    ) -> ExpressionOperand? {
        var operand = operand
        var scratch = position.scope.frames
        for (index, part) in parts.enumerated().dropFirst() {
            guard case .record(let declaration)? = operand.type else {
                if case .data(_, nil) = operand { return operand }
                return missing(
                    .noParts(parts[..<index].joined(separator: ".")), named: parts, at: position,
                    range: expression.range)
            }
            guard let slot = declaration.slotIfDeclared(part), let field = declaration.field(part) else {
                // The caret is under the part that is meant.
                let before = parts[..<index].reduce(0) { $0 + $1.utf8.count + 1 }
                let start = expression.range.lowerBound + before
                return missing(
                    .unknownName(part, among: declaration.fields.map(\.name)), named: parts, at: position,
                    range: start..<start + part.utf8.count)
            }
            slotsRead.insert(SlotUse(declaration, slot))
            switch operand {
            case .slot(let frame, let from, _):
                emit(.load(frame: Int32(frame), slot: Int32(from), into: Int32(scratch)))
                operand = .slot(frame: scratch, slot: slot.index, field.type)
                scratch += 1
                frameCount = max(frameCount, scratch)
                slotCount = max(slotCount, declaration.fields.count)
            case .data(let path, _):
                operand = .data(path: path, declaration.knownType(field))
            case .computed, .list:
                break
            }
        }
        scratchTop = max(scratchTop, scratch)
        return operand
    }
}

extension SlotKind {
    /// The type of a single value of this kind.
    var scalarType: ContextDeclaration.FieldType {
        switch self {
        case .number: .number
        case .flag: .flag
        case .markup: .markup
        case .trustedURL: .trustedURL
        case .text, .record, .list, .stream: .text
        }
    }
}

/// Indentation of a standalone partial (Mustache specification).
struct Indentation: Hashable {
    /// Written before the line's own blanks.
    var added: [UInt8] = []
    /// Number of the line's own blanks that are omitted.
    var removed = 0

    /// A line's own blanks as they are printed.
    func apply(_ blanks: ArraySlice<UInt8>) -> [UInt8] {
        added + blanks.dropFirst(removed)
    }
}

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
