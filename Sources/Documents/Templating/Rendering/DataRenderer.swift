/// Runs a program over data whose names are looked up while rendering.
struct DataRenderer {
    private struct Loop {
        let list: [TemplateValue]
        var index: Int
    }

    private let template: Template
    /// The context stack, outermost first.
    private var stack: [TemplateValue]
    /// One for each open section; nil if it is not over a list.
    private var loops: [Loop?] = []
    private var steps = 0
    private var depth = 0
    /// Templates compiled while rendering.
    private var dynamicPrograms: [DynamicProgramKey: TemplateProgram] = [:]

    struct DynamicProgramKey: Hashable {
        let name: String
        let indentation: [UInt8]
        let escapingContext: EscapingContext
        let delimiters: Delimiters
        let isText: Bool
        let overrides: [String: Compiler.OverrideKey]
        let hasDataRows: Bool
    }

    init(_ template: Template, _ data: TemplateValue) {
        self.template = template
        stack = [data]
    }

    mutating func run(_ program: TemplateProgram, _ window: inout OutputWindow) throws {
        let evaluator = ComputedValueEvaluator(program, steps: template.options.limits.steps - steps)
        var step = 0
        do {
            try run(program, evaluator: evaluator, step: &step, to: &window)
        } catch let error as RenderError {
            throw error.at(program.location(of: step))
        }
    }

    private mutating func run(
        _ program: TemplateProgram, evaluator: ComputedValueEvaluator, step: inout Int,
        to window: inout OutputWindow
    ) throws {
        let literals = program.literals
        var returns: [Int] = []
        while true {
            switch program.instructions[step] {
            case .literal(let start, let count):
                try window.write(literals.span.extracting(Int(start)..<Int(start + count)))
            case .dataValue(let path, let escape, let tag):
                try write(lookUp(program.paths[Int(path)]), escape: escape, tag: program.tags[Int(tag)], to: &window)
            case .openSection(let path, let tag, let exit):
                if try !open(lookUp(program.paths[Int(path)]), tag: program.tags[Int(tag)], to: &window) {
                    step += Int(exit)
                    continue
                }
            case .closeSection(let back):
                try count(Int(back))
                if close() {
                    step += Int(back)
                    continue
                }
            case .openInverted(let path, let exit):
                if lookUp(program.paths[Int(path)])?.isTruthy ?? false {
                    step += Int(exit)
                    continue
                }
            case .openSteps(let path, let steps, let exit):
                var value = lookUp(program.paths[Int(path)])
                if case .list(let list)? = value {
                    var work = list.count
                    value = .list(Array(ListOrder.apply(program.listSteps[Int(steps)], to: list[...], work: &work)))
                    try count(work)
                }
                if try !open(list: value) {
                    step += Int(exit)
                    continue
                }
            case .computed(let index, let escape):
                try window.write(evaluate(Int(index), of: program, with: evaluator), escape)
            case .unlessComputed(let index, let exit):
                if try !evaluate(Int(index), of: program, with: evaluator).isTruthy {
                    step += Int(exit)
                    continue
                }
            case .whenComputed(let index, let exit):
                if try evaluate(Int(index), of: program, with: evaluator).isTruthy {
                    step += Int(exit)
                    continue
                }
            case .jump(let distance):
                step += Int(distance)
                continue
            case .call(let routine):
                guard returns.count + depth < template.options.limits.partialDepth else { throw RenderError.tooDeep }
                try count(program.routineLengths[Int(routine)])
                returns.append(step)
                step = program.routines[Int(routine)]
                continue
            case .end:
                guard let caller = returns.popLast() else { return }
                step = caller
            case .callDynamicPartial(let path, let tag):
                if case .text(let name)? = lookUp(program.paths[Int(path)]) {
                    try include(name, tag: program.tags[Int(tag)], to: &window)
                }
            case .rejectRow:
                throw RenderError(
                    kind: .valuesRunTogether,
                    message: "the rows of this list would run together; write a comma or a line's end between them")
            case .value, .unless, .when, .load, .firstElement, .firstOfSteps, .nextElement, .firstRow, .limitRows,
                .nextRow:
                throw RenderError(kind: .wrongContext, message: "the template was compiled for records, not for data")
            }
            step += 1
        }
    }

    // MARK: Looking up

