/// Runs a program over records: no allocation, no reference counting and one indirect call a row once it is going.
struct RecordRenderer: ~Copyable {
    /// Where a section over a list has got to.
    private struct Loop {
        var rows: UnsafePointer<UnsafeMutablePointer<SlotValue>>?
        var stream: UnsafeRawPointer?
        var index = 0
        var count = 0
    }

    private let frames: UnsafeMutablePointer<UnsafeMutablePointer<SlotValue>>
    private let loops: UnsafeMutablePointer<Loop>
    /// A frame in which everything is absent.
    private let nothing: UnsafeMutablePointer<SlotValue>
    private let tables = ValueWriter.Tables()
    private let limits: TemplateLimits
    private var returns: [Int] = []
    private var iterations = 0

    private init(_ program: Program, _ limits: TemplateLimits) {
        self.limits = limits
        nothing = .allocate(capacity: program.slotCount)
        nothing.initialize(repeating: SlotValue(), count: program.slotCount)
        frames = .allocate(capacity: program.frameCount)
        frames.initialize(repeating: nothing, count: program.frameCount)
        loops = .allocate(capacity: program.frameCount)
        loops.initialize(repeating: Loop(), count: program.frameCount)
    }

    deinit {
        nothing.deallocate()
        frames.deallocate()
        loops.deallocate()
    }

    static func render(
        _ program: Program, _ record: Record, _ limits: TemplateLimits, _ window: inout OutputWindow
    ) throws {
        var renderer = RecordRenderer(program, limits)
        renderer.frames[0] = record.slots
        try withExtendedLifetime(record) {
            try program.instructions.withUnsafeBufferPointer { instructions in
                try program.literals.withUnsafeBufferPointer { literals in
                    guard let code = instructions.baseAddress else { return }
                    // A program without literals never reads them.
                    let text =
                        literals.baseAddress ?? UnsafePointer(SlotValue.present.assumingMemoryBound(to: UInt8.self))
                    try renderer.run(program, code, text, &window)
                }
            }
        }
    }

