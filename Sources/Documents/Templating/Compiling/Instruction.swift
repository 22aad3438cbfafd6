/// One step of a compiled template: plain numbers, so that running it counts no references.
///
/// Frames are numbered from the outermost context; jumps are relative to the instruction itself.
enum Instruction: Sendable, Equatable {
    /// Writes literal text.
    case literal(start: Int32, count: Int32)
    /// Continues at another instruction.
    case jump(Int32)
    /// Runs a routine, then continues here.
    case call(routine: Int32)
    /// Ends a routine, or the template.
    case end

    // Computed values
    /// Writes a computed value.
    case computed(Int32, Escape)
    /// Skips a section whose computed value is falsey.
    case unlessComputed(Int32, exit: Int32)
    /// Skips an inverted section whose computed value is truthy.
    case whenComputed(Int32, exit: Int32)

    // Declared contexts
    /// Writes a slot's value; a number is not escaped like text.
    case value(frame: Int32, slot: Int32, isNumber: Bool, Escape)
    /// Skips a section whose value is falsey.
    case unless(frame: Int32, slot: Int32, exit: Int32)
    /// Skips an inverted section whose value is truthy.
    case when(frame: Int32, slot: Int32, exit: Int32)
    /// Makes the record in a slot a frame; if it is absent, an empty frame.
    case load(frame: Int32, slot: Int32, into: Int32)
    /// Makes the first element of a list a frame, or skips the section.
    case firstElement(frame: Int32, slot: Int32, into: Int32, exit: Int32)
    /// Like ``firstElement``, of a list that is sorted or cut first.
    case firstOfSteps(frame: Int32, slot: Int32, into: Int32, steps: Int32, exit: Int32)
    /// Makes the next element a frame and jumps back, or continues.
    case nextElement(frame: Int32, back: Int32)
    /// Makes the first row of a stream a frame, or skips the section.
    case firstRow(frame: Int32, slot: Int32, into: Int32, exit: Int32)
    /// Lets a stream's section end after a number of rows.
    case limitRows(frame: Int32, Int32)
    /// Reads the next row and jumps back, or continues.
    case nextRow(frame: Int32, back: Int32)

    // Data
    /// Writes what a path leads to.
    case dataValue(path: Int32, Escape, tag: Int32)
    /// Opens a section on what a path leads to, or skips it.
    case openSection(path: Int32, tag: Int32, exit: Int32)
    /// Like ``openSection``, of a list that is sorted or cut first.
    case openSteps(path: Int32, steps: Int32, exit: Int32)
    /// Goes to the section's next element and back, or ends it.
    case closeSection(back: Int32)
    /// Skips an inverted section whose value is truthy.
    case openInverted(path: Int32, exit: Int32)
    /// Refuses a second row, whose values would run together with those of the first.
    case rejectRow
    /// Runs the partial whose name a path leads to.
    case callDynamicPartial(path: Int32, tag: Int32)
}
