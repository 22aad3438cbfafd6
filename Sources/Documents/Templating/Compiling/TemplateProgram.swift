/// A compiled template.
final class TemplateProgram: Sendable {
    let instructions: [Instruction]
    /// Where each instruction comes from.
    let locations: [SourceLocation]
    let sources: [SourceText]
    let literals: [UInt8]
    /// Where each routine starts.
    let routines: [Int]
    /// How many instructions each routine has.
    let routineLengths: [Int]
    /// How many frames a rendering needs.
    let frameCount: Int
    /// How many slots the largest context has.
    let slotCount: Int
    /// The names that data is asked for.
    let paths: [[String]]
    /// What has to be known about tags that are compiled while rendering.
    let tags: [DynamicTag]
    let computed: [ComputedValue]
    let listSteps: [[ListStep]]
    /// How many buffers its calls need.
    let bufferCount: Int
    /// How much work compiling was.
    let compilingSteps: Int
    /// The frames whose streams are read one row ahead.
    let framesUsingLast: Set<Int>
    /// Whether there are such frames: asked for every row.
    let usesLast: Bool
    /// The slots that some tag looks at.
    let slotsRead: Set<SlotUse>

    init(
        instructions: [Instruction], locations: [SourceLocation], sources: [SourceText], literals: [UInt8],
        routines: [Int], routineLengths: [Int], frameCount: Int, slotCount: Int,
        paths: [[String]], tags: [DynamicTag], computed: [ComputedValue], listSteps: [[ListStep]], bufferCount: Int,
        compilingSteps: Int, framesUsingLast: Set<Int>, slotsRead: Set<SlotUse>
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
    }
}

extension TemplateProgram {
    /// The place in the templates that an instruction comes from; nil where the program has no templates.
    func location(of instruction: Int) -> RenderError.Location? {
        guard locations.indices.contains(instruction) else { return nil }
        let location = locations[instruction]
        guard sources.indices.contains(Int(location.source)) else { return nil }
        return sources[Int(location.source)].location(of: Int(location.offset))
    }
}

/// An instruction with where it comes from.
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
    /// What a section's lambda is given.
    let inside: Range<Int>
    let delimiters: Delimiters
    let isEscaped: Bool
    /// What the blocks of a parent are replaced by.
    let overrides: [String: Compiler.Override]
    /// Whether a section over data is open, which may be a list.
    let hasDataRows: Bool
}
