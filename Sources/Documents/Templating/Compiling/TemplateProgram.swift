/// A compiled template.
final class TemplateProgram: Sendable {
    let instructions: [Instruction]
    /// The place in the templates of each instruction.
    let locations: [SourceLocation]
    let sources: [SourceText]
    let literals: [UInt8]
    /// The index of each routine's first instruction.
    let routines: [Int]
    /// Number of instructions of each routine.
    let routineLengths: [Int]
    /// Number of frames that a rendering needs.
    let frameCount: Int
    /// Number of slots of the largest context.
    let slotCount: Int
    /// The names that are looked up in data.
    let paths: [[String]]
    /// The tags that are compiled while rendering.
    let tags: [DynamicTag]
    let computed: [ComputedValue]
    let listSteps: [[ListStep]]
    /// Number of buffers that its calls need.
    let bufferCount: Int
    /// The work that compiling took.
    let compilingSteps: Int
    /// The frames whose streams are read one row ahead.
    let framesUsingLast: Set<Int>
    /// Whether there are such frames. Read for every row.
    let usesLast: Bool
    /// The slots that some tag looks at.
    let slotsRead: Set<SlotUse>
    /// The names that the data lacks.
    let warnings: [TemplateDiagnostic]

    init(
        instructions: [Instruction], locations: [SourceLocation], sources: [SourceText], literals: [UInt8],
        routines: [Int], routineLengths: [Int], frameCount: Int, slotCount: Int,
        paths: [[String]], tags: [DynamicTag], computed: [ComputedValue], listSteps: [[ListStep]], bufferCount: Int,
        compilingSteps: Int, framesUsingLast: Set<Int>, slotsRead: Set<SlotUse>,
        warnings: [TemplateDiagnostic]
    ) {
        self.instructions = instructions
        self.locations = locations
        self.sources = sources
        self.routineLengths = routineLengths
        self.literals = literals
        self.routines = routines
        self.frameCount = frameCount
        self.slotCount = slotCount
        self.paths = paths
        self.tags = tags
        self.computed = computed
        self.listSteps = listSteps
        self.bufferCount = bufferCount
        self.compilingSteps = compilingSteps
        self.framesUsingLast = framesUsingLast
        usesLast = !framesUsingLast.isEmpty
        self.slotsRead = slotsRead
        self.warnings = warnings
    }
}

extension TemplateProgram {
    /// The place in the templates that an instruction comes from; nil if the program has no templates.
    func location(of instruction: Int) -> RenderError.Location? {
        guard locations.indices.contains(instruction) else { return nil }
        let location = locations[instruction]
        guard sources.indices.contains(Int(location.source)) else { return nil }
        return sources[Int(location.source)].location(of: Int(location.offset))
    }
}

/// An instruction with its place in the templates.
struct LocatedInstruction {
    var instruction: Instruction
    let location: SourceLocation
}

/// A byte offset of one of a program's templates.
struct SourceLocation: Hashable, Sendable {
    let source: Int32
    let offset: Int32
}

/// A slot of a declaration.
struct SlotUse: Hashable, Sendable {
    let declaration: ObjectIdentifier
    let slot: Int

    init(_ declaration: ContextDeclaration, _ slot: ContextDeclaration.Slot) {
        self.declaration = ObjectIdentifier(declaration)
        self.slot = slot.index
    }
}

/// A tag whose template is known only while rendering: a lambda's text, or a partial named by data.
struct DynamicTag: Sendable {
    let source: SourceText
    let range: Range<Int>
    let escapingContext: EscapingContext
    /// Whether safe markup may be printed there as it is.
    let takesMarkup: Bool
    /// Begins each line of the partial.
    let indentation: [UInt8]
    /// The text that a section's lambda receives.
    let inside: Range<Int>
    let delimiters: Delimiters
    let isEscaped: Bool
    /// The replacements of a parent's blocks.
    let overrides: [String: Compiler.Override]
    /// Whether a section over data is open, which may be a list.
    let hasDataRows: Bool
}
