/// Works out computed values while rendering.
final class Computation {
    private let program: Program
    private let literals: UnsafePointer<UInt8>
    private let buffers: [FormatterOutput]

    init(_ program: Program, _ literals: UnsafePointer<UInt8>) {
        self.program = program
        self.literals = literals
        buffers = (0..<program.bufferCount).map { _ in FormatterOutput() }
    }

    /// The bytes of a computed value; `leaf` gives those that come from the context.
    func evaluate(
        _ index: Int, _ leaf: (Computed, FormatterOutput) throws -> FormatterArgument
    ) throws -> FormatterArgument {
        let value = program.computed[index]
        switch value {
        case .literal(let start, let count):
            return FormatterArgument(base: literals + start, length: count)
        case .slot(_, _, _, let buffer), .data(_, let buffer), .position(_, _, let buffer), .count(_, _, let buffer),
            .dataCount(_, let buffer):
            let output = buffers[buffer]
            output.clear()
            return try leaf(value, output)
        case .call(let formatter, let arguments, let buffer):
            return try call(formatter, arguments, buffers[buffer], leaf)
        }
    }

    private func call(
        _ formatter: Formatter, _ arguments: [Int], _ output: FormatterOutput,
        _ leaf: (Computed, FormatterOutput) throws -> FormatterArgument
    ) throws -> FormatterArgument {
        try withUnsafeTemporaryAllocation(of: FormatterArgument.self, capacity: max(1, arguments.count)) { values in
            for (position, index) in arguments.enumerated() {
                let value = try evaluate(index, leaf)
                if value.isAbsent, !formatter.parameters[position].takesAbsent { return .absent }
                values.initializeElement(at: position, to: value)
            }
            output.clear()
            do {
                let given = UnsafeBufferPointer(rebasing: values[..<arguments.count])
                try formatter.body(FormatterArguments(values: given), output)
            } catch let fault as FormatterFault {
                throw RenderError(kind: .formatter, message: "\(formatter.name): \(fault.message)")
            }
            return output.argument
        }
    }
}

extension FormatterOutput {
    /// What was written, as an argument of another call.
    var argument: FormatterArgument {
        isAbsent ? .absent : FormatterArgument(base: UnsafePointer(base), length: count)
    }

    /// An integer in decimal digits.
    func number(_ value: Int) -> FormatterArgument {
        write(String(value))
        return argument
    }

    /// `true` or `false`.
    func flag(_ flag: Bool) -> FormatterArgument {
        write(flag ? "true" : "false")
        return argument
    }
}

extension FormatterArgument {
    /// Whether a section of it is rendered.
    func isTruthy(_ kind: SlotKind) -> Bool {
        !isAbsent && length > 0 && (kind != .flag || isTrue)
    }
}

extension ValueWriter {
    /// Writes a computed value.
    static func computed(
        _ value: FormatterArgument, _ kind: SlotKind, _ escape: Escape, _ tables: UnsafePointer<Tables>,
        _ window: inout OutputWindow
    ) throws {
        guard let base = value.base else { return try absent(escape, &window) }
        switch kind {
        case .number: try number(base, value.length, escape, tables, &window)
        case .flag: try flag(value.isTrue, &window)
        default: try text(base, value.length, escape, tables, &window)
        }
    }
}
