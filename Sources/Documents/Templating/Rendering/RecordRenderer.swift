/// Runs a program over records.
///
/// Values are looked up by frame and slot: the compiler numbered the open contexts, from the outermost on.
struct RecordRenderer: ~Copyable {
    /// The progress of a section over a list or stream.
    private struct Loop {
        /// The elements of a list; empty for a stream.
        var rows: ArraySlice<Record> = []
        var stream: RowStream?
        /// The number of the current row, counted from 0.
        var index = 0
        var isLast = false
        /// Maximum number of rows of a stream that the section renders.
        var limit = Int.max
    }

    private let program: TemplateProgram
    private let limits: TemplateLimits
    private let evaluator: ComputedValueEvaluator
    private var frames: [Record]
    /// The slots of the frames.
    private var cells: [Slots<SlotValue>]
    private var loops: [Loop]
    /// Used as a frame for an absent record.
    private let absentRecord: Record
    /// The calls to return to, innermost last.
    private var returns: [Int] = []
    private var steps = 0

    init(_ program: TemplateProgram, _ limits: TemplateLimits) {
        self.program = program
        self.limits = limits
        evaluator = ComputedValueEvaluator(program, steps: limits.steps)
        absentRecord = Record(absentSlots: program.slotCount)
        frames = Array(repeating: absentRecord, count: program.frameCount)
        cells = Array(repeating: absentRecord.slots, count: program.frameCount)
        loops = Array(repeating: Loop(), count: program.frameCount)
    }

    /// Forgets the last rendering, which may have ended anywhere.
    private mutating func restart(_ record: Record) {
        for frame in frames.indices {
            enter(absentRecord, frame)
            loops[frame] = Loop()
        }
        returns.removeAll(keepingCapacity: true)
        steps = 0
        evaluator.restart(steps: limits.steps)
        enter(record, 0)
    }

    /// Stores a record and its slots as a frame.
    private mutating func enter(_ record: Record, _ frame: Int) {
        frames[frame] = record
        cells[frame] = record.slots
    }

    /// Runs from the first instruction to the end.
    ///
    /// - Throws: ``RenderError`` with the location of the tag, or an error of the sink or of a row source.
    mutating func run(_ record: Record, _ window: inout OutputWindow) throws {
        restart(record)
        let (program, literals) = (program, program.literals)
        let instructions = program.instructions
        var step = 0
        do {
            while true {
                // The instructions of most rows are handled here, all others in a function of their own: that keeps
                // this loop small enough for the processor's registers.
                switch instructions.span[step] {
                case .literal(let start, let count):
                    try window.write(literal: Int(start), count: Int(count), of: literals.span)
                case .value(let frame, let slot, let isNumber, let escape):
                    let value = cells[Int(frame)][Int(slot)]
                    if case .bytes(let text) = value, !isNumber {
                        try window.write(text.span, escaped: escape)
                    } else {
                        try Self.write(value, isNumber: isNumber, escape: escape, to: &window)
                    }
                case .nextRow(let frame, let back):
                    if try nextRow(Int(frame)) {
                        try count(Int(back))
                        step += Int(back)
                        continue
                    }
                case let other:
                    guard let next = try run(other, at: step, &window) else { return }
                    step = next
                    continue
                }
                step += 1
            }
        } catch let error as RenderError {
            throw error.at(program.location(of: step))
        }
    }

    /// Runs one instruction; returns the index of the one after it, nil at the end.
    private mutating func run(
        _ instruction: Instruction, at step: Int, _ window: inout OutputWindow
    ) throws -> Int? {
        switch instruction {
        case .unless(let frame, let slot, let exit):
            if try !isTruthy(Int(frame), Int(slot)) { return step + Int(exit) }
        case .when(let frame, let slot, let exit):
            if try isTruthy(Int(frame), Int(slot)) { return step + Int(exit) }
        case .load(let frame, let slot, let into):
            enter(frames[Int(frame)].innerRecord(at: Int(slot)) ?? absentRecord, Int(into))
        case .firstElement(let frame, let slot, let into, let exit):
            guard begin(frames[Int(frame)].elements(at: Int(slot)), Int(into)) else { return step + Int(exit) }
        case .firstOfSteps(let frame, let slot, let into, let steps, let exit):
            let elements = frames[Int(frame)].elements(at: Int(slot))
            guard !elements.isEmpty else { return step + Int(exit) }
            _ = begin(try order(elements, program.listSteps[Int(steps)]), Int(into))
        case .nextElement(let frame, let back):
            if nextElement(Int(frame)) {
                try count(Int(back))
                return step + Int(back)
            }
        case .firstRow(let frame, let slot, let into, let exit):
            guard let stream = frames[Int(frame)].stream(at: Int(slot)), try firstRow(stream, Int(into)) else {
                return step + Int(exit)
            }
        case .limitRows(let frame, let limit):
            loops[Int(frame)].limit = Int(limit)
            if limit == 1 { loops[Int(frame)].isLast = true }
        case .computed(let index, let escape):
            try window.write(evaluate(Int(index)), escape)
        case .unlessComputed(let index, let exit):
            if try !evaluate(Int(index)).isTruthy { return step + Int(exit) }
        case .whenComputed(let index, let exit):
            if try evaluate(Int(index)).isTruthy { return step + Int(exit) }
        case .jump(let distance):
            return step + Int(distance)
        case .call(let routine):
            guard returns.count < limits.partialDepth else { throw RenderError.tooDeep }
            try count(program.routineLengths[Int(routine)])
            returns.append(step)
            return program.routines[Int(routine)]
        case .end:
            return returns.popLast().map { $0 + 1 }
        case .literal, .value, .nextRow:
            preconditionFailure("handled by the caller")
        case .dataValue, .openSection, .openSteps, .closeSection, .openInverted, .callDynamicPartial, .rejectRow:
            throw RenderError(kind: .wrongContext, message: "the template was compiled for data, not for records")
        }
        return step + 1
    }

