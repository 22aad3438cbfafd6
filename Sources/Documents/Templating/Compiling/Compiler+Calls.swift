/// Calls of formatters and list functions, and row positions.
extension Compiler {
    /// Resolves anything that is not a plain name.
    mutating func computed(_ expression: Expression, _ position: Position) -> ExpressionOperand? {
        switch expression.form {
        case .name:
            return nil
        case .text(let text):
            return .computed(literal(text, .text), .text)
        case .number(let digits):
            return .computed(literal(digits, .number), .number)
        case .position(let name):
            return rowPosition(name, in: expression, at: position)
        case .call(let name, let arguments):
            if let function = ListFunction(rawValue: name), options.formatters[name] == nil {
                return list(function, arguments: arguments, in: expression, at: position)
            }
            return call(name, arguments: arguments, in: expression, at: position)
        }
    }

    private mutating func add(_ value: ComputedValue) -> Int {
        computedValues.append(value)
        return computedValues.count - 1
    }

    private mutating func literal(_ text: String, _ kind: SlotKind) -> Int {
        add(.literal(Array(text.utf8), kind))
    }

    /// A buffer that no other value uses.
    private mutating func buffer() -> Int {
        bufferCount += 1
        return bufferCount - 1
    }

    private mutating func rowPosition(_ name: String, in expression: Expression, at position: Position)
        -> ExpressionOperand?
    {
        guard let row = RowPosition(rawValue: name) else {
            // Data may have names like "@id".
            let plain = Expression.plain("@" + name, expression.range)
            if case .name(let parts) = plain.form, options.isTrusting || position.scope.names.contains(parts[0]) {
                return resolve(plain, position)
            }
            return missing(.unknownPosition(name), named: ["@" + name], at: position, range: expression.range)
        }
        for entry in position.scope.entries.reversed() {
            switch entry {
            case .record(_, let frame, true):
                if row == .last { framesUsingLast.insert(frame) }
                return .computed(add(.position(row, frame: frame, buffer: buffer())), row.type)
            case .value, .shape, .unknown:
                if position.scope.hasDataRows {
                    return .computed(add(.position(row, frame: -1, buffer: buffer())), row.type)
                }
            case .record, .scalar, .computed:
                continue
            }
        }
        report(.positionOutsideList(name), at: position, range: expression.range)
        return nil
    }

    // MARK: Formatters

    private mutating func call(
        _ name: String, arguments: [Expression], in expression: Expression, at position: Position
    ) -> ExpressionOperand? {
        guard let formatter = options.formatters[name] else {
            if options.isTrusting { return resolve(.plain(text(expression, position), expression.range), position) }
            report(.unknownFormatter(name, among: options.formatters.names), at: position, range: expression.range)
            return nil
        }
        let least = formatter.parameters.count { !$0.isOptional }
        guard (least...formatter.parameters.count).contains(arguments.count) else {
            report(
                .wrongArgumentCount(
                    name, least: least, most: formatter.parameters.count, given: arguments.count,
                    example: formatter.example),
                at: position, range: expression.range)
            return nil
        }
        var values: [CallArgument] = []
        var kinds: Set<SlotKind> = []
        var isRight = true
        var inner = position
        for (given, parameter) in zip(arguments, formatter.parameters) {
            guard let expanded = expanded(given, to: parameter, of: name, position) else {
                isRight = false
                continue
            }
            for (argument, type) in expanded {
                guard let operand = resolve(argument, inner) else {
                    isRight = false
                    continue
                }
                inner.scope.frames = max(inner.scope.frames, scratchTop)
                guard check(operand, of: argument, wanted: type, by: name, at: position) else {
                    isRight = false
                    continue
                }
                values.append(CallArgument(value: index(of: operand), takesAbsent: parameter.takesAbsent))
                kinds.insert(operand.guaranteedKind ?? .text)
            }
        }
        guard isRight else { return nil }
        let call = ComputedValue.call(formatter, arguments: values, buffer: buffer())
        switch formatter.result {
        case .text: return .computed(add(call), .text)
        case .number: return .computed(add(call), .number)
        // Whether the result is a number or a text is known only when rendering, unless all are the same.
        case .argument: return .computed(add(call), kinds.count == 1 ? kinds.first?.scalarType ?? .text : .text)
        }
    }

    /// The operands that a formatter receives for one argument: the value itself, or the parts of a record.
    private mutating func expanded(
        _ argument: Expression, to parameter: Formatter.Parameter, of name: String, _ position: Position
    ) -> [(Expression, Formatter.ArgumentType)]? {
        guard case .record(let parts) = parameter.type else { return [(argument, parameter.type)] }
        var given: ContextDeclaration.FieldType?
        var isRight = false
        if case .name(let path) = argument.form {
            if path.isEmpty, case .record? = position.scope.entries.last {
                given = position.scope.declarations.last?.map { .record($0) }
            } else {
                guard let operand = resolve(argument, position) else { return nil }
                given = operand.type
            }
            switch given {
            case .none: isRight = true
            case .record(let declaration): isRight = parts.allSatisfy { declaration.field($0) != nil }
            default: isRight = false
            }
            if isRight { return parts.map { (Expression(form: .name(path + [$0]), range: argument.range), .any) } }
        }
        report(
            .wrongArgumentType(name, wanted: parameter.type, argument: text(argument, position), given: given),
            at: position, range: argument.range)
        return nil
    }