    private mutating func run(
        _ program: Program, _ code: UnsafePointer<Instruction>, _ literals: UnsafePointer<UInt8>,
        _ window: inout OutputWindow
    ) throws {
        var step = code
        while true {
            switch step.pointee {
            case .literal(let start, let count):
                try window.write(literals + Int(start), Int(count))
            case .value(let frame, let slot, let kind, let escape):
                try value(frames[Int(frame)][Int(slot)], kind, escape, &window)
            case .unless(let frame, let slot, let kind, let exit):
                if try !isTruthy(frames[Int(frame)][Int(slot)], kind) {
                    step += Int(exit)
                    continue
                }
            case .when(let frame, let slot, let kind, let exit):
                if try isTruthy(frames[Int(frame)][Int(slot)], kind) {
                    step += Int(exit)
                    continue
                }
            case .nextRow(let frame, let back):
                if try nextRow(Int(frame)) {
                    step += Int(back)
                    continue
                }
            case .nextElement(let frame, let back):
                if try nextElement(Int(frame)) {
                    step += Int(back)
                    continue
                }
            case .load(let frame, let slot, let into):
                let base = frames[Int(frame)][Int(slot)].base
                frames[Int(into)] =
                    base.map { UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: SlotValue.self) }
                    ?? nothing
            case .firstElement(let frame, let slot, let into, let exit):
                if try !firstElement(frames[Int(frame)][Int(slot)], Int(into)) {
                    step += Int(exit)
                    continue
                }
            case .firstRow(let frame, let slot, let into, let exit):
                if try !firstRow(frames[Int(frame)][Int(slot)], Int(into)) {
                    step += Int(exit)
                    continue
                }
            case .jump(let distance):
                step += Int(distance)
                continue
            case .call(let routine):
                guard returns.count < limits.partialDepth * 4 else {
                    throw RenderError(
                        kind: .partialsTooDeep,
                        message: "partials stand too deep inside each other; raise the limit partialDepth")
                }
                returns.append(step - code)
                step = code + program.routines[Int(routine)]
                continue
            case .end:
                guard let caller = returns.popLast() else { return }
                step = code + caller
            case .dataValue, .openSection, .closeSection, .openInverted, .callNamed:
                throw RenderError(kind: .wrongContext, message: "the template was compiled for data, not for records")
            }
            step += 1
        }
    }

    @inline(__always)
    private func value(
        _ slot: SlotValue, _ kind: SlotKind, _ escape: Escape, _ window: inout OutputWindow
    ) throws {
        guard let base = slot.base else { return try ValueWriter.absent(escape, &window) }
        if kind == .text {
            try ValueWriter.text(base.assumingMemoryBound(to: UInt8.self), slot.count, escape, tables, &window)
        } else {
            try special(slot, base, kind, escape, &window)
        }
    }

    @inline(never)
    private func special(
        _ slot: SlotValue, _ base: UnsafeRawPointer, _ kind: SlotKind, _ escape: Escape, _ window: inout OutputWindow
    ) throws {
        let bytes = base.assumingMemoryBound(to: UInt8.self)
        switch kind {
        case .number: try ValueWriter.number(bytes, slot.count, escape, tables, &window)
        case .flag: try ValueWriter.flag(slot.count != 0, &window)
        case .text, .markup, .trustedURL: try ValueWriter.text(bytes, slot.count, escape, tables, &window)
        case .record, .list, .stream: return
        }
    }

    private func isTruthy(_ slot: SlotValue, _ kind: SlotKind) throws -> Bool {
        switch kind {
        case .text, .number, .flag, .markup, .trustedURL, .list: slot.base != nil && slot.count != 0
        case .record: slot.base != nil
        case .stream: try slot.base.map { try hasRows(stream($0)) } ?? false
        }
    }

    // MARK: Lists

    private mutating func firstElement(_ slot: SlotValue, _ frame: Int) throws -> Bool {
        guard let base = slot.base, slot.count > 0 else { return false }
        let rows = base.assumingMemoryBound(to: UnsafeMutablePointer<SlotValue>.self)
        loops[frame] = Loop(rows: rows, stream: nil, index: 0, count: slot.count)
        frames[frame] = rows[0]
        try countIteration()
        return true
    }

    @inline(__always)
    private mutating func nextElement(_ frame: Int) throws -> Bool {
        let index = loops[frame].index + 1
        guard index < loops[frame].count, let rows = loops[frame].rows else { return false }
        loops[frame].index = index
        frames[frame] = rows[index]
        try countIteration()
        return true
    }

    @inline(__always)
    private mutating func countIteration() throws {
        iterations += 1
        if iterations > limits.iterations {
            throw RenderError(
                kind: .tooManyIterations, message: "sections go through too many elements; raise the limit iterations")
        }
    }

    // MARK: Streams

    private func stream(_ base: UnsafeRawPointer) -> StreamBox {
        Unmanaged<StreamBox>.fromOpaque(base).takeUnretainedValue()
    }

    /// Whether a stream has had or will have rows; reads one ahead where none was read yet.
    private func hasRows(_ stream: StreamBox) throws -> Bool {
        if stream.rows > 0 || stream.isAhead { return true }
        if stream.isFinished { return false }
        stream.isAhead = try stream.advance()
        return stream.isAhead
    }

    private mutating func firstRow(_ slot: SlotValue, _ frame: Int) throws -> Bool {
        guard let base = slot.base else { return false }
        let stream = stream(base)
        if stream.rows > 0 {
            guard try stream.restart() else {
                throw RenderError(
                    kind: .streamUsedTwice,
                    message: "a streamed list can be gone through only once; use a list in memory")
            }
            stream.rows = 0
            stream.isFinished = false
            stream.isAhead = false
        }
        if !stream.isAhead {
            guard !stream.isFinished, try stream.advance() else { return false }
        }
        stream.isAhead = false
        stream.rows = 1
        loops[frame] = Loop(rows: nil, stream: base, index: 0, count: 0)
        frames[frame] = stream.row.slots
        try countIteration()
        return true
    }

    @inline(__always)
    private mutating func nextRow(_ frame: Int) throws -> Bool {
        guard let base = loops[frame].stream else { return false }
        let more = try Unmanaged<StreamBox>.fromOpaque(base)._withUnsafeGuaranteedRef { stream throws in
            guard try stream.advance() else { return false }
            stream.rows &+= 1
            return true
        }
        guard more else { return false }
        loops[frame].index &+= 1
        try countIteration()
        return true
    }
}

extension StreamBox {
    /// Fills the row anew; false at the end.
    @inline(__always)
    final func advance() throws -> Bool {
        row.clear()
        if try next(into: row) { return true }
        isFinished = true
        return false
    }
}
