/// Runs a program over records: no allocation, no reference counting and one indirect call a row once it is going.
struct RecordRenderer: ~Copyable {
    /// Where a section over a list has got to.
    private struct Loop {
        var rows: UnsafePointer<UnsafeMutablePointer<SlotValue>>?
        var stream: UnsafeRawPointer?
        var index = 0
        var count = 0
        var isLast = false
        /// How many rows a stream's section goes through at most.
        var limit = Int.max
        /// The rows in another order, which this loop has to give back.
        var ordered: UnsafeMutablePointer<UnsafeMutablePointer<SlotValue>>?
    }

    private let program: TemplateProgram
    private let evaluator: ComputedValueEvaluator
    private let frames: UnsafeMutablePointer<UnsafeMutablePointer<SlotValue>>
    private let loops: UnsafeMutablePointer<Loop>
    /// A frame in which everything is absent.
    private let nothing: UnsafeMutablePointer<SlotValue>
    private let tables = ValueWriter.Tables.shared
    private let limits: TemplateLimits
    private let frameCount: Int
    private let usesLast: Bool
    private var returns: [Int] = []
    private var steps = 0

    private init(_ program: TemplateProgram, _ literals: UnsafePointer<UInt8>, _ limits: TemplateLimits) {
        self.program = program
        self.limits = limits
        frameCount = program.frameCount
        usesLast = !program.framesUsingLast.isEmpty
        evaluator = ComputedValueEvaluator(program, literals, steps: limits.steps)
        nothing = .allocate(capacity: program.slotCount)
        nothing.initialize(repeating: SlotValue(), count: program.slotCount)
        frames = .allocate(capacity: program.frameCount)
        frames.initialize(repeating: nothing, count: program.frameCount)
        loops = .allocate(capacity: program.frameCount)
        loops.initialize(repeating: Loop(), count: program.frameCount)
    }

    deinit {
        for frame in 0..<frameCount { loops[frame].ordered?.deallocate() }
        nothing.deallocate()
        frames.deallocate()
        loops.deallocate()
    }

    static func render(
        _ program: TemplateProgram, _ record: Record, _ limits: TemplateLimits, _ window: inout OutputWindow
    ) throws {
        try withExtendedLifetime(record) {
            try program.instructions.withUnsafeBufferPointer { instructions in
                try program.literals.withUnsafeBufferPointer { literals in
                    guard let code = instructions.baseAddress else { return }
                    // A program without literals never reads them.
                    let text =
                        literals.baseAddress ?? UnsafePointer(SlotValue.present.assumingMemoryBound(to: UInt8.self))
                    var renderer = RecordRenderer(program, text, limits)
                    renderer.frames[0] = record.slots
                    try renderer.run(code, text, &window)
                }
            }
        }
    }

