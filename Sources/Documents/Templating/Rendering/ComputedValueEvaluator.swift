/// Works out computed values while rendering.
final class ComputedValueEvaluator {
    private let program: TemplateProgram
    private let literals: UnsafePointer<UInt8>
    private let buffers: [FormatterOutput]
    /// How many bytes calls may still read and write.
    private var stepsLeft: Int

    init(_ program: TemplateProgram, _ literals: UnsafePointer<UInt8>, steps: Int) {
        self.program = program
        stepsLeft = steps
        self.literals = literals
        buffers = (0..<program.bufferCount).map { _ in FormatterOutput() }
    }

    /// The bytes of a computed value; `leaf` gives those that come from the context.
    func evaluate(
        _ index: Int, _ leaf: (ComputedValue, FormatterOutput) throws -> FormatterArgument
    ) throws -> FormatterArgument {
        let value = program.computed[index]
        switch value {
        case .literal(let start, let count, let kind):
            return FormatterArgument(base: literals + start, length: count, kind: kind)
        case .slot(_, _, _, let buffer), .data(_, let buffer), .position(_, _, let buffer), .count(_, _, let buffer),
            .dataCount(_, let buffer):
            let output = buffers[buffer]
            output.clear(.text)
            return try leaf(value, output)
        case .call(let formatter, let arguments, let buffer):
            return try call(formatter, arguments, buffers[buffer], leaf)
        }
    }

    private func call(
        _ formatter: Formatter, _ arguments: [Int], _ output: FormatterOutput,
        _ leaf: (ComputedValue, FormatterOutput) throws -> FormatterArgument
    ) throws -> FormatterArgument {
        try withUnsafeTemporaryAllocation(of: FormatterArgument.self, capacity: max(1, arguments.count)) { values in
            var work = 1
            for (position, index) in arguments.enumerated() {
                let value = try evaluate(index, leaf)
                if value.isAbsent, !formatter.parameters[position].takesAbsent { return .absent }
                values.initializeElement(at: position, to: value)
                work += value.length
            }
            try count(work)
            output.clear(formatter.result == .number ? .number : .text)
            do {
                let given = UnsafeBufferPointer(rebasing: values[..<arguments.count])
                try formatter.body(FormatterArguments(values: given), output)
            } catch let fault as FormatterError {
                throw RenderError(kind: .formatter, message: "\(formatter.name): \(fault.message)")
            }
            try count(output.count)
            return output.argument
        }
    }

    private func count(_ steps: Int) throws {
        stepsLeft -= steps
        if stepsLeft < 0 { throw RenderError.tooManySteps }
    }
}

extension FormatterOutput {
    /// What was written, as an argument of another call.
    var argument: FormatterArgument {
        isAbsent ? .absent : FormatterArgument(base: UnsafePointer(base), length: count, kind: kind)
    }

    /// An integer in decimal digits.
    func number(_ value: Int) -> FormatterArgument {
        kind = .number
        write(String(value))
        return argument
    }

    /// `true` or `false`.
    func flag(_ flag: Bool) -> FormatterArgument {
        kind = .flag
        write(flag ? "true" : "false")
        return argument
    }
}

extension FormatterArgument {
    /// Whether a section of it is rendered.
    var isTruthy: Bool {
        !isAbsent && length > 0 && (kind != .flag || isTrue)
    }
}

extension ValueWriter {
    /// Writes a computed value.
    static func computed(
        _ value: FormatterArgument, _ escape: Escape, _ tables: UnsafePointer<Tables>,
        _ window: inout OutputWindow
    ) throws {
        guard let base = value.base else { return try absent(escape, &window) }
        switch value.kind {
        case .number: try number(base, value.length, escape, tables, &window)
        case .flag: try flag(value.isTrue, &window)
        default: try text(base, value.length, escape, tables, &window)
        }
    }
}
