/// Runs a program over data whose names are looked up while rendering.
struct DataRenderer {
    private struct Loop {
        let list: [TemplateValue]
        var index: Int
    }

    private let template: Template
    private let tables = ValueWriter.Tables.shared
    /// The context stack, outermost first.
    private var stack: [TemplateValue]
    /// One for each open section; nil where it is not over a list.
    private var loops: [Loop?] = []
    private var iterations = 0
    private var depth = 0
    /// Templates compiled while rendering.
    private var late: [LateKey: Program] = [:]

    struct LateKey: Hashable {
        let name: String
        let margin: [UInt8]
        let place: Place
        let delimiters: Delimiters
        let isText: Bool
    }

    init(_ template: Template, _ data: TemplateValue) {
        self.template = template
        stack = [data]
    }

    mutating func run(_ program: Program, _ window: inout OutputWindow) throws {
        try program.literals.withUnsafeBufferPointer { literals in
            // A program without literals never reads them.
            let text = literals.baseAddress ?? UnsafePointer(SlotValue.present.assumingMemoryBound(to: UInt8.self))
            try run(program, text, Computation(program, text), &window)
        }
    }

    private mutating func run(
        _ program: Program, _ literals: UnsafePointer<UInt8>, _ computation: Computation,
        _ window: inout OutputWindow
    ) throws {
        var returns: [Int] = []
        var step = 0
        while true {
            switch program.instructions[step] {
            case .literal(let start, let count):
                try window.write(literal: literals + Int(start), Int(count))
            case .dataValue(let path, let escape, let tag):
                try write(lookUp(program.paths[Int(path)]), escape, program.tags[Int(tag)], &window)
            case .openSection(let path, let tag, let exit):
                if try !open(lookUp(program.paths[Int(path)]), program.tags[Int(tag)], &window) {
                    step += Int(exit)
                    continue
                }
            case .closeSection(let back):
                if try close() {
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
                if case .list(let list)? = value { value = .list(ListOrder.apply(program.listSteps[Int(steps)], list)) }
                if try !open(list: value) {
                    step += Int(exit)
                    continue
                }
            case .computed(let index, let kind, let escape):
                try ValueWriter.computed(
                    evaluate(Int(index), program, computation), kind, escape, tables, &window)
            case .unlessComputed(let index, let kind, let exit):
                if try !evaluate(Int(index), program, computation).isTruthy(kind) {
                    step += Int(exit)
                    continue
                }
            case .whenComputed(let index, let kind, let exit):
                if try evaluate(Int(index), program, computation).isTruthy(kind) {
                    step += Int(exit)
                    continue
                }
            case .jump(let distance):
                step += Int(distance)
                continue
            case .call(let routine):
                guard returns.count < template.options.limits.partialDepth else { throw Self.tooDeep }
                try countIteration()
                returns.append(step)
                step = program.routines[Int(routine)]
                continue
            case .end:
                guard let caller = returns.popLast() else { return }
                step = caller
            case .callNamed(let path, let tag):
                try countIteration()
                if case .text(let name)? = lookUp(program.paths[Int(path)]) {
                    try include(name, program.tags[Int(tag)], &window)
                }
            case .value, .text, .literalAndText, .optionalText, .unless, .when, .load, .firstElement, .firstOfSteps,
                .nextElement, .firstRow, .limitRows, .nextRow:
                throw RenderError(kind: .wrongContext, message: "the template was compiled for records, not for data")
            }
            step += 1
        }
    }

    private static let tooDeep = RenderError(
        kind: .partialsTooDeep, message: "partials stand too deep inside each other; raise the limit partialDepth")

    // MARK: Looking up

    /// What a path leads to from the innermost context that has its first name; nil where nothing has.
    private func lookUp(_ path: [String]) -> TemplateValue? {
        guard let first = path.first else { return stack.last }
        var index = stack.count - 1
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

    private mutating func open(_ value: TemplateValue?, _ tag: LateTag, _ window: inout OutputWindow) throws -> Bool {
        guard let value, value.isTruthy else { return false }
        try countIteration()
        switch value {
        case .list:
            return try open(list: value)
        case .lambda(let lambda):
            let result = try lambda.body(tag.source.string(tag.inside))
            try render(result, tag, tag.delimiters, .none, &window)
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

    private func evaluate(
        _ index: Int, _ program: Program, _ computation: Computation
    ) throws -> FormatterArgument {
        try computation.evaluate(index) { value, output in
            switch value {
            case .data(let path, _):
                switch lookUp(program.paths[path]) {
                case .text(let text)?, .number(let text)?: output.write(text)
                case .bool(let flag)?: return output.flag(flag)
                case .markup(let markup)?: output.write(markup.text)
                case .trustedURL(let url)?: output.write(url.text)
                case nil, .null?, .list?, .object?, .lambda?: return .absent
                }
                return output.argument
            case .dataCount(let path, _):
                guard case .list(let list)? = lookUp(program.paths[path]) else { return .absent }
                return output.number(list.count)
            case .position(let row, _, _):
                guard let loop = loops.last(where: { $0 != nil }) ?? nil else { return .absent }
                let number = row.value(index: loop.index, isLast: loop.index + 1 == loop.list.count)
                return row == .index || row == .number ? output.number(number) : output.flag(number != 0)
            case .slot, .count, .literal, .call:
                return .absent
            }
        }
    }

    private mutating func close() throws -> Bool {
        stack.removeLast()
        guard var loop = loops.removeLast(), loop.index + 1 < loop.list.count else { return false }
        loop.index += 1
        stack.append(loop.list[loop.index])
        loops.append(loop)
        try countIteration()
        return true
    }

    private mutating func countIteration() throws {
        iterations += 1
        if iterations > template.options.limits.iterations {
            throw RenderError(
                kind: .tooManyIterations,
                message: "sections and partials are gone through too often; raise the limit iterations")
        }
    }

    // MARK: Values

    private mutating func write(
        _ value: TemplateValue?, _ escape: Escape, _ tag: LateTag, _ window: inout OutputWindow
    ) throws {
        switch value {
        case nil, .null?:
            try ValueWriter.absent(escape, &window)
        case .bool(let flag)?:
            try ValueWriter.flag(flag, &window)
        case .number(var digits)?:
            try digits.withUTF8 { bytes in
                guard let base = bytes.baseAddress else { return }
                try ValueWriter.number(base, bytes.count, escape, tables, &window)
            }
        case .text(let text)?:
            if !tag.isEscaped { try checkMarkup() }
            try write(text, escape, &window)
        case .markup(let markup)?:
            let isRaw = tag.takesMarkup && template.options.prints(rawText: .markup)
            try write(markup.text, isRaw && !(template.options.isTrusting && tag.isEscaped) ? .none : escape, &window)
        case .trustedURL(let url)?:
            let isWhole = escape == .url || escape == .urlInSet || escape == .codeURL
            try write(url.text, isWhole ? .html : escape, &window)
        case .lambda(let lambda)?:
            try render(lambda.body(nil), tag, .standard, escape, &window)
        case .list?, .object?:
            return
        }
    }

    private func write(_ text: String, _ escape: Escape, _ window: inout OutputWindow) throws {
        var text = text
        try text.withUTF8 { bytes in
            let base = bytes.baseAddress ?? UnsafePointer(SlotValue.present.assumingMemoryBound(to: UInt8.self))
            try ValueWriter.text(base, bytes.count, escape, tables, &window)
        }
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
        _ result: TemplateValue, _ tag: LateTag, _ delimiters: Delimiters, _ escape: Escape,
        _ window: inout OutputWindow
    ) throws {
        guard case .text(let text) = result else { return try write(result, escape, tag, &window) }
        guard escape != .none else {
            return try nest(compile(text, margin: [], tag.place, delimiters, isText: true), &window)
        }
        // The text is gathered as it is and escaped once, for the place its tag stands in.
        let program = try compile(text, margin: [], .plainText, delimiters, isText: true)
        var sink = MemorySink()
        try withUnsafeMutablePointer(to: &sink) { sink in
            var inner = OutputWindow(limit: template.options.limits.outputSize) { sink.pointee.write($0) }
            try nest(program, &inner)
            try inner.flush()
        }
        try write(sink.text, escape, &window)
    }

    private mutating func include(_ name: String, _ tag: LateTag, _ window: inout OutputWindow) throws {
        guard let bytes = template.library.source(named: name) else {
            if template.options.isTrusting { return }
            throw RenderError(kind: .badTemplate, message: "the data names a partial that does not exist")
        }
        _ = bytes
        try nest(compile(name, margin: tag.margin, tag.place, .standard, isText: false), &window)
    }

    private mutating func nest(_ program: Program, _ window: inout OutputWindow) throws {
        guard depth < template.options.limits.partialDepth else { throw Self.tooDeep }
        depth += 1
        defer { depth -= 1 }
        try run(program, &window)
    }

    private mutating func compile(
        _ text: String, margin: [UInt8], _ place: Place, _ delimiters: Delimiters, isText: Bool
    ) throws -> Program {
        let key = LateKey(name: text, margin: margin, place: place, delimiters: delimiters, isText: isText)
        if let known = late[key] { return known }
        do {
            let program = try Compiler.compileLate(
                text, margin: margin, place: place, delimiters: delimiters, isText: isText,
                library: template.library, options: template.options)
            if late.count < 256 { late[key] = program }
            return program
        } catch {
            throw RenderError(
                kind: .badTemplate,
                message: "a template known only while rendering does not compile:\n\(error)")
        }
    }
}