    private mutating func index(of operand: ExpressionOperand) -> Int {
        switch operand {
        case .slot(let frame, let slot, let type):
            add(.slot(frame: frame, slot: slot, SlotKind(type), buffer: buffer()))
        case .data(let path, _): add(.data(path: path, buffer: buffer()))
        case .computed(let index, _): index
        case .list: literal("", .text)
        }
    }

    /// Whether a value is what a parameter takes; what is known only when rendering passes.
    private mutating func check(
        _ operand: ExpressionOperand, of expression: Expression, wanted: Formatter.ArgumentType, by name: String,
        at position: Position
    ) -> Bool {
        var isRight: Bool
        if case .choice(let words) = wanted {
            guard case .text(let word) = expression.form, words.contains(word) else {
                report(.wrongChoice(name, words), at: position, range: expression.range)
                return false
            }
            return true
        }
        switch (wanted, operand.type) {
        case (_, .none): isRight = true
        case (_, .record), (_, .list), (_, .stream), (_, .markup): isRight = false
        case (.text, .text), (.text, .number), (.text, .trustedURL): isRight = true
        case (.number, .number), (.flag, .flag), (.any, _): isRight = true
        default: isRight = false
        }
        if case .list = operand { isRight = false }
        if !isRight {
            report(
                .wrongArgumentType(name, wanted: wanted, argument: text(expression, position), given: operand.type),
                at: position, range: expression.range)
        }
        return isRight
    }

    // MARK: Lists

    private mutating func list(
        _ function: ListFunction, arguments: [Expression], in expression: Expression, at position: Position
    ) -> ExpressionOperand? {
        let counts = function == .count ? 1...1 : function == .first ? 2...2 : 2...3
        guard counts.contains(arguments.count) else {
            report(
                .wrongArgumentCount(
                    function.rawValue, least: counts.lowerBound, most: counts.upperBound, given: arguments.count,
                    example: function.example), at: position, range: expression.range)
            return nil
        }
        guard let operand = resolve(arguments[0], position) else { return nil }
        guard let list = operand.asList else {
            report(.needsList(function.rawValue, text(arguments[0], position)), at: position, range: arguments[0].range)
            return nil
        }
        switch function {
        case .count: return count(list, argument: arguments[0], at: position)
        case .first:
            guard case .number(let digits) = arguments[1].form, let count = Int(digits), count > 0 else {
                report(.needsCount, at: position, range: arguments[1].range)
                return nil
            }
            return .list(list.base, list.steps + [.first(count)])
        case .sorted: return sorted(list, by: arguments, at: position)
        }
    }

    private mutating func count(_ list: ListOperand, argument: Expression, at position: Position) -> ExpressionOperand?
    {
        guard list.steps.isEmpty else {
            report(.needsList("count", text(argument, position)), at: position, range: argument.range)
            return nil
        }
        switch list.base {
        case .slot(_, _, .stream):
            report(.needsWholeList("count", text(argument, position)), at: position, range: argument.range)
            return nil
        case .slot(let frame, let slot, _):
            return .computed(add(.count(frame: frame, slot: slot, buffer: buffer())), .number)
        case .data(let path, _): return .computed(add(.dataCount(path: path, buffer: buffer())), .number)
        }
    }

    private mutating func sorted(_ list: ListOperand, by arguments: [Expression], at position: Position)
        -> ExpressionOperand?
    {
        guard case .text(let name) = arguments[1].form else {
            report(.needsKey, at: position, range: arguments[1].range)
            return nil
        }
        var isDescending = false
        if arguments.count == 3 {
            guard case .text("descending") = arguments[2].form else {
                report(.wrongChoice("sorted", ["descending"]), at: position, range: arguments[2].range)
                return nil
            }
            isDescending = true
        }
        var slot = 0
        if case .slot(_, _, .stream) = list.base {
            report(.needsWholeList("sorted", text(arguments[0], position)), at: position, range: arguments[0].range)
            return nil
        }
        if let declaration = list.declaration {
            if let found = declaration.slotIfDeclared(name) {
                slot = found.index
                slotsRead.insert(SlotUse(declaration, found))
            } else {
                let unknown = DiagnosticMessage.unknownName(name, among: declaration.fields.map(\.name))
                guard missing(unknown, named: [name], at: position, range: arguments[1].range) != nil else {
                    return nil
                }
            }
        }
        return .list(list.base, list.steps + [.sorted(slot: slot, name: name, isDescending: isDescending)])
    }
}

extension ListFunction {
    var example: String {
        switch self {
        case .first: "{{# first(items, 10) }}"
        case .sorted: "{{# sorted(rooms, \"total\") }}"
        case .count: "{{ count(tags) }}"
        }
    }
}
