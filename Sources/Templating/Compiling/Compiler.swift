/// Turns parsed templates into one flat list of instructions.
struct Compiler {
    /// Where in the templates the compiler is.
    struct Position {
        let source: SourceText
        var scope: Scope
        var margin = Margin()
        var overrides: [String: Override] = [:]
        /// How many sections stand around, partials' included.
        var sections = 0
        /// How many partials stand around.
        var partials = 0
    }

    /// A block's content given by a template that names a parent.
    struct Override {
        let block: Block
        let source: SourceText
    }

    struct RoutineKey: Hashable {
        let name: String
        let margin: Margin
        let scope: [ScopeEntry]
        let place: Place
        let overrides: [String: OverrideKey]
    }

    struct OverrideKey: Hashable {
        let file: String
        let offset: Int
    }

    struct Routine {
        let index: Int
        let entry: Place
        var exit: Place
        /// How many sections stood around when it was begun.
        let sections: Int
        var isFinished = false
        var wasReentered = false
    }

    let library: TemplateLibrary
    let options: TemplateOptions
    var place: Place
    var code: [Instruction] = []
    /// Literal text not yet an instruction.
    var pending: [UInt8] = []
    var literals: [UInt8] = []
    var paths: [[String]] = []
    var pathIndices: [[String]: Int] = [:]
    var tags: [LateTag] = []
    var routines: [RoutineKey: Routine] = [:]
    var routineCode: [[Instruction]] = []
    var parsed: [String: ParsedTemplate] = [:]
    var computedValues: [Computed] = []
    var listSteps: [[ListStep]] = []
    var bufferCount = 0
    /// The frames whose rows are asked whether they are the last.
    var framesAskedForLast: Set<Int> = []
    var slotsRead: Set<SlotUse> = []
    /// The first frame that resolving the last name left untouched.
    var scratchTop = 0
    var frameCount = 1
    var slotCount = 1
    var instructionCount = 0
    private(set) var mistakes: [TemplateMistake] = []
    private var reported: Set<TemplateMistake> = []
    /// Set when going on would cost more than the limits allow.
    private(set) var isStopped = false

    init(library: TemplateLibrary, options: TemplateOptions, place: Place) {
        self.library = library
        self.options = options
        self.place = place
    }

    /// Compiles a template with everything it names.
    static func compile(
        _ source: SourceText, scope: Scope, library: TemplateLibrary, options: TemplateOptions
    ) throws(TemplateError) -> Program {
        var compiler = Compiler(library: library, options: options, place: Place(options))
        let tree = ParsedTemplate(source, limits: options.limits)
        compiler.report(tree.mistakes)
        var position = Position(source: source, scope: scope)
        position.scope.frames = 1
        for declaration in scope.declarations {
            compiler.slotCount = max(compiler.slotCount, declaration?.fields.count ?? 0)
        }
        compiler.walk(tree.nodes, position)
        compiler.flush()
        if compiler.mistakes.isEmpty, !compiler.place.isEnd {
            compiler.report(.unfinished, position, source.bytes.count..<source.bytes.count)
        }
        return try compiler.finish()
    }

    func finish() throws(TemplateError) -> Program {
        guard mistakes.isEmpty else {
            throw TemplateError(
                mistakes.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) })
        }
        var instructions = code + [.end]
        var starts: [Int] = []
        for routine in routineCode {
            starts.append(instructions.count)
            instructions += routine
        }
        instructions.fuse()
        return Program(
            instructions: instructions, literals: literals + [UInt8](repeating: 0, count: OutputWindow.slack),
            routines: starts, frameCount: frameCount,
            slotCount: slotCount, paths: paths, tags: tags, computed: computedValues, listSteps: listSteps,
            bufferCount: bufferCount,
            framesAskedForLast: framesAskedForLast, slotsRead: slotsRead)
    }

    // MARK: Mistakes

    /// Keeps each mistake once, however often its partial is used.
    mutating func report(_ found: [TemplateMistake]) {
        for mistake in found where reported.insert(mistake).inserted { mistakes.append(mistake) }
    }

    mutating func report(_ issue: Issue, _ position: Position, _ range: Range<Int>) {
        report([position.source.mistake(issue, at: range)])
    }

    /// Reports a mistake that would come up again and again.
    mutating func stop(_ issue: Issue, _ position: Position, _ range: Range<Int>) {
        if !isStopped { report(issue, position, range) }
        isStopped = true
    }

    // MARK: Code

    /// Appends literal text and follows what it does to the place.
    mutating func write(_ bytes: ArraySlice<UInt8>, _ position: Position, at offset: Int) {
        guard !bytes.isEmpty else { return }
        if let found = place.advance(over: bytes) {
            let start = offset + found.offset
            report(.complaint(found.complaint), position, start..<start + 1)
        }
        pending += bytes
    }

    mutating func emit(_ instruction: Instruction) {
        flush()
        code.append(instruction)
        instructionCount += 1
    }

    /// Makes the literal text gathered so far an instruction.
    mutating func flush() {
        guard !pending.isEmpty else { return }
        code.append(.literal(start: Int32(literals.count), count: Int32(pending.count)))
        instructionCount += 1
        literals += pending
        pending.removeAll(keepingCapacity: true)
    }

    /// A place for an instruction whose exit is not known yet.
    mutating func hole() -> Int {
        emit(.end)
        return code.count - 1
    }

    /// How far it is from an instruction to the next one to be emitted.
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

    /// What is needed to compile a section's body a second time.
    struct Mark {
        let code: Int
        let pending: [UInt8]
        let literals: Int
    }

    func mark() -> Mark {
        Mark(code: code.count, pending: pending, literals: literals.count)
    }

    mutating func goBack(to mark: Mark) {
        code.removeSubrange(mark.code...)
        pending = mark.pending
        literals.removeSubrange(mark.literals...)
    }

    func isWithinLimits() -> Bool {
        instructionCount <= options.limits.instructions && literals.count <= options.limits.literalBytes
    }
}
