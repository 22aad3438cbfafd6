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