    private mutating func count(_ work: Int) throws {
        // A jump back counts as the steps it goes back.
        steps &+= abs(work)
        if steps > limits.steps { throw RenderError.tooManySteps }
    }

    // MARK: Values

    @inline(never)
    private static func write(
        _ value: SlotValue, isNumber: Bool, escape: Escape, to window: inout OutputWindow
    ) throws {
        switch value {
        case .absent: try window.writeAbsent(escape)
        case .bytes(let text) where isNumber: try window.write(number: text.span, escape)
        case .bytes(let text): try window.write(text.span, escaped: escape)
        case .flag(let flag): try window.write(flag: flag, escape)
        case .part: return
        }
    }

    /// Whether a section over a slot is rendered.
    private func isTruthy(_ frame: Int, _ slot: Int) throws -> Bool {
        switch cells[frame][slot] {
        case .absent: false
        case .flag(let flag): flag
        case .bytes(let bytes): !bytes.isEmpty
        // Only a stream needs its record, and looking that up retains and releases a reference.
        case .part: try frames[frame].isTruthy(at: slot)
        }
    }

    private func evaluate(_ index: Int) throws -> FormatterArgument {
        try evaluator.evaluate(index) { value, output in
            switch value {
            case .slot(let frame, let slot, let kind, _):
                switch cells[frame][slot] {
                case .bytes(let bytes): return output.copy(bytes, kind == .number ? .number : .text)
                case .flag(let flag): return output.flag(flag)
                case .absent, .part: return .absent
                }
            case .position(let row, let frame, _):
                let number = row.value(index: loops[frame].index, isLast: loops[frame].isLast)
                return row == .index || row == .number ? output.number(number) : output.flag(number != 0)
            case .count(let frame, let slot, _):
                return output.number(cells[frame][slot].count)
            case .data, .dataCount, .literal, .call:
                return .absent
            }
        }
    }

    // MARK: Lists

    private mutating func order(_ rows: ArraySlice<Record>, _ steps: [ListStep]) throws -> ArraySlice<Record> {
        var work = rows.count * steps.count
        let ordered = ListOrder.apply(steps, to: rows, work: &work)
        try count(work)
        return ordered
    }

    /// Makes the first row a frame; false for none.
    private mutating func begin(_ rows: ArraySlice<Record>, _ frame: Int) -> Bool {
        guard let first = rows.first else { return false }
        loops[frame] = Loop(rows: rows, isLast: rows.count == 1)
        enter(first, frame)
        return true
    }

    private mutating func nextElement(_ frame: Int) -> Bool {
        // The rows are looked at in place: a copy of the slice would count references for every element.
        let (index, count) = (loops[frame].index + 1, loops[frame].rows.count)
        guard index < count else { return false }
        loops[frame].index = index
        loops[frame].isLast = index + 1 == count
        enter(loops[frame].rows[loops[frame].rows.startIndex + index], frame)
        return true
    }

    // MARK: Streams

    private mutating func firstRow(_ stream: RowStream, _ frame: Int) throws -> Bool {
        guard try stream.takeFirst() else { return false }
        loops[frame] = Loop(stream: stream)
        enter(stream.row, frame)
        if program.framesUsingLast.contains(frame) { loops[frame].isLast = try !stream.lookAhead() }
        return true
    }

    @inline(__always)
    private mutating func nextRow(_ frame: Int) throws -> Bool {
        guard loops[frame].index &+ 1 < loops[frame].limit else { return false }
        // Taken out and put back: a copy would count references for every row.
        guard let stream = loops[frame].stream.take() else { return false }
        defer { loops[frame].stream = stream }
        if program.usesLast, program.framesUsingLast.contains(frame) { return try nextRowAhead(stream, frame) }
        guard try stream.advance() else { return false }
        loops[frame].index &+= 1
        return true
    }

    /// Takes the row that was read ahead and reads the one after it.
    private mutating func nextRowAhead(_ stream: RowStream, _ frame: Int) throws -> Bool {
        guard stream.takeNextRow() else { return false }
        loops[frame].index += 1
        enter(stream.row, frame)
        let isLimit = loops[frame].index + 1 == loops[frame].limit
        loops[frame].isLast = try !stream.lookAhead() || isLimit
        return true
    }
}