    /// Runs from the first step to the end; what a template does row after row is done here, the rest in ``runRare``.
    private mutating func run(
        _ code: UnsafePointer<Instruction>, _ literals: UnsafePointer<UInt8>, _ window: inout OutputWindow
    ) throws {
        let frames = frames
        let tables = tables
        let markup = tables.pointee.markup
        let roomy = window.roomy
        // The window's own place, kept in a register; given back for all that writes into the window by itself.
        var next = window.next
        var step = code
        do {
            while true {
                switch step.pointee {
                case .literal(let start, let count):
                    next = try Self.write(literals + Int(start), Int(count), at: next, roomy, &window)
                case .text(let frame, let slot, let escape):
                    let cell = frames[Int(frame)] + Int(slot)
                    if next > roomy { next = try Self.flush(next, &window) }
                    next = try Self.write(cell.pointee, markup + Int(escape.rawValue), at: next, &window)
                case .literalAndText:
                    // Rows are runs of these: there is no need to find the way anew between them.
                    while case .literalAndText(let start, let count, let frame, let slot, let escape) = step.pointee {
                        let cell = frames[Int(frame)] + Int(slot)
                        if next > roomy { next = try Self.flush(next, &window) }
                        next = OutputWindow.copy(literal: literals + Int(start), Int(count), to: next)
                        next = try Self.write(cell.pointee, markup + Int(escape.rawValue), at: next, &window)
                        step += 2
                    }
                    continue
                case .optionalText(let frame, let slot):
                    let cell = frames[Int(frame)] + Int(slot)
                    if cell.pointee.count != 0, case .literalAndText(let start, let count, _, _, let escape) = step[1],
                        case .literal(let after, let afterCount) = step[3]
                    {
                        if next > roomy { next = try Self.flush(next, &window) }
                        next = OutputWindow.copy(literal: literals + Int(start), Int(count), to: next)
                        next = try Self.write(cell.pointee, markup + Int(escape.rawValue), at: next, &window)
                        next = try Self.write(literals + Int(after), Int(afterCount), at: next, roomy, &window)
                    }
                    step += 4
                    continue
                case .unless(let frame, let slot, let kind, let exit):
                    if try !Self.isTruthy(frames[Int(frame)][Int(slot)], kind) {
                        step += Int(exit)
                        continue
                    }
                case .load(let frame, let slot, let into):
                    let base = frames[Int(frame)][Int(slot)].base
                    frames[Int(into)] =
                        base.map { UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: SlotValue.self) }
                        ?? nothing
                case .nextRow(let frame, let back):
                    if try nextRow(Int(frame)) {
                        try count(Int(back))
                        step += Int(back)
                        continue
                    }
                case .nextElement(let frame, let back):
                    if try nextElement(Int(frame), Int(back)) {
                        step += Int(back)
                        continue
                    }
                case .firstElement(let frame, let slot, let into, let exit):
                    if try !firstElement(frames[Int(frame)][Int(slot)], Int(into)) {
                        step += Int(exit)
                        continue
                    }
                case .value(let frame, let slot, let kind, let escape):
                    window.next = next
                    try Self.write(frames[Int(frame)][Int(slot)], kind, escape, tables, &window)
                    next = window.next
                default:
                    window.next = next
                    guard let following = try runRare(step, code, &window) else { return }
                    next = window.next
                    step = following
                    continue
                }
                step += 1
            }
        } catch let error as RenderError {
            throw error.at(program.location(of: step - code))
        }
    }

    /// Runs one step; returns the one after it, nil at the end.
    @inline(never)
    private mutating func runRare(
        _ step: UnsafePointer<Instruction>, _ code: UnsafePointer<Instruction>, _ window: inout OutputWindow
    ) throws -> UnsafePointer<Instruction>? {
        switch step.pointee {
        case .when(let frame, let slot, let kind, let exit):
            if try Self.isTruthy(frames[Int(frame)][Int(slot)], kind) { return step + Int(exit) }
        case .firstRow(let frame, let slot, let into, let exit):
            if try !firstRow(frames[Int(frame)][Int(slot)], Int(into)) { return step + Int(exit) }
        case .computed(let index, let escape):
            try ValueWriter.computed(evaluate(Int(index)), escape, tables, &window)
        case .unlessComputed(let index, let exit):
            if try !evaluate(Int(index)).isTruthy { return step + Int(exit) }
        case .whenComputed(let index, let exit):
            if try evaluate(Int(index)).isTruthy { return step + Int(exit) }
        case .firstOfSteps(let frame, let slot, let into, let steps, let exit):
            if try !firstElement(frames[Int(frame)][Int(slot)], Int(into)) { return step + Int(exit) }
            try order(program.listSteps[Int(steps)], Int(into))
        case .limitRows(let frame, let limit):
            loops[Int(frame)].limit = Int(limit)
            if limit == 1 { loops[Int(frame)].isLast = true }
        case .jump(let distance):
            return step + Int(distance)
        case .call(let routine):
            guard returns.count < limits.partialDepth else { throw RenderError.tooDeep }
            try count(program.routineLengths[Int(routine)])
            returns.append(step - code)
            return code + program.routines[Int(routine)]
        case .end:
            return returns.popLast().map { code + $0 + 1 }
        case .dataValue, .openSection, .openSteps, .closeSection, .openInverted, .callDynamicPartial, .rejectRow,
            .literal,
            .text, .literalAndText, .optionalText, .unless, .load, .nextRow, .nextElement, .firstElement, .value:
            throw RenderError(kind: .wrongContext, message: "the template was compiled for data, not for records")
        }
        return step + 1
    }

    @inline(__always)
    private static func isTruthy(_ slot: SlotValue, _ kind: SlotKind) throws -> Bool {
        switch kind {
        case .text, .number, .flag, .markup, .trustedURL, .list: slot.base != nil && slot.count != 0
        case .record: slot.base != nil
        case .stream: try slot.base.map { try hasRows(stream($0)) } ?? false
        }
    }

    private func evaluate(_ index: Int) throws -> FormatterArgument {
        try evaluator.evaluate(index) { value, output in
            switch value {
            case .slot(let frame, let slot, let kind, _):
                let slot = frames[frame][slot]
                guard let base = slot.base else { return .absent }
                if kind == .flag { return output.flag(slot.count != 0) }
                return FormatterArgument(
                    base: base.assumingMemoryBound(to: UInt8.self), length: slot.count,
                    kind: kind == .number ? .number : .text)
            case .position(let row, let frame, _):
                let number = row.value(index: loops[frame].index, isLast: loops[frame].isLast)
                return row == .index || row == .number ? output.number(number) : output.flag(number != 0)
            case .count(let frame, let slot, _):
                return output.number(frames[frame][slot].count)
            case .data, .dataCount, .literal, .call:
                return .absent
            }
        }
    }

    // MARK: Lists

    /// Sorts and cuts the rows of the loop just begun.
    private mutating func order(_ steps: [ListStep], _ frame: Int) throws {
        guard let rows = loops[frame].rows else { return }
        let count = loops[frame].count
        try self.count(count * steps.count)
        let ordered = UnsafeMutablePointer<UnsafeMutablePointer<SlotValue>>.allocate(capacity: count)
        ordered.update(from: rows, count: count)
        var work = 0
        loops[frame].count = ListOrder.apply(
            steps, UnsafeMutableBufferPointer(start: ordered, count: count), &work)
        loops[frame].rows = UnsafePointer(ordered)
        loops[frame].ordered = ordered
        loops[frame].isLast = loops[frame].count == 1
        frames[frame] = ordered[0]
        try self.count(work)
    }

    private mutating func firstElement(_ slot: SlotValue, _ frame: Int) throws -> Bool {
        guard let base = slot.base, slot.count > 0 else { return false }
        let rows = base.assumingMemoryBound(to: UnsafeMutablePointer<SlotValue>.self)
        loops[frame].ordered?.deallocate()
        loops[frame] = Loop(rows: rows, stream: nil, index: 0, count: slot.count, isLast: slot.count == 1)
        frames[frame] = rows[0]
        return true
    }

    @inline(__always)
    private mutating func nextElement(_ frame: Int, _ back: Int) throws -> Bool {
        let index = loops[frame].index + 1
        guard index < loops[frame].count, let rows = loops[frame].rows else { return false }
        loops[frame].index = index
        loops[frame].isLast = index + 1 == loops[frame].count
        frames[frame] = rows[index]
        try count(back)
        return true
    }

    @inline(__always)
    private mutating func count(_ work: Int) throws {
        // A jump back counts as the steps it goes back.
        steps &+= abs(work)
        if steps > limits.steps { throw RenderError.tooManySteps }
    }

    // MARK: Streams

    private static func stream(_ base: UnsafeRawPointer) -> RowStream {
        Unmanaged<RowStream>.fromOpaque(base).takeUnretainedValue()
    }

    /// Whether a stream has had or will have rows; reads one ahead where none was read yet.
    private static func hasRows(_ stream: RowStream) throws -> Bool {
        if stream.state.pointee.rows > 0 || stream.state.pointee.isAhead { return true }
        if stream.state.pointee.isFinished { return false }
        stream.state.pointee.isAhead = try stream.advance()
        return stream.state.pointee.isAhead
    }

    private mutating func firstRow(_ slot: SlotValue, _ frame: Int) throws -> Bool {
        guard let base = slot.base else { return false }
        let stream = Self.stream(base)
        if stream.state.pointee.rows > 0 {
            guard try stream.restart() else {
                throw RenderError(
                    kind: .streamUsedTwice,
                    message: "a streamed list can be gone through only once; use a list in memory")
            }
            stream.reset()
        }
        if !stream.state.pointee.isAhead {
            guard !stream.state.pointee.isFinished, try stream.advance() else { return false }
        }
        stream.state.pointee.isAhead = false
        stream.state.pointee.rows = 1
        loops[frame].ordered?.deallocate()
        loops[frame] = Loop(rows: nil, stream: base)
        frames[frame] = stream.slots
        if usesLast, program.framesUsingLast.contains(frame) {
            loops[frame].isLast = try !stream.lookAhead()
        }
        return true
    }

    @inline(__always)
    private func nextRow(_ frame: Int) throws -> Bool {
        guard let base = loops[frame].stream, loops[frame].index + 1 < loops[frame].limit else { return false }
        if usesLast, program.framesUsingLast.contains(frame) { return try nextRowAhead(base, frame) }
        let more = try Unmanaged<RowStream>.fromOpaque(base)._withUnsafeGuaranteedRef { stream throws in
            guard try stream.advance() else { return false }
            stream.state.pointee.rows &+= 1
            return true
        }
        guard more else { return false }
        loops[frame].index &+= 1
        return true
    }

    private func nextRowAhead(_ base: UnsafeRawPointer, _ frame: Int) throws -> Bool {
        let stream = Self.stream(base)
        guard stream.takeSpare() else { return false }
        stream.state.pointee.rows += 1
        loops[frame].index += 1
        frames[frame] = stream.slots
        let isLast = loops[frame].index + 1 == loops[frame].limit
        loops[frame].isLast = try !stream.lookAhead() || isLast
        return true
    }
}