    /// The value of a path, from the innermost context that has its first name; nil if none has.
    private mutating func lookUp(_ path: [String]) -> TemplateValue? {
        guard let first = path.first else { return stack.last }
        var index = stack.count - 1
        // Each context that is searched is a step; the limit is checked at backward jumps.
        defer { steps &+= stack.count - index }
        while index >= 0 {
            if case .object(let members) = stack[index], var value = members[first] {
                for name in path.dropFirst() {
                    guard case .object(let inner) = value, let next = inner[name] else { return nil }
                    value = next
                }
                return value
            }
            index -= 1
        }
        return nil
    }

    // MARK: Sections

    private mutating func open(_ value: TemplateValue?, tag: DynamicTag, to window: inout OutputWindow) throws -> Bool {
        guard let value, value.isTruthy else { return false }
        switch value {
        case .list:
            return try open(list: value)
        case .lambda(let lambda):
            let result = try lambda.body(tag.source.string(tag.inside))
            try render(result, tag: tag, delimiters: tag.delimiters, escape: .none, to: &window)
            return false
        default:
            loops.append(nil)
            stack.append(value)
        }
        return true
    }

    private mutating func open(list value: TemplateValue?) throws -> Bool {
        guard case .list(let list)? = value, let first = list.first else { return false }
        loops.append(Loop(list: list, index: 0))
        stack.append(first)
        return true
    }

    private mutating func evaluate(
        _ index: Int, of program: TemplateProgram, with evaluator: ComputedValueEvaluator
    ) throws -> FormatterArgument {
        try evaluator.evaluate(index) { value, output in
            switch value {
            case .data(let path, _):
                switch lookUp(program.paths[path]) {
                case .text(let text)?: return output.copy(text.utf8, .text)
                case .number(let digits)?: return output.copy(digits.utf8, .number)
                case .bool(let flag)?: return output.flag(flag)
                case .markup(let markup)?: return output.copy(markup.text.utf8, .text)
                case .trustedURL(let url)?: return output.copy(url.text.utf8, .text)
                case nil, .null?, .list?, .object?, .lambda?: return .absent
                }
            case .dataCount(let path, _):
                // A list that is not there is empty, as in records.
                switch lookUp(program.paths[path]) {
                case .list(let list): return output.number(list.count)
                case nil, .null: return output.number(0)
                default: return .absent
                }
            case .position(let row, _, _):
                guard let loop = loops.last(where: { $0 != nil }) ?? nil else { return .absent }
                let number = row.value(index: loop.index, isLast: loop.index + 1 == loop.list.count)
                return row == .index || row == .number ? output.number(number) : output.flag(number != 0)
            case .slot, .count, .literal, .call:
                return .absent
            }
        }
    }

    private mutating func close() -> Bool {
        stack.removeLast()
        guard var loop = loops.removeLast(), loop.index + 1 < loop.list.count else { return false }
        loop.index += 1
        stack.append(loop.list[loop.index])
        loops.append(loop)
        return true
    }

    private mutating func count(_ work: Int) throws {
        // A jump back counts as the steps it goes back.
        steps &+= abs(work)
        if steps > template.options.limits.steps { throw RenderError.tooManySteps }
    }

    // MARK: Values

    private mutating func write(
        _ value: TemplateValue?, escape: Escape, tag: DynamicTag, to window: inout OutputWindow
    ) throws {
        switch value {
        case nil, .null?:
            try window.writeAbsent(escape)
        case .bool(let flag)?:
            try window.write(flag: flag, escape)
        case .number(var digits)?:
            try digits.withUTF8 { try window.write(number: $0.span, escape) }
        case .text(let text)?:
            if !tag.isEscaped { try checkMarkup() }
            try write(text, escape: escape, to: &window)
        case .markup(let markup)?:
            let isRaw = tag.takesMarkup && template.options.prints(rawText: .markup)
            try write(
                markup.text, escape: isRaw && !(template.options.isTrusting && tag.isEscaped) ? .none : escape,
                to: &window)
        case .trustedURL(let url)?:
            let isWhole = escape == .url || escape == .urlInSet || escape == .codeURL
            try write(url.text, escape: isWhole ? .html : escape == .typstURL ? .typst : escape, to: &window)
        case .lambda(let lambda)?:
            try render(lambda.body(nil), tag: tag, delimiters: .standard, escape: escape, to: &window)
        case .list?, .object?:
            // They have no text of their own. In most formats that is nothing; JSON would lack a value.
            guard escape == .jsonValue || escape == .jsonName else { return }
            throw RenderError(
                kind: .notPrintable,
                message: "a list or an object is not a single JSON value; open a section over it and write its parts")
        }
    }

