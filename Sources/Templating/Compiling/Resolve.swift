/// Finding what names stand for.
extension Compiler {
    mutating func resolve(_ expression: Expression, _ position: Position) -> Operand? {
        guard case .name(let parts) = expression.form else {
            // Calls come with the formatters.
            report(.strayText, position, expression.range)
            return nil
        }
        if parts.isEmpty { return implicit(expression, position) }
        for (entry, declaration) in zip(position.scope.entries, position.scope.declarations).reversed() {
            switch entry {
            case .unknown:
                return .data(path: path(parts), nil)
            case .scalar:
                continue
            case .record(_, let frame, _):
                guard let slot = declaration?.slotIfDeclared(parts[0]), let field = declaration?.field(parts[0]) else {
                    continue
                }
                return part(of: .slot(frame: frame, slot: slot.index, field.type), parts, expression, position)
            case .shape:
                guard let field = declaration?.field(parts[0]) else { continue }
                return part(of: .data(path: path(parts), field.type), parts, expression, position)
            }
        }
        if options.isTrusting {
            return .data(path: path(parts), nil)
        }
        report(.unknownName(parts[0], among: position.scope.names), position, expression.range)
        return nil
    }

    private mutating func implicit(_ expression: Expression, _ position: Position) -> Operand? {
        switch position.scope.entries.last {
        case .scalar(let frame, let slot, let kind):
            let type: ContextDeclaration.FieldType =
                switch kind {
                case .number: .number
                case .flag: .flag
                case .markup: .markup
                case .trustedURL: .trustedURL
                default: .text
                }
            return .slot(frame: frame, slot: slot, type)
        case .record:
            report(.notPrintable("."), position, expression.range)
            return nil
        default:
            return .data(path: path([]), nil)
        }
    }

    /// Follows the dots of a name.
    private mutating func part(
        of operand: Operand, _ parts: [String], _ expression: Expression, _ position: Position
    ) -> Operand? {
        var operand = operand
        var scratch = position.scope.frames
        for (index, part) in parts.enumerated().dropFirst() {
            let type: ContextDeclaration.FieldType?
            switch operand {
            case .slot(_, _, let known): type = known
            case .data(_, let known): type = known
            }
            guard case .record(let declaration)? = type else {
                if case .data(_, nil) = operand { return operand }
                report(.noParts(parts[..<index].joined(separator: ".")), position, expression.range)
                return nil
            }
            guard let slot = declaration.slotIfDeclared(part), let field = declaration.field(part) else {
                report(.unknownName(part, among: declaration.fields.map(\.name)), position, expression.range)
                return nil
            }
            switch operand {
            case .slot(let frame, let from, _):
                emit(.load(frame: Int32(frame), slot: Int32(from), into: Int32(scratch)))
                operand = .slot(frame: scratch, slot: slot.index, field.type)
                scratch += 1
                frameCount = max(frameCount, scratch)
                slotCount = max(slotCount, declaration.fields.count)
            case .data(let path, _):
                operand = .data(path: path, field.type)
            }
        }
        return operand
    }
}
