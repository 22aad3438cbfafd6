/// Computes values while rendering: calls of formatters, literals, positions of rows.
final class ComputedValueEvaluator {
    private let values: [ComputedValue]
    private let outputs: [FormatterOutput]
    /// Number of bytes that calls may still read and write.
    private var stepsLeft: Int

    init(_ program: TemplateProgram, steps: Int) {
        values = program.computed
        stepsLeft = steps
        outputs = (0..<program.bufferCount).map { _ in FormatterOutput() }
    }

    func restart(steps: Int) { stepsLeft = steps }

    /// The result of a computed value; `leaf` looks up values of the context.
    func evaluate(
        _ index: Int, _ leaf: (ComputedValue, FormatterOutput) throws -> FormatterArgument
    ) throws -> FormatterArgument {
        let value = values[index]
        switch value {
        case .literal(let literal, let kind):
            return FormatterArgument(literal, kind)
        case .slot(_, _, _, let buffer), .data(_, let buffer), .position(_, _, let buffer), .count(_, _, let buffer),
            .dataCount(_, let buffer):
            let output = outputs[buffer]
            output.clear(.text)
            return try leaf(value, output)
        case .call(let formatter, let arguments, let buffer):
            return try call(formatter, arguments: arguments, to: outputs[buffer], leaf: leaf)
        }
    }

    private func call(
        _ formatter: Formatter, arguments: [CallArgument], to output: FormatterOutput,
        leaf: (ComputedValue, FormatterOutput) throws -> FormatterArgument
    ) throws -> FormatterArgument {
        var values: [FormatterArgument] = []
        var work = 1
        for argument in arguments {
            let value = try evaluate(argument.value, leaf)
            if value.isAbsent, !argument.takesAbsent { return .absent }
            values.append(value)
            work += value.bytes.count
        }
        try count(work)
        output.clear(formatter.result == .number ? .number : .text)
        do {
            try formatter.body(FormatterArguments(values: values), output)
        } catch let fault as FormatterError {
            throw RenderError(kind: .formatter, message: "\(formatter.name): \(fault.message)")
        }
        try count(output.bytes.count)
        return output.argument
    }

    private func count(_ steps: Int) throws {
        stepsLeft -= steps
        if stepsLeft < 0 { throw RenderError.tooManySteps }
    }
}

extension FormatterOutput {
    /// An integer in decimal digits.
    func number(_ value: Int) -> FormatterArgument {
        clear(.number)
        write(String(value))
        return argument
    }

    /// `true` or `false`.
    func flag(_ flag: Bool) -> FormatterArgument {
        clear(.flag)
        write(flag ? "true" : "false")
        return argument
    }

    /// Bytes of a value.
    func copy(_ bytes: some Sequence<UInt8>, _ kind: SlotKind) -> FormatterArgument {
        clear(kind)
        write(bytes)
        return argument
    }
}

extension FormatterArgument {
    /// Whether a section over it is rendered.
    var isTruthy: Bool { !bytes.isEmpty && (kind != .flag || isTrue) }
}
