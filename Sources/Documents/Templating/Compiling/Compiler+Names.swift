/// Resolves names.
extension Compiler {
    mutating func resolve(_ expression: Expression, _ position: Position) -> ExpressionOperand? {
        scratchTop = position.scope.frames
        guard case .name(let parts) = expression.form else { return computed(expression, position) }
        if parts.isEmpty { return implicit(expression, position) }
        if parts[0].isEmpty, !options.isTrusting,
            let mistake = DiagnosticMessage.leadingPoint(text(expression, position))
        {
            report(mistake, at: position, range: expression.range)
            return nil
        }
        for (entry, declaration) in zip(position.scope.entries, position.scope.declarations).reversed() {
            switch entry {
            case .unknown:
                return .data(path: path(parts), nil)
            case .scalar, .computed, .value:
                continue
            case .record(_, let frame, _):
                guard let declaration, let slot = declaration.slotIfDeclared(parts[0]),
                    let field = declaration.field(parts[0])
                else {
                    continue
                }
                slotsRead.insert(SlotUse(declaration, slot))
                return part(
                    of: .slot(frame: frame, slot: slot.index, field.type), parts: parts, in: expression, at: position)
            case .shape:
                guard let declaration, let field = declaration.field(parts[0]) else { continue }
                let type = declaration.knownType(field)
                return part(of: .data(path: path(parts), type), parts: parts, in: expression, at: position)
            }
        }
        if options.isTrusting {
            return .data(path: path(parts), nil)
        }
        // Another engine's syntax is a mistake whatever the data has.
        if let foreign = DiagnosticMessage.foreignSyntax(text(expression, position), formatters: options.formatters) {
            report(foreign, at: position, range: expression.range)
            return nil
        }
        let inRows = list(withRowsNaming: parts[0], position).map { DiagnosticMessage.nameInRows(parts[0], of: $0) }
        return missing(
            inRows ?? .unknownName(parts[0], among: position.scope.names), named: parts, at: position,
            range: expression.range)
    }

    /// A list in the scope whose rows have a name.
    private func list(withRowsNaming name: String, _ position: Position) -> String? {
        for declaration in position.scope.declarations.reversed() {
            for field in declaration?.fields ?? [] {
                switch field.type {
                case .list(let rows) where rows.field(name) != nil, .stream(let rows) where rows.field(name) != nil:
                    return field.name
                default: continue
                }
            }
        }
        return nil
    }

    private mutating func implicit(_ expression: Expression, _ position: Position) -> ExpressionOperand? {
        switch position.scope.entries.last {
        case .scalar(let frame, let slot, let kind):
            return .slot(frame: frame, slot: slot, kind.scalarType)
        case .computed(let index, let kind):
            return .computed(index, kind.scalarType)
        case .value(let kind):
            return .data(path: path([]), kind.scalarType)
        case .record:
            report(.notPrintable("."), at: position, range: expression.range)
            return nil
        default:
            return .data(path: path([]), nil)
        }
    }

    /// Follows the dots of a name.
    private mutating func part(
        of operand: ExpressionOperand, parts: [String], in expression: Expression, at position: Position
    ) -> ExpressionOperand? {
        var operand = operand
        var scratch = position.scope.frames
        for (index, part) in parts.enumerated().dropFirst() {
            guard case .record(let declaration)? = operand.type else {
                if case .data(_, nil) = operand { return operand }
                return missing(
                    .noParts(parts[..<index].joined(separator: ".")), named: parts, at: position,
                    range: expression.range)
            }
            guard let slot = declaration.slotIfDeclared(part), let field = declaration.field(part) else {
                // The caret is under the part that is meant.
                let before = parts[..<index].reduce(0) { $0 + $1.utf8.count + 1 }
                let start = expression.range.lowerBound + before
                return missing(
                    .unknownName(part, among: declaration.fields.map(\.name)), named: parts, at: position,
                    range: start..<start + part.utf8.count)
            }
            slotsRead.insert(SlotUse(declaration, slot))
            switch operand {
            case .slot(let frame, let from, _):
                emit(.load(frame: Int32(frame), slot: Int32(from), into: Int32(scratch)))
                operand = .slot(frame: scratch, slot: slot.index, field.type)
                scratch += 1
                frameCount = max(frameCount, scratch)
                slotCount = max(slotCount, declaration.fields.count)
            case .data(let path, _):
                operand = .data(path: path, declaration.knownType(field))
            case .computed, .list:
                break
            }
        }
        scratchTop = max(scratchTop, scratch)
        return operand
    }
}

extension SlotKind {
    /// The type of a single value of this kind.
    var scalarType: ContextDeclaration.FieldType {
        switch self {
        case .number: .number
        case .flag: .flag
        case .markup: .markup
        case .trustedURL: .trustedURL
        case .text, .record, .list, .stream: .text
        }
    }
}