    private func write(_ text: String, escape: Escape, to window: inout OutputWindow) throws {
        var text = text
        try text.withUTF8 { try window.write($0.span, escaped: escape) }
    }

    private func checkMarkup() throws {
        guard template.options.isTrusting || template.options.contentType == .text else {
            throw RenderError(
                kind: .notMarkup,
                message: "a value printed by {{{…}}} is not safe markup; write {{…}} or give it as markup")
        }
    }

    // MARK: Templates known only now

    /// Renders what a lambda returned.
    private mutating func render(
        _ result: TemplateValue, tag: DynamicTag, delimiters: Delimiters, escape: Escape,
        to window: inout OutputWindow
    ) throws {
        guard case .text(let text) = result else { return try write(result, escape: escape, tag: tag, to: &window) }
        guard escape != .none else {
            return try nest(
                compile(text, tag: tag, in: tag.escapingContext, delimiters: delimiters), &window)
        }
        // The text is collected unescaped and escaped once, for the context of its tag.
        let program = try compile(text, tag: tag, in: .plainText, delimiters: delimiters)
        let gathered = SinkBox(MemorySink())
        var inner = OutputWindow(limit: template.options.limits.outputSize) { gathered.sink.write($0) }
        try nest(program, &inner)
        try inner.flush()
        try write(gathered.sink.text, escape: escape, to: &window)
    }

    private mutating func include(_ name: String, tag: DynamicTag, to window: inout OutputWindow) throws {
        let key = dynamicKey(name, tag, tag.escapingContext, .standard, isText: false)
        if let known = dynamicPrograms[key] { return try nest(known, &window) }
        guard let bytes = try source(named: name) else { return }
        try nest(compile(bytes, named: name, key, tag), &window)
    }

    /// The partial that the data name; nil for none and that is allowed.
    private func source(named name: String) throws(RenderError) -> [UInt8]? {
        do {
            if let bytes = try template.library.source(named: name) { return bytes }
        } catch {
            let problem = DiagnosticMessage.unreadablePartial(name, error)
            throw RenderError(
                kind: .badTemplate, message: "\(SourceText.shortened(problem.message)); \(problem.remedy)")
        }
        if template.options.isTrusting { return nil }
        throw RenderError(
            kind: .badTemplate,
            message: "the data names a partial here that does not exist; see that the library has one of each name")
    }

    private mutating func nest(_ program: TemplateProgram, _ window: inout OutputWindow) throws {
        guard depth < template.options.limits.partialDepth else { throw RenderError.tooDeep }
        depth += 1
        defer { depth -= 1 }
        try run(program, &window)
    }

    /// Compiles what a lambda returned for its tag.
    private mutating func compile(
        _ text: String, tag: DynamicTag, in escapingContext: EscapingContext, delimiters: Delimiters
    ) throws -> TemplateProgram {
        let key = dynamicKey(text, tag, escapingContext, delimiters, isText: true)
        return try dynamicPrograms[key] ?? compile(Array(text.utf8), named: "lambda", key, tag)
    }

    private func dynamicKey(
        _ name: String, _ tag: DynamicTag, _ escapingContext: EscapingContext, _ delimiters: Delimiters, isText: Bool
    ) -> DynamicProgramKey {
        DynamicProgramKey(
            name: name, indentation: tag.indentation, escapingContext: escapingContext, delimiters: delimiters,
            isText: isText, overrides: tag.overrides.mapValues(\.key), hasDataRows: tag.hasDataRows)
    }

    private mutating func compile(
        _ bytes: [UInt8], named name: String, _ key: DynamicProgramKey, _ tag: DynamicTag
    ) throws -> TemplateProgram {
        do {
            let program = try Compiler.compileDynamic(
                bytes, named: name, tag, escapingContext: key.escapingContext, delimiters: key.delimiters,
                isText: key.isText, library: template.library, options: template.options)
            try count(program.compilingSteps)
            if dynamicPrograms.count < 256 { dynamicPrograms[key] = program }
            return program
        } catch {
            throw RenderError(
                kind: .badTemplate,
                message: "a template known only while rendering does not compile:\n\(error)")
        }
    }
}

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
